import { type Collection, type ExtractedPage, emptyPage, MAX_ITEMS } from '../page/page.ts';

/** With the names, and one more that tells that there are more. */
const MAX_ROWS = MAX_ITEMS + 2;
const MAX_COLUMNS = 200;

/** Comma, semicolon or tab separated values as a page with one table. */
export function csvPage(text: string, url: string): ExtractedPage {
  const [header = [], ...all] = parseCsv(text);
  const rows = all.slice(0, MAX_ITEMS);
  const collection = rowsAsTable(header, rows, '');
  const lines = [header, ...rows].map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`,
  );
  lines.splice(1, 0, `|${' --- |'.repeat(header.length)}`);
  const isCut = rows.length < all.length;
  return { ...emptyPage(url), collections: [collection], markdown: lines.join('\n'), text, isCut };
}

/** Rows of cells under a row of names. */
export function rowsAsTable(header: string[], rows: string[][], under: string): Collection {
  const items = rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => ({
      title: row.find((cell) => /\p{L}/u.test(cell)) ?? row[0] ?? '',
      fields: row.map((value, index) => ({ names: [header[index] ?? ''].filter(Boolean), value })),
      text: row.join(' ').slice(0, 4_000),
      under,
    }));
  return { kind: 'table', about: [under].filter(Boolean), items, isAside: false };
}

/** RFC 4180, and what spreadsheets make of it: the separator that the first line has most of. */
export function parseCsv(text: string): string[][] {
  const first = text.slice(0, text.search(/\r?\n|$/));
  const separator = [',', ';', '\t', '|'].reduce(
    (best, sign) => (first.split(sign).length > first.split(best).length ? sign : best),
    ',',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = (): void => {
    if (row.length < MAX_COLUMNS) row.push(cell.trim());
    rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length && rows.length < MAX_ROWS; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.length < 100 && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (sign === separator) {
      if (row.length < MAX_COLUMNS) row.push(cell.trim());
      cell = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}
