/** Image bytes belong to the artifacts; an event carries none. Pure; does not modify its input. */

const LEFT_OUT = '[image left out]';

// Base64, plain or for URLs, with its signs escaped or encoded, on one line or on several.
const SIGN = String.raw`[\w+/=-]|%[0-9A-Fa-f]{2}|\\[nr/]`;
const BREAK = String.raw`[\r\n]+(?=[\w+/=-]+(?:[\r\n]|$))|[ \t]+(?=[\w+/=-]{40})`;
const REST = `(?:${SIGN}|${BREAK})*`;
/** The beginnings of PNG, JPEG, GIF, WebP, TIFF, icon, SVG, AVIF and HEIC files, in base64. */
const BASE64 =
  'iVBORw0K|(?:[/_]|%2F)9j(?:[/_]|%2F)[247]|R0lGOD[dl]h|UklGR[\\w+/-]{7}RUJQ|SUkqA|TU0AK|AAABAA|PHN2Zy|AAAA[\\w+/-]{2}Z0eXB(?:hdmlm|oZWlj|oZWl4|taWYx)';
const HEX = '89504[Ee]470[Dd]0[Aa]|[Ff]{2}[Dd]8[Ff]{2}[Ee0-9]|474946383[79]61|52494646[0-9A-Fa-f]{8}57454250';
const SVG = String.raw`(?:<|%3c)svg[\s\S]*?(?:(?:<|%3c)(?:/|%2f)svg(?:>|%3e)|$)`;

const ENCODED = new RegExp(`(?:${BASE64})(?=(?:${SIGN}|\\s){24})${REST}|(?:${HEX})[0-9A-Fa-f\\s]{24,}`, 'g');
const DATA_URL = new RegExp(
  String.raw`data(?::|%3a)image(?:\\?/|%2f)[^,%]{0,100}(?:%3b[^,%]{0,40}){0,3}(?:,|%2c)(?:${SVG}|${REST})`,
  'gi',
);
/** A file that was read as text, byte by byte or as UTF-8. */
const BINARY = /^(?:[\x89\ufffd]PNG\r\n|\xff\xd8\xff|\ufffd{3}[\s\S]{0,3}JFIF|GIF8[79]a|RIFF[\s\S]{4,8}WEBP)/;
const BYTES = ['137,80,78', '255,216,255', '71,73,70', '82,73,70', '73,73,42', '77,77,0'];

/** Whether the JSON can hold any of them; a quick look that rules most events out. */
export function mayHoldImages(json: string): boolean {
  return QUICK.test(json);
}

const QUICK = new RegExp(
  `${BASE64}|${HEX}|[Dd][Aa][Tt][Aa](?::|%3[Aa])[Ii][Mm][Aa][Gg][Ee]|[\\x89\\ufffd]PNG|\\xff\\xd8\\xff|\\ufffd{3}|GIF8|RIFF|${BYTES.join('|')}|"0":\\d+,"1":\\d+,"2":\\d`,
);

export function withoutImages(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleaned(value);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (value instanceof Date || JSON.isRawJSON(value)) return value;
  if (isImageBytes(value)) return LEFT_OUT;
  if (Array.isArray(value)) return value.map((item) => withoutImages(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleaned(key), withoutImages(item, depth + 1)]),
  );
}

const DEEPEST = 250;

function cleaned(text: string): string {
  if (BINARY.test(text)) return LEFT_OUT;
  return text.replace(DATA_URL, LEFT_OUT).replace(ENCODED, LEFT_OUT);
}

/** A list of bytes, or a typed array as JSON shows one. */
function isImageBytes(value: object): boolean {
  const head = Object.values(value).slice(0, 16);
  return head.length === 16 && '0' in value && BYTES.some((bytes) => `${head},`.startsWith(`${bytes},`));
}
