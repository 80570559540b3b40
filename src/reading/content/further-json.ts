import { absoluteUrl } from '../page/dom.ts';
import { type Further, nextInHeader } from '../page/further-page.ts';
import { addressIn, isSameSite } from '../page/page-series.ts';

type Data = Record<string, unknown>;

/** The rest of a list in JSON: at the address that the answer or its Link header names, else known to be missing. */
export function furtherJson(value: unknown, url: string, header: string | null): Further | null {
  const linked = nextInHeader(header, url);
  if (linked !== null) return { url: linked, reason: '', beside: null };
  if (!isData(value)) return null;
  const outer = [value, ...Object.values(value).filter(isData)];
  const parts = outer.flatMap((part) => [part, ...Object.values(part).filter(isData)]);
  const entries = parts.flatMap((part) => Object.entries(part));
  for (const [key, inner] of entries) {
    const href = isData(inner) ? (inner.href ?? inner.url) : inner;
    if (!NEXT.test(key) || typeof href !== 'string' || !ADDRESS.test(href)) continue;
    const address = addressIn(absoluteUrl(href, url));
    if (!isSameSite(url, address)) return { url: null, reason: 'goes on at another site', beside: null };
    if (address !== addressIn(url)) return { url: address, reason: '', beside: null };
  }
  const isOver = entries.some(([key, inner]) => MORE.test(key) && inner === false);
  const goesOn = entries.some(
    ([key, inner]) => (MORE.test(key) && inner === true) || (CURSOR.test(key) && inner),
  );
  return goesOn && !isOver
    ? { url: null, reason: 'goes on, and does not name the next address', beside: null }
    : null;
}

const NEXT = /^(?:next|next_?(?:page)?_?(?:url|link|href|uri)|next_?page|.*\.nextLink)$/i;
const ADDRESS = /^(?:https?:\/\/|\/|\?|\.{1,2}\/)/;
const MORE = /^(?:has_?more|has_?next(?:_?page)?|more)$/i;
const CURSOR = /^next_?(?:cursor|page_?token|token|offset)$/i;

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

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
