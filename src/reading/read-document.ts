import { type Answer, answerAsked, wantsContent } from './answer.ts';
import type { Asked } from './asked.ts';
import { type ContentKind, contentKind } from './content/content-kind.ts';
import { csvPage } from './content/csv-page.ts';
import { decodeText } from './content/decode-text.ts';
import { feedPage } from './content/feed-page.ts';
import { jsonPage, parseJson } from './content/json-page.ts';
import { readPdf } from './content/pdf.ts';
import { textPage } from './content/text-page.ts';
import { extractPage, type PlainReading, readMarkup } from './extract.ts';
import { type ExtractedPage, emptyPage } from './page/page.ts';

/** Something to read: bytes as they came, or the markup of a page that a browser shows. */
export interface Source {
  url: string;
  body: Uint8Array | string;
  contentType: string | null;
  /** The markup of the pages that a list goes on over. */
  further?: readonly string[];
}

export interface Reading {
  kind: ContentKind;
  page: ExtractedPage;
  /** The decoded text, for recognising block pages; its beginning only. */
  markup: string | null;
  /** Null when nothing was asked, or when reading took too long for an answer. */
  answer: Answer | null;
  /** Why a file that should hold text could not be read. */
  unreadable?: string;
}

const MAX_MARKUP_CHARS = 65_536;

/** Reads whatever it is given and answers what is asked. Throws never; `onPlain` gets a first, quicker version. */
export async function readDocument(
  source: Source,
  asked: Asked | null,
  onPlain?: (reading: Reading) => void,
): Promise<Reading> {
  const kind = typeof source.body === 'string' ? 'html' : contentKind(source.contentType, source.body);
  if (kind === 'binary') return { kind, page: emptyPage(source.url), markup: null, answer: null };
  if (kind === 'pdf') return readPdfPage(source.body as Uint8Array, source.url, asked);
  const text = typeof source.body === 'string' ? source.body : decodeText(source.body, source.contentType);
  const markup = text.slice(0, MAX_MARKUP_CHARS);
  if (source.further) {
    const { page } = readMarkup(text, source.url, source.further);
    return { kind, page, markup, answer: asked && answerAsked(asked, page) };
  }
  if (kind === 'html') return readPage(text, source.url, asked, markup, onPlain);
  const value = kind === 'json' ? parseJson(text) : text;
  const page = pageOf(kind, text, value, source.url);
  // A feed is written for programs: who asks for its text wants the entries.
  const whole = kind === 'feed' ? page.markdown : value;
  return { kind, page, markup, answer: asked && answerAsked(asked, page, whole) };
}

/** What else is asked of a page that has been read. */
export function askAgain(page: ExtractedPage, asked: Asked | null): Reading {
  return { kind: 'html', page: emptyPage(page.url), markup: null, answer: asked && answerAsked(asked, page) };
}

async function readPdfPage(body: Uint8Array, url: string, asked: Asked | null): Promise<Reading> {
  const read = await readPdf(body);
  if ('unreadable' in read)
    return { kind: 'binary', page: emptyPage(url), markup: null, answer: null, ...read };
  const page = textPage(read.text, url);
  return {
    kind: 'pdf',
    page: { ...page, title: read.title ?? page.title },
    markup: read.text.slice(0, MAX_MARKUP_CHARS),
    answer: asked && answerAsked(asked, page),
  };
}

function pageOf(kind: ContentKind, text: string, value: unknown, url: string): ExtractedPage {
  try {
    if (kind === 'json' && typeof value !== 'string') return jsonPage(value, url);
    if (kind === 'csv') return csvPage(text, url);
    if (kind === 'feed') return feedPage(text, url);
  } catch {
    // What is not what it says it is, is text.
  }
  return textPage(text, url);
}

async function readPage(
  html: string,
  url: string,
  asked: Asked | null,
  markup: string | null,
  onPlain?: (reading: Reading) => void,
): Promise<Reading> {
  const reading = (page: ExtractedPage): Reading => ({
    kind: 'html',
    page,
    markup,
    answer: asked && answerAsked(asked, page),
  });
  if (asked && !wantsContent(asked)) return reading(readMarkup(html, url).page);
  const page = await extractPage(html, url, (plain: PlainReading) => onPlain?.(reading(plain.page)));
  return reading(page);
}
