import { decodeText } from '../../reading/index.ts';

/** The usual patience of people; a later refresh changes a page that is read meanwhile. */
const AT_ONCE_S = 5;
/** The tag stands in the head. */
const HEAD_BYTES = 16_384;

/** The page to which a page sends its reader without a script (`<meta http-equiv="refresh">`); null when it stays. */
export function refreshTarget(response: {
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}): string | null {
  const { headers, status, url, body } = response;
  if (status >= 400 || !/html|^$/i.test(headers['content-type'] ?? '')) return null;
  const said = headers.refresh ?? metaRefresh(decodeText(body.subarray(0, HEAD_BYTES), 'text/html'));
  const [, seconds, place = ''] =
    /^\s*(\d{1,9})(?:\.\d{0,9})?\s*[;,]\s*(?:url\s*=\s*)?(.*)$/is.exec(said) ?? [];
  const address = place.trim().replace(/^(["'])(.*?)\1.*$/s, '$2');
  if (address === '' || Number(seconds) > AT_ONCE_S) return null;
  const next = URL.parse(address.replaceAll('&amp;', '&'), url);
  if (!next || !/^https?:$/.test(next.protocol)) return null;
  next.hash = '';
  // A page that only reloads itself leads nowhere else.
  return next.href === url.replace(/#.*$/s, '') ? null : next.href;
}

/** Skips `noscript`, comments and scripts. */
function metaRefresh(markup: string): string {
  const seen = markup.replace(/<!--.*?(?:-->|$)|<(noscript|script|style|template)\b.*?(?:<\/\1|$)/gis, ' ');
  for (const [tag] of seen.matchAll(/<meta\s[^<>]{1,2000}>/gi)) {
    if (!/http-equiv\s*=\s*["']?refresh\b/i.test(tag)) continue;
    const [, , quoted, bare] = /content\s*=\s*(?:(["'])(.*?)\1|([^\s>]+))/is.exec(tag) ?? [];
    return quoted ?? bare ?? '';
  }
  return '';
}
