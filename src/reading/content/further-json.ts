import { absoluteUrl } from '../page/dom.ts';
import { type Further, nextInHeader } from '../page/further-page.ts';
import { addressIn, isSameSite } from '../page/page-series.ts';

type Data = Record<string, unknown>;

/** Where the list in an answer for programs goes on: its Link header, an address or a cursor in it, or its own count. */
export function furtherJson(value: unknown, url: string, header: string | null): Further | null {
  const linked = nextInHeader(header, url);
  if (linked !== null) return to(linked);
  if (!isData(value)) return null;
  const parts = [value, ...Object.values(value).filter(isData)].flatMap((part) => [
    part,
    ...Object.values(part).filter(isData),
  ]);
  return (
    first(parts, (part) => addressOf(part, url)) ??
    first(parts, (part) => cursorOf(part, url)) ??
    first(parts, (part) => countedOf(part, url, value)) ??
    (parts.some((part) => MORE.some((key) => part[key] === true)) ? closed() : null)
  );
}

/** The things of a further answer beside those of the one before: one list, and each thing once. */
export function joinJson(value: unknown, further: unknown, depth = 0): unknown {
  if (Array.isArray(value) && Array.isArray(further)) {
    const known = new Set(value.map((each) => JSON.stringify(each)));
    return [...value, ...further.filter((each) => !known.has(JSON.stringify(each)))];
  }
  if (!isData(value) || !isData(further) || depth > 4) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      Object.hasOwn(further, key) ? joinJson(inner, further[key], depth + 1) : inner,
    ]),
  );
}

const MORE = ['has_more', 'hasMore', 'has_next', 'hasNext', 'hasNextPage', 'has_next_page', 'more'];

/** `next`, `links.next`, `_links.next.href`, `@odata.nextLink`. */
function addressOf(part: Data, url: string): Further | null {
  for (const [key, inner] of Object.entries(part)) {
    if (!/^(?:next|next_?(?:page)?_?(?:url|link|href|uri)|next_?page|.*\.nextLink|nextLink)$/i.test(key))
      continue;
    const href = isData(inner) ? (inner.href ?? inner.url) : inner;
    if (typeof href !== 'string' || !/^(?:https?:\/\/|\/|\?|\.{1,2}\/)/.test(href)) continue;
    const address = addressIn(absoluteUrl(href, url));
    if (!isSameSite(url, address)) return { url: null, reason: 'goes on at another site', beside: null };
    if (address !== addressIn(url)) return to(address);
  }
  return null;
}

/** `next_cursor`, `nextPageToken`, `next_page: 2`: handed back under the name without "next". */
function cursorOf(part: Data, url: string): Further | null {
  for (const [key, inner] of Object.entries(part)) {
    const name = /^next_?(cursor|page|offset|page_?token|token|start|skip)$/i.exec(key)?.[1];
    if (name === undefined || (typeof inner !== 'string' && typeof inner !== 'number') || inner === '')
      continue;
    if (MORE.some((more) => part[more] === false)) continue;
    const asked = new URL(url);
    const known = [...asked.searchParams.keys()].find((each) => plain(each) === plain(name));
    asked.searchParams.set(known ?? name[0]?.toLowerCase() + name.slice(1), String(inner));
    return to(asked.href);
  }
  return null;
}

/** `page` of `total_pages`; `offset` or `skip` and `limit` of `total`. */
function countedOf(part: Data, url: string, whole: Data): Further | null {
  const number = (...keys: string[]) => {
    const found = Object.entries(part).find(
      ([key, inner]) => keys.includes(plain(key)) && Number.isInteger(inner),
    );
    return found ? { key: found[0], value: Number(found[1]) } : null;
  };
  const asked = new URL(url);
  const turn = (key: string, value: number) => {
    const known = [...asked.searchParams.keys()].find((each) => plain(each) === plain(key));
    asked.searchParams.set(known ?? key, String(value));
    return to(asked.href);
  };
  const page = number('page', 'currentpage', 'pagenumber', 'pageno');
  const pages = number('totalpages', 'pages', 'pagecount', 'lastpage', 'numpages');
  if (page && pages)
    return page.value < pages.value ? turn(asked.searchParams.has('p') ? 'p' : 'page', page.value + 1) : null;
  const total = number('total', 'totalcount', 'count', 'totalresults', 'totalitems', 'totalhits');
  const offset = number('offset', 'skip', 'start', 'startindex');
  const shown = longest(whole);
  if (total && offset && shown > 0)
    return offset.value + shown < total.value ? turn(offset.key, offset.value + shown) : null;
  const size = number('limit', 'pagesize', 'perpage');
  if (total && page && (size || shown > 0)) {
    const each = size?.value || shown;
    return page.value * each < total.value ? turn('page', page.value + 1) : null;
  }
  const isShort = total !== null && plain(total.key) !== 'count' && shown > 0 && shown < total.value;
  return isShort && part === whole ? closed() : null;
}

function longest(value: unknown, depth = 0): number {
  if (Array.isArray(value)) return value.some(isData) || depth > 0 ? value.length : 0;
  if (!isData(value) || depth > 2) return 0;
  return Math.max(0, ...Object.values(value).map((inner) => longest(inner, depth + 1)));
}

function first(parts: Data[], find: (part: Data) => Further | null): Further | null {
  for (const part of parts) {
    const found = find(part);
    if (found) return found;
  }
  return null;
}

function to(address: string): Further {
  return { url: addressIn(address), reason: '', beside: null };
}

function closed(): Further {
  return { url: null, reason: 'has more entries, and the answer does not say where', beside: null };
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '');
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
