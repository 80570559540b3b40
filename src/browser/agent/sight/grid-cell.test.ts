import { expect, test } from 'vitest';
import { cellNamed } from './grid-cell.ts';
import { pageOf } from './page-model.fixture.ts';

const at = (text: string, column: number, row: number) => ({
  text,
  box: { x: 50 * column, y: 20 * row, width: 50, height: 20 },
});
const sheet = pageOf([
  ...['A', 'B', 'C'].map((letter, index) => at(letter, index + 1, 0)),
  ...[1, 2].flatMap((row) => [
    at(String(row), 0, row),
    ...[1, 2, 3].map((column) => at(`${column}/${row}`, column, row)),
  ]),
]);

test('a cell of a sheet stands where its column crosses its row', () => {
  expect(cellNamed(sheet, { column: 'B', row: 2 })?.text).toBe('2/2');
  expect(cellNamed(sheet, { column: 'D', row: 1 })).toBeNull();
});
