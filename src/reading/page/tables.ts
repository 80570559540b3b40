import { absoluteUrl, partsOf, squeeze, textOf } from './dom.ts';
import type { Collection, Field, Item } from './page.ts';
import {
  BLANK,
  countHeadRows,
  distinct,
  type GridCell,
  headerTexts,
  isHeader,
  readGrid,
} from './table-grid.ts';

interface Cell extends GridCell {
  href?: string;
  machine?: string;
  parts?: string[];
}

export interface TableReading {
  /** Null when the table is not a list of things: a layout, or names beside values. */
  collection: Collection | null;
  /** Rows that name a value: `Weight | 1.2 kg`. */
  pairs: { label: string; cell: { text: string; href?: string; machine?: string; parts?: string[] } }[];
  /** It has more rows than are read of one. */
  isCut: boolean;
}

/** One table as things with fields, or as names with values. Spans are filled in, header rows joined. */
export function readTable(table: Element, url: string): TableReading {
  const { rows, isCut } = readGrid<Cell>(table, (cell) => readCell(cell, url), BLANK);
  const headRows = countHeadRows(rows);
  const upright = {
    columns: headerTexts(rows.slice(0, headRows)),
    body: rows.slice(headRows).filter((row) => row.some((cell) => cell.text !== '')),
  };
  const { columns, body } = isTurned(upright) ? turned(upright) : upright;
  const isNamed = columns.some((name) => name !== '');
  if (!isNamed && body.every((row) => distinct(row).length <= 2)) {
    return { collection: null, pairs: groupedPairs(body), isCut };
  }
  const items: Item[] = [];
  let under = '';
  for (const row of body) {
    const cells = distinct(row);
    if (cells.length === 1 && row.length > 1) under = cells[0]?.text ?? '';
    else items.push(itemOf(row, columns, under));
  }
  const caption = squeeze(table.querySelector('caption')?.textContent ?? '');
  const about = [caption, table.getAttribute('aria-label') ?? '', table.getAttribute('summary') ?? ''];
  return {
    collection: { kind: 'table', about: about.filter(Boolean), items, isAside: false },
    pairs: [],
    isCut,
  };
}

interface Grid {
  columns: string[];
  body: Cell[][];
}

/** A comparison has a column for every thing and a row for every property: then a row holds values of one kind. */
function isTurned({ columns, body }: Grid): boolean {
  if (columns.length < 3 || columns[0] !== '' || columns.slice(1).some((name) => name === '')) return false;
  if (body.length === 0 || body.length > 100 || body.some((row) => row[0]?.text === '')) return false;
  const across = body.map((row) => alike(row.slice(1)));
  const down = columns.slice(1).map((_, at) => alike(body.map((row) => row[at + 1])));
  return mean(across) > mean(down) + 0.1;
}

function turned({ columns, body: rows }: Grid): Grid {
  // A row of one cell only says what the rows below it have in common.
  const body = rows.filter((row) => distinct(row).length > 1);
  return {
    columns: ['', ...body.map((row) => row[0]?.text ?? '')],
    body: columns
      .slice(1)
      .map((name, at) => [{ ...BLANK, text: name }, ...body.map((row) => row[at + 1] ?? BLANK)]),
  };
}

/** The share of cells that are of the commonest kind. */
function alike(cells: (Cell | undefined)[]): number {
  const kinds = Map.groupBy(cells, (cell) => kindOf(cell?.text ?? ''));
  return Math.max(...[...kinds.values()].map((group) => group.length)) / cells.length;
}

function kindOf(text: string): string {
  if (/^(?:yes|no|true|false|✓|✔|✗|✘|–|-|)$/i.test(text)) return 'sign';
  if (/[$€£¥]/.test(text)) return 'money';
  if (/^[\d.,\s]+$/.test(text)) return 'number';
  const unit = text.match(/^[\d.,\s]+\s?(\p{L}{1,4})\b/u)?.[1];
  return unit ? 'quantity' : 'words';
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function readCell(element: Element, url: string): Cell {
  const isPlain = element.firstElementChild === null;
  const href = isPlain ? null : element.querySelector('a[href]')?.getAttribute('href');
  const machine = isPlain
    ? element.getAttribute('data-value')
    : (element.querySelector('time[datetime]')?.getAttribute('datetime') ??
      element.querySelector('data[value]')?.getAttribute('value') ??
      element.getAttribute('data-value'));
  const parts = isPlain ? undefined : partsOf(element);
  const text = textOf(element, 2_000) || cellSign(element);
  return {
    ...(parts && { parts }),
    text,
    isHeader: isHeader(element),
    isRepeat: false,
    ...(href && { href: absoluteUrl(href, url) }),
    ...(machine && { machine }),
  };
}

/** A cell with only a picture or a box says something too. */
function cellSign(element: Element): string {
  const image = element.querySelector('img[alt], [aria-label], [title]');
  if (image)
    return squeeze(
      image.getAttribute('alt') || image.getAttribute('aria-label') || image.getAttribute('title') || '',
    );
  const box = element.querySelector('input[type=checkbox]');
  return box === null ? '' : box.hasAttribute('checked') ? 'Yes' : 'No';
}

function pairOf(row: Cell[]): TableReading['pairs'] | undefined {
  const [label, ...values] = distinct(row);
  const cell = values.at(-1);
  return label && cell && label.text.length <= 80 ? [{ label: label.text, cell }] : undefined;
}

function groupedPairs(body: Cell[][]): TableReading['pairs'] {
  return body.flatMap((row) => pairOf(row) ?? []);
}

/** A row goes by its first cell with words. */
function itemOf(row: Cell[], columns: string[], under: string): Item {
  const title = (row.find(({ text }) => /\p{L}{2}/u.test(text)) ?? row[0])?.text ?? '';
  const fields: Field[] = row.map((cell, index) => ({
    names: columns[index] ? [columns[index]] : [],
    value: cell.text,
    ...(cell.href && { href: cell.href }),
    ...(cell.machine && { machine: cell.machine }),
  }));
  const text = [...new Set(row.map((cell) => cell.text))].join(' ');
  return { title, fields, text, under };
}
