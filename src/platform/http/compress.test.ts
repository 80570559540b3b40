import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { accepts, compressed } from './compress.ts';

const TEXT = JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ at, name: 'kettle' })));

test.each([
  ['br', 'gzip, deflate, br', true],
  ['gzip', 'GZIP;q=0.5', true],
  ['br', 'br;q=0', false],
  ['br', 'br; q=0.00, gzip', false],
  ['gzip', '', false],
  ['br', 'brotli', false],
  ['gzip', 'x-gzip', false],
] as const)('%s in "%s": %s', (encoding, accepted, isTaken) => {
  expect(accepts(encoding, accepted)).toBe(isTaken);
});

test('long text takes the best encoding that the client knows, short text none', async () => {
  const br = await compressed(TEXT, 'gzip, br');
  expect(br?.encoding).toBe('br');
  expect(brotliDecompressSync(br?.bytes ?? '').toString()).toBe(TEXT);
  const gzip = await compressed(TEXT, 'gzip');
  expect(gunzipSync(gzip?.bytes ?? '').toString()).toBe(TEXT);
  expect(gzip?.bytes.length).toBeLessThan(TEXT.length / 4);
  expect(await compressed(TEXT, 'identity')).toBeNull();
  expect(await compressed('{"short":true}', 'br')).toBeNull();
});
