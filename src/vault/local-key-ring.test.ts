import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartupError } from '../errors.ts';
import { systemClock } from '../platform/clock.ts';
import { open, seal, sealedBy } from './envelope.ts';
import { openTestRing } from './key-ring.fixture.ts';
import { CannotOpen, KeyServiceAway } from './key-service.ts';
import { LocalKeyRing } from './local-key-ring.ts';

const context = 'ws_1|cred_1|password';

test('the ring and its folder are closed to other users, also when they were open', async () => {
  await using ring = await openTestRing();
  const path = join(ring.folder, 'ring.json');
  await chmod(path, 0o644);
  await chmod(ring.folder, 0o755);
  await LocalKeyRing.open(ring.folder, systemClock);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(ring.folder)).mode & 0o777).toBe(0o700);
});

test('processes that start at once on an empty folder get one ring and leave nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-keys-'));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  const keys = join(folder, 'deep', 'keys');
  const rings = await Promise.all(Array.from({ length: 20 }, () => LocalKeyRing.open(keys, systemClock)));
  const sealed = await Promise.all(rings.map((ring) => seal(ring, 'x', context)));
  for (const ring of rings) {
    for (const blob of sealed) expect(await open(ring, blob, context)).toBe('x');
  }
  expect(await readdir(keys)).toEqual(['ring.json']);
});

test('a version made by another process is used and opened without a restart', async () => {
  await using ring = await openTestRing();
  const other = await LocalKeyRing.open(ring.folder, systemClock);
  const old = await seal(ring.keys, 'old', context);
  await other.rotate();
  const fresh = await seal(other, 'new', context);
  expect(await open(ring.keys, fresh, context)).toBe('new');
  expect(sealedBy(await seal(ring.keys, 'x', context)).version).toBe(2);
  expect(await open(other, old, context)).toBe('old');
});

test('a retired version is gone from the file, opens nothing and its number is not used again', async () => {
  await using ring = await openTestRing();
  const old = await seal(ring.keys, 'old', context);
  await ring.keys.rotate();
  const key = JSON.parse(await readFile(join(ring.folder, 'ring.json'), 'utf8')).versions[0].key;
  await ring.keys.retire(1);
  expect(await readFile(join(ring.folder, 'ring.json'), 'utf8')).not.toContain(key);
  await expect(open(ring.keys, old, context)).rejects.toThrow(CannotOpen);
  expect((await ring.keys.versions()).map(({ version }) => version)).toEqual([2]);
  await expect(ring.keys.retire(2)).rejects.toThrow('current');
  expect((await ring.keys.rotate()).version).toBe(3);
});

test('without its file the ring seals nothing: a key that is only in memory would be lost', async () => {
  await using ring = await openTestRing();
  const sealed = await seal(ring.keys, 'x', context);
  const path = join(ring.folder, 'ring.json');
  await rename(path, `${path}.away`);
  await expect(seal(ring.keys, 'y', context)).rejects.toThrow(KeyServiceAway);
  await expect(ring.keys.current()).rejects.toThrow(KeyServiceAway);
  expect(await open(ring.keys, sealed, context)).toBe('x');
  await rename(`${path}.away`, path);
  expect(await open(ring.keys, await seal(ring.keys, 'y', context), context)).toBe('y');
});

test('another ring in the place of ours is refused while we run', async () => {
  await using ring = await openTestRing();
  await using foreign = await openTestRing();
  await rename(join(foreign.folder, 'ring.json'), join(ring.folder, 'ring.json'));
  await expect(seal(ring.keys, 'x', context)).rejects.toThrow(KeyServiceAway);
});

test.each([
  ['half a file', '{"format":1,"id":"local-'],
  ['no versions', '{"format":1,"id":"local-00112233445566ff","versions":[]}'],
  [
    'a short key',
    '{"format":1,"id":"local-00112233445566ff","versions":[{"version":1,"created_at":"2026-01-01T00:00:00Z","key":"AAAA"}]}',
  ],
  ['nothing', ''],
])('a damaged ring (%s) stops the start with one line and is not overwritten', async (_, content) => {
  await using ring = await openTestRing();
  const path = join(ring.folder, 'ring.json');
  await writeFile(path, content);
  await expect(LocalKeyRing.open(ring.folder, systemClock)).rejects.toThrow(StartupError);
  expect(await readFile(path, 'utf8')).toBe(content);
});

test('keys are in no error of the ring', async () => {
  await using ring = await openTestRing();
  const path = join(ring.folder, 'ring.json');
  const key = JSON.parse(await readFile(path, 'utf8')).versions[0].key as string;
  await writeFile(path, `{"format":2,"id":"x","versions":[{"key":"${key}"}]}`);
  const error = await LocalKeyRing.open(ring.folder, systemClock).catch((caught) => caught);
  expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(key);
});
