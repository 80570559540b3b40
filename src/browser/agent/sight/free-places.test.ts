import { expect, test } from 'vitest';
import { freePlaces, readPlaceWish } from './free-places.ts';
import { button, pageOf } from './page-model.fixture.ts';

const seat = (text: string, x: number, isTaken = false) =>
  button(text, { depth: 2, isDisabled: isTaken, box: { x, y: 0, width: 20, height: 20 } });

test.each([
  ['two free seats next to each other in row C', { count: 2, row: 'C', isTogether: true }],
  ['3 adjacent places', { count: 3, row: null, isTogether: true }],
  ['a free seat in row 4', { count: 1, row: '4', isTogether: false }],
  ['the seats C5 and C6', null],
  ['two seats for Monday', null],
])('%s', (words, wish) => {
  expect(readPlaceWish(words)).toEqual(wish);
});

const CODED = pageOf([
  { depth: 1 },
  seat('B1', 0),
  seat('B2', 20, true),
  seat('B3', 40),
  { depth: 1 },
  seat('C1', 0, true),
  seat('C2', 20),
  seat('C3', 80),
  seat('C4', 100),
]);
const HEADED = pageOf([
  { depth: 1 },
  { depth: 2, text: 'Row A' },
  seat('1', 0),
  seat('2', 20, true),
  { depth: 1 },
  { depth: 2, text: 'Row B' },
  seat('1', 0),
  seat('2', 20),
]);

test.each([
  [
    'places stand beside each other, and no aisle between them',
    CODED,
    'two seats side by side',
    ['C3', 'C4'],
  ],
  ['none are so', CODED, 'two seats next to each other in row B', []],
  ['any free one of the row', CODED, 'two seats in row B', ['B1', 'B3']],
  ['the row is told by its head', HEADED, 'two adjacent seats in row B', ['1', '2']],
  ['no plan', pageOf([button('Reserve')]), 'two seats in row B', null],
])('%s', (_case, model, words, names) => {
  const wish = readPlaceWish(words);
  expect(wish && (freePlaces(model, wish)?.map(({ name }) => name) ?? null)).toEqual(names);
});
