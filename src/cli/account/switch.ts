import type { Command } from 'commander';
import { readSettings } from '../settings.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import { Screen } from '../terminal/screen.ts';
import { readProfiles, writeProfiles } from './profiles.ts';

/** Without a name the profiles are listed. */
export async function switchCommand(
  name: string | undefined,
  _options: unknown,
  command: Command,
): Promise<void> {
  const screen = new Screen(command.optsWithGlobals());
  const { profilesFile } = readSettings(process.env);
  const kept = await readProfiles(profilesFile);
  if (name === undefined) {
    screen.list(
      [
        { head: '', of: (row) => (row.current ? '*' : '') },
        { head: 'PROFILE', of: (row) => row.name },
        { head: 'SERVER', of: (row) => row.server },
      ],
      Object.entries(kept.profiles).map(([known, { server }]) => ({
        name: known,
        server,
        current: known === kept.current,
      })),
      'No profiles yet. Sign in with `switchyard login`.',
    );
    return;
  }
  const { server } = known(kept.profiles, name);
  await writeProfiles(profilesFile, { ...kept, current: name });
  screen.done({ profile: name, server }, `From now on ${name}: ${server}`);
}

/** Forgets a profile with its key; the key itself stays valid. */
export async function logoutCommand(
  name: string | undefined,
  _options: unknown,
  command: Command,
): Promise<void> {
  const screen = new Screen(command.optsWithGlobals());
  const { profilesFile } = readSettings(process.env);
  const { current, profiles } = await readProfiles(profilesFile);
  const left = name ?? current ?? '';
  known(profiles, left);
  const { [left]: _, ...others } = profiles;
  await writeProfiles(profilesFile, { current: left === current ? null : current, profiles: others });
  screen.done(
    { profile: left, forgotten: true },
    `Forgot the profile ${left}. Its key stays valid: \`switchyard keys\`.`,
  );
}

function known<T>(profiles: Record<string, T>, name: string): T {
  const found = profiles[name];
  if (found) return found;
  const names = Object.keys(profiles).join(', ') || 'none';
  throw new CommandError(
    name === '' ? 'Nobody is signed in.' : `Profile ${name} not found.`,
    `Known: ${names}. Sign in with \`switchyard login\`.`,
    EXIT.notSignedIn,
    'no_such_profile',
  );
}
