import { readFileSync } from 'node:fs';
import { StartupError } from '../errors.ts';
import { codeOf } from './failure.ts';

const manifest: { peerDependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The command that adds packages the service starts without, in the versions that it was tested with. */
export function installCommand(...names: string[]): string {
  const pinned = names.map((name) => {
    const range = manifest.peerDependencies[name];
    if (range === undefined) throw new Error(`${name} is not an optional package of package.json`);
    return `${name}@${range.replace('^', '')}`;
  });
  return `npm install ${pinned.join(' ')}`;
}

/** Loads an optional package; `why` is the setting that asks for it. */
export async function loadOptional<T>(why: string, names: string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartupError(`${why}, but its library is missing: ${installCommand(...names)}.`);
  }
}
