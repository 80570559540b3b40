import { type Clock, pause } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  type ProviderFailure,
  type ProviderRequest,
  type ProviderResponse,
  requestProvider,
} from '../../platform/net/provider-client.ts';
import type { EndCode } from '../codes.ts';
import {
  type AttemptResult,
  type KeyCheck,
  type ProviderAccount,
  type RunnerFacts,
  stuck,
} from '../contract.ts';
import { currentExchange } from './exchange.ts';
import { maskedPath } from './masked.ts';
import { type Quote, quoting } from './provider-messages.ts';
import { codeIn, MEANINGS, meaningOf, refusalIn } from './vendor-codes.ts';

/** Calls to providers: retries, error codes, and messages without secrets. */
export interface Transport {
  call(account: ProviderAccount, call: TransportCall): Promise<TransportAnswer | TransportFailure>;
  /** Maps a refused WebSocket handshake like a refused call. */
  refused(account: ProviderAccount, refusal: ProviderResponse | ProviderFailure): TransportFailure | null;
}

export interface TransportOptions {
  facts: Pick<RunnerFacts, 'name' | 'family'>;
  /** The provider's own base URL; its path is the prefix of every call's path. */
  baseUrl: string | null;
  headers?(account: ProviderAccount): Record<string, string>;
  /** The header in which this provider takes an idempotency key; left out when it takes none. */
  idempotencyHeader?: string;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  maxBytes?: number;
  /** Retry limit of a call that is safe to repeat. */
  retryForMs?: number;
}

export interface TransportCall {
  method: ProviderRequest['method'];
  /** Begins with a slash; references in it are already encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  /** Only sent, and only makes repeating safe, where the provider has a header for it. */
  idempotencyKey?: string;
  /** For an idempotent call other than GET, such as a stop; `once` for one that is billed again. */
  repeatable?: boolean | 'once';
  /** Removes our input from the provider's messages. Default: the account's keys. */
  quote?: Quote;
  /** The body of the answer is ignored. */
  emptyAnswer?: boolean;
  /** The answer is the text itself, and not JSON. */
  textAnswer?: boolean;
  headers?: Record<string, string>;
  /** For calls that take longer than usual. */
  timeoutMs?: number;
  /**
   * For a start: breaking it off would leave an unknown task running. With this the signal stops only the waiting; a later answer
   * is passed to this function, to stop the task.
   */
  onLateAnswer?(json: unknown): void;
}

export interface TransportAnswer {
  ok: true;
  status: number;
  json: unknown;
  text: string;
  headers: Record<string, string>;
}

export interface TransportFailure {
  ok: false;
  code: EndCode;
  message: string;
  status: number | null;
  /** The body of a refusal. A function, so that no log prints it by accident: it may repeat our input. */
  refusal(): unknown;
  /** A retry may succeed and cannot repeat side effects. */
  retryable: boolean;
  /** Sent, but never answered: its effect is unknown. */
  isUnanswered: boolean;
}

const RETRY_FOR_MS = 20_000;
/** After this time another runner is better than more retries. */
const RETRY_START_FOR_MS = 2_000;

export function createTransport(options: TransportOptions): Transport {
  const { facts, clock, log } = options;
  return {
    refused(account, refusal) {
      const names = { ...keyNames(facts, account), quote: quoting(account) };
      const answer = readAnswer(refusal, names, false, { method: 'GET', path: '/', textAnswer: true });
      return answer.ok ? null : answer;
    },

    async call(account, call) {
      const keyed = call.idempotencyKey !== undefined && options.idempotencyHeader !== undefined;
      const repeatable = Boolean(call.repeatable ?? (call.method === 'GET' || keyed));
      const quote = call.quote ?? quoting(account);
      const request = requestOf(options, account, call);
      const retryMs = options.retryForMs ?? RETRY_FOR_MS;
      const startRetryMs = Math.min(retryMs, RETRY_START_FOR_MS);
      const beganAt = clock.mono();

      for (let round = 0; ; round += 1) {
        const response = await send(request, call);
        const answer = readAnswer(response, { ...keyNames(facts, account), quote }, repeatable, call);
        record(call, response, answer);
        if (answer.ok) return answer;
        const waitMs = waitBeforeRetry(response, round, clock.now(), Math.random());
        const limitMs = repeatable || answer.status !== null ? retryMs : startRetryMs;
        const isLast = call.repeatable === 'once' && round > 0;
        const again = !isLast && answer.retryable && clock.mono() + waitMs <= beganAt + limitMs;
        const { code, status } = answer;
        log.warn(
          { provider: facts.family, method: call.method, code, status, again },
          'provider call failed',
        );
        if (!again) return answer;
        await pause(clock, waitMs, call.signal);
      }
    },
  };
}

/** What the answer about a missing object tells about the API key. */
export function keyCheck(answer: TransportAnswer | TransportFailure): KeyCheck {
  if (answer.ok || isGone(answer.status)) return 'accepted';
  return answer.code === 'provider_auth' ? 'refused' : 'unknown';
}

/** The object is unknown or has ended. Refusals of the caller (key, credit, rate) do not count. */
export function isGone(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && ![401, 402, 403, 408, 429].includes(status);
}

/** A failed call is free. */
export function unansweredResult(failure: TransportFailure): AttemptResult {
  return { ...stuck(failure.code, failure.message), costMicroUsd: 0 };
}

/** JSON of an undocumented shape: a refusal with status 200, or a change at the vendor. */
export function garbageResult(
  facts: Pick<RunnerFacts, 'name'> & Partial<Pick<RunnerFacts, 'family'>>,
  refusal?: { json: unknown; quote: Quote },
): AttemptResult {
  if (refusal && refusalIn(refusal.json)) {
    const { code, text } = MEANINGS[meaningOf(facts.family ?? '', 200, refusal.json) ?? 'ours'];
    const said = refusal.quote(refusal.json);
    return { ...stuck(code, `${facts.name} ${text}${said ? ` It says: ${said}` : ''}`), costMicroUsd: 0 };
  }
  if (refusal) currentExchange()?.missed('answer', 'a known shape', fieldsOf(refusal.json));
  const message = `${facts.name} sent an answer of an unknown shape. Try another runner.`;
  const said = refusal?.quote(refusal.json);
  return stuck('provider_garbage', said ? `${message} It says: ${said}` : message);
}

/** Codes of refusals that a change at the vendor can cause. */
const UNEXPECTED: readonly EndCode[] = ['provider_rejected', 'provider_garbage', 'provider_not_found'];

function record(
  { method, path: asked, query, body }: TransportCall,
  response: ProviderResponse | ProviderFailure,
  answer: TransportAnswer | TransportFailure,
): void {
  const exchange = currentExchange();
  if (!exchange) return;
  const path = maskedPath(query ? `${asked}?${new URLSearchParams(query)}` : asked);
  const status = response.ok ? response.status : null;
  const content = response.ok ? (response.json ?? response.text) : { failure: response.reason };
  exchange.called({ method, path, request: body, status, answer: content });
  if (answer.ok || !response.ok || !UNEXPECTED.includes(answer.code)) return;
  const seen = [status, codeIn(response.json)].filter(Boolean).join(' ');
  exchange.refused(answer.code, { field: `${method} ${path}`, expected: 'a JSON answer', seen });
}

function fieldsOf(json: unknown): string {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return typeof json;
  const names = Object.keys(json).filter((name) => /^[A-Za-z_]\w{0,39}$/.test(name));
  return names.length > 0 ? `fields ${names.slice(0, 8).join(', ')}` : 'no fields';
}

function requestOf(
  options: TransportOptions,
  account: ProviderAccount,
  call: TransportCall,
): ProviderRequest {
  const base = new URL(account.baseUrl ?? options.baseUrl ?? 'http://localhost');
  const url = new URL(base.origin);
  const [path = '', search = ''] = call.path.split('?');
  url.pathname = prefixFor(base.pathname.replace(/\/+$/, ''), path) + path;
  url.search = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(search)),
    ...call.query,
  }).toString();
  const headers = { ...options.headers?.(account), ...call.headers };
  if (options.idempotencyHeader && call.idempotencyKey) {
    headers[options.idempotencyHeader] = call.idempotencyKey;
  }
  const { maxBytes } = options;
  const timeoutMs = options.timeoutMs ?? call.timeoutMs;
  const { method, body, signal } = call;
  const repeatable = call.repeatable === true;
  return { method, url, headers, body, signal, timeoutMs, maxBytes, repeatable };
}

/** The version is part of the base URL at some providers, and part of every path at others. */
function prefixFor(prefix: string, path: string): string {
  const [tail] = /\/(api|v\d+)$/.exec(prefix) ?? [];
  return tail !== undefined && path.startsWith(`${tail}/`) ? prefix.slice(0, -tail.length) : prefix;
}

/** Names for messages: the provider, and the setting to check when the key is refused or the address is wrong. */
function keyNames({ name, family }: TransportOptions['facts'], { isOwn }: ProviderAccount): Names {
  const setting = family.toUpperCase().replaceAll('-', '_');
  const key = isOwn ? "the workspace's own key" : `${setting}_API_KEY`;
  return { name, family, key, baseUrl: `${setting}_BASE_URL` };
}

interface Names {
  name: string;
  family: string;
  key: string;
  baseUrl: string;
}

async function send(
  request: ProviderRequest,
  call: TransportCall,
): Promise<ProviderResponse | ProviderFailure> {
  const { signal, ...unbroken } = request;
  if (!call.onLateAnswer || !signal || signal.aborted) return requestProvider(request);
  const aborted = Promise.withResolvers<null>();
  const onAbort = () => aborted.resolve(null);
  signal.addEventListener('abort', onAbort);
  const sending = requestProvider(unbroken);
  const response = await Promise.race([sending, aborted.promise]);
  signal.removeEventListener('abort', onAbort);
  if (response !== null) return response;
  void sending.then((late) => late.ok && late.status < 300 && call.onLateAnswer?.(late.json));
  return { ok: false, reason: 'aborted', code: null, sent: true };
}

function readAnswer(
  response: ProviderResponse | ProviderFailure,
  names: Names & { quote: Quote },
  repeatable: boolean,
  call: TransportCall,
): TransportAnswer | TransportFailure {
  const fail = ([code, text, mayPass]: Problem, canRepeat: boolean): TransportFailure => {
    const said = response.ok ? names.quote(messageOf(response)) : null;
    const message = `${names.name} ${text}${said ? ` It says: ${said}` : ''}`;
    const retryable = mayPass && canRepeat;
    const status = response.ok ? response.status : null;
    const refusal = () => (response.ok ? response.json : undefined);
    const isUnanswered = !response.ok && response.sent;
    return { ok: false, code, message, status, refusal, retryable, isUnanswered };
  };
  if (!response.ok) return fail(problemOfSilence(response, names), repeatable || !response.sent);
  const problem = problemOfCode(response, names) ?? problemOfStatus(response, names, call);
  // `Retry-After` means that the request was not processed.
  const isPutOff = [429, 503].includes(response.status) && response.headers['retry-after'] !== undefined;
  return problem ? fail(problem, repeatable || isPutOff) : response;
}

/** Some providers refuse in plain text; HTML pages are ignored. */
function messageOf({ status, json, text }: ProviderResponse): unknown {
  return json === undefined && status >= 400 && !/^\s*</.test(text) ? text : json;
}

/** Code, message, and whether a retry can succeed. */
type Problem = [code: EndCode, text: string, mayPass: boolean];

function problemOfSilence({ reason, code }: ProviderFailure, names: Names): Problem {
  const because = code === null ? '' : ` (${code})`;
  const problems: Record<ProviderFailure['reason'], Problem> = {
    aborted: ['aborted', 'was stopped with the attempt.', false],
    timeout: ['provider_timeout', 'did not answer in time. Try again later.', true],
    unreachable: ['provider_unreachable', `cannot be reached${because}. Check ${names.baseUrl}.`, true],
    interrupted: ['provider_unreachable', `closed the connection${because}. Try again later.`, true],
    too_large: ['provider_garbage', 'sent an answer that is too large. Ask for less.', false],
  };
  return problems[reason];
}

/** The provider's own error code is more precise than the status. */
function problemOfCode({ status, json, text }: ProviderResponse, names: Names): Problem | null {
  if (status < 400) return null;
  const meaning = meaningOf(names.family, status, json ?? text);
  if (meaning === null) return null;
  const { code, text: words, mayPass } = MEANINGS[meaning];
  return [code, meaning === 'key' ? `${words} (${status}). Check ${names.key}.` : words, mayPass];
}

function problemOfStatus(
  { status, json }: ProviderResponse,
  names: Names,
  { emptyAnswer, textAnswer }: TransportCall,
): Problem | null {
  if (status === 401 || status === 403) {
    return ['provider_auth', `refused the API key (${status}). Check ${names.key}.`, false];
  }
  if (status === 402) return ['provider_quota', 'has no credit left (402). Top up the account there.', false];
  if (status === 404)
    return ['provider_not_found', 'did not find the requested object (404). Try another runner.', false];
  if (status === 408) return ['provider_timeout', 'timed out (408). Try again later.', true];
  if (status === 429)
    return ['provider_rate_limited', 'limits the request rate (429). Try again later.', true];
  if (status >= 500) return ['provider_5xx', `had an internal error (${status}). Try again later.`, true];
  if (status >= 400)
    return ['provider_rejected', `rejected the request (${status}). Try another runner.`, false];
  if (status >= 300) {
    return ['provider_garbage', `redirects to another address (${status}). Check ${names.baseUrl}.`, false];
  }
  if (json !== undefined || emptyAnswer || textAnswer) return null;
  return ['provider_garbage', `did not answer with JSON. Check ${names.baseUrl}.`, true];
}

/** `Retry-After` overrides our backoff, but not the retry limit. */
function waitBeforeRetry(
  response: ProviderResponse | ProviderFailure,
  round: number,
  now: Date,
  random: number,
): number {
  const backoffMs = Math.min(250 * 2 ** round, 5_000) * (0.5 + random / 2);
  const asked = response.ok ? response.headers['retry-after'] : undefined;
  if (asked === undefined) return backoffMs;
  const askedMs = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now.getTime();
  return Number.isFinite(askedMs) ? Math.max(askedMs, backoffMs) : backoffMs;
}
