import { expect, test } from 'vitest';
import { countedIn } from './counted-party.ts';

test.each([
  ['for 4 adults and one child in 2 rooms', { adults: 4, children: 1, rooms: 2 }],
  ['Adults: 3, children: 0', { adults: 3, children: 0 }],
  ['2 adults · 0 children · 1 room', { adults: 2, children: 0, rooms: 1 }],
  ['for $20 on 2027-05-03', {}],
])('%s', (text, counts) => {
  expect(Object.fromEntries(countedIn(text).map(({ noun, count }) => [noun, count]))).toEqual(counts);
});
