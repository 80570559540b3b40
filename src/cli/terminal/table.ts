import { stripVTControlCharacters } from 'node:util';
import pc from 'picocolors';

export interface Column<Row> {
  head: string;
  of(row: Row): string;
  right?: boolean;
}

/** Aligned lines. In a terminal the last column gives way so that a row stays on its line. */
export function table<Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: readonly Row[],
  width?: number,
): string[] {
  const cells = rows.map((row) => columns.map((column) => column.of(row)));
  const heads = columns.map(({ head }) => head);
  const widths = columns.map((_, at) =>
    Math.max(...[heads, ...cells].map((line) => lengthOf(line[at] ?? ''))),
  );
  const lineOf = (line: string[]) =>
    line
      .map((cell, at) => padded(cell, widths[at] ?? 0, columns[at]?.right, at === line.length - 1))
      .join('  ');
  return [pc.dim(lineOf(heads)), ...cells.map(lineOf)].map((line) => clipped(line.trimEnd(), width));
}

function padded(cell: string, width: number, right = false, isLast = false): string {
  const gap = ' '.repeat(width - lengthOf(cell));
  return right ? gap + cell : isLast ? cell : cell + gap;
}

function lengthOf(cell: string): number {
  return [...stripVTControlCharacters(cell)].length;
}

/** Colours of a clipped line are lost with its end, which is better than a line that wraps. */
function clipped(line: string, width: number | undefined): string {
  if (width === undefined || lengthOf(line) <= width) return line;
  return `${[...stripVTControlCharacters(line)].slice(0, width - 1).join('')}…`;
}
