export type ContentKind = 'html' | 'json' | 'csv' | 'feed' | 'xml' | 'text' | 'pdf' | 'binary';

/** The format of an answer. The header decides; without a useful one the first bytes do. */
export function contentKind(contentType: string | null, body: Uint8Array): ContentKind {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const start = new TextDecoder('latin1').decode(body.subarray(0, 2_048));
  if (start.startsWith('%PDF-')) return 'pdf';
  if (type === 'text/html' || type === 'application/xhtml+xml') return isBinary(start) ? 'binary' : 'html';
  if (type === 'application/json' || type.endsWith('+json') || type === 'text/json') return 'json';
  if (!isTextType(type) && !SAYS_NOTHING.has(type)) return 'binary';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a file from a text.
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(start) && !/^(?:\xff\xfe|\xfe\xff)/.test(start)) return 'binary';
  if (type === 'text/csv' || type === 'text/tab-separated-values' || type === 'application/csv') return 'csv';
  const text = start.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,500}?-->\s*)?<(?:rss|feed|rdf:RDF)[\s>]/i.test(text))
    return 'feed';
  if (
    /^(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype html|html|head|body|title|h1|p|div|table)[\s>]/i.test(text) &&
    type !== 'text/plain'
  )
    return 'html';
  if (/^<(?:\?xml|[\p{L}_!])/u.test(text) && (/xml$/.test(type) || text.startsWith('<?xml'))) return 'xml';
  if (SAYS_NOTHING.has(type) && /^[[{]/.test(text)) return 'json';
  return SAYS_NOTHING.has(type) && /^<!--/.test(text) ? 'html' : 'text';
}

/** Served as a page, but full of what no page holds. Stray control characters do occur, and UTF-16 is half of them. */
function isBinary(start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a file from a page.
  const controls = start.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g) ?? [];
  const nuls = controls.filter((control) => control === '\0').length;
  return controls.length > 5 + start.length / 50 && nuls < start.length / 4;
}

const SAYS_NOTHING = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'unknown/unknown']);

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /^application\/(?:xml|javascript|x-javascript|yaml|x-yaml|toml|sql|csv|x-ndjson|rtf)$|\+xml$/.test(type)
  );
}
