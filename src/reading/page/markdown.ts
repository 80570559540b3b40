import { isAside } from './aside.ts';
import {
  absoluteUrl,
  headingLevel,
  holdsTag,
  imageSource,
  isInline,
  isUnseen,
  squeeze,
  take,
  textOf,
} from './dom.ts';
import {
  BLANK,
  countHeadRows,
  distinct,
  type GridCell,
  headerTexts,
  isHeader,
  readGrid,
} from './table-grid.ts';

const MAX_DEPTH = 200;
/** Quotes and lists inside each other are indented this often; deeper ones stay where they are. */
const MAX_INDENTS = 12;
const SILENT = new Set('select button input textarea dialog form-control'.split(' '));

/**
 * Markdown of a document in one linear pass. It leaves out only what is hidden or stands around the content, so it
 * never loses content; the extraction libraries are better at telling an article from its surroundings.
 */
export function writeMarkdown(document: Document, url: string): string {
  const mains = document.querySelectorAll('main, [role="main"]');
  const root = (mains.length === 1 ? mains[0] : null) ?? document.body ?? document.documentElement;
  return root ? markdownOf(root, url) : '';
}

/** Markdown of one element. */
export function markdownOf(element: Element, url: string): string {
  return tidy(blocks(element, { url, depth: 0, indents: 0 }));
}

/** Its words alone: links by their names, no signs of headings, quotes, code and stress. Lists and tables keep theirs. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/^(?:#{1,6}|>)\s+/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(?<![\p{L}\d*])\*(?=\S)|(?<=\S)\*(?![\p{L}\d*])/gu, '');
}

interface Place {
  url: string;
  depth: number;
  indents: number;
}

function tidy(markdown: string): string {
  return markdown
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function blocks(parent: Node, place: Place): string {
  const parts: string[] = [];
  let line = '';
  const endLine = (): void => {
    if (line.trim() !== '') parts.push(tidyLine(line));
    line = '';
  };
  for (const node of parent.childNodes) {
    if (node.nodeType === 3) line += (node.textContent ?? '').replace(/\s+/gu, ' ');
    if (node.nodeType !== 1) continue;
    const element = node as Element;
    if (isUnseen(element) || SILENT.has(element.localName)) continue;
    if (element.localName === 'br') line += '\n';
    else if (isInline(element) && !hasBlocks(element)) line += gap(element) + inline(element, place);
    else if (element.localName === 'img') line += image(element, place);
    else {
      endLine();
      const part =
        place.depth > MAX_DEPTH ? textOf(element) : block(element, { ...place, depth: place.depth + 1 });
      if (part.trim() !== '') parts.push(part);
    }
  }
  endLine();
  return parts.join('\n\n');
}

function block(element: Element, place: Place): string {
  if (isAside(element)) return '';
  const level = element.localName === 'p' ? 0 : headingLevel(element);
  if (level > 0)
    return `${'#'.repeat(level)} ${squeeze(inlineChildren(element, place).replaceAll('**', ''))}`;
  switch (element.localName) {
    case 'pre':
      return codeBlock(element);
    case 'blockquote':
      return indented(blocks(element, deeper(place)), '> ', '> ', place);
    case 'ul':
    case 'ol':
      return list(element, place);
    case 'table':
      return holdsTag(element, NESTED) ? layout(element, place) : table(element, place);
    case 'dt':
      return `**${squeeze(inlineChildren(element, place)).replaceAll('**', '')}**`;
    case 'summary':
      return `**${squeeze(textOf(element, 1_000))}**`;
    case 'hr':
      return '---';
    default:
      return blocks(element, place);
  }
}

function deeper(place: Place): Place {
  return { ...place, indents: place.indents + 1 };
}

function list(element: Element, place: Place): string {
  const isOrdered = element.localName === 'ol';
  let number = Number.parseInt(element.getAttribute('start') ?? '1', 10) || 1;
  const lines: string[] = [];
  for (const child of element.children) {
    if (isUnseen(child)) continue;
    const text = blocks(child, deeper({ ...place, depth: place.depth + 1 }));
    if (text.trim() === '') continue;
    const isTight = !/\n\n/.test(text) || child.querySelector('p, pre, table') === null;
    const mark = `${isOrdered ? `${number++}.` : '-'} ${tick(child)}`;
    lines.push(
      indented(isTight ? text.replaceAll('\n\n', '\n') : text, mark, ' '.repeat(mark.length), place),
    );
  }
  return lines.join('\n');
}

/** A box before an entry says whether it is done. */
function tick(entry: Element): string {
  const [first] = take(entry.childNodes, 5).filter(
    (node) => (node as Element).localName || node.textContent?.trim(),
  );
  const box = [first, first?.firstChild].find((node) => (node as Element | undefined)?.localName === 'input');
  if ((box as Element | undefined)?.getAttribute('type') !== 'checkbox') return '';
  return (box as Element).hasAttribute('checked') ? '[x] ' : '[ ] ';
}

function indented(text: string, first: string, next: string, place: Place): string {
  if (place.indents > MAX_INDENTS) return first + text;
  return first + text.trim().replaceAll('\n', `\n${next}`);
}

function codeBlock(element: Element): string {
  const code = element.querySelector('code');
  const names = `${code?.getAttribute('class') ?? ''} ${element.getAttribute('class') ?? ''} ${code?.getAttribute('data-lang') ?? element.getAttribute('data-lang') ?? ''}`;
  const language = names.match(/(?:language|lang|highlight-source|brush)[-:]\s?([\w+#-]{1,20})/i)?.[1] ?? '';
  const text = (element.textContent ?? '').replace(/^\n/, '').trimEnd();
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A table that only places things. */
function layout(element: Element, place: Place): string {
  const cells = [...element.querySelectorAll('td, th')].filter((cell) => cell.closest('table') === element);
  return cells
    .map((cell) => blocks(cell, { ...place, depth: place.depth + 1 }))
    .filter(Boolean)
    .join('\n\n');
}

/** Header rows are joined to one, as Markdown knows only one; what spans several rows is said in each of them. */
function table(element: Element, place: Place): string {
  const read = (cell: Element): GridCell => ({
    text: cellText(cell, place),
    isHeader: isHeader(cell),
    isRepeat: false,
  });
  const rows = readGrid(element, read, BLANK).rows.filter((row) => row.some((cell) => cell.text !== ''));
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  if (width === 1) return rows.flatMap((row) => row.map((cell) => cell.text)).join('\n\n');
  const headRows = countHeadRows(rows);
  const texts = (row: GridCell[]): string[] => row.map((cell) => (cell.isRepeat ? '' : cell.text));
  const [head = [], ...body] =
    headRows > 1
      ? [headerTexts(rows.slice(0, headRows)), ...rows.slice(headRows).map(texts)]
      : rows.map(texts);
  const line = (cells: string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const titles = rows.slice(0, headRows > 1 ? headRows : 0).filter((row) => distinct(row).length === 1);
  const above = [
    squeeze(element.querySelector('caption')?.textContent ?? ''),
    ...titles.map((row) => row[0]?.text),
  ];
  const lines = [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)];
  return [...above.filter(Boolean), lines.join('\n')].join('\n\n');
}

function cellText(cell: Element, place: Place): string {
  return squeeze(inlineChildren(cell, place)).replaceAll('|', '\\|');
}

function inline(element: Element, place: Place): string {
  if (place.depth > MAX_DEPTH) return textOf(element);
  const name = element.localName;
  if (name === 'code' || name === 'kbd') {
    const text = squeeze(element.textContent ?? '');
    return text === '' ? '' : text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
  }
  const text = inlineChildren(element, place);
  const core = text.trim();
  if (core === '') return text;
  const wrap = (mark: string): string => text.replace(core, () => `${mark}${core}${mark}`);
  if ((name === 'strong' || name === 'b') && !core.includes('**') && !core.includes('\n')) return wrap('**');
  if ((name === 'em' || name === 'i') && !core.includes('*') && !core.includes('\n')) return wrap('*');
  if (name === 'del' || name === 's') return wrap('~~');
  return name === 'a' ? link(element, text, core, place) : text;
}

function inlineChildren(element: Element, place: Place): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += (node.textContent ?? '').replace(/\s+/gu, ' ');
    if (node.nodeType !== 1) continue;
    const child = node as Element;
    if (isUnseen(child) || SILENT.has(child.localName)) continue;
    if (child.localName === 'br') text += '\n';
    else if (child.localName === 'img') text += image(child, place);
    else if (isInline(child)) text += gap(child) + inline(child, { ...place, depth: place.depth + 1 });
    else
      text += ` ${place.depth > MAX_DEPTH ? textOf(child) : inlineChildren(child, { ...place, depth: place.depth + 1 })} `;
  }
  return text;
}

function link(element: Element, text: string, core: string, place: Place): string {
  const href = element.getAttribute('href');
  const isUsable =
    href !== null &&
    !href.startsWith('#') &&
    /^(?:https?:|mailto:|tel:|[^a-z]|[a-z][^:]*$)/i.test(href) &&
    URL.canParse(href, place.url);
  if (!isUsable) return text;
  const label = squeeze(core);
  const target = absoluteUrl(href, place.url);
  // An address written out needs no second writing.
  if (target === label || target === `mailto:${label}` || href.startsWith('tel:')) return text;
  return text.replace(core, () => `[${label}](${target})`);
}

function image(element: Element, place: Place): string {
  const alt = squeeze(element.getAttribute('alt') ?? '');
  const source = imageSource(element);
  if (alt === '' || source === null) return alt && ` ${alt} `;
  return URL.canParse(source, place.url) ? `![${alt}](${absoluteUrl(source, place.url)})` : alt;
}

function hasBlocks(element: Element): boolean {
  return element.firstElementChild !== null && holdsTag(element, BLOCKS);
}

const BLOCKS = new Set('p div ul ol table pre h1 h2 h3 h4 h5 h6 section article'.split(' '));
const NESTED = new Set('table ul ol pre h1 h2 h3'.split(' '));

/** Elements that touch are set apart by the page's style sheet. */
function gap(element: Element): string {
  return element.previousSibling?.nodeType === 1 ? ' ' : '';
}

function tidyLine(line: string): string {
  return line
    .split('\n')
    .map((part) => part.replace(/[ \t]+/g, ' ').trim())
    .join('\n')
    .trim();
}
