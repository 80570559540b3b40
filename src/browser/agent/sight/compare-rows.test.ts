import { expect, test } from 'vitest';
import { comparedInRows, countRows } from './compare-rows.ts';
import { letterFor } from './letter-index.ts';
import { button, pageOf } from './page-model.fixture.ts';

const row = (role: string, cells: string[]) => [
  { tag: 'tr', depth: 1 },
  ...cells.map((text) => ({ tag: 'td', role, text, depth: 2 })),
];
const RIVERS = pageOf([
  ...row('columnheader', ['River', 'Length (km)', 'Countries', 'State']),
  ...row('cell', ['Aare', '288', '1', 'clean']),
  ...row('cell', ['Drau', '710', '5', 'polluted']),
  ...row('cell', ['Inn', '518', '3', 'clean']),
]);

test.each([
  ['river is the shortest', 'Aare'],
  ['river flows through the most countries', 'Drau'],
  ['name of the river with the fewest countries', 'Aare'],
  ['length of the river with the most countries', '710'],
  ['highest length', '710'],
  ['state of the Inn', null],
])('of the rows: %s', (phrase, answer) => {
  expect(comparedInRows(RIVERS, phrase)).toBe(answer);
});

test('rows that nothing heads are all compared, and an amount is told without its sign', () => {
  const towns = pageOf([...row('cell', ['Rome', '31 °C']), ...row('cell', ['Oslo', '-3 °C'])]);
  expect(comparedInRows(towns, 'highest temperature')).toBe('31');
  expect(comparedInRows(towns, 'lowest temperature')).toBe('-3');
});

test('rows are counted by what they say and by their numbers', () => {
  expect(countRows(RIVERS, 'How many rivers are clean?')).toBe('2');
  expect(countRows(RIVERS, 'How many red circles are there?')).toBeNull();
});

test('a row of letters leads to a name', () => {
  const letters = ['A–C', 'D–F', 'G–K', 'L–Z'].map((text) => button(text));
  expect(letterFor(pageOf(letters), 'Hugo')?.text).toBe('G–K');
  expect(letterFor(pageOf(letters.slice(2)), 'Hugo')).toBeNull();
});
