import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ifUnreadable } from '../platform/failure.ts';

const PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file in a folder that a browser may write to. Null for everything that is no plain file: a browser that a page took over
 * could put a link to a file of ours there.
 */
export async function openPlainFile(path: string): Promise<FileHandle | null> {
  const handle = await open(path, PLAIN).catch(ifUnreadable(null));
  const facts = await handle?.stat().catch(ifUnreadable(null));
  if (facts?.isFile()) return handle;
  await handle?.close();
  return null;
}

export async function readPlainFile(path: string): Promise<Buffer | null> {
  await using handle = await openPlainFile(path);
  return handle?.readFile() ?? null;
}
