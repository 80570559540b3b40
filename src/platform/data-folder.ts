import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../errors.ts';
import { systemCause } from './system-cause.ts';

/** An empty database takes 70 MB, half of it its log; PostgreSQL stops when it cannot grow the log. */
const NEEDED_BYTES = { new: 200_000_000, existing: 20_000_000 };

/** Creates DATA_DIR and checks that files can be written, before anything is changed. */
export async function prepareDataFolder(folder: string, hasDatabase: boolean): Promise<void> {
  try {
    await makeFolders(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    await rmdir(await mkdtemp(join(folder, '.write-test-')));
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${folder} cannot be written: ${systemCause(error) ?? 'unknown cause'}. Correct that, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const { bavail, bsize } = await statfs(folder);
  const needed = hasDatabase ? NEEDED_BYTES.existing : NEEDED_BYTES.new;
  if (bavail * bsize >= needed) return;
  throw new StartupError(
    `The disk of DATA_DIR ${folder} is full: ${megabytes(bavail * bsize)} MB free, ${megabytes(needed)} MB needed. Free some space, or set DATA_DIR to another disk.`,
  );
}

/** Level by level: `mkdir` with `recursive` never returns below a folder like /proc. */
async function makeFolders(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (found?.isDirectory()) return;
  if (found === null && dirname(folder) !== folder) await makeFolders(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another start was faster.
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1_000_000);
}
