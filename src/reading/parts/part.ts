import { sentencesOf } from '../../platform/text/sentences.ts';
import { withoutMarks } from '../page/markdown.ts';
import type { Block, Part } from '../page/page.ts';

const MOST_CHARS = 450;
const MOST_PARTS = 1_500;
/** Of one paragraph so much is looked at. */
const MOST_LINE_CHARS = 5_000;

/** A page cut into parts at its headings, paragraphs and rows; the rows of a table keep its head. */
export function partsOf(
  markdown: string,
  blocks: readonly Block[] = [],
  data: readonly string[] = [],
): Part[] {
  const main = partsIn(markdown);
  const told = new Set(main.flatMap(({ lines }) => lines));
  const aside = blocks
    .filter(
      ({ isAside, text }) => isAside && text.length > 15 && text.length <= MOST_CHARS && !told.has(text),
    )
    .map(({ text, under }) => ({ text, under, head: [], lines: [text], kind: 'aside' as const }));
  const facts = data.map((text) => ({ text, under: [], head: [], lines: [text], kind: 'data' as const }));
  return [...main, ...aside, ...facts].slice(0, MOST_PARTS).map((part, at) => ({ ...part, at }));
}

function partsIn(markdown: string): Omit<Part, 'at'>[] {
  const parts: Omit<Part, 'at'>[] = [];
  const under: string[] = [];
  let head: string[] = [];
  let rows: string[] = [];
  const close = () => {
    if (rows.length > 0) parts.push(partOf(rows, head, under.filter(Boolean)));
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
      // The line above the rule is the head of the table below it.
      head = rows.splice(-1);
      close();
    } else if (row.trim() !== '') {
      const isOther = rows.some((before) => isRow(before) !== isRow(row));
      if (isOther || rows.reduce((sum, each) => sum + each.length, row.length) > MOST_CHARS) close();
      rows.push(row);
    }
  }
  close();
  return parts;
}

function partOf(rows: readonly string[], head: readonly string[], under: string[]): Omit<Part, 'at'> {
  const isTable = rows.some(isRow);
  const cells = isTable ? head.flatMap(cellsOf) : [];
  const plain = rows.map((row) =>
    isRow(row)
      ? cellsOf(row).join(CELLS)
      : withoutMarks(row)
          .replace(/^\s*(?:[-*+]|\d+\.)\s+/, '')
          .trim(),
  );
  const above = cells.some(Boolean) ? [cells.join(CELLS)] : [];
  const isList = rows.every((row) => /^\s*(?:[-*+]|\d+\.)\s/.test(row));
  return {
    text: [...above, ...plain].join('\n').slice(0, 2 * MOST_CHARS),
    under,
    head: cells,
    lines: isTable ? plain : plain.flatMap((row) => sentencesOf(row.slice(0, MOST_LINE_CHARS))),
    kind: isTable ? 'table' : isList ? 'list' : 'prose',
  };
}

/** Between two cells of a row. */
const CELLS = ' | ';

function cellsOf(row: string): string[] {
  return row
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => withoutMarks(cell).trim());
}

function isRow(row: string): boolean {
  return row.startsWith('|');
}

function isRule(row: string): boolean {
  return isRow(row) && /^[\s:|-]+$/.test(row);
}
