/** Fields whose values are words of the provider's own. */
const WORDS = /(?:^|_|[a-z])(?:status|state|type|kind|object|event|code|phase|format|region|unit|currency)$/i;
const FIELD = /^[A-Za-z_$][\w$.-]{0,63}$/;
const MOST_ITEMS = 20;
const LARGEST = 10_000_000;

/**
 * A copy of an exchanged value that a stranger may see: names of fields, types and words of state stay, and every other text is
 * replaced by its length, so that no key, cookie, login, address or page text is in it.
 */
export function masked(value: unknown, field = ''): unknown {
  if (typeof value === 'string')
    return WORDS.test(field) && isWord(value) ? value : `{{text:${value.length}}}`;
  if (typeof value === 'number') return Math.abs(value) < LARGEST ? value : '{{number}}';
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map((item) => masked(item, field));
    return value.length > MOST_ITEMS ? [...items, `{{items:${value.length - MOST_ITEMS}}}`] : items;
  }
  if (value instanceof URLSearchParams) return masked(Object.fromEntries(value));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [FIELD.test(key) ? key : '{{field}}', masked(inner, key)]),
  );
}

/** The path of a call: ids in it belong to somebody, and so do the values of its query. */
export function maskedPath(path: string): string {
  const [place = '', query] = path.split('?');
  const segments = place.split('/').map((part) => (isRouteWord(part) ? part : '{id}'));
  const names = query ? [...new URLSearchParams(query).keys()].filter((name) => FIELD.test(name)) : [];
  return segments.join('/') + (names.length > 0 ? `?${names.map((name) => `${name}=…`).join('&')}` : '');
}

/** `v2`, `actor-runs`: no digits besides a version, and no longer than words are. */
function isRouteWord(part: string): boolean {
  return /^(?:v\d+(?:[a-z]+\d*)?|[a-z][a-z_:~.-]{0,29})?$/i.test(part);
}

function isWord(value: string): boolean {
  return /^[A-Za-z][A-Za-z_.:/-]{0,59}$/.test(value);
}
