import type { Command } from 'commander';
import { clientFor } from '../calls/service.ts';
import { readSettings } from '../settings.ts';
import { askFor, askForSecret } from '../terminal/ask.ts';
import { CommandError } from '../terminal/exit-codes.ts';
import { brief, usd } from '../terminal/format.ts';
import { Screen } from '../terminal/screen.ts';
import { readProfiles, writeProfiles } from './profiles.ts';
import { localTarget } from './target.ts';

interface Options {
  signUp?: boolean;
  email?: string;
  challenge?: string;
  answer?: string;
}
type Client = ReturnType<typeof clientFor>;

/** Keeps a key in a profile, after the service accepted it; `--sign-up` makes an account of an agent first. */
export async function loginCommand(options: Options, command: Command): Promise<void> {
  const asked = command.optsWithGlobals<{ server?: string; profile?: string; json?: boolean }>();
  const screen = new Screen(asked);
  const settings = readSettings(process.env);
  const kept = await readProfiles(settings.profilesFile);
  const name = asked.profile ?? settings.profile ?? 'default';
  const server = asked.server ?? settings.server ?? kept.profiles[name]?.server ?? settings.local.address;
  const stranger = clientFor({ server });
  const key = options.signUp
    ? await signUp(stranger, screen, options)
    : (settings.apiKey ?? (await keyFor(screen, server, settings)));
  if (key === null) return;
  const account = await clientFor({ server: stranger.baseUrl, key }).workspace.account();
  kept.profiles[name] = { server: stranger.baseUrl, key };
  await writeProfiles(settings.profilesFile, { ...kept, current: name });
  screen.done(
    { profile: name, server: stranger.baseUrl, account },
    `Signed in at ${stranger.baseUrl} as ${account.account_id} (profile ${name}, ${usd(account.credits_usd)} left).${account.claim_url ? ` A person claims the account at ${account.claim_url}` : ''}`,
  );
}

async function keyFor(
  screen: Screen,
  server: string,
  settings: ReturnType<typeof readSettings>,
): Promise<string> {
  const local = await localTarget(settings);
  if (local && local.server === server) return local.key;
  const instead = '`switchyard login < key-file`, or set SWITCHYARD_API_KEY';
  const key = (await askForSecret(screen, `Key for ${server} (svc_...)`, instead)).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CommandError('The key is invalid.', 'Keys start with `svc_`.');
  return key;
}

/** Null: the puzzle was printed, its answer comes with the next call. */
async function signUp(client: Client, screen: Screen, options: Options): Promise<string | null> {
  const { challenge: given, answer: solved, email } = options;
  if ((given === undefined) !== (solved === undefined))
    throw new CommandError('--challenge and --answer belong together.', 'Give both, or neither.');
  let challengeId = given;
  let answer = solved;
  if (challengeId === undefined || answer === undefined) {
    const puzzle = await client.call('signup.challenge', {});
    challengeId = puzzle.challenge_id;
    const next = `switchyard login --sign-up --challenge ${challengeId} --answer <answer>`;
    if (!screen.canAsk) {
      screen.one({ ...puzzle, next }, puzzle.instruction, puzzle.puzzle, `Answer with: ${next}`);
      return null;
    }
    screen.note(`${brief(puzzle.instruction, 1_000)}\n\n${brief(puzzle.puzzle, 2_000)}\n`);
    answer = await askFor(screen, 'Your answer', next);
  }
  const body = { challenge_id: challengeId, challenge_answer: answer, client: 'cli' as const };
  const made = await client.call('signup.create', { body: { ...body, ...(email && { email }) } });
  return made.api_key;
}
