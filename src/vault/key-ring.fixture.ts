import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { LocalKeyRing } from './local-key-ring.ts';

export interface TestRing extends AsyncDisposable {
  keys: LocalKeyRing;
  folder: string;
}

/** A key ring in a folder of its own; with `content`, the ring of that file. */
export async function openTestRing(content?: unknown): Promise<TestRing> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-keys-'));
  if (content) await writeFile(join(folder, 'ring.json'), JSON.stringify(content));
  const keys = await LocalKeyRing.open(folder, systemClock);
  return {
    keys,
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
