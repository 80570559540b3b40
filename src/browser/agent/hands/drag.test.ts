import { expect, test } from 'vitest';
import { rankBeside } from './drag.ts';

test.each([
  ['d', 'b', false, 1],
  ['d', 'b', true, 2],
  ['a', 'c', false, 1],
  ['a', 'c', true, 2],
  ['x', 'c', true, null],
])('%s beside %s (after: %s) stands at %s', (name, other, isAfter, rank) => {
  expect(rankBeside(['a', 'b', 'c', 'd'], name, other, isAfter)).toBe(rank);
});
