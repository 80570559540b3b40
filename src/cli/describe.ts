import type { Command } from 'commander';
import { CommandError, EXIT } from './terminal/exit-codes.ts';

/** The commands as JSON, for agents: `describe --all`, or one by its name. */
export async function describeCommand(
  names: string[],
  options: { all?: boolean },
  command: Command,
): Promise<void> {
  const program = command.parent as Command;
  if (names.length === 0 && !options.all) throw new CommandError('Which command?', 'Name one, or add --all.');
  const found = names.reduce<Command | undefined>(
    (parent, name) => parent?.commands.find((child) => child.name() === name),
    program,
  );
  if (!found)
    throw new CommandError(`Unknown command ${names.join(' ')}.`, 'See `switchyard describe --all`.');
  const described = {
    name: program.name(),
    description: program.description(),
    global_options: program.options.map(optionOf),
    exit_codes: EXIT,
    commands: commandsOf(found, names).map(([path, one]) => describe(path, one)),
  };
  process.stdout.write(`${JSON.stringify(described)}\n`);
}

function commandsOf(command: Command, path: string[]): Array<[string[], Command]> {
  const below = command.commands.flatMap((child) => commandsOf(child, [...path, child.name()]));
  return path.length === 0 ? below : [[path, command], ...below];
}

function describe(path: string[], command: Command) {
  return {
    command: path.join(' '),
    description: command.description(),
    usage: `switchyard ${path.join(' ')} ${command.usage()}`.trim(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      many: argument.variadic,
      choices: argument.argChoices ?? null,
    })),
    options: command.options.map(optionOf),
  };
}

function optionOf(option: Command['options'][number]) {
  return {
    flags: option.flags,
    description: option.description,
    takes_value: option.required || option.optional,
    choices: option.argChoices ?? null,
    default: option.defaultValue ?? null,
  };
}
