import { CommandError, EXIT } from './exit-codes.ts';
import type { Screen } from './screen.ts';

/** Asks at the terminal; without one, names the other way to give the answer. */
export async function askFor(screen: Screen, message: string, instead: string): Promise<string> {
  if (!screen.canAsk) throw new CommandError(`Nobody can be asked here: ${message}`, `Give it: ${instead}`);
  const { text, isCancel } = await import('@clack/prompts');
  const answer = await text({ message, output: process.stderr });
  if (isCancel(answer)) throw givenUp();
  return answer ?? '';
}

/** The same for hidden input. */
export async function askForSecret(screen: Screen, message: string, instead: string): Promise<string> {
  if (!screen.canAsk) {
    const piped = process.stdin.isTTY ? '' : (await textOf(process.stdin)).replace(/\r?\n$/, '');
    if (piped !== '') return piped;
    throw new CommandError(`Nobody can be asked here: ${message}`, `Give it: ${instead}`);
  }
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message, output: process.stderr });
  if (isCancel(answer)) throw givenUp();
  return answer ?? '';
}

/** Asks for confirmation; without a terminal only `--yes` confirms. */
export async function confirmed(screen: Screen, message: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!screen.canAsk) throw new CommandError(`This needs a yes: ${message}`, 'Add --yes.');
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message, output: process.stderr, initialValue: false });
  return !isCancel(answer) && answer;
}

function givenUp(): CommandError {
  return new CommandError(
    'Nothing was changed.',
    'Call it again when you are ready.',
    EXIT.interrupted,
    'left',
  );
}

async function textOf(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
