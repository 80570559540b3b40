import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileLock } from './embedded-postgres-lock.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-lock-'));
  path = join(folder, 'lock');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('a held lock names its holder, and a released one is free and leaves no files', async () => {
  const lock = await FileLock.take(path);
  expect(lock).toBeInstanceOf(FileLock);
  expect(await FileLock.take(path)).toEqual({ heldBy: process.pid });
  await (lock as FileLock).release();
  expect(await readdir(folder)).toEqual([]);
});

test('of many that ask at the same instant exactly one gets the lock', async () => {
  expect(await winnersAmong(20)).toBe(1);
});

test('the lock of a dead process is taken over by exactly one', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  await writeFile(path, JSON.stringify({ pid: child.pid, started: 'then', nonce: 'a' }));
  expect(await winnersAmong(20)).toBe(1);
});

test('a living process that merely got the dead owner’s pid does not hold the lock', async () => {
  await writeFile(path, JSON.stringify({ pid: process.pid, started: 'another boot 17', nonce: 'a' }));
  expect(await winnersAmong(5)).toBe(1);
});

test.each(['', '{', 'null', '{"pid":-1}', '{"pid":"7"}', '\0\0\0'])(
  'a damaged lock %j has no owner',
  async (content) => {
    await writeFile(path, content);
    expect(await winnersAmong(5)).toBe(1);
  },
);

async function winnersAmong(count: number): Promise<number> {
  const asked = await Promise.all(Array.from({ length: count }, () => FileLock.take(path)));
  expect(await readdir(folder)).toEqual(['lock']);
  return asked.filter((lock) => lock instanceof FileLock).length;
}
