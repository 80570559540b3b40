import { constants } from 'node:fs';
import { mkdir, open, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../platform/failure.ts';
import { type FileStore, newFileKey } from './file-store.ts';

const KEY = /^[0-9a-f]{32}$/;
const KEYS_AT_A_TIME = 500;

/** Bytes on the disk of this machine, for the owner of the process only. */
export class DiskStore implements FileStore {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<DiskStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new DiskStore(folder);
  }

  async write(bytes: Uint8Array, key = newFileKey()): Promise<string> {
    const path = this.#path(key);
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return key;
  }

  /** Links are not followed. */
  async read(key: string): Promise<Uint8Array | null> {
    try {
      await using file = await open(this.#path(key), constants.O_RDONLY | constants.O_NOFOLLOW);
      return await file.readFile();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async linkTo(): Promise<null> {
    return null;
  }

  async erase(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *keys(): AsyncGenerator<string[]> {
    let keys: string[] = [];
    for await (const { name } of await opendir(this.#folder)) {
      if (KEY.test(name)) keys.push(name);
      if (keys.length < KEYS_AT_A_TIME) continue;
      yield keys;
      keys = [];
    }
    yield keys;
  }

  #path(key: string): string {
    if (!KEY.test(key)) throw new Error('not a storage key');
    return join(this.#folder, key);
  }
}
