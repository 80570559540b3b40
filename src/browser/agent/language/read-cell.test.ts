import { expect, test } from 'vitest';
import { readCell } from './read-cell.ts';

test.each([
  ['the 2nd button of the 3rd row', { row: 3, column: 2 }],
  ['the cell in row 1, column 4', { row: 1, column: 4 }],
  ['the 2nd button', null],
])('%s', (phrase, cell) => {
  expect(readCell(phrase)).toEqual(cell);
});
