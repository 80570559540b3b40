import type { WireOutcome } from './net/provider-fetch.ts';

/** Features that an endpoint may lack and the service can do without. `limit_name`: newer models have another name for the limit. */
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
  /** For the caller of the run: names the setting to look at, never the request. */
  message: string;
  costMicroUsd: number;
}

/** One try that did not bring an answer, with the decision whether another may. */
export interface Refusal {
  ok: false;
  code: LlmFailure['code'];
  mayPass: boolean;
  retryAfter: string | null;
  /** The endpoint's own words: searched for the refused feature, then forgotten. */
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
  // An answer that is no chat completion: some gateways send their errors with status 200.
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
/** Too long, or no such model: leaving something out does not help. */
const HOPELESS =
  /context.{0,20}(?:length|window|size)|too (?:long|large|many tokens)|maximum context|model.{0,60}(?:not (?:found|exist|available)|does not exist)/i;

/** The next feature to leave out after a refusal: the one that the endpoint names, else the first possible one. */
export function nextConcession(
  parts: Record<Concession, boolean>,
  conceded: ReadonlySet<Concession>,
  words: string,
): Concession | null {
  if (HOPELESS.test(words)) return null;
  const open = HINTS.filter(([name]) => parts[name] && !conceded.has(name));
  // Written calls are worse than real ones, so a refusal has to name the tools.
  const guess = open.find(([name]) => name !== 'tools');
  return (open.find(([, hint]) => hint.test(words)) ?? guess)?.[0] ?? null;
}

export function waitBefore(tries: number, retryAfter: string | null, now: Date): number {
  const backoffMs = 250 * 3 ** (tries - 1) * (0.75 + Math.random() / 2);
  if (retryAfter === null) return backoffMs;
  const askedMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(askedMs) ? Math.max(askedMs, backoffMs) : backoffMs;
}

/** `prefix` is the beginning of the model's settings. */
export function failureOf({ code, status }: Refusal, prefix = 'LLM'): LlmFailure {
  const shown = status === null ? '' : ` (${status})`;
  const messages: Record<LlmFailure['code'], string> = {
    aborted: 'The language model was not waited for: the attempt was stopped.',
    model_timeout: 'The language model did not answer in time. Try again later.',
    model_unreachable: `The language model cannot be reached. Check ${prefix}_BASE_URL.`,
    model_auth:
      status === 402
        ? 'The account at the language model has no credit left (402). Top it up.'
        : `The language model refused the key${shown}. Check ${prefix}_API_KEY.`,
    model_rate_limited: `The language model limits our calls${shown}. Try again later.`,
    model_rejected: `The language model rejected the request${shown}.${prefix === 'LLM' ? ' Check LLM_MODEL.' : ''}`,
    model_failed: `The language model failed by itself${shown}. Try again later.`,
    model_garbage: `The language model gave an answer that is no chat completion. Check ${prefix}_BASE_URL.`,
  };
  return { ok: false, code, message: messages[code], costMicroUsd: 0 };
}
