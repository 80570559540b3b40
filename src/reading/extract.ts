import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { type PageFacts, readPageFacts } from './page-facts.ts';
import { plainMarkdown } from './plain-markdown.ts';

export interface ExtractedPage extends PageFacts {
  url: string;
  /** The main content, under its title. */
  markdown: string;
  /** The same without markup. */
  text: string;
}

const MAX_HTML_CHARS = 5_000_000;
/** The library's cost grows faster than the page; past these it takes seconds. Both are far above an ordinary page. */
const MAX_LIBRARY_ELEMENTS = 3_000;
const MAX_LIBRARY_DEPTH = 100;

/** Everything we read out of a page's markup. Takes anything, throws never; `onPlain` gets a first, quicker version. */
export async function extractPage(
  html: string,
  url: string,
  onPlain?: (page: ExtractedPage) => void,
): Promise<ExtractedPage> {
  let page = emptyPage(url);
  try {
    const document = parse(html);
    const facts = readPageFacts(document, url);
    const plain = plainMarkdown(document, url);
    page = finish(facts, plain, url);
    onPlain?.(page);
    if (!isForLibrary(document)) return page;
    return finish(facts, choose(await mainContent(html, url), plain), url);
  } catch {
    return page;
  }
}

export function emptyPage(url: string): ExtractedPage {
  const facts = {
    title: null,
    language: null,
    canonicalUrl: null,
    metadata: {},
    jsonLd: [],
    tables: [],
    labels: [],
    headings: [],
  };
  return { ...facts, url, markdown: '', text: '' };
}

function parse(html: string): Document {
  const markup = html.slice(0, MAX_HTML_CHARS);
  // Without these tags the parser makes no document around a fragment.
  const whole = /<html[\s>]/i.test(markup) ? markup : `<!doctype html><html><body>${markup}</body></html>`;
  return parseHTML(whole).document as unknown as Document;
}

function isForLibrary(document: Document): boolean {
  let elements = 0;
  let depth = 0;
  let deepest = 0;
  for (let node: Node | null = document.documentElement; node !== null; ) {
    elements += 1;
    deepest = Math.max(deepest, depth);
    if (elements > MAX_LIBRARY_ELEMENTS || deepest > MAX_LIBRARY_DEPTH) return false;
    let next: Element | null = (node as Element).firstElementChild;
    if (next) depth += 1;
    for (let up: Element | null = node as Element; next === null && up !== null; up = up.parentElement) {
      next = up.nextElementSibling;
      if (next === null) depth -= 1;
    }
    node = next;
  }
  return true;
}

/** The library changes the document it is given, so it gets one of its own. It must never fetch anything itself. */
async function mainContent(html: string, url: string): Promise<string> {
  try {
    const result = await Defuddle(parse(html), url, { markdown: true, useAsync: false });
    return result.content.trim();
  } catch {
    return '';
  }
}

/** The library may take a short page's content (a price, a list) for clutter; a long result is an article well found. */
function choose(main: string, plain: string): string {
  const words = wordCount(main);
  return words >= 150 || words >= 0.6 * wordCount(plain) ? main : plain;
}

function finish(facts: PageFacts, content: string, url: string): ExtractedPage {
  const heading = facts.headings.find((candidate) => candidate.level === 1)?.text ?? facts.title;
  const [first = '', ...rest] = content.split('\n');
  // The library lowers or drops the page's own first heading.
  const body = heading !== null && first.replace(/^#+\s+/, '') === heading ? rest.join('\n').trim() : content;
  const hasHeading = heading === null || /^# /m.test(body);
  const markdown = hasHeading ? body : `# ${heading}\n\n${body}`.trim();
  return { ...facts, url, markdown, text: withoutMarkup(markdown) };
}

function withoutMarkup(markdown: string): string {
  return markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|(?:\s*:?-+:?\s*\|)+$/gm, '')
    .replace(/^(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/^\|\s*|\s*\|$/gm, '')
    .replace(/\s\|\s/g, '  ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function wordCount(text: string): number {
  return text.slice(0, 100_000).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
