import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { type SafeFetchResult, safeFetch } from '../../platform/net/safe-fetch.ts';
import { answerTask } from '../../reading/answer.ts';
import { decodeHtml } from '../../reading/decode-html.ts';
import type { Extractor } from '../../reading/extractor.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type DirectRunner,
  failedResult,
  type RunnerFacts,
  type Task,
} from '../contract.ts';
import { cancelled, evidence, missingUrl, statusFailure, targetUrl, unsafeTarget } from './target.ts';

export interface LocalFetchOptions {
  facts: RunnerFacts;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  timeoutMs?: number;
}

const MAX_BODY_BYTES = 10_000_000;
const REQUEST_HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Switchyard/1.0; local-fetch)',
  accept: 'text/html,application/xhtml+xml,application/json;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'accept-language': 'en;q=0.9,*;q=0.5',
};

type SafeResponse = Extract<SafeFetchResult, { kind: 'response' }>;

/** Reads one page over HTTP, without a browser. */
export function createLocalFetch(options: LocalFetchOptions): DirectRunner {
  return {
    facts: options.facts,
    shape: 'direct',
    run: (task, scope) => fetchAndAnswer(options, task, scope),
  };
}

async function fetchAndAnswer(
  options: LocalFetchOptions,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const { gate, clock, timeoutMs = 30_000 } = options;
  const target = targetUrl(task);
  if (target === null) return missingUrl();
  const startedAt = clock.mono();
  const fetched = await safeFetch(gate, target, {
    localAllowed: gate.isLocalTarget(target),
    headers: REQUEST_HEADERS,
    maxBytes: MAX_BODY_BYTES,
    overflow: 'cut',
    timeoutMs,
    signal: scope.signal,
  });
  scope.onStep({
    action: 'fetch',
    target: null,
    detail: fetched.kind === 'response' ? `HTTP ${fetched.status}, ${fetched.body.byteLength} bytes` : null,
    url: fetched.kind === 'response' ? fetched.url : target,
    ok: fetched.kind === 'response',
    durationMs: Math.round(clock.mono() - startedAt),
  });
  if (fetched.kind !== 'response') return fetchFailure(fetched, target);
  return await readResponse(options, fetched, task, scope);
}

function fetchFailure(fetched: Exclude<SafeFetchResult, SafeResponse>, target: string): AttemptResult {
  if (fetched.kind === 'unsafe')
    return unsafeTarget(fetched.reason, fetched.url === target ? 'caller' : 'site');
  if (fetched.code === 'aborted') return cancelled();
  const code = {
    timeout: 'site_timeout',
    too_many_redirects: 'redirect_loop',
    redirect_loop: 'redirect_loop',
  }[fetched.code as string];
  return failedResult(
    'site',
    code ?? 'site_unreachable',
    `The page could not be fetched: ${fetched.message}.`,
  );
}

async function readResponse(
  options: LocalFetchOptions,
  response: SafeResponse,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const contentType = response.headers['content-type'] ?? null;
  const kind = contentKind(contentType, response.body);
  if (kind === 'binary') {
    const page = evidence({ ...response, title: null }, null);
    const failure = statusFailure(response.status, page);
    const message = `The address holds a file (${contentType ?? 'unknown type'}), not a page that can be read.`;
    return failure ?? failedResult('runner', 'not_readable', message, page);
  }
  const text = decodeHtml(response.body, contentType);
  if (kind !== 'html') {
    const page = evidence({ ...response, title: null }, text);
    return statusFailure(response.status, page) ?? done(kind === 'json' ? parseJson(text) : text, page);
  }
  const startedAt = options.clock.mono();
  const extracted = await options.extractor.extract(text, response.url, scope.signal);
  if (scope.signal.aborted) return cancelled();
  const page = evidence({ ...response, title: extracted.title }, text);
  scope.onStep({
    action: 'read',
    target: null,
    detail: extracted.title,
    url: response.url,
    ok: extracted.markdown !== '',
    durationMs: Math.round(options.clock.mono() - startedAt),
  });
  return statusFailure(response.status, page) ?? done(answerTask(task, extracted), page);
}

function done(output: unknown, page: AttemptResult['page']): AttemptResult {
  return { ok: true, output, page, files: [], costMicroUsd: null };
}

type ContentKind = 'html' | 'json' | 'text' | 'binary';

/** The header decides; without a useful one the first bytes do. */
function contentKind(contentType: string | null, body: Uint8Array): ContentKind {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type !== '' && type !== 'application/octet-stream' && !isTextType(type)) return 'binary';
  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a file from a text.
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(start) && !/^(?:\xff\xfe|\xfe\xff)/.test(start)) return 'binary';
  if (isTextType(type)) return 'text';
  return /^\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|!--)/i.test(start) ? 'html' : 'text';
}

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /^application\/(?:xml|javascript|x-javascript|yaml|x-yaml|rss\+xml|atom\+xml|toml|sql)$|\+xml$/.test(type)
  );
}

/** What calls itself JSON and is not stays the text it is. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
