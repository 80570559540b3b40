import { expect, test } from 'vitest';
import { readCell, readCellName } from './read-cell.ts';

test.each([
  ['the 2nd button of the 3rd row', { row: 3, column: 2 }],
  ['the cell in row 1, column 4', { row: 1, column: 4 }],
  ['the 2nd button', null],
])('%s', (phrase, cell) => {
  expect(readCell(phrase)).toEqual(cell);
});

test.each([
  ['cell C4', { column: 'C', row: 4 }],
  ['the cell aa12', { column: 'AA', row: 12 }],
  ['cell phone', null],
])('%s of a sheet', (phrase, cell) => {
  expect(readCellName(phrase)).toEqual(cell);
});
