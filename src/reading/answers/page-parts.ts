import { withoutMarks } from '../page/markdown.ts';
import { sentencesOf } from './sentences.ts';

/** A piece of a page's Markdown with what it is. */
export interface PagePart {
  kind: 'heading' | 'text' | 'list' | 'table' | 'code' | 'quote';
  markdown: string;
  /** Of a heading. */
  level: number;
}

/** The pieces between empty lines, code kept whole. */
export function partsOfMarkdown(markdown: string): PagePart[] {
  const parts: string[] = [];
  let fence: string | null = null;
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) parts.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = line.match(/^\s*(`{3,})/)?.[1] ?? null;
    if (fence === null && (mark !== null || /^#{1,6} /.test(line))) end();
    if (fence !== null || line.trim() !== '') lines.push(line);
    if (fence === null && line.trim() === '') end();
    if (mark !== null && (fence === null || line.trim() === fence)) {
      if (fence !== null) end();
      fence = fence === null ? mark : null;
    } else if (fence === null && /^#{1,6} /.test(line)) end();
  }
  end();
  return parts.map((part) => ({
    kind: kindOf(part),
    markdown: part,
    level: part.match(/^#{1,6}(?= )/)?.[0].length ?? 0,
  }));
}

function kindOf(part: string): PagePart['kind'] {
  if (/^#{1,6} /.test(part)) return 'heading';
  if (/^\s*```/.test(part)) return 'code';
  if (/^\|.*\|\n\|[\s:|-]+\|/.test(part)) return 'table';
  if (/^> /.test(part)) return 'quote';
  return /^(?:[-*+]|\d{1,4}\.) /.test(part) ? 'list' : 'text';
}

/** Text that speaks in sentences; a byline or a label is no paragraph where others are. */
export function paragraphsOf(parts: PagePart[]): string[] {
  const texts = parts
    .filter(({ kind }) => kind === 'text')
    .map(({ markdown }) => withoutMarks(markdown).trim());
  const prose = texts.filter(
    (text) => /[.!?。…]["'”’)]*(?:\s|$)/u.test(text) || text.split(/\s+/).length >= 20,
  );
  return prose.length > 0 ? prose : texts;
}

export function sentencesIn(parts: PagePart[]): string[] {
  const prose = new Set(paragraphsOf(parts));
  const texts = parts.flatMap(({ kind, markdown }) => {
    if (kind === 'list') return entriesOf(markdown);
    const text = withoutMarks(markdown).trim();
    return kind === 'quote' || prose.has(text) ? text.split('\n') : [];
  });
  return texts.flatMap(sentencesOf).filter((sentence) => sentence.trim() !== '');
}

export function entriesOf(list: string): string[] {
  return list
    .split(/\n(?=(?:[-*+]|\d{1,4}\.) )/)
    .map((entry) => withoutMarks(entry).replace(/^(?:[-*+]|\d{1,4}\.) (?:\[[ x]\] )?/, ''));
}

/** The part of a page from a heading to the next that is no lower. */
export function sectionUnder(parts: PagePart[], at: number): PagePart[] {
  const level = parts[at]?.level ?? 0;
  const end = parts.findIndex((part, index) => index > at && part.level > 0 && part.level <= level);
  return parts.slice(at + 1, end < 0 ? undefined : end);
}

/** `columns` are the names of columns that the page has: a table of two columns without them tells one thing's names and values. */
export function tableRows(markdown: string, columns: ReadonlySet<string>): Record<string, string>[] {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => withoutMarks(cell.trim()).replaceAll('\\|', '|')),
    );
  const [head = [], ...body] = rows;
  if (head.length === 2 && !head.some((name) => columns.has(name)))
    return [Object.fromEntries(rows.map(([name = '', value = '']) => [name, value]))];
  const names = head.map((name, at) => name || `column ${at + 1}`);
  return body.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
}
