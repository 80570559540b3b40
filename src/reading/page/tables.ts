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
  const columns = headerTexts(rows.slice(0, headRows));
  const body = rows.slice(headRows).filter((row) => row.some((cell) => cell.text !== ''));
  const isNamed = columns.some((name) => name !== '');
  if (!isNamed && body.every((row) => distinct(row).length <= 2)) {
    return { collection: null, pairs: body.flatMap(pairOf), isCut };
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

function readCell(element: Element, url: string): Cell {
  const isPlain = element.firstElementChild === null;
  const href = isPlain ? null : element.querySelector('a[href]')?.getAttribute('href');
  const machine = isPlain
    ? element.getAttribute('data-value')
    : (element.querySelector('time[datetime]')?.getAttribute('datetime') ??
      element.querySelector('data[value]')?.getAttribute('value') ??
      element.getAttribute('data-value'));
  const parts = isPlain ? undefined : partsOf(element);
  const text = textOf(element, 2_000);
  return {
    ...(parts && { parts }),
    text,
    isHeader: isHeader(element),
    isRepeat: false,
    ...(href && { href: absoluteUrl(href, url) }),
    ...(machine && { machine }),
  };
}

function pairOf(row: Cell[]): TableReading['pairs'] {
  const [label, ...values] = distinct(row);
  const cell = values.at(-1);
  return label && cell && label.text.length <= 80 ? [{ label: label.text, cell }] : [];
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
