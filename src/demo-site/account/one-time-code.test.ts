import { expect, test } from 'vitest';
import { isTotpCode, randomCode, totpCode } from './one-time-code.ts';

// The seed and the values of RFC 6238, appendix B (SHA-1), cut to six digits.
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(totpCode(seed, seconds * 1_000)).toBe(code);
});

test('a code is accepted one step late, and not two', () => {
  expect(isTotpCode('287082', seed, 89_000)).toBe(true);
  expect(isTotpCode('287082', seed, 120_000)).toBe(false);
});

test('a wrong or empty code is refused', () => {
  expect(isTotpCode('287083', seed, 59_000)).toBe(false);
  expect(isTotpCode('', seed, 59_000)).toBe(false);
});

test('mailed codes always have six digits', () => {
  for (let round = 0; round < 200; round += 1) expect(randomCode()).toMatch(/^\d{6}$/);
});
