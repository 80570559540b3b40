import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';

/**
 * `linkedin_url`, `download_link`: the link whose words or address name it. A key that names nothing but a link, or the
 * thing itself (`product_url`), means where the thing's name leads.
 */
export function itemLink(
  { item, fields }: IndexedItem,
  key: string,
  kind: ReadonlySet<string>,
): Field | undefined {
  const words = nameWords(key);
  const telling = words.filter((word) => !LINKS.has(word) && !OWN.has(word) && !kind.has(word));
  const linked = fields.map(({ field }) => field).filter(({ href }) => href !== undefined);
  if (PICTURES.test(key))
    return fields.find(({ names }) => names.some((name) => isThing(name, 'image')))?.field;
  if (telling.length === 0)
    return (
      linked.find(({ value }) => value === item.title) ??
      linked.find(({ names, href }) => names.includes('title') && /^https?:/.test(href ?? '')) ??
      linked.find(({ href }) => /^https?:/.test(href ?? ''))
    );
  const named = linked.filter(({ value, href = '' }) => {
    const said = value.length <= 60 ? nameWords(value) : [];
    return telling.every((word) => said.some((each) => isSameWord(each, word)) || isPlacedAt(href, word));
  });
  const called = named.find(({ value }) => nameWords(value).join(' ') === telling.join(' '));
  if (called) return called;
  if (named.length > 0) return new Set(named.map(({ href }) => href)).size === 1 ? named[0] : undefined;
  // "Join the waiting list" where others can be booked: what can be done with a thing is behind its one other link.
  const others = linked.filter(({ value, href }) => value !== item.title && /^https?:/.test(href ?? ''));
  return ACTION.test(key) && new Set(others.map(({ href }) => href)).size === 1 ? others[0] : undefined;
}

/** `linkedin` of linkedin.com, `pdf` of paper.pdf. */
function isPlacedAt(href: string, word: string): boolean {
  if (word.length < 3 || !URL.canParse(href)) return false;
  const { hostname, pathname } = new URL(href);
  return hostname.split('.').includes(word) || pathname.toLowerCase().endsWith(`.${word}`);
}

const LINKS = new Set(['url', 'link', 'href', 'uri', 'hyperlink', 'permalink'].flatMap(nameWords));
const OWN = new Set(
  [
    'product',
    'item',
    'page',
    'detail',
    'source',
    'full',
    'canonical',
    'web',
    'address',
    'title',
    'listing',
    'profile',
    'post',
    'article',
    'story',
  ].flatMap(nameWords),
);
const ACTION =
  /^(?:book|booking|apply|application|buy|order|ticket|tickets|register|registration|signup|details?)_?(?:url|link|uri)$/i;
const PICTURES = /image|img|photo|picture|thumb|logo|cover|avatar|poster/i;
