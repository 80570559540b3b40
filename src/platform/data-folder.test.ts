import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';
import { systemCause } from './system-cause.ts';

test('a new data folder is closed to others and stays empty', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'switchyard-folder-'));
  const folder = join(parent, 'deep', 'data');
  await Promise.all([1, 2, 3].map(() => prepareDataFolder(folder, false)));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await readdir(folder)).toEqual([]);
  await rm(parent, { recursive: true });
});

test('a data folder that cannot be written names cause and remedy, without system calls', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'switchyard-folder-'));
  await writeFile(join(parent, 'file'), '');
  // Below /proc and /sys nobody can create folders.
  const impossible = [
    join(parent, 'file'),
    join(parent, 'file', 'data'),
    '/proc/data',
    '/sys/a/b',
    join(parent, 'a'.repeat(300)),
  ];
  for (const folder of impossible) {
    const failed = prepareDataFolder(folder, false);
    await expect(failed).rejects.toThrow(/^DATA_DIR \S+ cannot be written: [a-z ]+\. .*set DATA_DIR/);
    await expect(failed).rejects.not.toThrow(/unknown|E[A-Z]{3,}/);
  }
  await rm(parent, { recursive: true });
});

test('the causes of other programs and of wrapped errors are recognized', () => {
  expect(systemCause('PANIC: could not write: No space left on device')).toBe('the disk is full');
  const expired = Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' });
  expect(systemCause(new TypeError('fetch failed', { cause: expired }))).toBe('its certificate has expired');
  expect(systemCause(new Error('a bug'))).toBe(null);
});
