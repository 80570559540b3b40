import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { captureFiles, MAX_FILE_BYTES, MAX_FILES_PER_RUN, safeName } from './capture.ts';
import { DiskStore } from './disk.ts';

const log = createLog('silent');
let folder: string;
let store: DiskStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-artifacts-'));
  store = await DiskStore.open(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string, bytes: Uint8Array = Buffer.from('x')) =>
  ({ kind: 'download', name, contentType: 'text/plain', bytes }) as const;

describe('names', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['C:\\x', 'x'],
    ['C:x', 'Cx'],
    ['a\0b', 'ab'],
    ['a\r\nset-cookie: b', 'aset-cookie b'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['.bashrc', 'bashrc'],
    ['', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['/', 'file'],
    ['   ', 'file'],
    ['trailing. . ', 'trailing'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['com1', '_com1'],
    ['console.txt', 'console.txt'],
    ['"quoted"<script>', 'quotedscript'],
    ['Rechnung für März.pdf', 'Rechnung für März.pdf'],
    ['\ud800.txt', '\ufffd.txt'],
  ])('%j becomes %j', (name, expected) => {
    expect(safeName(name)).toBe(expected);
  });

  test('a name has at most 200 bytes and no half characters', () => {
    for (const name of ['x'.repeat(5_000), '😀'.repeat(2_000), `${'ü'.repeat(150)}.pdf`]) {
      const safe = safeName(name);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
      expect(Buffer.byteLength(safe)).toBeGreaterThan(190);
      expect(safe.isWellFormed()).toBe(true);
    }
  });

  test('a name of millions of characters costs nothing', () => {
    const started = performance.now();
    safeName('/'.repeat(5_000_000) + 'ü'.repeat(5_000_000));
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});

describe('bytes', () => {
  test('are stored under a key of our own, for the owner only', async () => {
    const [kept] = await captureFiles(store, [file('../../x.txt')], log);
    expect(kept?.storageKey).toMatch(/^[0-9a-f]{32}$/);
    expect(await readdir(folder)).toContain(kept?.storageKey);
    expect((await stat(join(folder, kept?.storageKey ?? ''))).mode & 0o777).toBe(0o600);
  });

  test('over 30 MB are not kept, and the run keeps ten files', async () => {
    const [large] = await captureFiles(store, [file('large', Buffer.alloc(MAX_FILE_BYTES + 1))], log);
    expect(large).toMatchObject({ storageKey: null, sizeBytes: MAX_FILE_BYTES + 1 });
    const many = Array.from({ length: 15 }, (_, index) => file(`f${index}`));
    expect(await captureFiles(store, many, log)).toHaveLength(MAX_FILES_PER_RUN);
    const huge = file('large', Buffer.alloc(MAX_FILE_BYTES + 1));
    const kept = await captureFiles(store, [huge, huge, ...many], log);
    expect(kept.filter(({ storageKey }) => storageKey !== null)).toHaveLength(MAX_FILES_PER_RUN);
    expect(kept).toHaveLength(MAX_FILES_PER_RUN + 2);
  });

  test('a link in the folder is not followed and a made-up key is not a path', async () => {
    const target = join(folder, 'secret');
    await writeFile(target, 'secret');
    const key = 'a'.repeat(32);
    await symlink(target, join(folder, key));
    await expect(store.read(key)).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(store.read('../secret')).rejects.toThrow('not a storage key');
    expect(await store.read('b'.repeat(32))).toBeNull();
  });
});
