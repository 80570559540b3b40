import { expect, test } from 'vitest';
import { pageOf } from './page-model.fixture.ts';
import { placeOf } from './place-of.ts';

const seat = (text: string, hints = '') => ({ depth: 2, text, hints, isHeard: true });

test('a place is found by the code its markup has', () => {
  const model = pageOf([{ depth: 1 }, seat('1', 'seat a1'), seat('2', 'seat a2')]);
  expect(placeOf(model, 'A2')?.hints).toBe('seat a2');
});

test('a place is found by the letter at the head of its row', () => {
  const model = pageOf([
    { depth: 1 },
    { depth: 2, text: 'A' },
    seat('1'),
    seat('2'),
    { depth: 1 },
    { depth: 2, text: 'B' },
    seat('1'),
    seat('2'),
  ]);
  expect(placeOf(model, 'B2')?.node).toBe(8);
  expect(placeOf(model, 'C2')).toBeNull();
});
