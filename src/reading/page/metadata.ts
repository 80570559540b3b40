import { absoluteUrl, squeeze, take, textOf } from './dom.ts';
import type { ExtractedPage } from './page.ts';

type Metadata = Pick<ExtractedPage, 'title' | 'language' | 'canonicalUrl' | 'metadata' | 'headings'>;

const MAX_VALUE_CHARS = 2_000;

/** Facts from the head of a page and its headings. */
export function readMetadata(document: Document, url: string): Metadata {
  const metadata = metaTags(document);
  const headings = readHeadings(document);
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null;
  return {
    title: pageTitle(document, metadata, headings),
    language: document.documentElement?.getAttribute('lang') || metadata['content-language'] || null,
    canonicalUrl: canonical === null ? null : absoluteUrl(canonical, url),
    metadata,
    headings,
  };
}

function pageTitle(
  document: Document,
  metadata: Record<string, string>,
  headings: Metadata['headings'],
): string | null {
  const title = squeeze(
    document.querySelector('head > title, title')?.textContent?.slice(0, MAX_VALUE_CHARS) ?? '',
  );
  return title || metadata['og:title'] || headings.find((heading) => heading.level === 1)?.text || null;
}

function metaTags(document: Document): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const tag of take(document.querySelectorAll('meta[content]'), 300)) {
    if (tag.closest('[itemscope], [typeof]') && !tag.closest('head')) continue;
    const name =
      tag.getAttribute('property') ??
      tag.getAttribute('name') ??
      tag.getAttribute('itemprop') ??
      tag.getAttribute('http-equiv');
    const value = squeeze((tag.getAttribute('content') ?? '').slice(0, MAX_VALUE_CHARS));
    const key = name?.trim().toLowerCase();
    if (key && key !== '__proto__' && value && !Object.hasOwn(metadata, key)) metadata[key] = value;
  }
  return metadata;
}

function readHeadings(document: Document): Metadata['headings'] {
  return take(document.querySelectorAll('h1, h2, h3, h4, h5, h6'), 500)
    .map((heading) => ({ level: Number(heading.localName.slice(1)), text: textOf(heading, 500) }))
    .filter((heading) => heading.text !== '');
}
