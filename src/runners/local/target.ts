import { findUrls } from '../../platform/net/find-urls.ts';
import type { EndCode } from '../codes.ts';
import { type AttemptResult, type PageEvidence, stuck, type Task } from '../contract.ts';

const MAX_MARKUP_CHARS = 65_536;

/** The task's URL, or the first one in its words. */
export function targetUrl(task: Task): string | null {
  return task.url ?? findUrls(task.goal)[0] ?? null;
}

export function missingUrl(): AttemptResult {
  return stuck('missing_url', 'This runner needs a page to open: the task names no URL.');
}

export function unsafeTarget(reason: string): AttemptResult {
  return stuck('unsafe_url', `The page may not be opened: ${reason}.`);
}

/** The site redirects to a place that no run may open. */
export function ledInward(reason = 'it leads to an address that is not public'): AttemptResult {
  return stuck('unsafe_redirect', `The page may not be opened: ${reason}.`);
}

export function cancelled(): AttemptResult {
  return stuck('cancelled', 'The attempt was stopped before it ended.');
}

export function evidence(
  page: { url: string; status: number | null; headers: Record<string, string>; title: string | null },
  markup: string | null,
): PageEvidence {
  return {
    finalUrl: page.url,
    httpStatus: page.status,
    title: page.title,
    headers: page.headers,
    markup: markup?.slice(0, MAX_MARKUP_CHARS) ?? null,
  };
}

/** The failure an HTTP status stands for, or null when the page was served. */
export function statusFailure(status: number | null, page: PageEvidence): AttemptResult | null {
  if (status === null || status < 400) return null;
  const [code, words] = statusMeaning(status);
  return stuck(code, `The site ${words} (HTTP ${status}).`, page);
}

/** The site answered with an empty page. */
export function emptyPage(status: number | null, page: PageEvidence): AttemptResult {
  const how = status === null ? '' : ` (HTTP ${status})`;
  return stuck('empty_page', `The site answered with an empty page${how}.`, page);
}

/** The time was over before the reader had finished the page. */
export function readTooLong(page: PageEvidence): AttemptResult {
  return stuck('read_too_long', 'The page could not be read within the time for it.', page);
}

/** Added to reports of a page that was not read to its end. */
export const UNFINISHED = 'The page never finished loading, and only what had come was read.';
export const TOO_LONG = 'The page is very long, and only its beginning was read.';

/** Markup without a word, a picture, a field or a script that could write one. */
export function holdsNothing(html: string): boolean {
  const body = html.replace(/<(title|style)\b[^<>]*>[^<]*<\/\1>|<!--[^<]*-->/gi, '');
  return body.length < 5_000 && !SHOWN.test(body) && body.replace(/<[^<>]*>|&nbsp;/gi, '').trim() === '';
}

const SHOWN =
  /<(?:img|picture|svg|canvas|video|audio|iframe|frame|object|embed|input|button|select|textarea|script)\b/i;

export function notReadable(type: string | null, page: PageEvidence): AttemptResult {
  const message = `The address holds a file (${type ?? 'unknown type'}), not a page that can be read.`;
  return stuck('not_readable', message, page);
}

/** A page that is not there: no model needs to be asked about it. */
export function isHopeless(status: number | null): boolean {
  return status !== null && (status === 404 || status === 410 || status >= 500);
}

function statusMeaning(status: number): [code: EndCode, words: string] {
  if (status === 404 || status === 410) return ['not_found', 'has no such page'];
  if (status === 401 || status === 407) return ['login_required', 'asks for a login'];
  if (status === 429) return ['site_rate_limited', 'says there were too many requests'];
  if (status >= 500) return ['site_error', 'failed to serve the page'];
  return ['site_refused', 'refused the request'];
}
