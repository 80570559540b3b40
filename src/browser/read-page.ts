import type { Answer } from '../reading/answer.ts';
import type { Asked } from '../reading/asked.ts';
import type { Extractor } from '../reading/extractor.ts';
import type { ExtractedPage } from '../reading/page/page.ts';
import type { BrowserRun } from './browser-run.ts';
import { endsWithin } from './ends-within.ts';

export interface PageReading {
  url: string;
  status: number | null;
  headers: Record<string, string>;
  title: string | null;
  /** The markup as it stands now, after the page's scripts. */
  html: string;
  extracted: ExtractedPage;
  /** To what was asked of the page; null when nothing was. */
  answer: Answer | null;
}

const MAX_HTML_CHARS = 5_000_000;
const READ_LIMIT_MS = 10_000;

/** Reads the page as it stands. Null when the page does not answer (its script never ends, or it is gone). */
export async function readPage(
  run: BrowserRun,
  extractor: Extractor,
  signal: AbortSignal,
  asked: Asked | null = null,
): Promise<PageReading | null> {
  const serialized = run.front.evaluate(
    (limit) => document.documentElement?.outerHTML.slice(0, limit) ?? '',
    MAX_HTML_CHARS,
  );
  if (!(await endsWithin(serialized, READ_LIMIT_MS, signal))) return null;
  const html = await serialized.catch(() => null);
  if (html === null) return null;
  const url = run.front.url();
  const { page: extracted, answer } = await extractor.read(
    { body: html, url, contentType: null },
    asked,
    signal,
  );
  return {
    url,
    status: run.document?.status ?? null,
    headers: run.document?.headers ?? {},
    title: extracted.title,
    html,
    extracted,
    answer,
  };
}
