import { sentencesOf } from '../answers/sentences.ts';
import { withoutMarks } from '../page/markdown.ts';
import type { ExtractedPage } from '../page/page.ts';

/** A piece of a page in its own words, small enough to be an answer. */
export interface Quote {
  text: string;
  /** The headings it stands under, the nearest last. */
  under: string[];
  /** The head of its table. */
  head: string;
  /** Its rows or sentences. */
  lines: string[];
  kind: 'prose' | 'list' | 'table' | 'aside';
  /** Nothing stands before it on the page. */
  isFirst: boolean;
}

const MOST_CHARS = 450;
const MOST_QUOTES = 1_000;

/** A page cut into pieces at its headings, paragraphs and rows; the rows of a table keep its head. */
export function quotesOf(page: ExtractedPage): Quote[] {
  const main = quotesIn(page.markdown);
  const told = new Set(main.flatMap(({ lines }) => lines));
  const aside = page.blocks
    .filter(
      ({ isAside, text }) => isAside && text.length > 15 && text.length <= MOST_CHARS && !told.has(text),
    )
    .map(
      ({ text, under }): Quote => ({ text, under, head: '', lines: [text], kind: 'aside', isFirst: false }),
    );
  return [...main, ...aside].slice(0, MOST_QUOTES);
}

function quotesIn(markdown: string): Quote[] {
  const quotes: Quote[] = [];
  const under: string[] = [];
  let head: string[] = [];
  let rows: string[] = [];
  const close = () => {
    if (rows.length > 0) quotes.push(quoteOf(rows, head, under, quotes.length === 0));
    rows = [];
  };
  for (const row of markdown.split('\n')) {
    const [, level, name] = /^(#{1,6})\s+(.*)$/.exec(row) ?? [];
    if (level !== undefined && name !== undefined) {
      close();
      under.splice(level.length - 1);
      while (under.length < level.length - 1) under.push('');
      under.push(withoutMarks(name));
    } else if (isRule(row)) {
      // What stands above the rule is the head of the table below it.
      head = rows.splice(-1);
      close();
    } else if (row.trim() !== '') {
      const isOther = rows.some((before) => isRow(before) !== isRow(row));
      if (isOther || sizeOf(rows) + row.length > MOST_CHARS) close();
      rows.push(row);
    }
  }
  close();
  return quotes;
}

function isRow(row: string): boolean {
  return row.startsWith('|');
}

function isRule(row: string): boolean {
  return isRow(row) && /^[\s:|-]+$/.test(row);
}

function quoteOf(rows: string[], head: string[], under: string[], isFirst: boolean): Quote {
  const isTable = rows.some(isRow);
  const above = isTable ? head.map(plainRow).join('\n') : '';
  const plain = [...(above === '' ? [] : [above]), ...rows.map(plainRow)].join('\n');
  const lines = isTable ? rows.map(plainRow) : rows.flatMap((row) => sentencesOf(plainRow(row)));
  const isList = rows.every((row) => /^\s*(?:[-*+]|\d+\.)\s/.test(row));
  const kind = isTable ? 'table' : isList ? 'list' : 'prose';
  return {
    text: plain.slice(0, 2 * MOST_CHARS),
    under: under.filter(Boolean),
    head: above,
    lines,
    kind,
    isFirst,
  };
}

function plainRow(row: string): string {
  return withoutMarks(row)
    .replace(/^\|\s*|\s*\|$/g, '')
    .replace(/\s*\|\s*/g, ' | ')
    .trim();
}

function sizeOf(rows: readonly string[]): number {
  return rows.reduce((sum, row) => sum + row.length, 0);
}
