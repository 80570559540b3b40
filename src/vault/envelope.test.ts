import { createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, rewrap, seal, sealContext, sealedBy } from './envelope.ts';
import { openTestRing } from './key-ring.fixture.ts';
import { CannotOpen } from './key-service.ts';

const context = sealContext('ws_1', 'cred_1', 'password');

// Recorded once. If these stop opening, so does everything that customers have stored.
const vectors = {
  ring: {
    format: 1,
    id: 'local-00112233445566ff',
    versions: [
      { version: 1, created_at: '2026-01-01T00:00:00.000Z', key: Buffer.alloc(32, 1).toString('base64') },
      { version: 258, created_at: '2026-02-01T00:00:00.000Z', key: Buffer.alloc(32, 2).toString('base64') },
    ],
  },
  sealed: [
    [
      'pässwörd 🔑',
      'AQAAAQIWbG9jYWwtMDAxMTIyMzM0NDU1NjZmZgA8nutu0utlYN73Ol1GJX6Y05s8bZlJ5fwpmMRVge6HQ+ezsqxLIm0u/Rb2Af/r9lXi6CiC3pYZSVkY9A2VfIGjw7IvxvwSoZlbLT3ARWRmZczGEppHikjpiFC7kedkN3sRVByaMeQ/lw==',
    ],
    [
      '',
      'AQAAAQIWbG9jYWwtMDAxMTIyMzM0NDU1NjZmZgA88d4b1i9PaglEr4CkzagdUNZ9P4Hs+PgBOIJyXd91j3bhwp99EDEXe9MLWAwEWFgXj1qD2IvNDgtNBbOuDOoUhKGm1NsLVWStbvO8rfzl+CoxnszFENYGDw==',
    ],
  ],
};

test.each(vectors.sealed)('the recorded value %j still opens', async (text, sealed = '') => {
  await using ring = await openTestRing(vectors.ring);
  const blob = Buffer.from(sealed, 'base64');
  expect(await open(ring.keys, blob, context)).toBe(text);
  expect(sealedBy(blob)).toMatchObject({ keyId: 'local-00112233445566ff', version: 258 });
});

test('the recorded value is AES-256-GCM under a wrapped key, read by hand', () => {
  const blob = Buffer.from(vectors.sealed[0]?.[1] ?? '', 'base64');
  const wrapped = blob.subarray(30, 90);
  const dataKey = decipher(Buffer.alloc(32, 2), wrapped, `${context}|1|local-00112233445566ff/258`);
  expect(decipher(dataKey, blob.subarray(90), `${context}|1`).toString()).toBe('pässwörd 🔑');
});

test('every text comes back as it was, and is nowhere in the blob', async () => {
  await using ring = await openTestRing();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string(), async (text, where) => {
      const sealed = await seal(ring.keys, text, where);
      expect(await open(ring.keys, sealed, where)).toBe(text);
      expect(Buffer.byteLength(text) > 4 && sealed.includes(text)).toBe(false);
    }),
    { numRuns: 100 },
  );
});

test('the same text is sealed differently every time', async () => {
  await using ring = await openTestRing();
  const blobs = await Promise.all(Array.from({ length: 50 }, () => seal(ring.keys, 'same', context)));
  expect(new Set(blobs.map((blob) => blob.toString('base64'))).size).toBe(50);
});

test('a blob with any one byte changed does not open, with one and the same error', async () => {
  await using ring = await openTestRing();
  await ring.keys.rotate();
  const sealed = await seal(ring.keys, 'a password', context);
  for (let index = 0; index < sealed.length; index += 1) {
    for (const flip of [0x01, 0x03, 0x80, 0xff]) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ flip;
      expect(await failure(open(ring.keys, changed, context))).toBe(GENERIC);
      expect(await failure(rewrap(ring.keys, changed, context))).toBe(GENERIC);
    }
  }
});

test('a blob that was cut or lengthened does not open', async () => {
  await using ring = await openTestRing();
  const sealed = await seal(ring.keys, 'a password', context);
  for (let length = 0; length < sealed.length; length += 1) {
    expect(await failure(open(ring.keys, sealed.subarray(0, length), context))).toBe(GENERIC);
  }
  expect(await failure(open(ring.keys, Buffer.concat([sealed, Buffer.of(0)]), context))).toBe(GENERIC);
});

test.each([
  ['another workspace', sealContext('ws_2', 'cred_1', 'password')],
  ['another row', sealContext('ws_1', 'cred_2', 'password')],
  ['another field', sealContext('ws_1', 'cred_1', 'totp_secret')],
])('a blob moved to %s does not open', async (_, elsewhere) => {
  await using ring = await openTestRing();
  const sealed = await seal(ring.keys, 'a password', context);
  expect(await failure(open(ring.keys, sealed, elsewhere))).toBe(GENERIC);
  expect(await failure(rewrap(ring.keys, sealed, elsewhere))).toBe(GENERIC);
});

test('the wrapped key of one value does not open another', async () => {
  await using ring = await openTestRing();
  const one = await seal(ring.keys, 'first', context);
  const other = await seal(ring.keys, 'other', context);
  const mixed = Buffer.concat([one.subarray(0, 90), other.subarray(90)]);
  expect(await failure(open(ring.keys, mixed, context))).toBe(GENERIC);
});

test('a blob of another ring does not open', async () => {
  await using ring = await openTestRing();
  await using foreign = await openTestRing();
  expect(await failure(open(ring.keys, await seal(foreign.keys, 'x', context), context))).toBe(GENERIC);
});

test('a rewrap changes the key and leaves the ciphertext untouched', async () => {
  await using ring = await openTestRing();
  const old = await seal(ring.keys, 'a password', context);
  await ring.keys.rotate();
  const moved = await rewrap(ring.keys, old, context);
  expect(sealedBy(old).version).toBe(1);
  expect(sealedBy(moved).version).toBe(2);
  expect(moved.subarray(90)).toEqual(old.subarray(90));
  expect(await open(ring.keys, moved, context)).toBe('a password');
  expect(await open(ring.keys, old, context)).toBe('a password');
});

const GENERIC = new CannotOpen().message;

async function failure(opening: Promise<unknown>): Promise<string> {
  return opening.then(
    () => 'opened',
    (error) => (error instanceof CannotOpen && error.cause === undefined ? error.message : String(error)),
  );
}

function decipher(key: Buffer, body: Buffer, bound: string): Buffer {
  const reader = createDecipheriv('aes-256-gcm', key, body.subarray(0, 12)).setAAD(Buffer.from(bound));
  reader.setAuthTag(body.subarray(-16));
  return Buffer.concat([reader.update(body.subarray(12, -16)), reader.final()]);
}
