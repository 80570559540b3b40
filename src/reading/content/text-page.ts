import { squeeze } from '../page/dom.ts';
import { labelPair } from '../page/item-fields.ts';
import { type Collection, type ExtractedPage, emptyPage, type LabelledValue } from '../page/page.ts';
import { rowsAsTable } from './csv-page.ts';

const MAX_BLOCKS = 60_000;
const MAX_LABELS = 10_000;

/** Plain text and Markdown as a page: paragraphs, headings, lines that name a value, lists. */
export function textPage(text: string, url: string): ExtractedPage {
  const headings: ExtractedPage['headings'] = [];
  const labels: LabelledValue[] = [];
  const collections: Collection[] = [];
  const path: { level: number; text: string }[] = [];
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n/);
  for (const paragraph of paragraphs.slice(0, MAX_BLOCKS)) {
    const lines = paragraph.split(/\r?\n/);
    const marks = lines[0]?.match(/^(#{1,6})\s+(\S.*)$/);
    if (marks?.[1] && marks[2]) {
      while ((path.at(-1)?.level ?? 0) >= marks[1].length) path.pop();
      path.push({ level: marks[1].length, text: marks[2].trim() });
      headings.push({ level: marks[1].length, text: marks[2].trim() });
      lines.shift();
    }
    const under = path.map((heading) => heading.text);
    // Short lines stand for themselves; long ones are one paragraph, broken to fit.
    const isList =
      lines.length > 1 && lines.every((line) => line.length < 70 || /^\s*(?:[-*•]|\d+[.)])\s/.test(line));
    for (const part of isList ? lines : [lines.join(' ')]) {
      const said = squeeze(part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')).slice(0, 3_000);
      if (said === '') continue;
      const pair = labelPair(said) ?? spacedPair(part);
      if (pair && labels.length < MAX_LABELS)
        labels.push({ ...pair, source: 'label', under: under.at(-1) ?? '', isOfItem: false });
    }
    collections.push(...spacedTables(lines, under.at(-1) ?? ''));
  }
  const title = headings[0]?.text ?? null;
  return {
    ...emptyPage(url),
    title,
    headings,
    labels,
    collections: collections.slice(0, 300),
    markdown: text,
    text,
    isCut: paragraphs.length > MAX_BLOCKS,
  };
}

/** `Total      42.00`: two columns of one line. */
function spacedPair(line: string): { label: string; value: string } | null {
  const [label = '', value = '', ...more] = cellsOf(line);
  return more.length === 0 && value !== '' && label.length <= 60 && /\p{L}{2}/u.test(label)
    ? { label, value }
    : null;
}

/** Neighbouring lines with the same number of columns, the first of which names them. */
function spacedTables(lines: string[], under: string): Collection[] {
  const tables: Collection[] = [];
  let rows: string[][] = [];
  for (const cells of [...lines.map(cellsOf), []]) {
    if (cells.length >= 2 && cells.length === rows[0]?.length) {
      rows.push(cells);
      continue;
    }
    const [header = [], ...body] = rows;
    if (body.length > 0 && header.every((cell) => /^\p{L}/u.test(cell) && cell.length <= 40))
      tables.push(rowsAsTable(header, body, under));
    rows = [cells];
  }
  return tables;
}

function cellsOf(line: string): string[] {
  return line.trim().split(/\s{2,}|\t+/);
}
