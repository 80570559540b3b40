import { factLines } from './fill/fact.ts';
import { articleOf } from './page/article.ts';
import { joinLists } from './page/join-lists.ts';
import { withoutMarks, writeMarkdown } from './page/markdown.ts';
import { readMetadata } from './page/metadata.ts';
import { type Block, type ExtractedPage, emptyPage } from './page/page.ts';
import { readPageState } from './page/page-state.ts';
import { isCutShort, parseMarkup } from './page/parse-markup.ts';
import { readBody } from './page/read-body.ts';
import { contactsIn, readLinks } from './page/read-links.ts';
import { readStructuredData } from './page/structured-data.ts';
import { partsOf } from './parts/part.ts';

/**
 * Everything we read out of a page's markup. Takes anything, throws never. `further` are the pages that a list goes on
 * over; `onPlain` gets a first version, in which an article is not yet told from what stands around it.
 */
export function extractPage(
  html: string,
  url: string,
  further: readonly string[] = [],
  onPlain?: (page: ExtractedPage) => void,
): ExtractedPage {
  try {
    const document = parseMarkup(html);
    const others = further.map(parseMarkup);
    for (const other of others) joinLists(document, other);
    const own = writeMarkdown(document, url);
    const page = readDocumentBody(document, url, own, others.some(isCutShort));
    onPlain?.(page);
    return withContent(page, articleIn(document, url, own) ?? own);
  } catch {
    return emptyPage(url);
  }
}

/** The title, links and text of a page, and nothing else of it: for who wants no more. */
export function extractText(html: string, url: string): ExtractedPage {
  try {
    const document = parseMarkup(html);
    const own = writeMarkdown(document, url);
    const page = {
      ...emptyPage(url),
      ...readMetadata(document, url),
      links: readLinks(document, url),
      isCut: isCutShort(document),
    };
    return withContent(page, articleIn(document, url, own) ?? own);
  } catch {
    return emptyPage(url);
  }
}

function readDocumentBody(document: Document, url: string, own: string, isOtherCut: boolean): ExtractedPage {
  const nodes = readStructuredData(document, url);
  const { blocks, ...body } = readBody(document, url);
  const state = isBlank(blocks) ? readPageState(document) : NO_STATE;
  const links = readLinks(document, url);
  const page = {
    ...emptyPage(url),
    ...readMetadata(document, url),
    ...body,
    labels: [...body.labels, ...contactsIn(links)],
    links,
    collections: [...body.collections, ...state.collections],
    nodes: nodes.length > 0 ? nodes : state.nodes,
    isCut: isCutShort(document) || isOtherCut || body.isCut || state.isCut,
  };
  return withContent({ ...page, parts: partsOf(own, blocks, factLines(page)) }, own);
}

const NO_STATE = { collections: [], nodes: [], isCut: false };

function articleIn(document: Document, url: string, own: string): string | null {
  try {
    return articleOf(document, url, own);
  } catch {
    return null;
  }
}

/** Nothing but what every page of a site has: the rest is made by scripts. */
function isBlank(blocks: readonly Block[]): boolean {
  return blocks.every(({ isAside, text }) => isAside || text.length < 20);
}

function withContent(page: ExtractedPage, content: string): ExtractedPage {
  const heading = page.headings.find((candidate) => candidate.level === 1)?.text ?? page.title;
  const [first = '', ...rest] = content.split('\n');
  // The library lowers or drops the page's own first heading.
  const body = heading !== null && first.replace(/^#+\s+/, '') === heading ? rest.join('\n').trim() : content;
  const hasHeading = heading === null || /^# /m.test(body);
  const markdown = hasHeading ? body : `# ${heading}\n\n${body}`.trim();
  return { ...page, markdown, text: withoutMarkup(markdown) };
}

function withoutMarkup(markdown: string): string {
  return withoutMarks(markdown)
    .replace(/^\|[\s:|-]{1,2000}$/gm, '')
    .replace(/^(?:[-*+]|\d+\.)\s+/gm, '')
    .replace(/^\|\s*|\s*\|$/gm, '')
    .replace(/\s\|\s/g, '  ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
