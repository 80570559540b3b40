import { withoutMarks } from '../page/markdown.ts';
import type { ExtractedPage } from '../page/page.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import {
  entriesOf,
  type PagePart,
  paragraphsOf,
  partsOfMarkdown,
  sectionUnder,
  sentencesIn,
  tableRows,
} from './page-parts.ts';
import type { PartRequest } from './part-request.ts';

/** The parts of a page that are asked for, in its own words; undefined when it has none such. */
export function answerPart(page: ExtractedPage, request: PartRequest): string | undefined {
  const parts = partsMeant(page, request.under);
  if (parts === undefined) return undefined;
  if (request.wants === 'mention') return mentionOf(parts, request.about ?? '');
  if (request.part === 'word') return request.wants === 'count' ? String(countWords(parts)) : undefined;
  const found = pointedAt(all(page, parts, request), request);
  if (found.length === 0) return undefined;
  if (request.wants === 'count') return String(found.length);
  const isLong = LONG.has(request.part) || (request.part === 'section' && request.under !== null);
  return found.join(isLong ? '\n\n' : '\n');
}

/** The rows of the tables that are asked for, as objects; undefined when the page has none such. */
export function tablesAsData(
  page: ExtractedPage,
  request: PartRequest,
): Record<string, string>[] | undefined {
  const parts = request.part === 'table' ? partsMeant(page, request.under) : undefined;
  const tables = parts ? pointedAt(matching(parts, 'table', request.about), request) : [];
  const columns = new Set(
    page.collections.flatMap(({ kind, columns: names }) => (kind === 'table' ? names : [])),
  );
  return tables.length > 0 ? tables.flatMap((table) => tableRows(table, columns)) : undefined;
}

const LONG = new Set<PartRequest['part']>(['paragraph', 'code', 'table']);

/** What stands under the heading; the whole page where what is named is the page. */
function partsMeant(page: ExtractedPage, under: string | null): PagePart[] | undefined {
  const parts = partsOfMarkdown(page.markdown);
  if (under === null) return parts;
  const wanted = stemsOf(under).join(' ');
  const heads = parts.map(({ kind, markdown }) =>
    kind === 'heading' ? stemsOf(withoutMarks(markdown)) : [],
  );
  const exact = heads.findIndex((head) => head.join(' ') === wanted);
  const words = contentStems(under);
  const near = heads.findIndex((head) => words.length > 0 && words.every((word) => head.includes(word)));
  const at = exact >= 0 ? exact : near;
  if (at >= 0) return sectionUnder(parts, at);
  return /\b(?:page|article|document|site|post|story|text)\b/i.test(under) ? parts : undefined;
}

function all(page: ExtractedPage, parts: PagePart[], { part, under, about, level }: PartRequest): string[] {
  const headings = parts.filter(({ kind }) => kind === 'heading');
  const isLevel = (each: PagePart) => level === null || each.level === level;
  switch (part) {
    case 'heading':
      return headings.filter(isLevel).map(({ markdown }) => withoutMarks(markdown));
    case 'paragraph':
      return paragraphsOf(parts).filter((text) => isAbout(text, about));
    case 'sentence':
      return sentencesIn(parts).filter((text) => isAbout(text, about));
    case 'item':
      return parts.filter(({ kind }) => kind === 'list').flatMap(({ markdown }) => entriesOf(markdown));
    case 'section':
      return under === null
        ? headings.filter((each) => each.level > 1).map(({ markdown }) => withoutMarks(markdown))
        : [parts.map(({ markdown }) => markdown).join('\n\n')].filter(Boolean);
    case 'link':
      return under === null ? linksOf(page, about) : linksIn(parts);
    case 'image':
      return parts.flatMap(({ markdown }) => markdown.match(/!\[[^[\]]{0,500}\]\([^()\s]{1,2000}\)/g) ?? []);
    case 'question':
      return parts
        .filter(({ kind, markdown }) => kind === 'heading' || /^\*\*.*\*\*$/.test(markdown))
        .map(({ markdown }) => withoutMarks(markdown))
        .filter((text) => text.endsWith('?'));
    case 'code':
      return matching(parts, 'code', about).map((code) => code.replace(/^\s*`{3,}.*\n|\n\s*`{3,}$/g, ''));
    default:
      return matching(parts, 'table', about);
  }
}

/** Those that stand under a heading, behind a text, or hold words of what they shall be about. */
function matching(parts: PagePart[], kind: PagePart['kind'], about: string | null): string[] {
  let [heading, before] = ['', ''];
  const found: string[] = [];
  for (const part of parts) {
    if (part.kind === kind && isAbout(`${heading} ${before} ${part.markdown}`, about))
      found.push(part.markdown);
    if (part.kind === 'heading') [heading, before] = [part.markdown, ''];
    else before = part.kind === 'text' ? part.markdown : '';
  }
  return found;
}

function isAbout(text: string, about: string | null): boolean {
  if (about === null) return true;
  const words = contentStems(about);
  const said = new Set(stemsOf(text));
  return words.length > 0 && words.every((word) => said.has(word));
}

function linksOf({ links }: ExtractedPage, about: string | null): string[] {
  const named = links.filter(({ name }) => isAbout(name, about));
  return [...new Set(named.map(({ name, href }) => `[${name}](${href})`))];
}

function linksIn(parts: PagePart[]): string[] {
  const links = parts.flatMap(
    ({ markdown }) => markdown.match(/(?<!!)\[[^[\]]{0,500}\]\([^()\s]{1,2000}\)/g) ?? [],
  );
  return [...new Set(links)];
}

function pointedAt(found: string[], { ordinal, limit }: PartRequest): string[] {
  if (ordinal !== null) return found.slice(ordinal < 0 ? ordinal : ordinal - 1).slice(0, 1);
  if (limit === null) return found;
  return limit < 0 ? found.slice(limit) : found.slice(0, limit);
}

function mentionOf(parts: PagePart[], about: string): string {
  const said = [...sentencesIn(parts), ...parts.map(({ markdown }) => withoutMarks(markdown))].find((text) =>
    isAbout(text, about),
  );
  return said === undefined ? `No, it does not mention ${about}.` : `Yes: ${said}`;
}

function countWords(parts: PagePart[]): number {
  return parts.reduce(
    (sum, { markdown }) =>
      sum + (withoutMarks(markdown).match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0),
    0,
  );
}
