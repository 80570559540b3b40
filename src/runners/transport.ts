import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import {
  type ProviderFailure,
  type ProviderRequest,
  type ProviderResponse,
  requestProvider,
} from '../platform/net/provider-client.ts';
import { type AttemptResult, failedResult, type RunnerFacts } from './contract.ts';

/** How every adapter talks to its provider: the adapter says what to ask, this says how. */
interface Transport {
  call(call: TransportCall): Promise<TransportAnswer | TransportFailure>;
}

export interface TransportOptions {
  facts: Pick<RunnerFacts, 'name' | 'family'>;
  apiKey: string;
  /** An origin; a path in it is kept as a prefix of every call's path. */
  baseUrl: string;
  headers(apiKey: string): Record<string, string>;
  /** The header in which this provider takes an idempotency key; left out when it takes none. */
  idempotencyHeader?: string;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  maxBytes?: number;
  /** How long a call that is safe to repeat goes on trying. */
  retryForMs?: number;
}

interface TransportCall {
  method: ProviderRequest['method'];
  /** Begins with a slash; references in it are already encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  /** Only sent, and only makes repeating safe, where the provider has a header for it. */
  idempotencyKey?: string;
  /** Set for a call other than GET that does no harm twice, such as a stop. */
  repeatable?: boolean;
  /** The answer has no body worth reading. */
  emptyAnswer?: boolean;
  /**
   * For a start: breaking it off would leave a task running that nobody knows. With this the signal stops only
   * the waiting; an answer that comes after it is given here, to stop what it started.
   */
  onLateAnswer?(json: unknown): void;
}

interface TransportAnswer {
  ok: true;
  status: number;
  json: unknown;
}

interface TransportFailure {
  ok: false;
  fault: 'platform';
  code: string;
  message: string;
  status: number | null;
  /** The same call may work later and cannot do its work twice. */
  retryable: boolean;
}

const RETRY_FOR_MS = 20_000;
/** Another runner is a better answer than a long wait for a provider that does not even pick up. */
const RETRY_START_FOR_MS = 2_000;

export function createTransport(options: TransportOptions): Transport {
  const { facts, clock, log } = options;
  return {
    async call(call) {
      const keyed = call.idempotencyKey !== undefined && options.idempotencyHeader !== undefined;
      const repeatable = call.method === 'GET' || call.repeatable === true || keyed;
      const request = requestOf(options, call);
      const patienceMs = options.retryForMs ?? RETRY_FOR_MS;
      const giveUpAt = clock.mono() + (repeatable ? patienceMs : Math.min(patienceMs, RETRY_START_FOR_MS));

      for (let round = 0; ; round += 1) {
        const response = await send(request, call);
        const answer = readAnswer(response, facts, repeatable, call.emptyAnswer ?? false);
        if (answer.ok) return answer;
        const waitMs = waitBeforeRetry(response, round, clock.now(), Math.random());
        const again = answer.retryable && clock.mono() + waitMs <= giveUpAt;
        const { code, status } = answer;
        log.warn(
          { provider: facts.family, method: call.method, code, status, again },
          'provider call failed',
        );
        if (!again) return answer;
        await clock.sleep(waitMs, call.signal).catch(() => {});
      }
    },
  };
}

/** A call that never got through costs the caller nothing. */
export function unansweredResult(failure: TransportFailure): AttemptResult {
  return { ...failedResult(failure.fault, failure.code, failure.message), costMicroUsd: 0 };
}

/** The answer was JSON but not of the documented shape. */
export function garbageResult(facts: Pick<RunnerFacts, 'name'>): AttemptResult {
  const message = `${facts.name} gave an answer of an unknown shape. Try another runner.`;
  return { ...failedResult('platform', 'provider_garbage', message), costMicroUsd: 0 };
}

function requestOf(options: TransportOptions, call: TransportCall): ProviderRequest {
  const base = new URL(options.baseUrl);
  const url = new URL(base.origin);
  url.pathname = base.pathname.replace(/\/+$/, '') + call.path;
  url.search = new URLSearchParams(call.query).toString();
  const headers = options.headers(options.apiKey);
  if (options.idempotencyHeader && call.idempotencyKey) {
    headers[options.idempotencyHeader] = call.idempotencyKey;
  }
  const { timeoutMs, maxBytes } = options;
  return { method: call.method, url, headers, body: call.body, signal: call.signal, timeoutMs, maxBytes };
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
  facts: TransportOptions['facts'],
  repeatable: boolean,
  isEmpty: boolean,
): TransportAnswer | TransportFailure {
  const setting = facts.family.toUpperCase().replaceAll('-', '_');
  const fail = ([code, text, mayPass]: Problem, status: number | null, canRepeat: boolean) => {
    const message = `${facts.name} ${text}`;
    return { ok: false, fault: 'platform', code, message, status, retryable: mayPass && canRepeat } as const;
  };
  if (!response.ok) return fail(problemOfSilence(response, setting), null, repeatable || !response.sent);
  const { status, json } = response;
  const problem = problemOfStatus(response, setting, isEmpty);
  return problem ? fail(problem, status, repeatable) : { ok: true, status, json };
}

/** Code, what to tell, and whether the trouble may pass by itself. */
type Problem = [code: string, text: string, mayPass: boolean];

function problemOfSilence({ reason, code }: ProviderFailure, setting: string): Problem {
  const because = code === null ? '' : ` (${code})`;
  const problems: Record<ProviderFailure['reason'], Problem> = {
    aborted: ['aborted', 'was not waited for: the attempt was stopped.', false],
    timeout: ['provider_timeout', 'did not answer in time. Try again later.', true],
    unreachable: ['provider_unreachable', `cannot be reached${because}. Check ${setting}_BASE_URL.`, true],
    interrupted: ['provider_unreachable', `broke off the connection${because}. Try again later.`, true],
    too_large: ['provider_garbage', 'gave an answer that is too large. Ask for less.', false],
  };
  return problems[reason];
}

// The provider's own words are left out: validation errors commonly repeat what was sent.
function problemOfStatus(
  { status, json }: ProviderResponse,
  setting: string,
  isEmpty: boolean,
): Problem | null {
  if (status === 401 || status === 403) {
    return ['provider_auth', `refused the API key (${status}). Check ${setting}_API_KEY.`, false];
  }
  if (status === 402) return ['provider_quota', 'has no credit left (402). Top up the account there.', false];
  if (status === 404) return ['provider_not_found', 'does not know what was asked for (404).', false];
  if (status === 408) return ['provider_timeout', 'gave up on our call (408). Try again later.', true];
  if (status === 429) return ['provider_rate_limited', 'limits our calls (429). Try again later.', true];
  if (status >= 500) return ['provider_5xx', `failed by itself (${status}). Try again later.`, true];
  if (status >= 400) return ['provider_rejected', `rejected the request (${status}).`, false];
  if (status >= 300) {
    return ['provider_garbage', `redirects elsewhere (${status}). Check ${setting}_BASE_URL.`, false];
  }
  if (json !== undefined || isEmpty) return null;
  return ['provider_garbage', `did not answer with JSON. Check ${setting}_BASE_URL.`, true];
}

/** A provider's Retry-After wins over our backoff, but not over the time we are ready to wait at all. */
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
