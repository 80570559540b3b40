import type { Command } from 'commander';
import { loaded } from './loaded.ts';

/** Function and description of a command, and the meanings of its arguments (`<id>`) and options (`--limit <usd>`). */
type Member<Module> = [does: keyof Module, says: string, takes?: Record<string, string>];

/** The commands below another one, as data. `list` answers for the bare command. */
export function addMembers<Module>(
  group: Command,
  load: () => Promise<Module>,
  members: Record<string, Member<Module>>,
  actionOf = loaded<Module>,
): void {
  for (const [name, [does, says, takes = {}]] of Object.entries(members)) {
    const command = group.command(name, { isDefault: name === 'list' }).description(says);
    for (const [words, meaning] of Object.entries(takes))
      words.startsWith('-') ? command.option(words, meaning) : command.argument(words, meaning);
    command.action(actionOf(load, does));
  }
}
