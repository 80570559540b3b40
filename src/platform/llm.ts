import { type Clock, pause } from './clock.ts';
import { knownModel } from './known-models.ts';
import { takesCacheControl } from './llm-cache.ts';
import { generate, MAX_OUTPUT_TOKENS } from './llm-generate.ts';
import { hasPictures } from './llm-messages.ts';
import {
  contextFor,
  isOllamaAddress,
  isOllamaAnswer,
  OLLAMA_DEFAULT_CONTEXT,
  OLLAMA_USUAL_CONTEXT,
  overOllama,
} from './llm-ollama.ts';
import { inputTokens, priceOf, pricesOf, tokensIn } from './llm-price.ts';
import {
  type Concession,
  failureOf,
  type LlmFailure,
  nextConcession,
  type Refusal,
  refusalOf,
  waitBefore,
} from './llm-refusal.ts';
import type { LlmAsk, LlmReply, LlmSettings, LlmUsage, LlmVendor } from './llm-types.ts';
import type { Log } from './log.ts';
import { noteModelUse } from './model-meter.ts';
import { providerFetch, type WireOutcome } from './net/provider-fetch.ts';
import { traced } from './trace.ts';

export type { LlmToolCall } from './llm-calls.ts';
export type { LlmAsk, LlmReply, LlmUsage, LlmVendor } from './llm-types.ts';

interface LlmOptions {
  settings: LlmSettings;
  vendor?: LlmVendor;
  /** The beginning of its settings, for messages; `LLM` when left out. */
  settingPrefix?: string;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  /** The longest wait before another try that is still worth it. */
  longestWaitMs?: number;
}

const TRIES = 3;
/** A timeout takes long, so it is tried less often. */
const TRIES_TO_WAIT = 2;
/** Of a model that is not known. */
const USUAL_CONTEXT = 128_000;
/** Room for an answer without a limit. */
const OUTPUT_ROOM = 1_000;

/**
 * The configured language model. Expected failures are returned; no word to the model, and no key, is
 * ever logged. Features that an endpoint refuses (pictures, JSON Schema, ...) are left out from then on.
 */
export class Llm {
  readonly model: string;
  /** This model and those that take over. */
  readonly list: readonly Llm[];
  readonly #options: LlmOptions;
  readonly #conceded = new Set<Concession>();
  #isOllama: boolean;
  /** Of the largest prompt so far; a smaller one does not make Ollama load the model again. */
  #ollamaContext = OLLAMA_USUAL_CONTEXT;

  constructor(options: LlmOptions) {
    this.model = options.settings.model;
    this.#options = options;
    this.#isOllama = isOllamaAddress(options.settings.baseUrl);
    const { others = [], ...settings } = options.settings;
    this.list = [this, ...others.map((model) => new Llm({ ...options, settings: { ...settings, model } }))];
  }

  /** A configured model by its name; null without one. It is followed by the other models of the list. */
  named(name: string): Llm | null {
    return this.list.find(({ model }) => model === name) ?? null;
  }

  /** False for a model that is known to see nothing, and once the endpoint has refused a picture. */
  get canSee(): boolean {
    return !this.#conceded.has('pictures') && knownModel(this.model)?.vision !== false;
  }

  /** Context window in tokens. */
  get contextTokens(): number {
    const known = knownModel(this.model)?.context ?? USUAL_CONTEXT;
    return this.#isOllama ? Math.min(known, OLLAMA_USUAL_CONTEXT) : known;
  }

  /** The most that a call with so many characters can cost; no tokenizer makes more than a token of one. */
  mostMicroUsd(characters: number, outputTokens: number): number {
    const { input, output } = pricesOf(this.#options.settings);
    return Math.ceil(characters * input + outputTokens * output);
  }

  /** The least that a call can be expected to cost: its words and a short answer, without its pictures and tools. */
  leastMicroUsd({ system, messages }: Pick<LlmAsk, 'system' | 'messages'>): number {
    return this.mostMicroUsd(tokensIn(system, messages), 50);
  }

  /** The price of these tokens. */
  microUsdFor(usage: LlmUsage): number {
    return priceOf(usage, this.#options.settings);
  }

  /** The longest answer that so much money covers after this input; 0 when it does not cover the input. */
  outputTokensFor(ask: Pick<LlmAsk, 'system' | 'messages' | 'tools'>, microUsd: number): number {
    const { input, output } = pricesOf(this.#options.settings);
    const left = microUsd - inputTokens(ask) * input;
    if (left < 0) return 0;
    return output === 0 ? MAX_OUTPUT_TOKENS : Math.min(MAX_OUTPUT_TOKENS, Math.floor(left / output));
  }

  async ask(ask: LlmAsk): Promise<LlmReply | LlmFailure> {
    return traced('model.call', { 'gen_ai.request.model': this.#options.settings.model }, () =>
      this.#ask(ask),
    );
  }

  async #ask(ask: LlmAsk): Promise<LlmReply | LlmFailure> {
    const { clock, longestWaitMs = 15_000 } = this.#options;
    const conceded = new Set(this.#conceded);
    for (let tries = 1; ; ) {
      const outcome = await this.#send(ask, conceded);
      if (outcome.ok) {
        for (const concession of conceded) this.#conceded.add(concession);
        return outcome;
      }
      const concession =
        outcome.code === 'model_rejected' && !this.#options.vendor
          ? nextConcession(partsOf(ask, takesCacheControl(this.model)), conceded, outcome.text)
          : null;
      if (concession) {
        conceded.add(concession);
        continue;
      }
      const waitMs = outcome.mayPass ? waitBefore(tries, outcome.retryAfter, clock.now()) : null;
      const most = ask.isOnce ? 1 : outcome.code === 'model_timeout' ? TRIES_TO_WAIT : TRIES;
      if (tries >= most || waitMs === null || waitMs > longestWaitMs)
        return failureOf(outcome, this.#options.settingPrefix);
      tries += 1;
      await pause(clock, waitMs, ask.signal);
    }
  }

  async #send(ask: LlmAsk, conceded: ReadonlySet<Concession>): Promise<LlmReply | Refusal> {
    const { settings, vendor, clock, log, timeoutMs = 90_000 } = this.#options;
    const startedAt = clock.mono();
    let wire: WireOutcome | null = null;
    const fetch = providerFetch({
      timeoutMs,
      onOutcome: (outcome) => {
        wire = outcome;
      },
    });
    const needed = inputTokens(ask) + (ask.maxOutputTokens ?? OUTPUT_ROOM);
    if (this.#isOllama) this.#ollamaContext = Math.max(this.#ollamaContext, contextFor(needed));
    const sent = this.#isOllama ? overOllama(fetch, this.#ollamaContext) : fetch;
    const reply = await generate({ settings, vendor, ask, conceded, fetch: sent }).catch(() => null);
    const text = (wire as WireOutcome | null) ?? { text: '' };
    if (reply && !this.#isOllama && 'text' in text && isOllamaAnswer(text.text)) {
      this.#isOllama = true;
      // The prompt may have been cut off.
      if (needed > OLLAMA_DEFAULT_CONTEXT) return this.#send(ask, conceded);
    }
    const outcome: LlmReply | Refusal = reply ?? refusalOf(wire, ask.signal.aborted);
    const durationMs = Math.round(clock.mono() - startedAt);
    const told = outcome.ok ? { costMicroUsd: outcome.costMicroUsd } : { code: outcome.code };
    if (outcome.ok) {
      const { usage, costMicroUsd } = outcome;
      noteModelUse({ model: settings.model, role: ask.role ?? 'agent', calls: 1, ...usage, costMicroUsd });
    }
    log[outcome.ok || outcome.code === 'aborted' ? 'debug' : 'warn'](
      { model: settings.model, durationMs, ...told },
      outcome.ok ? 'model answered' : 'model call failed',
    );
    return outcome;
  }
}

/** Features of this question that an endpoint may lack. */
function partsOf(ask: LlmAsk, isCached: boolean): Record<Concession, boolean> {
  const isJson = ask.json !== undefined;
  return {
    pictures: hasPictures(ask.messages),
    schema: isJson,
    json: isJson,
    effort: ask.effort !== undefined,
    cache: isCached,
    limit_name: true,
    limit: true,
    choice: ask.mustCall === true,
    tools: ask.tools !== undefined,
  };
}
