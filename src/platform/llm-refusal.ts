import type { WireOutcome } from './net/provider-fetch.ts';

/** Optional features that an endpoint may not support. `limit_name`: newer models rename the output limit. */
export type Concession =
  | 'pictures'
  | 'schema'
  | 'json'
  | 'effort'
  | 'cache'
  | 'limit_name'
  | 'limit'
  | 'choice'
  | 'tools';

export interface LlmFailure {
  ok: false;
  code:
    | 'aborted'
    | 'model_timeout'
    | 'model_unreachable'
    | 'model_auth'
    | 'model_rate_limited'
    | 'model_rejected'
    | 'model_failed'
    | 'model_garbage';
  /** Shown to the caller: names the setting to check, never the content of the request. */
  message: string;
  costMicroUsd: number;
}

/** A failed try. `mayPass`: a retry may succeed. */
export interface Refusal {
  ok: false;
  code: LlmFailure['code'];
  mayPass: boolean;
  retryAfter: string | null;
  /** The endpoint's error text. Searched for the rejected feature, never stored. */
  text: string;
  status: number | null;
}

export function refusalOf(wire: WireOutcome | null, isAborted: boolean): Refusal {
  const refusal = { ok: false as const, mayPass: false, retryAfter: null, text: '', status: null };
  if (isAborted) return { ...refusal, code: 'aborted' };
  if (wire === null) return { ...refusal, code: 'model_garbage' };
  if ('failure' in wire) {
    const code = wire.failure === 'timeout' ? 'model_timeout' : 'model_unreachable';
    return { ...refusal, code, mayPass: true };
  }
  const { status, retryAfter, text } = wire;
  const seen = { ...refusal, status, retryAfter, text };
  if (status === 401 || status === 402 || status === 403) return { ...seen, code: 'model_auth' };
  if (status === 429) return { ...seen, code: 'model_rate_limited', mayPass: true };
  if (status === 408 || status >= 500) return { ...seen, code: 'model_failed', mayPass: status !== 501 };
  if (status >= 300) return { ...seen, code: 'model_rejected' };
  // Some gateways send their errors with status 200.
  return { ...seen, code: 'model_garbage', mayPass: true };
}

const HINTS: readonly (readonly [Concession, RegExp])[] = [
  ['pictures', /image|vision|multi-?modal|picture|content.{0,40}(?:string|text)/i],
  ['schema', /json_?schema|response_?format|structured/i],
  ['json', /response_?format|json_object/i],
  ['effort', /reasoning|effort/i],
  ['cache', /cache_?control/i],
  ['limit_name', /max_tokens/i],
  ['limit', /max_completion_tokens/i],
  ['choice', /tool[_ ]?choice/i],
  ['tools', /\btools?\b|function.?call/i],
];
/** The prompt is too long or the model was not found: dropping a feature does not help. */
const PERMANENT =
  /context.{0,20}(?:length|window|size)|too (?:long|large|many tokens)|maximum context|model.{0,60}(?:not (?:found|exist|available)|does not exist)/i;

/** The next feature to drop after a rejection: the one that the endpoint names, otherwise the first one in use. */
export function nextConcession(
  parts: Record<Concession, boolean>,
  conceded: ReadonlySet<Concession>,
  text: string,
): Concession | null {
  if (PERMANENT.test(text)) return null;
  const open = HINTS.filter(([name]) => parts[name] && !conceded.has(name));
  // Calls written as text are less reliable, so native tool calls are dropped only if the error names them.
  const guess = open.find(([name]) => name !== 'tools');
  return (open.find(([, hint]) => hint.test(text)) ?? guess)?.[0] ?? null;
}

export function waitBefore(tries: number, retryAfter: string | null, now: Date): number {
  const backoffMs = 250 * 3 ** (tries - 1) * (0.75 + Math.random() / 2);
  if (retryAfter === null) return backoffMs;
  const askedMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(askedMs) ? Math.max(askedMs, backoffMs) : backoffMs;
}

/** `prefix`: the prefix of the model's settings, such as `LLM`. */
export function failureOf({ code, status }: Refusal, prefix = 'LLM'): LlmFailure {
  const shown = status === null ? '' : ` (${status})`;
  const messages: Record<LlmFailure['code'], string> = {
    aborted: 'The request to the language model was canceled because the attempt was stopped.',
    model_timeout: 'The language model did not answer in time. Try again later.',
    model_unreachable: `The language model cannot be reached. Check ${prefix}_BASE_URL.`,
    model_auth:
      status === 402
        ? 'The language model account has run out of credit (402). Top up the account.'
        : `The language model rejected the API key${shown}. Check ${prefix}_API_KEY.`,
    model_rate_limited: `The rate limit of the language model was exceeded${shown}. Try again later.`,
    model_rejected: `The language model rejected the request${shown}.${prefix === 'LLM' ? ' Check LLM_MODEL.' : ''}`,
    model_failed: `The language model returned an internal error${shown}. Try again later.`,
    model_garbage: `The language model returned an invalid chat completion. Check ${prefix}_BASE_URL.`,
  };
  return { ok: false, code, message: messages[code], costMicroUsd: 0 };
}
