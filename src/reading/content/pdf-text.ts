/** Codes of a font to characters. */
export interface PdfFont {
  /** Bytes that make up one code. */
  width: 1 | 2;
  map: Map<number, string> | null;
}

const MAX_MAPPINGS = 70_000;

export function readFont(head: string, encoding: string, toUnicode: string | null): PdfFont {
  const isWide = /\/Subtype\s*\/Type0/.test(head);
  if (toUnicode === null) return { width: isWide ? 2 : 1, map: isWide ? new Map() : differences(encoding) };
  const map = new Map<number, string>();
  const hexes = (text: string): string[] => text.match(/<[0-9a-f\s]*>/gi) ?? [];
  for (const section of toUnicode.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    const list = hexes(section[1] ?? '');
    for (let at = 0; at + 1 < list.length && map.size < MAX_MAPPINGS; at += 2)
      map.set(code(list[at]), characters(list[at + 1]));
  }
  for (const section of toUnicode.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    readRanges(section[1] ?? '', map);
  const space = toUnicode.match(/begincodespacerange\s*<([0-9a-f]+)>/i)?.[1];
  return { width: (space ? space.length > 2 : isWide) ? 2 : 1, map };
}

function readRanges(text: string, map: Map<number, string>): void {
  for (const match of text.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*(?:<([0-9a-f\s]+)>|\[([^\]]*)\])/gi)) {
    const [from, to] = [Number.parseInt(match[1] ?? '', 16), Number.parseInt(match[2] ?? '', 16)];
    const list = match[4]?.match(/<[0-9a-f\s]*>/gi);
    const first = match[3] === undefined ? '' : characters(match[3]);
    for (let at = from; at <= to && at - from < 65_536 && map.size < MAX_MAPPINGS; at += 1) {
      const last = first.codePointAt(first.length - 1) ?? 0;
      map.set(
        at,
        list
          ? characters(list[at - from])
          : first.slice(0, -1) + String.fromCodePoint(Math.min(0x10ffff, last + at - from)),
      );
    }
  }
}

function code(hex = ''): number {
  return Number.parseInt(hex.replace(/[^0-9a-f]/gi, ''), 16) || 0;
}

function characters(hex = ''): string {
  const digits = hex.replace(/[^0-9a-f]/gi, '');
  let text = '';
  for (let at = 0; at + 4 <= digits.length && at < 64; at += 4)
    text += String.fromCharCode(Number.parseInt(digits.slice(at, at + 4), 16));
  return text || (digits.length === 2 ? String.fromCharCode(Number.parseInt(digits, 16)) : '');
}

const GLYPHS: Record<string, string> = Object.assign(Object.create(null), {
  space: ' ',
  comma: ',',
  period: '.',
  hyphen: '-',
  colon: ':',
  semicolon: ';',
  slash: '/',
  parenleft: '(',
  parenright: ')',
  quoteright: '’',
  quoteleft: '‘',
  quotedblleft: '“',
  quotedblright: '”',
  quotesingle: "'",
  quotedbl: '"',
  endash: '–',
  emdash: '—',
  bullet: '•',
  fi: 'fi',
  fl: 'fl',
  ff: 'ff',
  ffi: 'ffi',
  ffl: 'ffl',
  percent: '%',
  dollar: '$',
  sterling: '£',
  Euro: '€',
  ampersand: '&',
  at: '@',
  numbersign: '#',
  plus: '+',
  equal: '=',
  question: '?',
  exclam: '!',
  asterisk: '*',
  underscore: '_',
  bar: '|',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  adieresis: 'ä',
  odieresis: 'ö',
  udieresis: 'ü',
  Adieresis: 'Ä',
  Odieresis: 'Ö',
  Udieresis: 'Ü',
  germandbls: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedilla: 'ç',
  ntilde: 'ñ',
  aring: 'å',
  oslash: 'ø',
  degree: '°',
  ellipsis: '…',
  copyright: '©',
});

/** An encoding that lists glyph names; the rest is as in Windows. */
function differences(encoding: string): Map<number, string> | null {
  const list = encoding.match(/\/Differences\s*\[([^\]]*)\]/)?.[1];
  if (list === undefined) return null;
  const map = new Map<number, string>();
  let at = 0;
  for (const token of list.match(/\d+|\/[^\s/]+/g) ?? []) {
    if (!token.startsWith('/')) at = Number(token);
    else {
      const name = token.slice(1);
      const unicode = name.match(/^uni([0-9A-F]{4})/)?.[1];
      const glyph = unicode
        ? String.fromCharCode(Number.parseInt(unicode, 16))
        : (GLYPHS[name] ?? (name.length === 1 ? name : undefined));
      if (glyph !== undefined) map.set(at, glyph);
      at += 1;
    }
  }
  return map;
}

type Matrix = [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

/** The text that a page's drawing commands show: a new line where the pen moves down, a space where it jumps ahead. */
export function readContent(content: string, fonts: Map<string, PdfFont>): string {
  const pen = newPen();
  let operands: Token[] = [];
  for (const token of tokens(content)) {
    if (token.kind === 'operator') {
      obey(pen, token.text, operands, fonts);
      operands = [];
    } else if (operands.length < 10_000) operands.push(token);
    if (pen.text.length > 500_000) break;
  }
  return pen.text;
}

interface Pen {
  text: string;
  font: PdfFont;
  size: number;
  leading: number;
  page: Matrix;
  saved: Matrix[];
  line: Matrix;
  /** Where the last piece of text began, on the page, and how many characters it had. */
  last: { x: number; y: number; count: number; size: number } | null;
}

function newPen(): Pen {
  const font: PdfFont = { width: 1, map: null };
  return { text: '', font, size: 12, leading: 0, page: IDENTITY, saved: [], line: IDENTITY, last: null };
}

function obey(pen: Pen, operator: string, operands: Token[], fonts: Map<string, PdfFont>): void {
  const numbers = operands.filter(({ kind }) => kind === 'number').map(({ text }) => Number(text));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  switch (operator) {
    case 'q':
      if (pen.saved.length < 1_000) pen.saved.push(pen.page);
      break;
    case 'Q':
      pen.page = pen.saved.pop() ?? pen.page;
      break;
    case 'cm':
      pen.page = multiply([a, b, c, d, e, f], pen.page);
      break;
    case 'BT':
      pen.line = IDENTITY;
      break;
    case 'Tf':
      pen.font = fonts.get(operands.at(-2)?.text ?? '') ?? { width: 1, map: null };
      pen.size = a;
      break;
    case 'TL':
      pen.leading = a;
      break;
    case 'TD':
    case 'Td':
      if (operator === 'TD') pen.leading = -b;
      pen.line = multiply([1, 0, 0, 1, a, b], pen.line);
      break;
    case 'Tm':
      pen.line = [a, b, c, d, e, f];
      break;
    case 'T*':
    case "'":
    case '"':
      pen.line = multiply([1, 0, 0, 1, 0, -(pen.leading || pen.size * 1.2)], pen.line);
      if (operator !== 'T*') write(pen, show(operands.slice(-1), pen.font));
      break;
    case 'Tj':
    case 'TJ':
      write(pen, show(operands, pen.font));
      break;
  }
}

function write(pen: Pen, text: string): void {
  if (text === '') return;
  const at = multiply(pen.line, pen.page);
  const size = Math.abs(pen.size * (Math.hypot(at[2], at[3]) || 1));
  const { last } = pen;
  if (last && Math.abs(at[5] - last.y) > size * 0.4) pen.text += '\n';
  else if (last) {
    // Without the widths of its letters, half the size is what a letter takes on average.
    const gap = at[4] - last.x - last.count * last.size * 0.5;
    if (gap > size * 0.35 && !/\s$/.test(pen.text) && !/^\s/.test(text)) pen.text += ' ';
  }
  pen.text += text;
  pen.last = { x: at[4], y: at[5], count: text.length, size };
}

function show(parts: Token[], font: PdfFont): string {
  let text = '';
  for (const { kind, text: value } of parts) {
    if (kind === 'string') text += decode(value, font);
    // A wide gap between two pieces is a space that was never written.
    else if (kind === 'number' && Number(value) < -180 && !text.endsWith(' ')) text += ' ';
  }
  return text;
}

function decode(bytes: string, { width, map }: PdfFont): string {
  if (map === null) return new TextDecoder('windows-1252').decode(Buffer.from(bytes, 'latin1'));
  let text = '';
  for (let at = 0; at + width <= bytes.length; at += width) {
    const value = width === 2 ? bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1) : bytes.charCodeAt(at);
    text += map.get(value) ?? (width === 1 ? String.fromCharCode(value) : '');
  }
  return text;
}

interface Token {
  kind: 'string' | 'number' | 'name' | 'operator';
  text: string;
}

function* tokens(content: string): Generator<Token> {
  const pattern =
    /\(|<<|>>|<([0-9a-fA-F\s]*)>|\/([^\s/<>[\]()%]*)|([+-]?(?:\d+\.?\d*|\.\d+))|%[^\r\n]*|([A-Za-z'"*][A-Za-z0-9*'"]*)/g;
  for (let match = pattern.exec(content); match; match = pattern.exec(content)) {
    if (match[0] === '(') {
      const { text, end } = literal(content, pattern.lastIndex);
      pattern.lastIndex = end;
      yield { kind: 'string', text };
    } else if (match[1] !== undefined)
      yield { kind: 'string', text: Buffer.from(match[1].replace(/\s+/g, ''), 'hex').toString('latin1') };
    else if (match[2] !== undefined) yield { kind: 'name', text: match[2] };
    else if (match[3] !== undefined) yield { kind: 'number', text: match[3] };
    else if (match[4] === 'ID') {
      const end = content.indexOf('EI', pattern.lastIndex);
      pattern.lastIndex = end < 0 ? content.length : end + 2;
    } else if (match[4] !== undefined) yield { kind: 'operator', text: match[4] };
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(content: string, from: number): { text: string; end: number } {
  const parts: string[] = [];
  let depth = 1;
  let at = from;
  for (; at < content.length; at += 1) {
    const sign = content[at] ?? '';
    if (sign === '\\') {
      at += 1;
      const octal = content.slice(at, at + 3).match(/^[0-7]{1,3}/)?.[0];
      if (octal) {
        parts.push(String.fromCharCode(Number.parseInt(octal, 8) & 255));
        at += octal.length - 1;
      } else if (content[at] !== '\n' && content[at] !== '\r')
        parts.push(ESCAPES[content[at] ?? ''] ?? content[at] ?? '');
      continue;
    }
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0) break;
    parts.push(sign);
  }
  return { text: parts.join(''), end: at + 1 };
}
