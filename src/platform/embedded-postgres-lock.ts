import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './embedded-postgres-process.ts';
import { codeOf } from './failure.ts';

/** A lock file that names its owner, so that a dead owner's lock is taken over and a living one's never is. */
export class FileLock {
  readonly #path: string;
  readonly #content: string;

  /** Of several that ask at the same instant exactly one gets the lock; the others learn the owner's pid. */
  static async take(path: string): Promise<FileLock | { heldBy: number }> {
    const started = await processIdentity(process.pid);
    const content = JSON.stringify({ pid: process.pid, started, nonce: randomUUID() });
    // Written to a temporary file and linked, so that a reader never sees half a lock.
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, content, { mode: 0o644, flag: 'wx' });
    try {
      while (!(await linkUnlessTaken(draft, path))) {
        const found = await readLock(path);
        if (found === undefined) continue;
        const owner = await livingOwner(found);
        if (owner !== undefined) return { heldBy: owner };
        if (await replaceDead(path, found, draft)) break;
      }
      return new FileLock(path, content);
    } finally {
      await rm(draft, { force: true });
    }
  }

  private constructor(path: string, content: string) {
    this.#path = path;
    this.#content = content;
  }

  async release(): Promise<void> {
    if ((await readLock(this.#path)) === this.#content) await rm(this.#path, { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }
}

/**
 * Two processes may see the same dead owner, and the slower must not evict the faster. So only the holder of a second
 * lock, named after the dead lock's content, may replace it, and only while that content is unchanged.
 */
async function replaceDead(path: string, dead: string, draft: string): Promise<boolean> {
  const name = createHash('sha256').update(dead).digest('hex').slice(0, 16);
  const takeover = await FileLock.take(`${path}-${name}`);
  if ('heldBy' in takeover) {
    await delay(10);
    return false;
  }
  await using _takeover = takeover;
  if ((await readLock(path)) !== dead) return false;
  await rename(draft, path);
  return true;
}

async function linkUnlessTaken(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A lock that cannot be read as one (power loss while it was written) has no living owner. */
async function livingOwner(content: string): Promise<number | undefined> {
  let lock: { pid?: unknown; started?: unknown } | null;
  try {
    lock = JSON.parse(content);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof lock?.pid !== 'number' || !Number.isSafeInteger(lock.pid) || lock.pid <= 0) return undefined;
  const identity = await processIdentity(lock.pid);
  if (identity === undefined) return undefined;
  return !identity || !lock.started || identity === lock.started ? lock.pid : undefined;
}
