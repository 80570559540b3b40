import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open as openFile, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import { systemCause } from '../platform/system-cause.ts';
import { decrypt, encrypt } from './envelope.ts';
import {
  CannotOpen,
  type KeyService,
  KeyServiceAway,
  type KeyVersion,
  keyName,
  type WrappedKey,
} from './key-service.ts';

const KEY_BYTES = 32;

const ringShape = z.object({
  format: z.literal(1),
  id: z.string().regex(/^local-[0-9a-f]{16}$/),
  versions: z
    .array(
      z.object({
        version: z.int().min(1).max(0xffffffff),
        created_at: z.iso.datetime(),
        /** Null once the version is retired: its number is never used again. */
        key: z.base64().length(44).nullable(),
      }),
    )
    .min(1),
});

type Ring = z.infer<typeof ringShape>;

/** The ring of a folder, for a backup; null without one. */
export async function readKeyRing(folder: string): Promise<Ring | null> {
  const path = join(folder, 'ring.json');
  return (await stampOf(path)) === null ? null : (await load(path)).ring;
}

/** Replaces the ring of a folder by one from a backup and keeps the old one beside it. */
export async function restoreKeyRing(folder: string, record: unknown): Promise<void> {
  const path = join(folder, 'ring.json');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = await writeDraft(path, ringShape.parse(record));
  if ((await stampOf(path)) !== null) await rename(path, `${path}.before-restore`);
  await rename(draft, path);
  await syncFolder(path);
}

/** Keys in one file that only its owner may read, for a single machine or a shared folder. */
export class LocalKeyRing implements KeyService {
  readonly rotatesItself = false;
  readonly #path: string;
  readonly #clock: Clock;
  #ring: Ring;
  #stamp: string;
  #reading: Promise<Ring> | null = null;

  private constructor(path: string, clock: Clock, loaded: { ring: Ring; stamp: string }) {
    this.#path = path;
    this.#clock = clock;
    this.#ring = loaded.ring;
    this.#stamp = loaded.stamp;
  }

  /** Opens the ring of this folder, or makes one; of two processes that start at once, both get the same. */
  static async open(folder: string, clock: Clock): Promise<LocalKeyRing> {
    const path = join(folder, 'ring.json');
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      if ((await stampOf(path)) === null) await create(path, clock);
      await chmod(path, 0o600);
      return new LocalKeyRing(path, clock, await load(path));
    } catch (error) {
      if (error instanceof StartupError) throw error;
      const cause = systemCause(error) ?? 'its content is damaged';
      throw new StartupError(
        `The key ring ${path} cannot be used: ${cause}. Correct that, or set KMS_KEYS_DIR.`,
        {
          cause: error,
        },
      );
    }
  }

  owns(keyId: string): boolean {
    return keyId === this.#ring.id;
  }

  async current(): Promise<KeyVersion> {
    return newest(await this.#fresh());
  }

  async versions(): Promise<KeyVersion[]> {
    const ring = await this.#fresh();
    return ring.versions.filter((one) => one.key !== null).map((one) => described(ring, one));
  }

  async wrap(dataKey: Buffer, context: string): Promise<WrappedKey> {
    // Read from the file: a value must never be sealed with a key that exists only in memory.
    const ring = await this.#fresh();
    const { keyId, version } = newest(ring);
    return this.#withKey(ring, version, (key) => ({
      keyId,
      version,
      bytes: encrypt(key, dataKey, bindKey(context, { keyId, version })),
    }));
  }

  async unwrap(wrapped: WrappedKey, context: string): Promise<Buffer> {
    if (!this.owns(wrapped.keyId)) throw new CannotOpen();
    const isKnown = this.#ring.versions.some((one) => one.version === wrapped.version);
    // A version made by another process since.
    const ring = isKnown ? this.#ring : await this.#fresh();
    return this.#withKey(ring, wrapped.version, (key) =>
      decrypt(key, wrapped.bytes, bindKey(context, wrapped)),
    );
  }

  async rotate(): Promise<KeyVersion> {
    const ring = await this.#fresh();
    const version = Math.max(...ring.versions.map((one) => one.version)) + 1;
    await this.#replace({ ...ring, versions: [...ring.versions, newVersion(version, this.#clock)] });
    return newest(this.#ring);
  }

  async retire(version: number): Promise<void> {
    const ring = await this.#fresh();
    if (newest(ring).version === version) throw new Error('the current version cannot be retired');
    const versions = ring.versions.map((one) => (one.version === version ? { ...one, key: null } : one));
    await this.#replace({ ...ring, versions });
  }

  #withKey<T>(ring: Ring, version: number, work: (key: Buffer) => T): T {
    const text = ring.versions.find((one) => one.version === version)?.key;
    if (!text) throw new CannotOpen();
    const key = Buffer.from(text, 'base64');
    try {
      return work(key);
    } finally {
      key.fill(0);
    }
  }

  /** The ring as it is in the file. Concurrent callers share one read. */
  #fresh(): Promise<Ring> {
    this.#reading ??= this.#look().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #look(): Promise<Ring> {
    try {
      const stamp = await stampOf(this.#path);
      if (stamp === null || stamp !== this.#stamp) {
        const loaded = await load(this.#path);
        // Another ring in the same place could open nothing of ours.
        if (loaded.ring.id !== this.#ring.id) throw new Error('the key ring was replaced by another one');
        this.#ring = loaded.ring;
        this.#stamp = loaded.stamp;
      }
      return this.#ring;
    } catch (error) {
      throw new KeyServiceAway(error);
    }
  }

  async #replace(ring: Ring): Promise<void> {
    try {
      const draft = await writeDraft(this.#path, ring);
      await rename(draft, this.#path);
      await syncFolder(this.#path);
    } catch (error) {
      throw new KeyServiceAway(error);
    }
    await this.#fresh();
  }
}

function newest(ring: Ring): KeyVersion {
  const last = ring.versions.at(-1);
  if (!last?.key) throw new Error('the key ring has no current version');
  return described(ring, last);
}

function described(ring: Ring, one: Ring['versions'][number]): KeyVersion {
  return { keyId: ring.id, version: one.version, createdAt: new Date(one.created_at) };
}

function bindKey(context: string, key: { keyId: string; version: number }): string {
  return `${context}|${keyName(key)}`;
}

function newVersion(version: number, clock: Clock): Ring['versions'][number] {
  return {
    version,
    created_at: clock.now().toISOString(),
    key: randomBytes(KEY_BYTES).toString('base64'),
  };
}

async function create(path: string, clock: Clock): Promise<void> {
  const id = `local-${randomBytes(8).toString('hex')}`;
  const draft = await writeDraft(path, { format: 1, id, versions: [newVersion(1, clock)] });
  try {
    // Unlike a rename, a link never replaces the ring that another process made meanwhile.
    await link(draft, path);
    await syncFolder(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

async function writeDraft(path: string, ring: Ring): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await using file = await openFile(draft, 'wx', 0o600);
  await file.writeFile(`${JSON.stringify(ring, null, 2)}\n`);
  await file.sync();
  return draft;
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await openFile(join(path, '..'), 'r');
  await folder.sync();
}

async function load(path: string): Promise<{ ring: Ring; stamp: string }> {
  const stamp = await stampOf(path);
  const text = await readFile(path, 'utf8');
  const parsed = ringShape.safeParse(parseJson(text));
  if (stamp === null || !parsed.success) {
    throw new StartupError(
      `The key ring ${path} is damaged; restore it from your backup, without it stored secrets stay closed.`,
    );
  }
  return { ring: parsed.data, stamp };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Changes whenever the file is replaced; null when there is none. */
async function stampOf(path: string): Promise<string | null> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino}-${mtimeNs}-${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
