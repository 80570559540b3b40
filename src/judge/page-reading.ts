/** The runner's last page, as far as it reported it. Header names are lower case. */
export interface PageEvidence {
  finalUrl: string;
  httpStatus: number | null;
  title: string | null;
  headers: Record<string, string>;
  markup: string | null;
  /** All of its markup, where the runner brings it: the runner's words about the page are compared with it. */
  whole?: string;
}

/** The page in the form the rules ask about. */
export interface PageReading {
  url: string;
  status: number | null;
  title: string;
  headers: Record<string, string>;
  /** Lower-case markup, cut to the part that block pages need. */
  markup: string;
  text: string;
  /** So little text and so few links that it cannot be an ordinary page. True as well when nothing is known. */
  sparse: boolean;
  asksPassword: boolean;
  /** Fields a person would fill in: a contact form with a captcha widget is not a challenge. */
  hasFields: boolean;
}

const MARKUP_LIMIT = 64 * 1024;
const SPARSE_TEXT = 1500;
const SPARSE_LINKS = 10;
const UNSEEN_ELEMENTS = ['script', 'style', 'noscript', 'template', 'svg', 'title'];

export function readPage(page: PageEvidence): PageReading {
  const original = (page.markup ?? '').slice(0, MARKUP_LIMIT);
  const markup = lowerAscii(original);
  const text = visibleText(original, markup);
  return {
    url: page.finalUrl,
    status: page.httpStatus,
    title: squeeze(page.title ?? titleOf(original, markup)),
    headers: page.headers,
    markup,
    text,
    sparse:
      text.length <= SPARSE_TEXT &&
      !markup.includes('<article') &&
      markup.split('<a ').length - 1 <= SPARSE_LINKS,
    asksPassword: /type\s?=\s?["']?password/.test(markup),
    hasFields: /<textarea|<select|<input(?![^>]{0,300}type\s?=\s?["']?(?:hidden|submit|button|image))/.test(
      markup,
    ),
  };
}

/** All texts of a page for a reader: its text, its title, and the texts of its pictures and fields. */
export function allWords({ title, whole }: PageEvidence): string | null {
  if (whole === undefined) return null;
  const held = [...whole.matchAll(HELD)].map(([, text]) => text ?? '');
  return [title ?? '', decodeEntities(held.join(' ')), visibleText(whole, lowerAscii(whole))].join(' ');
}

/** The same of what there is of it; null where its markup was cut off. */
export function allText(page: PageEvidence): string | null {
  if (page.whole !== undefined) return allWords(page);
  const { markup } = page;
  return markup === null || markup.length >= MARKUP_LIMIT - 1_024
    ? null
    : allWords({ ...page, whole: markup });
}

const HELD = /\b(?:alt|title|value|placeholder|label|aria-label|datetime|content)\s?=\s?"([^"<>]{1,500})"/gi;

/** A result that may be the text or the markup of a page, read as if it were that page. */
export function readContent(content: string): PageReading {
  const isMarkup = /<(?:!doctype|html|head|body)\b/i.test(content.slice(0, 2000));
  const page = readPage({
    finalUrl: '',
    httpStatus: null,
    title: isMarkup ? null : firstLine(content),
    headers: {},
    markup: isMarkup ? content : null,
  });
  if (isMarkup) return page;
  const text = squeeze(content.slice(0, MARKUP_LIMIT));
  return { ...page, text, sparse: content.length <= SPARSE_TEXT };
}

/** A page known to be full and fine: then a terse result such as "Forbidden" is a word of that page. */
export function isOrdinary(page: PageReading | null): boolean {
  return page !== null && page.status !== null && page.status < 400 && !page.sparse;
}

/** Whether a result is nothing but words of this page. */
export function isTextOf(page: PageReading, text: string): boolean {
  const plain = squeeze(text.replace(/[#*_>`]+/g, ' ')).toLowerCase();
  return `${page.title} ${page.text}`.toLowerCase().includes(plain);
}

function firstLine(content: string): string {
  const line = content.trimStart().slice(0, 200).split('\n', 1)[0] ?? '';
  return line.replace(/^(?:#+|\*+|title:)\s*/i, '').replace(/\*+$/, '');
}

function titleOf(original: string, markup: string): string {
  const start = markup.indexOf('<title');
  const open = start < 0 ? -1 : markup.indexOf('>', start);
  const end = open < 0 ? -1 : markup.indexOf('</title', open);
  return end < 0 ? '' : decodeEntities(original.slice(open + 1, end));
}

/** One pass with `indexOf`, so that hostile markup costs no more than its length. */
function visibleText(original: string, markup: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < original.length) {
    const open = original.indexOf('<', at);
    if (open < 0) {
      parts.push(original.slice(at));
      break;
    }
    parts.push(original.slice(at, open));
    const end = endOfUnseen(markup, open);
    if (end < 0) break;
    at = end;
    parts.push(' ');
  }
  return squeeze(decodeEntities(parts.join('')));
}

/** Where the tag, comment or unseen element that begins at `open` ends; -1 when it never does. */
function endOfUnseen(markup: string, open: number): number {
  if (markup.startsWith('<!--', open)) return after(markup, '-->', open);
  const name = UNSEEN_ELEMENTS.find(
    (element) =>
      markup.startsWith(element, open + 1) && !/[a-z0-9-]/.test(markup[open + 1 + element.length] ?? ''),
  );
  if (name === undefined) return after(markup, '>', open);
  const close = markup.indexOf(`</${name}`, open);
  return close < 0 ? -1 : after(markup, '>', close);
}

function after(markup: string, mark: string, from: number): number {
  const found = markup.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

/** Unlike `toLowerCase` it never changes the length, so positions agree with the original. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('’', "'").trim();
}
