import { DOMParser } from 'linkedom';
import { absoluteUrl, squeeze, take, textOf } from '../page/dom.ts';
import type { Further } from '../page/further-page.ts';
import { type ExtractedPage, emptyPage, type Field, type Item, itemWith, MAX_ITEMS } from '../page/page.ts';
import { addressIn, isSameSite } from '../page/page-series.ts';
import { parseMarkup } from '../page/parse-markup.ts';
import { MAX_XML_CHARS } from './xml-value.ts';

/**
 * RSS, Atom and RDF feeds as a page: the entries are a collection, the channel's own values are facts. A feed may come
 * in several parts.
 */
export function feedPage(parts: string[], url: string): ExtractedPage {
  const [document, ...further] = parts.map(parseFeed) as [Document, ...Document[]];
  const all = [document, ...further].flatMap((part) => [...part.querySelectorAll('item, entry')]);
  const items = [
    ...new Map(
      all
        .slice(0, MAX_ITEMS)
        .map(itemOf)
        .map((item) => [item.text, item]),
    ).values(),
  ];
  const isCut = all.length > MAX_ITEMS || parts.some((part) => part.length > MAX_XML_CHARS);
  const channel = document.querySelector('channel') ?? document.documentElement;
  const own = channel ? fieldsOf(channel) : [];
  const title = own.find(({ names }) => names[0] === 'title')?.value ?? null;
  const titled = title === null ? [] : [{ names: ['feed title'], value: title }];
  const labels = [...own, ...titled].map(({ names, value }) => ({
    label: names[0] ?? '',
    value,
    source: 'label' as const,
    under: '',
    isOfItem: false,
  }));
  const markdown = [`# ${title ?? url}`, ...items.map(entryMarkdown)].join('\n\n');
  const collection = {
    kind: 'cards' as const,
    about: ['items', 'entries', 'articles', 'posts', 'feed', title ?? ''],
    items,
    isAside: false,
  };
  return {
    ...emptyPage(url),
    title,
    labels,
    collections: [collection],
    markdown,
    text: markdown,
    isCut,
  };
}

/** Where an archived or paged feed goes on. */
export function furtherFeed(text: string, url: string): Further | null {
  const links = take(parseFeed(text).querySelectorAll('link[rel]'), 200);
  const next = links.find(
    (link) =>
      ['next', 'prev-archive'].includes(link.getAttribute('rel') ?? '') &&
      !/^(?:item|entry)$/i.test(link.parentElement?.localName ?? ''),
  );
  const href = next?.getAttribute('href');
  if (!href) return null;
  const address = addressIn(absoluteUrl(href, url));
  return isSameSite(url, address)
    ? { url: address, reason: '', beside: null }
    : { url: null, reason: 'goes on at another site', beside: null };
}

function parseFeed(text: string): Document {
  const xml = text.slice(0, MAX_XML_CHARS);
  return new DOMParser().parseFromString(xml, 'text/xml') as unknown as Document;
}

function itemOf(entry: Element): Item {
  const fields = fieldsOf(entry);
  const title = fields.find(({ names }) => names.includes('title'))?.value ?? '';
  return itemWith(title, fields);
}

function fieldsOf(parent: Element): Field[] {
  const fields: Field[] = [];
  for (const child of take(parent.children, 60)) {
    const name = child.localName.toLowerCase();
    if (name === 'item' || name === 'entry') continue;
    const href = child.getAttribute('href') ?? undefined;
    const said = plainText(child.textContent ?? '');
    const value =
      name === 'link'
        ? (href ?? said)
        : name === 'author'
          ? squeeze(child.querySelector('name')?.textContent ?? said)
          : said || (child.getAttribute('term') ?? child.getAttribute('label') ?? '');
    if (value === '' || (name === 'link' && /^(?:self|edit|hub)$/.test(child.getAttribute('rel') ?? '')))
      continue;
    const isLink = name === 'link' || /^https?:/.test(value);
    fields.push({
      names: [...(NAMES[name] ?? []), name],
      value: value.slice(0, 4_000),
      ...(isLink && { href: value }),
    });
  }
  return fields;
}

const NAMES: Record<string, string[]> = {
  link: ['url'],
  pubdate: ['date'],
  published: ['date'],
  updated: ['modified'],
  date: ['date'],
  creator: ['author'],
  encoded: ['content'],
  summary: ['description'],
};

/** Feeds carry markup as text. */
function plainText(text: string): string {
  return text.includes('<') ? textOf(parseMarkup(text), 4_000) : squeeze(text.slice(0, 8_000));
}

function entryMarkdown({ title, fields }: Item): string {
  const find = (name: string) => fields.find(({ names }) => names.includes(name))?.value;
  const link = find('url');
  const about = [find('date'), find('author')].filter(Boolean).join(' · ');
  return [`## ${link ? `[${title}](${link})` : title}`, about, find('description') ?? find('content')]
    .filter(Boolean)
    .join('\n\n');
}
