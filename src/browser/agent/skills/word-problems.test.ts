import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { costOf, nextInRow, orderTotal } from './word-problems.ts';

test('a number left out of a row of even steps is found, before the one that comes next', () => {
  expect(nextInRow('4 ? 12 16', 'Enter the missing number')).toBe('8');
  expect(nextInRow('30, 25, _, 15', 'the missing number of the sequence')).toBe('20');
  expect(nextInRow('3, 6, 9', 'What number comes next?')).toBe('12');
});

test('the total of an order counts every quantity', () => {
  const cell = (text: string) => ({ depth: 2, tag: 'td', role: 'cell', text });
  const row = { tag: 'tr', role: 'row' };
  const page = pageOf([
    row,
    ...['Item', 'Qty', 'Price'].map(cell),
    row,
    ...['Lamp', '2', '$5.50'].map(cell),
    row,
    ...['Mug', '3', '$4'].map(cell),
  ]);
  expect(orderTotal(page, 'the total price of the order')).toBe('23');
  expect(orderTotal(page, 'the price of the lamp')).toBeNull();
  expect(costOf(page, 'What do 3 lamps cost?')).toBe('16.5');
  expect(costOf(page, 'total price of 2 lamps and 1 mug')).toBe('15');
});
