import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { afterEach, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { zipOf } from './download-zip.ts';

let folder: string | null = null;
afterEach(() => removeFolder(folder ?? ''));

async function place(files: Record<string, Uint8Array>): Promise<string> {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-zip-'));
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, name), bytes);
  return folder;
}

async function zipped(from: string, nameOf = (file: string) => file): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(from, nameOf)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a zip has the complete files under their names, and nothing that a link leads to', async () => {
  const from = await place({
    'guid-1': Buffer.from('one'),
    'b.crdownload': Buffer.from('half'),
    c: Buffer.from(''),
  });
  await symlink('/etc/passwd', path.join(from, 'stolen'));
  const files = unzipSync(await zipped(from, (file) => (file === 'guid-1' ? 'report.pdf' : file)));
  expect(Object.keys(files).toSorted()).toEqual(['c', 'report.pdf']);
  expect(Buffer.from(files['report.pdf'] ?? []).toString()).toBe('one');
  expect(await zipped(await place({}))).toHaveLength(0);
});

test('other work goes on while many megabytes are packed', async () => {
  const bytes = Buffer.alloc(40_000_000, 'switchyard');
  const from = await place({ 'big.bin': bytes });
  let turns = 0;
  let isOver = false;
  const other = (async () => {
    while (!isOver) {
      await turn();
      turns += 1;
    }
  })();
  let largest = 0;
  let size = 0;
  for await (const chunk of zipOf(from, (file) => file)) {
    largest = Math.max(largest, chunk.length);
    size += chunk.length;
  }
  isOver = true;
  await other;
  expect(size).toBeGreaterThan(bytes.length);
  expect(largest).toBeLessThan(1_000_000);
  // At least one turn of the event loop for each chunk that is read.
  expect(turns).toBeGreaterThan(bytes.length / 256_000);
});
