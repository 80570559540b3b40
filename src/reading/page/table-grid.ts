import { take } from './dom.ts';
import { MAX_ITEMS } from './page.ts';

/** With some for heads and totals. */
const MAX_ROWS = MAX_ITEMS + 100;
const MAX_COLUMNS = 200;
const MAX_CELLS = 400_000;

export interface GridCell {
  text: string;
  isHeader: boolean;
  /** A cell that spans several columns stands in each; only the first holds it. */
  isRepeat: boolean;
}

export const BLANK: GridCell = { text: '', isHeader: false, isRepeat: false };

/** A table's cells in rows and columns as they are seen: a cell that spans several stands in each of them. */
export function readGrid<T extends GridCell>(
  table: Element,
  read: (cell: Element) => T,
  blank: T,
): { rows: T[][]; isCut: boolean } {
  const grid: T[][] = [];
  let left = MAX_CELLS;
  const all = table.querySelectorAll('tr');
  const rows = take(all, MAX_ROWS).filter((row) => row.closest('table') === table);
  rows.forEach((row, rowIndex) => {
    grid[rowIndex] ??= [];
    let column = 0;
    for (const element of row.children) {
      if (element.localName !== 'td' && element.localName !== 'th') continue;
      while (grid[rowIndex]?.[column]) column += 1;
      const width = span(element, 'colspan', MAX_COLUMNS - column);
      const height = Math.min(span(element, 'rowspan', MAX_ROWS), rows.length - rowIndex);
      const cell = read(element);
      for (let down = 0; down < height; down += 1) {
        const line = grid[rowIndex + down] ?? [];
        grid[rowIndex + down] = line;
        for (let right = 0; right < width && left > 0; right += 1, left -= 1)
          line[column + right] = right === 0 ? cell : { ...cell, isRepeat: true };
      }
      column += width;
      if (column >= MAX_COLUMNS) break;
    }
  });
  return {
    rows: grid.map((row) => Array.from(row, (cell) => cell ?? blank)).filter((row) => row.length > 0),
    isCut: all.length > MAX_ROWS || left === 0,
  };
}

function span(element: Element, name: string, most: number): number {
  const count = Number.parseInt(element.getAttribute(name) ?? '1', 10);
  return Math.max(1, Math.min(Number.isNaN(count) ? 1 : count || most, most));
}

export function isHeader(cell: Element): boolean {
  return cell.localName === 'th' || cell.parentElement?.parentElement?.localName === 'thead';
}

export function countHeadRows(rows: GridCell[][]): number {
  let count = 0;
  while (
    count < Math.min(4, rows.length - 1) &&
    rows[count]?.every((cell) => cell.isHeader || cell.text === '') &&
    // A header cell over the whole width is the table's title or that of a group, not a row of column names.
    (rows[count]?.length ?? 0) > 1 &&
    (count === 0 || distinct(rows[count] ?? []).length > 1)
  )
    count += 1;
  if (count > 0 && distinct(rows[0] ?? []).length === 1) {
    const rest = countHeadRows(rows.slice(1));
    return rest === 0 ? 0 : rest + 1;
  }
  return count === 0 && isPlainHead(rows) ? 1 : count;
}

/** A first row of short names in ordinary cells, above a column of figures. */
function isPlainHead([first = [], ...body]: GridCell[][]): boolean {
  const names = first.map(({ text }) => text);
  const areNames =
    names.length > 1 &&
    names.every((name) => /^\p{Lu}[^\d.!?:]{0,29}$/u.test(name)) &&
    new Set(names).size === names.length &&
    first.every(({ isHeader }) => !isHeader);
  return (
    areNames &&
    body.length > 1 &&
    names.some((_, column) => body.every((row) => /^[^\p{L}]{0,2}\d/u.test(row[column]?.text ?? '')))
  );
}

/** "Level" over "Low" is "Level Low". */
export function headerTexts(rows: GridCell[][]): string[] {
  const wide = rows.filter((row) => distinct(row).length > 1);
  const width = Math.max(0, ...wide.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => {
    const parts = wide.map((row) => row[column]?.text ?? '').filter(Boolean);
    return [...new Set(parts)].join(' ');
  });
}

export function distinct<T extends GridCell>(row: T[]): T[] {
  return row.filter((cell) => !cell.isRepeat && cell.text !== '');
}
