import type { BrowserRun } from '../../browser/browser-run.ts';
import type { Answer, Asked, ExtractedPage, Extractor } from '../../reading/index.ts';
import { markupOf } from './page-markup.ts';

export interface PageReading {
  url: string;
  status: number | null;
  headers: Record<string, string>;
  title: string | null;
  /** The document as it stands now, after the page's scripts. */
  html: string;
  /** What was read: the document with its frames and shadow trees. */
  markup: string;
  extracted: ExtractedPage;
  /** To what was asked of the page; null when nothing was. */
  answer: Answer | null;
}

/** Reads the page as it stands. Null when the page does not answer (its script never ends, or it is gone). */
export async function readPage(
  run: BrowserRun,
  extractor: Extractor,
  signal: AbortSignal,
  asked: Asked | null = null,
): Promise<PageReading | null> {
  const markup = await markupOf(run.front.mainFrame(), signal);
  if (markup === null) return null;
  const url = run.front.url();
  const { page: extracted, answer } = await extractor.read(
    { body: markup.whole, url, contentType: null },
    asked,
    signal,
  );
  return {
    url,
    status: run.document?.status ?? null,
    headers: run.document?.headers ?? {},
    title: extracted.title,
    html: markup.own,
    markup: markup.whole,
    extracted,
    answer,
  };
}
