import type { PageIndex } from './page-index.ts';
import { readQuestion } from './question.ts';
import { selectItems } from './select-items.ts';

/** The list or table that is meant, as objects with the page's own names; undefined when the page has none. */
export function listAsData(index: PageIndex, goal: string): Record<string, string>[] | undefined {
  const question = readQuestion(goal.replace(/\b(?:as|in|to|into) (?:a )?(?:json|csv)\b.*$/i, ' '));
  const words = question.words.filter((word) => !ABOUT_FORM.has(word));
  const [best] = selectItems(index, { ...question, words });
  const { items } = best && best.coverage >= 0.8 ? best : { items: [] };
  const rows = items.map(({ item }) => {
    const row = new Map<string, string>();
    if (item.fields.every(({ value }) => value !== item.title)) row.set('title', item.title);
    for (const { names, value } of item.fields) if (names[0] && !row.has(names[0])) row.set(names[0], value);
    return Object.fromEntries(row);
  });
  return rows.length > 0 ? rows : undefined;
}

/** RFC 4180; a value that a spreadsheet would take for a formula stays what it is, for this is data. */
export function writeCsv(rows: Record<string, string>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return lines.map((line) => line.map(cell).join(',')).join('\r\n');
}

const ABOUT_FORM = new Set([
  'tabl',
  'table',
  'list',
  'data',
  'row',
  'array',
  'json',
  'csv',
  'object',
  'convert',
]);
