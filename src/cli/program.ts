import { VERSION } from '@switchyard/sdk';
import { Command } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { addRunCommands } from './run-commands.ts';
import { addWorkspaceCommands } from './workspace-commands.ts';

/** Every command with its arguments; its code is loaded when it is called. */
export function makeProgram(): Command {
  const program = new Command('switchyard')
    .description('One API in front of every browser agent.')
    .version(VERSION, '--version', 'print the version')
    .option('--json', 'print JSON: one object, or one per line')
    .option('--server <address>', 'the service to call, when it is not that of the profile')
    .option('--profile <name>', 'the sign-in to use')
    .configureHelp({ showGlobalOptions: true })
    // `main.ts` prints errors, once.
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError()
    .exitOverride();
  program.commandsGroup('Runs:');
  addRunCommands(program);
  program.commandsGroup('Workspace:');
  addWorkspaceCommands(program);
  program.commandsGroup('Account:');
  addAccountCommands(program);
  program.commandsGroup('Operating a service:');
  addOperatorCommands(program);
  return program;
}
