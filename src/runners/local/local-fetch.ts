import type { Clock } from '../../platform/clock.ts';
import { Cookies } from '../../platform/net/cookies.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { type SafeFetchResult, safeFetch } from '../../platform/net/safe-fetch.ts';
import { asksForList, asksOfAll, type Extractor, type Reading, type Source } from '../../reading/index.ts';
import { readingOf, ruleTask } from '../../task/index.ts';
import type { EndCode } from '../codes.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type DirectRunner,
  type RunnerFacts,
  stuck,
  type Task,
} from '../contract.ts';
import { pageAnswer } from '../page-answer.ts';
import { LIST_LIMITS, type ListLimits, readList } from './read-list.ts';
import { refreshTarget } from './refresh-target.ts';
import {
  cancelled,
  emptyPage,
  evidence,
  holdsNothing,
  ledInward,
  missingUrl,
  notReadable,
  readTooLong,
  statusFailure,
  TOO_LONG,
  targetUrl,
  unsafeTarget,
} from './target.ts';

export interface LocalFetchOptions {
  facts: RunnerFacts;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  timeoutMs?: number;
  listLimits?: ListLimits;
}

/** One run's way of reading: the sites' own rules are forgotten with it. */
type Visit = LocalFetchOptions & { cookies: Cookies };

const MAX_BODY_BYTES = 10_000_000;
const REQUEST_HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Switchyard/1.0; local-fetch)',
  accept: 'text/html,application/xhtml+xml,application/json;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'accept-language': 'en;q=0.9,*;q=0.5',
};

const MAX_REFRESHES = 5;

type SafeResponse = Extract<SafeFetchResult, { kind: 'response' }>;

/** Reads a page over HTTP, without a browser. */
export function createLocalFetch(options: LocalFetchOptions): DirectRunner {
  return {
    facts: options.facts,
    shape: 'direct',
    goesByReading: true,
    run: (task, scope) => fetchAndAnswer({ ...options, cookies: new Cookies() }, ruleTask(task), scope),
  };
}

async function fetchAndAnswer(visit: Visit, task: Task, scope: AttemptScope): Promise<AttemptResult> {
  const target = targetUrl(task);
  if (target === null) return missingUrl();
  if (readingOf(task).acts) {
    const message = 'The task wants something done on the page; this runner can only read it.';
    return stuck('needs_browser', message);
  }
  const fetched = await fetchFinal(visit, target, scope);
  if (fetched.kind !== 'response') return fetchFailure(fetched, target);
  return await readResponse(visit, fetched, task, scope);
}

/** A page that leads on at once stands for its target. */
async function fetchFinal(visit: Visit, target: string, scope: AttemptScope): Promise<SafeFetchResult> {
  let url = target;
  for (let hops = 0; hops <= MAX_REFRESHES; hops += 1) {
    const fetched = await fetchPage(visit, url, MAX_BODY_BYTES, scope);
    const next = fetched.kind === 'response' ? refreshTarget(fetched) : null;
    if (next === null) return fetched;
    url = next;
  }
  return { kind: 'failed', code: 'redirect_loop', message: 'it leads from one page to the next without end' };
}

async function fetchPage(
  { gate, clock, cookies, timeoutMs = 30_000 }: Visit,
  url: string,
  maxBytes: number,
  scope: AttemptScope,
): Promise<SafeFetchResult> {
  const startedAt = clock.mono();
  const fetched = await safeFetch(gate, url, {
    localAllowed: gate.isLocalTarget(url),
    headers: REQUEST_HEADERS,
    maxBytes,
    overflow: 'cut',
    timeoutMs,
    signal: scope.signal,
    cookies,
  });
  scope.onStep({
    action: 'fetch',
    target: null,
    detail: fetched.kind === 'response' ? `HTTP ${fetched.status}, ${fetched.body.byteLength} bytes` : null,
    url: fetched.kind === 'response' ? fetched.url : url,
    ok: fetched.kind === 'response',
    durationMs: Math.round(clock.mono() - startedAt),
  });
  return fetched;
}

function fetchFailure(fetched: Exclude<SafeFetchResult, SafeResponse>, target: string): AttemptResult {
  if (fetched.kind === 'unsafe')
    return fetched.url === target ? unsafeTarget(fetched.reason) : ledInward(fetched.reason);
  if (fetched.code === 'aborted') return cancelled();
  const code = FETCH_CODES[fetched.code];
  return stuck(code ?? 'site_unreachable', `The page could not be fetched: ${fetched.message}.`);
}

const FETCH_CODES: Partial<Record<string, EndCode>> = {
  timeout: 'site_timeout',
  too_many_redirects: 'redirect_loop',
  redirect_loop: 'redirect_loop',
};

interface FetchedPage {
  response: SafeResponse;
  source: Source;
  first: Reading;
}

async function readFetched(
  { extractor }: Visit,
  response: SafeResponse,
  task: Task,
  scope: AttemptScope,
): Promise<FetchedPage> {
  const contentType = response.headers['content-type'] ?? null;
  const source = { body: response.body, url: response.url, contentType, link: response.headers.link };
  return { response, source, first: await extractor.read(source, task, scope.signal) };
}

async function readResponse(
  visit: Visit,
  given: SafeResponse,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const startedAt = visit.clock.mono();
  const { response, source, first } = await readFetched(visit, given, task, scope);
  const { contentType } = source;
  const isServed = response.status < 400 && !scope.signal.aborted;
  const { reading, missing, isCut } =
    isServed && first.further
      ? await readList(listShell(visit, scope), source, first, task)
      : { reading: first, missing: null, isCut: false };
  const { kind, page: read, markup, answer } = reading;
  if (scope.signal.aborted) return cancelled();
  const page = evidence({ ...response, title: read.title }, markup);
  scope.onStep({
    action: 'read',
    target: null,
    detail: read.title,
    url: response.url,
    ok: answer?.found ?? false,
    durationMs: Math.round(visit.clock.mono() - startedAt),
  });
  const failure = statusFailure(response.status, page);
  if (failure) return failure;
  if (isBlank(response.body) || (kind === 'html' && markup !== null && holdsNothing(markup)))
    return emptyPage(response.status, page);
  if (kind === 'binary')
    return reading.unreadable === undefined
      ? notReadable(contentType, page)
      : stuck('not_readable', response.isCut ? CUT_SHORT : reading.unreadable, page);
  if (answer === null) return readTooLong(page);
  const cut = response.isCut ? CUT_SHORT : read.isCut ? TOO_LONG : undefined;
  if (!answer.found) {
    const reason = cut === undefined ? answer.reason : `${cut} ${answer.reason}`;
    return stuck('answer_not_found', reason, page);
  }
  if (cut !== undefined && asksOfAll(task)) return stuck('list_not_whole', cut, page);
  const part = missing === null ? undefined : `Only a part of the list was read: it ${missing}.`;
  // A list that is cut is of use as far as it goes; a number or a comparison over a part of it is wrong.
  if (part !== undefined && !(isCut && asksForList(task))) return stuck('list_not_whole', part, page);
  return {
    ok: true,
    ...pageAnswer(answer),
    partly: part ?? cut,
    page,
    files: [],
    costMicroUsd: null,
  };
}

const CUT_SHORT = `The page is larger than the ${MAX_BODY_BYTES / 1e6} MB that are read of one, and was cut there.`;

function isBlank(body: Uint8Array): boolean {
  return body.byteLength < 100 && new TextDecoder().decode(body).trim() === '';
}

function listShell(visit: Visit, scope: AttemptScope) {
  const { extractor, clock, listLimits: limits = LIST_LIMITS } = visit;
  const open = (url: string, maxBytes: number) => fetchPage(visit, url, maxBytes, scope);
  return { extractor, clock, limits, signal: scope.signal, fetchPage: open };
}
