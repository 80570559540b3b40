/** Bytes of a text answer to a string: byte order mark first, then the header, then what the markup says of itself. */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const label = bomCharset(bytes) ?? headerCharset(contentType) ?? wideCharset(bytes) ?? metaCharset(bytes);
  if (label === null) return decodeUnlabelled(bytes);
  const text = decoderFor(label).decode(bytes);
  return /^utf-?8$/i.test(label) && isMislabelled(text) ? decodeOtherwise(bytes) : text;
}

/** More of what is no ASCII is broken than whole: it never was UTF-8. A broken character now and then is none. */
function isMislabelled(text: string): boolean {
  if (!text.includes('\ufffd')) return false;
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant.
  const beyond = text.match(/[^\x00-\x7f]/g)?.length ?? 0;
  return broken > beyond / 2;
}

function decodeOtherwise(bytes: Uint8Array): string {
  const own = metaCharset(bytes);
  return own !== null && !/^utf-?8$/i.test(own)
    ? decoderFor(own).decode(bytes)
    : new TextDecoder('windows-1252').decode(bytes);
}

/** Without a declared encoding: UTF-8 where the bytes allow it, Japanese where they spell it, else the browsers' default in the West. */
function decodeUnlabelled(bytes: Uint8Array): string {
  return (
    decodeWhole(bytes, 'utf-8') ??
    JAPANESE.map((label) => decodeWhole(bytes, label)).find((text) => text !== null && isJapanese(text)) ??
    new TextDecoder('windows-1252').decode(bytes)
  );
}

const JAPANESE = ['shift_jis', 'euc-jp'];

/** Null when some of the bytes are nothing in this charset. */
function decodeWhole(bytes: Uint8Array, label: string): string | null {
  try {
    // A body may have been cut in the middle of a character: `stream` forgives that one.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** No Japanese text goes without its syllables, and no text in another charset reads as so many of them. */
function isJapanese(text: string): boolean {
  const kana = text.match(/[\u3041-\u30fe]/g)?.length ?? 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant.
  return kana > 2 && kana * 5 > (text.match(/[^\x00-\x7f]/g)?.length ?? 0);
}

function bomCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/** Markup in UTF-16 without a mark: every other byte of its beginning is nothing. */
function wideCharset([first, second, third, fourth]: Uint8Array): string | null {
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : null;
}

function headerCharset(contentType: string | null): string | null {
  return contentType?.match(/charset\s*=\s*["']?\s*([^\s"';,]+)/i)?.[1] ?? null;
}

function metaCharset(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const label =
    head.match(/<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i)?.[1] ??
    head.match(/^\s*<\?xml[^>]+encoding\s*=\s*["']([^"']+)/i)?.[1];
  // A page that was readable as ASCII up to here cannot be UTF-16, despite its claim (the HTML standard says so too).
  return label ? label.replace(/^utf-?16.*$/i, 'utf-8') : null;
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}
