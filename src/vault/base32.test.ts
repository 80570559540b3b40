import { expect, test } from 'vitest';
import { readBase32 } from './base32.ts';

test.each([
  ['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
  ['jbsw y3dp ehpk 3pxp', 'JBSWY3DPEHPK3PXP'],
  ['JBSW-Y3DP-EHPK-3PXP', 'JBSWY3DPEHPK3PXP'],
  ['GEZDGNBVGY3TQOJQ====', 'GEZDGNBVGY3TQOJQ'],
  ['MFRGG===', 'MFRGG'],
  ['A'.repeat(128), 'A'.repeat(128)],
])('%j is a seed', (text, seed) => {
  expect(readBase32(text)).toBe(seed);
});

test.each(['', '=', '   ', 'A', 'ABC', 'JBSWY3DPEHPK3PX1', 'JBSWY3DP0', 'JBSW=Y3D', 'ÄBCDEFGH', 'ＡＢＣＤ'])(
  '%j is no seed',
  (text) => {
    expect(readBase32(text)).toBeNull();
  },
);
