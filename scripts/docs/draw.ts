import MarkdownIt from 'markdown-it';
import { createCssVariablesTheme, createHighlighter } from 'shiki';
import { addressOf } from './navigation.ts';
import type { Page } from './page.ts';

const LANGUAGES = ['sh', 'ts', 'js', 'json', 'python', 'go', 'yaml', 'html', 'sql'];
const CODE_ORIGIN = 'http://127.0.0.1:8787';

interface Heading {
  id: string;
  text: string;
  level: number;
}

export interface Drawn {
  html: string;
  headings: Heading[];
}

/** Draws pages: headings get ids, code gets classes instead of inline styles, links between files lead to pages. */
export async function createDrawer(pages: readonly Page[]): Promise<(page: Page) => Drawn> {
  const known = new Set(pages.map(({ address }) => address));
  const highlighter = await createHighlighter({
    themes: [createCssVariablesTheme({ name: 'tokens' })],
    langs: LANGUAGES,
  });
  const highlight = (code: string, info: string) => {
    const [language = ''] = info.split(' ');
    const lang = LANGUAGES.includes(language) ? language : 'text';
    return withClasses(highlighter.codeToHtml(code, { lang, theme: 'tokens' }));
  };
  return (page) => {
    const headings: Heading[] = [];
    const md = new MarkdownIt({ html: false, linkify: false });
    md.renderer.rules.fence = (tokens, at) => {
      const token = tokens[at];
      return `<div class="code">${highlight((token?.content ?? '').replaceAll('$BASE', CODE_ORIGIN), token?.info ?? '')}</div>`;
    };
    md.renderer.rules.table_open = () =>
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
    md.renderer.rules.table_close = () => '</table></div>';
    md.core.ruler.push('ids', ({ tokens }) => {
      tokens.forEach((token, at) => {
        if (token.type !== 'heading_open') return;
        const text = (tokens[at + 1]?.content ?? '').replaceAll('`', '');
        const id = slugOf(text);
        token.attrSet('id', id);
        headings.push({ id, text, level: Number(token.tag.slice(1)) });
      });
    });
    md.core.ruler.push('links', ({ tokens }) => {
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        if (token.type === 'link_open')
          token.attrSet('href', hrefOf(String(token.attrGet('href') ?? ''), page, known));
        if (token.type === 'image') token.attrSet('src', imageOf(String(token.attrGet('src') ?? '')));
      }
    });
    return { html: md.render(page.markdown), headings };
  };
}

/** As GitHub makes them, so that one link works in both places. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Links of the repository as addresses: to pages of ours, or to nothing where the file is not documentation. */
function hrefOf(href: string, { file }: Page, known: ReadonlySet<string>): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const base = new URL(file ?? 'docs/providers/x.md', 'file:///');
  const address = addressOf(new URL(path, base).pathname.slice(1));
  return known.has(address) ? `${address}${anchor ? `#${anchor}` : ''}` : '#';
}

function imageOf(src: string): string {
  return /^[a-z]+:/.test(src) ? src : `/docs/assets/${src.split('/').at(-1)}`;
}

/** The policy of the pages allows no inline style: `var(--shiki-token-string)` becomes the class `token-string`. */
function withClasses(html: string): string {
  return html
    .replaceAll(/ style="color:var\(--shiki-([\w-]+)\)"/g, ' class="$1"')
    .replaceAll(/ style="[^"]*"/g, '');
}
