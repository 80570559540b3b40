import { Argument, type Command } from 'commander';
import { calling, loaded } from './loaded.ts';

/** The commands about the caller. */
export function addAccountCommands(program: Command): void {
  program
    .command('login')
    .description('sign in with a key (asked for, piped in, or that of the service on this machine)')
    .option('--sign-up', 'make an account of an agent and sign in with it')
    .option('--email <address>', 'with --sign-up: the person who will claim the account')
    .option('--challenge <id>', 'with --sign-up: the challenge that --answer solves')
    .option('--answer <text>', 'with --sign-up: the answer to the challenge')
    .action(calling(() => import('./account/login.ts'), 'loginCommand'));
  program
    .command('whoami')
    .description('the service, the owner of the key and the remaining credits')
    .action(calling(() => import('./account/whoami.ts'), 'whoamiCommand'));
  program
    .command('console')
    .description('print a link that signs in to the console once, and open it')
    .action(calling(() => import('./account/console.ts'), 'consoleCommand'));
  program
    .command('switch')
    .argument('[profile]', 'the profiles are listed when left out')
    .description('use another profile from now on')
    .action(loaded(() => import('./account/switch.ts'), 'switchCommand'));
  program
    .command('logout')
    .argument('[profile]', 'the current one when left out')
    .description('forget a profile and its key')
    .action(loaded(() => import('./account/switch.ts'), 'logoutCommand'));
  const mcp = program
    .command('mcp')
    .description(
      'the tools of the service for agents (Model Context Protocol), over standard input and output',
    )
    .option('--browser', 'also tools that drive a browser: open, view, act, close')
    .action(calling(() => import('./mcp.ts'), 'mcpCommand'));
  mcp
    .command('install')
    .addArgument(
      new Argument('<editor>', 'the editor').choices([
        'claude-code',
        'claude-desktop',
        'codex',
        'cursor',
        'vscode',
        'windsurf',
        'zed',
      ]),
    )
    .option('--dry-run', 'print the change, write nothing')
    .description('add `switchyard mcp` to the settings of an editor')
    .action(loaded(() => import('./mcp-install.ts'), 'mcpInstall'));
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(['zsh', 'bash', 'fish', 'powershell']))
    .description('print the script that completes commands in a shell')
    .action(loaded(() => import('./completion.ts'), 'completionCommand'));
  program
    .command('describe')
    .argument('[command...]', 'the command')
    .option('--all', 'every command')
    .description('the commands as JSON, for agents')
    .action(loaded(() => import('./describe.ts'), 'describeCommand'));
}
