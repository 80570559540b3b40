/** The request of one hop; the next hop's is derived from it. */
export interface HopRequest {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/** The address to which an answer points, as a string for the gate to check; null when it is not a redirect. */
export function redirectTarget(status: number, location: string | undefined, from: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(status) || !location) return null;
  const written = decodeLocation(location);
  // An absolute address is judged as written, so that an odd spelling of a host is refused here too.
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return written;
  if (written.startsWith('//')) return `${from.protocol}${written}`;
  return URL.parse(written, from)?.href ?? written;
}

/** The request to repeat at the redirect's target, changed the way browsers change it. */
export function redirectedRequest(request: HopRequest, status: number, from: URL, to: URL): HopRequest {
  const becomesGet =
    (status === 303 && !['GET', 'HEAD'].includes(request.method)) ||
    ([301, 302].includes(status) && request.method === 'POST');
  const headers = from.origin === to.origin ? request.headers : pick(request.headers, crossOriginHeaders);
  if (!becomesGet) return { ...request, headers };
  const kept = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-'));
  return { method: 'GET', headers: Object.fromEntries(kept), body: null };
}

/** An allow list: keys can be in headers of any name. */
const crossOriginHeaders = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'range',
  'user-agent',
]);

function pick(headers: Record<string, string>, names: Set<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name.toLowerCase())));
}

/** Sites send raw UTF-8 and spaces in this header, and browsers accept both. */
function decodeLocation(location: string): string {
  const text = Buffer.from(location, 'latin1').toString('utf8').trim();
  const pathStart = text.search(/[^/:][/?#]/);
  return pathStart < 0 ? text : text.slice(0, pathStart) + text.slice(pathStart).replaceAll(' ', '%20');
}
