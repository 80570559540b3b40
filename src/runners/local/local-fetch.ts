import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { type SafeFetchResult, safeFetch } from '../../platform/net/safe-fetch.ts';
import type { Extractor } from '../../reading/extractor.ts';
import { asksForActing } from '../asks-for-acting.ts';
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
  if (asksForActing(task.goal, task.steps)) {
    const message = 'The task wants something done on the page; this runner can only read it.';
    return failedResult('runner', 'needs_browser', message);
  }
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
  const startedAt = options.clock.mono();
  const source = { body: response.body, url: response.url, contentType };
  const reading = await options.extractor.read(source, task, scope.signal);
  const { kind, page: read, markup, answer } = reading;
  if (scope.signal.aborted) return cancelled();
  const page = evidence({ ...response, title: read.title }, markup);
  scope.onStep({
    action: 'read',
    target: null,
    detail: read.title,
    url: response.url,
    ok: answer?.found ?? false,
    durationMs: Math.round(options.clock.mono() - startedAt),
  });
  const failure = statusFailure(response.status, page);
  if (failure) return failure;
  if (kind === 'binary') {
    const message =
      reading.unreadable ??
      `The address holds a file (${contentType ?? 'unknown type'}), not a page that can be read.`;
    return failedResult('runner', 'not_readable', message, page);
  }
  if (answer === null)
    return failedResult('site', 'not_readable', 'The page could not be read within the time for it.', page);
  if (!answer.found) return failedResult('runner', 'answer_not_found', answer.reason, page);
  return { ok: true, output: answer.output, page, files: [], costMicroUsd: null };
}
