import { parseMarkup } from './parse-markup.ts';

/**
 * Both libraries change the document they are given, so each gets one of its own; neither may fetch anything. They are
 * loaded when the first article comes.
 */
export async function defuddleMarkdown(html: string, url: string): Promise<string> {
  try {
    const { Defuddle } = await import('defuddle/node');
    const result = await Defuddle(parseMarkup(html), url, { markdown: true, useAsync: false });
    return result.content.trim();
  } catch {
    return '';
  }
}

export async function readabilityMarkdown(html: string, url: string): Promise<string> {
  try {
    const [{ Readability }, { default: TurndownService }, { gfm }] = await Promise.all([
      import('@mozilla/readability'),
      import('turndown'),
      import('turndown-plugin-gfm'),
    ]);
    const document = parseMarkup(html);
    // The library resolves links by these; the parser does not know where the page came from.
    Object.defineProperty(document, 'baseURI', { value: url });
    Object.defineProperty(document, 'documentURI', { value: url });
    const article = new Readability(document, { maxElemsToParse: 20_000 }).parse();
    const turndown = new TurndownService({
      headingStyle: 'atx',
      codeBlockStyle: 'fenced',
      bulletListMarker: '-',
    });
    return article?.content ? turndown.use(gfm).turndown(article.content).trim() : '';
  } catch {
    return '';
  }
}
