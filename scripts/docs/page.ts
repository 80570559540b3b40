/** One page of the documentation, before it is drawn. */
export interface Page {
  /** From the origin on, such as `/docs/guides/vault`. */
  address: string;
  title: string;
  /** For search engines: the first sentences. */
  description: string;
  /** Other names of the subject, for search alone. */
  keywords: string;
  /** The heading in the navigation. */
  section: string;
  markdown: string;
  /** The file that it was read from; null for one that was made from data. */
  file: string | null;
  /** Of a page that is not in the navigation: the address of the page that lists it. */
  listedAt?: string;
}

const DESCRIPTION_CHARS = 160;

/** A page from Markdown: title and description are its first heading and paragraph, `keywords` is front matter. */
export function pageOf(text: string, place: Pick<Page, 'address' | 'section' | 'file' | 'listedAt'>): Page {
  const [matter = ''] = /^---\n.*?^---\n+/ms.exec(text) ?? [];
  const markdown = text.slice(matter.length).replaceAll(/<!--.*?-->\s*/gs, '');
  return {
    keywords: /^keywords: (.+)$/m.exec(matter)?.[1] ?? '',
    ...place,
    title: titleOf(markdown) ?? '',
    description: descriptionOf(markdown),
    markdown,
  };
}

/** The text of the first heading, without its marks. */
export function titleOf(markdown: string): string | null {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? null;
}

function descriptionOf(markdown: string): string {
  const text = plain(/^# .+\n+((?:(?!```|[#|\n]|- )[^\n]+\n?)+)/m.exec(markdown)?.[1] ?? '');
  const [short = ''] = new RegExp(`^.{1,${DESCRIPTION_CHARS}}(?=\\s|$)`).exec(text) ?? [];
  return /^.+[.!?](?=\s|$)/.exec(short)?.[0] ?? short;
}

/** The words of Markdown without its marks. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/^#+ .+$/gm, '')
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/!?\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[|*`]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
