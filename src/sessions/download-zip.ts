import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Zip, ZipPassThrough } from 'fflate';
import { openPlainFile } from '../browser/plain-file.ts';
import { ifUnreadable } from '../platform/failure.ts';

const MAX_ZIP_BYTES = 100_000_000;
const CHUNK_BYTES = 256_000;

/** The complete files of a download folder as a zip without compression, chunk by chunk. Nothing where there are none. */
export async function* zipOf(folder: string, nameOf: (file: string) => string): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  });
  let total = 0;
  let isEmpty = true;
  for (const file of await readdir(folder).catch(ifUnreadable([]))) {
    if (file.endsWith('.crdownload')) continue;
    await using handle = await openPlainFile(path.join(folder, file));
    if (!handle) continue;
    const { size } = await handle.stat();
    if (total + size > MAX_ZIP_BYTES) continue;
    total += size;
    isEmpty = false;
    const entry = new ZipPassThrough(nameOf(file));
    zip.add(entry);
    for await (const chunk of handle.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false })) {
      entry.push(chunk);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  if (isEmpty) return;
  zip.end();
  yield* ready;
}
