import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../platform/failure.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

interface Profile {
  server: string;
  key: string;
}

export interface Profiles {
  current: string | null;
  profiles: Record<string, Profile>;
}

/** The sign-ins of this person. The file holds keys: only its owner may read it. */
export async function readProfiles(file: string): Promise<Profiles> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw unusable(file, error.message);
  });
  if (text === null) return { current: null, profiles: {} };
  try {
    const { current = null, profiles } = JSON.parse(text) as Partial<Profiles>;
    const whole = Object.entries(profiles ?? {}).filter(
      ([, kept]) => typeof kept?.server === 'string' && typeof kept.key === 'string',
    );
    return { current, profiles: Object.fromEntries(whole) };
  } catch (error) {
    throw unusable(file, messageOf(error));
  }
}

export async function writeProfiles(file: string, profiles: Profiles): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw unusable(file, messageOf(error));
  }
}

function unusable(file: string, why: string): CommandError {
  return new CommandError(
    `The file of the profiles cannot be used: ${why}.`,
    `Mend or remove ${file}, then sign in again with \`switchyard login\`.`,
    EXIT.failed,
    'profiles_unusable',
  );
}
