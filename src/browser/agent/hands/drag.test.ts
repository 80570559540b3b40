import { expect, test } from 'vitest';
import { rankBeside, shareOf } from './drag.ts';

test.each([
  ['d', 'b', false, 1],
  ['d', 'b', true, 2],
  ['a', 'c', false, 1],
  ['a', 'c', true, 2],
  ['x', 'c', true, null],
])('%s beside %s (after: %s) stands at %s', (name, other, isAfter, rank) => {
  expect(rankBeside(['a', 'b', 'c', 'd'], name, other, isAfter)).toBe(rank);
});

test.each([
  ['top left quarter', { x: 0.25, y: 0.25 }],
  ['bottom right corner', { x: 0.9, y: 0.9 }],
  ['right half', { x: 0.75, y: 0.5 }],
  ['left', null],
  ['the right list', null],
])('%s lies at %o', (words, share) => {
  expect(shareOf(words)).toEqual(share);
});
