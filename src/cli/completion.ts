import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

const NAME = 'switchyard';

/** The script of bash calls a function of the package `bash-completion`, which is not everywhere. */
const WITHOUT_PACKAGE = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${COMP_WORDS[COMP_CWORD]}
        prev=\${COMP_WORDS[COMP_CWORD - 1]}
    }
fi
`;

/** Prints the script of a shell; it calls `switchyard complete -- ...` for suggestions. */
export async function completionCommand(shell: string, _options: unknown, command: Command): Promise<void> {
  if (shell === 'bash') process.stdout.write(WITHOUT_PACKAGE);
  tab(command.parent as Command).setup(NAME, NAME, shell);
}

/** The command that answers the shell. It walks through every other one, so it is added only when a shell asks. */
export function addComplete(program: Command): void {
  tab(program);
}
