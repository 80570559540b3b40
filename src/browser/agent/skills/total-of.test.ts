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

const entry = (text: string) => ({ tag: 'li', text, signature: 'li<ul' });
const RECEIPTS = pageOf([
  { tag: 'p', text: 'Trip to Ghent, 3–4 November. At most €150.00 a day.' },
  entry('Taxi — €18.40'),
  entry('Hotel, one night — €96.00'),
  entry('Lunch — €13.95'),
]);

test.each([
  ['Add up the three receipts', 128.35],
  ['the sum of the receipts', 128.35],
  ['Add up the four receipts', null],
])('amounts in the entries of a list: %s', (phrase, total) => {
  expect(totalOf(RECEIPTS, '', phrase)).toBe(total);
});

test('what a column comes to is none of its numbers', () => {
  const page = pageOf([
    ...row('columnheader', ['Day', 'Hours']),
    ...[
      ['Monday', '8'],
      ['Tuesday', '7.5'],
      ['Total', '0.0'],
    ].flatMap((cells) => row('cell', cells)),
  ]);
  expect(totalOf(page, '', 'the sum of the hours above it')).toBe(15.5);
});
