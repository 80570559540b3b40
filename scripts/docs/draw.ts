import MarkdownIt, { type Token } from 'markdown-it';
import { createCssVariablesTheme, createHighlighter } from 'shiki';
import { addressOf } from './navigation.ts';
import type { Page } from './page.ts';

const LANGUAGES = ['sh', 'ts', 'js', 'json', 'python', 'go', 'yaml', 'html', 'sql'];

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
    const slugOf = createSlugs();
    const md = new MarkdownIt({ html: false, linkify: false });
    md.renderer.rules.fence = (tokens, at) => {
      const { content = '', info = '', meta } = tokens[at] ?? {};
      const label = meta?.label ? ` data-label="${meta.label}"` : '';
      const code = `<div class="code"${label}>${highlight(content, info)}</div>`;
      return `${meta?.isFirst ? '<div class="tabs">' : ''}${code}${meta?.isLast ? '</div>' : ''}`;
    };
    md.core.ruler.push('tabs', ({ tokens }) => markTabs(tokens));
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
      let isDead = false;
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        if (token.type === 'link_open') {
          const href = hrefOf(String(token.attrGet('href') ?? ''), page, known);
          isDead = href === null;
          token.attrSet('href', href ?? '');
        }
        if (isDead && token.type.startsWith('link_')) token.type = 'text';
        if (token.type === 'image') token.attrSet('src', imageOf(String(token.attrGet('src') ?? '')));
      }
    });
    return { html: md.render(page.markdown), headings };
  };
}

/** Samples that follow each other in different languages are tabs of one sample. */
function markTabs(tokens: readonly Token[]): void {
  let group: Array<{ token: Token; label: string }> = [];
  for (const token of [...tokens, null]) {
    const label = token?.type === 'fence' ? labelOf(token) : null;
    if (token && label !== null && !group.some((one) => one.label === label)) {
      group.push({ token, label });
      continue;
    }
    if (group.length > 1)
      group.forEach((one, at) => {
        one.token.meta = { label: one.label, isFirst: at === 0, isLast: at === group.length - 1 };
      });
    group = [];
  }
}

const LABELS: Record<string, string> = { ts: 'TypeScript', python: 'Python', go: 'Go' };

function labelOf({ info, content }: Token): string | null {
  const [language = ''] = info.split(' ');
  if (language !== 'sh') return LABELS[language] ?? null;
  if (content.startsWith('curl ')) return 'curl';
  return /^(?:npx )?switchyard /m.test(content) ? 'Command line' : null;
}

/** Ids of the headings of one page, as GitHub makes them, so that one link works in both places. */
export function createSlugs(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** Links of the repository as addresses; null where the file is not documentation. */
function hrefOf(href: string, { file }: Page, known: ReadonlySet<string>): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const base = new URL(file ?? 'docs/providers/x.md', 'file:///');
  const address = addressOf(new URL(path, base).pathname.slice(1));
  return known.has(address) ? `${address}${anchor ? `#${anchor}` : ''}` : null;
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
