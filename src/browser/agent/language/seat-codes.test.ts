import { expect, test } from 'vitest';
import { seatCodes } from './seat-codes.ts';

test.each([
  ['seats 5, 6 and 7 in row F for the 21:20 showing', ['F5', 'F6', 'F7']],
  ['row C, seats 4 to 6', ['C4', 'C5', 'C6']],
  ['seat 12 of row b', ['B12']],
  ['seats C4 and C5', ['C4', 'C5']],
  ['two seats in row C', []],
])('%s', (words, codes) => {
  expect(seatCodes(words)).toEqual(codes);
});
