import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { totalOf } from './total-of.ts';

const row = (role: string, cells: string[]) => [
  { tag: 'tr', depth: 1 },
  ...cells.map((text) => ({ tag: 'td', role, text, depth: 2 })),
];
const EXPENSES = [
  ['Train to Oslo', 'Travel', '120.00'],
  ['Lunch', 'Food', '18.50'],
  ['Taxi', 'Travel', '34.25'],
  ['Dinner', 'Food', '42.00'],
  ['Flight', 'Travel', '1,310.75'],
  ['Desk', 'Office', 'see invoice'],
  ['Chair', 'Office', '80.00'],
];
const PAGE = pageOf([
  ...row('columnheader', ['Item', 'Category', 'Cost']),
  ...EXPENSES.flatMap((cells) => row('cell', cells)),
]);
const TEXT = ['Expenses', ...EXPENSES.flat()].join('\n');

test.each([
  ['Add up the travel expenses', 1465],
  ['the sum of the food costs', 60.5],
  ['the average of the food expenses', 30.25],
  ['the total of the hotel expenses', null],
  ['Add up the office expenses', null],
])('%s', (phrase, total) => {
  expect(totalOf(PAGE, TEXT, phrase)).toBe(total);
});
