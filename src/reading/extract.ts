import { joinLists } from './page/join-lists.ts';
import { mainContent } from './page/main-content.ts';
import { pictureIn } from './page/main-picture.ts';
import { withoutMarks, writeMarkdown } from './page/markdown.ts';
import { readMetadata } from './page/metadata.ts';
import { type Block, type ExtractedPage, emptyPage } from './page/page.ts';
import { readPageState } from './page/page-state.ts';
import { isCutShort, parseMarkup } from './page/parse-markup.ts';
import { readBody } from './page/read-body.ts';
import { categoryIn, contactsIn, readLinks } from './page/read-links.ts';
import { readStructuredData } from './page/structured-data.ts';

export interface PlainReading {
  page: ExtractedPage;
  /** Null when the markup could not be parsed. */
  document: Document | null;
  /** Its content before any library was asked. */
  own: string;
}

/** Everything we read out of a page's markup. Takes anything, throws never; `onPlain` gets a first, quicker version. */
export async function extractPage(
  html: string,
  url: string,
  onPlain?: (reading: PlainReading) => void,
): Promise<ExtractedPage> {
  const plain = readMarkup(html, url);
  const { page, document, own } = plain;
  if (!document) return page;
  onPlain?.(plain);
  try {
    return withContent(page, await mainContent({ html, url, document, blocks: page.blocks, own }));
  } catch {
    return page;
  }
}

/**
 * The same without telling an article from its surroundings: in one pass, whatever the size. `further` are the pages
 * that a list goes on over.
 */
export function readMarkup(html: string, url: string, further: readonly string[] = []): PlainReading {
  try {
    const document = parseMarkup(html);
    const others = further.map(parseMarkup);
    for (const other of others) joinLists(document, other);
    const { nodes, written } = readStructuredData(document, url);
    const body = readBody(document, url);
    const state = readPageState(document, isBlank(body.blocks));
    const collections = [...body.collections, ...state.collections];
    const isCut = [document, ...others].some(isCutShort) || body.isCut || state.isCut;
    const links = readLinks(document, url);
    const metadata = readMetadata(document, url);
    const labels = [
      ...body.labels,
      ...contactsIn(links),
      ...categoryIn(document),
      ...(metadata.metadata['og:image'] ? [] : pictureIn(document, url)),
    ];
    const page = {
      ...emptyPage(url),
      ...metadata,
      ...body,
      labels,
      links,
      collections,
      nodes: nodes.length > 0 ? nodes : state.nodes,
      written,
      isCut,
    };
    const own = writeMarkdown(document, url);
    return { page: withContent(page, own), document, own };
  } catch {
    return { page: emptyPage(url), document: null, own: '' };
  }
}

/** Nothing but what every page of a site has: the rest is made by scripts. */
function isBlank(blocks: readonly Block[]): boolean {
  return blocks.every(({ isAside, text }) => isAside || text.length < 20);
}

function withContent(page: ExtractedPage, content: string): ExtractedPage {
  const heading = page.headings.find((candidate) => candidate.level === 1)?.text ?? page.title;
  const [first = '', ...rest] = content.split('\n');
  // The libraries lower or drop the page's own first heading.
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
