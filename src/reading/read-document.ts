import { type Answer, answerAsked, asksOfAll, enoughOf } from './answer.ts';
import { type Asked, readingFor } from './asked.ts';
import { type ContentKind, contentKind } from './content/content-kind.ts';
import { csvPage } from './content/csv-page.ts';
import { decodeText } from './content/decode-text.ts';
import { feedPage, furtherFeed } from './content/feed-page.ts';
import { furtherJson, joinJson } from './content/further-json.ts';
import { isBrokenJson, jsonPage, parseJson } from './content/json-page.ts';
import { readPdf } from './content/pdf.ts';
import { textPage } from './content/text-page.ts';
import { MAX_XML_CHARS, xmlValue } from './content/xml-value.ts';
import { extractPage, extractText } from './extract.ts';
import { type Further, furtherPage } from './page/further-page.ts';
import { type ExtractedPage, emptyPage } from './page/page.ts';
import { parseMarkup } from './page/parse-markup.ts';
import { partsOf } from './parts/part.ts';

/** Something to read: bytes as they came, or the markup of a page that a browser shows. */
export interface Source {
  url: string;
  body: Uint8Array | string;
  contentType: string | null;
  /** The Link header it came with. */
  link?: string | null;
  /** The pages that a list goes on over, in their order. */
  further?: readonly Pick<Source, 'body' | 'contentType'>[];
}

export interface Reading {
  kind: ContentKind;
  page: ExtractedPage;
  /** The decoded text, for recognising block pages; its beginning only. */
  markup: string | null;
  /** Null when nothing was asked, or when reading took too long for an answer. */
  answer: Answer | null;
  /** Where a list that is asked of goes on; null when the page is all of it, or enough. */
  further?: Further | null;
  /** Why a file that should hold text could not be read. */
  unreadable?: string;
}

const MAX_MARKUP_CHARS = 65_536;

/** Reads any source and answers the task. Throws never; `onPlain` gets a first, quicker version. */
export async function readDocument(
  source: Source,
  asked: Asked | null,
  onPlain?: (reading: Reading) => void,
): Promise<Reading> {
  const kind = kindOf(source);
  if (kind === 'binary') return { kind, page: emptyPage(source.url), markup: null, answer: null };
  if (kind === 'pdf') return readPdfPage(source.body as Uint8Array, source.url, asked);
  const text = textIn(source);
  const further = source.further?.map(textIn) ?? [];
  const reading =
    kind === 'html'
      ? readPage({ html: text, url: source.url, further }, asked, onPlain)
      : readData(kind, text, further, source.url, asked);
  if (!asked || further.length > 0) return reading;
  if (!(asksOfAll(asked) || enoughOf(asked) !== null)) return reading;
  const rest = furtherOf(kind, text, source);
  return { ...reading, further: rest !== null && isRestOf(reading.answer, rest) ? rest : null };
}

/** The markup of a page that a browser shows comes without a type. */
function kindOf({ body, contentType }: Source): ContentKind {
  if (typeof body !== 'string') return contentKind(contentType, body);
  return contentType === null
    ? 'html'
    : contentKind(contentType, new TextEncoder().encode(body.slice(0, 4_096)));
}

function textIn({ body, contentType }: Pick<Source, 'body' | 'contentType'>): string {
  return typeof body === 'string' ? body : decodeText(body, contentType);
}

function furtherOf(kind: ContentKind, text: string, { url, link = null }: Source): Further | null {
  try {
    if (kind === 'json') return furtherJson(parseJson(text), url, link);
    if (kind === 'feed') return furtherFeed(text, url);
    return kind === 'html' ? furtherPage(parseMarkup(text), url, link) : null;
  } catch {
    return null;
  }
}

/** Reviews may go on below a product whose features are asked for: what goes on must hold what was answered. */
function isRestOf(answer: Answer | null, { beside }: Further): boolean {
  if (!answer?.found || beside === null) return true;
  const said = wordsIn(answer.output).slice(0, 40);
  return said.length === 0 || said.some((words) => beside.includes(words));
}

function wordsIn(output: unknown): string[] {
  if (typeof output === 'string') return output.split(/\n| \| /u).filter((line) => /\p{L}{3}/u.test(line));
  return typeof output === 'object' && output !== null ? Object.values(output).flatMap(wordsIn) : [];
}

function readData(
  kind: ContentKind,
  text: string,
  further: string[],
  url: string,
  asked: Asked | null,
): Reading {
  const all = [text, ...further].map((each) => (kind === 'json' ? parseJson(each) : each));
  const value = kind === 'json' ? all.reduce((whole, each) => joinJson(whole, each)) : text;
  if (kind === 'json' && isBrokenJson(text, value))
    return { kind: 'binary', page: emptyPage(url), markup: null, answer: null, unreadable: BROKEN_JSON };
  const page = withParts(pageOf(kind, [text, ...further], value, url));
  // A feed is written for programs: who asks for its text wants the entries.
  const whole = kind === 'feed' ? page.markdown : value;
  const markup = text.slice(0, MAX_MARKUP_CHARS);
  return { kind, page, markup, answer: asked && answerAsked(asked, page, whole) };
}

const BROKEN_JSON = 'The address answered with JSON that is broken off or not valid, and cannot be read.';

/** A further question to a page that has been read. */
export function askAgain(page: ExtractedPage, asked: Asked | null): Reading {
  return { kind: 'html', page: emptyPage(page.url), markup: null, answer: asked && answerAsked(asked, page) };
}

async function readPdfPage(body: Uint8Array, url: string, asked: Asked | null): Promise<Reading> {
  const read = await readPdf(body);
  if ('unreadable' in read)
    return { kind: 'binary', page: emptyPage(url), markup: null, answer: null, ...read };
  const page = withParts(textPage(read.text, url));
  return {
    kind: 'pdf',
    page: { ...page, title: read.title ?? page.title, isCut: read.isCut || page.isCut },
    markup: read.text.slice(0, MAX_MARKUP_CHARS),
    answer: asked && answerAsked(asked, page),
  };
}

function pageOf(kind: ContentKind, texts: string[], value: unknown, url: string): ExtractedPage {
  const [text = ''] = texts;
  try {
    if (kind === 'json' && typeof value !== 'string') return jsonPage(value, url);
    if (kind === 'csv') return csvPage(text, url);
    if (kind === 'feed') return feedPage(texts, url);
    if (kind === 'xml') return xmlPage(text, url);
  } catch {
    // Content that breaks its own format is text.
  }
  return textPage(text, url);
}

/** Content other than HTML is cut into parts by its text, and its lists row by row. */
function withParts(page: ExtractedPage): ExtractedPage {
  const rows = page.collections
    .flatMap(({ items }) => items)
    .slice(0, 2_000)
    .map(({ title, fields }) =>
      [title, ...fields.map(({ names, value }) => `${names[0] ?? ''}: ${value}`)].join('; '),
    );
  return { ...page, parts: partsOf(page.markdown, [], rows) };
}

function xmlPage(text: string, url: string): ExtractedPage {
  const page = jsonPage(xmlValue(text), url);
  return { ...page, isCut: page.isCut || text.length > MAX_XML_CHARS };
}

function readPage(
  { html, url, further }: { html: string; url: string; further: string[] },
  asked: Asked | null,
  onPlain?: (reading: Reading) => void,
): Reading {
  const markup = html.slice(0, MAX_MARKUP_CHARS);
  const reading = (page: ExtractedPage): Reading => ({
    kind: 'html',
    page,
    markup,
    answer: asked && answerAsked(asked, page),
  });
  const asks = asked && !asked.outputSchema ? readingFor(asked).asks : null;
  const whole = asks?.kind === 'whole' ? asks.what : null;
  if (whole === null)
    return reading(extractPage(html, url, further, onPlain && ((page) => onPlain(reading(page)))));
  const read = reading(extractText(html, url));
  return whole === 'html' && read.answer?.found
    ? { ...read, answer: { ...read.answer, output: html } }
    : read;
}
