import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

const NAME = 'switchyard';

/** Prints the script of a shell; it calls `switchyard complete -- ...` for suggestions. */
export async function completionCommand(shell: string, _options: unknown, command: Command): Promise<void> {
  tab(command.parent as Command).setup(NAME, NAME, shell);
}

/** The command that answers the shell. It walks through every other one, so it is added only when a shell asks. */
export function addComplete(program: Command): void {
  tab(program);
}
