import { inflateRawSync, inflateSync } from 'node:zlib';
import { type PdfFont, readContent, readFont } from './pdf-text.ts';

const MAX_OBJECTS = 100_000;
const MAX_PAGES = 500;
const MAX_TEXT_CHARS = 2_000_000;
const MAX_STREAM_BYTES = 20_000_000;
const MAX_TOTAL_BYTES = 80_000_000;

interface PdfObject {
  /** The dictionary or value as written. */
  head: string;
  stream: Uint8Array | null;
}

/** The text of a PDF, page after page, or null when it has none we can read (encrypted, scanned, broken). */
export function readPdf(bytes: Uint8Array): string | null {
  try {
    const file = openFile(bytes);
    if (file.isEncrypted) return null;
    let text = '';
    for (const page of findPages(file).slice(0, MAX_PAGES)) {
      text += `${pageText(file, page).trim()}\n\n`;
      if (text.length > MAX_TEXT_CHARS) break;
    }
    const whole = text
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .slice(0, MAX_TEXT_CHARS);
    return /\p{L}{2}/u.test(whole) ? whole : null;
  } catch {
    return null;
  }
}

interface PdfFile {
  objects: Map<number, PdfObject>;
  isEncrypted: boolean;
  /** Bytes that unpacking may still make. */
  left: number;
}

/** Objects are found by looking through the whole file: the table of their places is often wrong. */
function openFile(bytes: Uint8Array): PdfFile {
  const raw = new TextDecoder('latin1').decode(bytes);
  const file: PdfFile = {
    objects: new Map(),
    isEncrypted: /\/Encrypt\s+\d+\s+\d+\s+R/.test(raw),
    left: MAX_TOTAL_BYTES,
  };
  const start = /(\d{1,10})\s+\d{1,5}\s+obj\b/g;
  for (let match = start.exec(raw); match && file.objects.size < MAX_OBJECTS; match = start.exec(raw)) {
    const from = start.lastIndex;
    const end = raw.indexOf('endobj', from);
    const limit = end < 0 ? raw.length : end;
    const opened = raw.indexOf('stream', from);
    const hasStream = opened >= 0 && opened < limit && raw.lastIndexOf('endstream', limit) !== opened - 3;
    const head = raw.slice(from, Math.min(hasStream ? opened : limit, from + 200_000));
    const object: PdfObject = { head, stream: null };
    if (hasStream) {
      const data = opened + (raw[opened + 6] === '\r' ? 8 : 7);
      const stated = Number(head.match(/\/Length\s+(\d+)(?!\s+\d+\s+R)/)?.[1] ?? Number.NaN);
      const isStated =
        Number.isFinite(stated) && raw.slice(data + stated, data + stated + 20).includes('endstream');
      const close = isStated ? data + stated : raw.indexOf('endstream', data);
      if (close > data) object.stream = bytes.subarray(data, close);
      start.lastIndex = Math.max(start.lastIndex, close);
    }
    file.objects.set(Number(match[1]), object);
  }
  for (const object of [...file.objects.values()])
    if (/\/Type\s*\/ObjStm/.test(object.head)) unpackObjects(file, object);
  return file;
}

function unpackObjects(file: PdfFile, packed: PdfObject): void {
  const text = new TextDecoder('latin1').decode(unpack(file, packed));
  const first = Number(packed.head.match(/\/First\s+(\d+)/)?.[1] ?? 0);
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  for (let at = 0; at + 1 < numbers.length && file.objects.size < MAX_OBJECTS; at += 2) {
    const from = first + (numbers[at + 1] ?? 0);
    const to = at + 3 < numbers.length ? first + (numbers[at + 3] ?? 0) : text.length;
    const id = numbers[at] ?? 0;
    if (!file.objects.has(id))
      file.objects.set(id, { head: text.slice(from, Math.min(to, from + 200_000)), stream: null });
  }
}

function unpack(file: PdfFile, { head, stream }: PdfObject): Uint8Array {
  if (stream === null || file.left <= 0) return new Uint8Array();
  let data = stream;
  const filters = head.match(/\/Filter\s*(?:\[([^\]]{0,200})\]|(\/\w+))/);
  for (const filter of (filters?.[1] ?? filters?.[2] ?? '').match(/\/\w+/g) ?? []) {
    if (filter === '/FlateDecode' || filter === '/Fl') data = inflate(data);
    else if (filter === '/ASCIIHexDecode' || filter === '/AHx')
      data = Buffer.from(latin(data).replace(/[^0-9a-f]/gi, ''), 'hex');
    else if (filter === '/ASCII85Decode' || filter === '/A85') data = ascii85(latin(data));
    else return new Uint8Array();
  }
  file.left -= data.byteLength;
  return data;
}

function inflate(data: Uint8Array): Uint8Array {
  const options = { maxOutputLength: MAX_STREAM_BYTES, finishFlush: 2 };
  try {
    return inflateSync(data, options);
  } catch {
    return inflateRawSync(data.subarray(2), options);
  }
}

function ascii85(text: string): Uint8Array {
  const bytes: number[] = [];
  let group: number[] = [];
  const flush = (): void => {
    const count = group.length;
    if (count < 2) return;
    while (group.length < 5) group.push(84);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let index = 0; index < count - 1; index += 1)
      bytes.push(Math.floor(value / 256 ** (3 - index)) % 256);
    group = [];
  };
  for (const sign of text.replace(/^<~|~>[\s\S]*$/g, '')) {
    if (sign === 'z' && group.length === 0) bytes.push(0, 0, 0, 0);
    else if (sign >= '!' && sign <= 'u') group.push(sign.charCodeAt(0) - 33);
    if (group.length === 5) flush();
  }
  flush();
  return Uint8Array.from(bytes);
}

function latin(data: Uint8Array): string {
  return new TextDecoder('latin1').decode(data);
}

function findPages(file: PdfFile): PdfObject[] {
  const catalog = [...file.objects.values()].find(({ head }) => /\/Type\s*\/Catalog/.test(head));
  const root = catalog && reference(file, catalog.head, 'Pages');
  const pages: PdfObject[] = [];
  const seen = new Set<PdfObject>();
  const walk = (node: PdfObject, inherited: string): void => {
    if (seen.has(node) || pages.length >= MAX_PAGES) return;
    seen.add(node);
    const resources = /\/Resources\b/.test(node.head) ? node.head : inherited;
    const kids = node.head.match(/\/Kids\s*\[([^\]]*)\]/)?.[1];
    if (kids === undefined)
      pages.push({
        ...node,
        head:
          resources === node.head
            ? node.head
            : `${node.head} ${resources.slice(resources.indexOf('/Resources'))}`,
      });
    else for (const kid of references(file, kids)) walk(kid, resources);
  };
  if (root) walk(root, '');
  return pages.length > 0
    ? pages
    : [...file.objects.values()].filter(({ head }) => /\/Type\s*\/Page(?![a-z])/i.test(head));
}

function references(file: PdfFile, text: string): PdfObject[] {
  return [...text.matchAll(/(\d+)\s+\d+\s+R/g)]
    .map((match) => file.objects.get(Number(match[1])))
    .filter((object) => object !== undefined);
}

function reference(file: PdfFile, head: string, name: string): PdfObject | undefined {
  const id = head.match(new RegExp(`/${name}\\s+(\\d+)\\s+\\d+\\s+R`))?.[1];
  return id === undefined ? undefined : file.objects.get(Number(id));
}

function pageText(file: PdfFile, page: PdfObject): string {
  const contents = page.head.match(/\/Contents\s*(?:\[([^\]]*)\]|(\d+\s+\d+\s+R))/);
  const parts = references(file, contents?.[1] ?? contents?.[2] ?? '').flatMap((object) =>
    object.stream ? [object] : references(file, object.head),
  );
  const content = parts.map((part) => latin(unpack(file, part))).join('\n');
  return readContent(content, fontsOf(file, page));
}

function fontsOf(file: PdfFile, page: PdfObject): Map<string, PdfFont> {
  const resources = reference(file, page.head, 'Resources')?.head ?? page.head;
  const fonts =
    reference(file, resources, 'Font')?.head ?? resources.match(/\/Font\s*<<([\s\S]{0,20000}?)>>/)?.[1] ?? '';
  const found = new Map<string, PdfFont>();
  for (const match of fonts.matchAll(/\/([^\s/<>[\]()]{1,60})\s+(\d+)\s+\d+\s+R/g)) {
    const font = file.objects.get(Number(match[2]));
    if (!font || found.has(match[1] ?? '')) continue;
    const map = reference(file, font.head, 'ToUnicode');
    const encoding = reference(file, font.head, 'Encoding')?.head ?? font.head;
    found.set(match[1] ?? '', readFont(font.head, encoding, map ? latin(unpack(file, map)) : null));
  }
  return found;
}
