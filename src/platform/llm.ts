import type { AssistantContent, LanguageModel, ToolSet } from 'ai';
import { z } from 'zod';
import { type Clock, pause } from './clock.ts';
import { knownModel } from './known-models.ts';
import { hasPictures, type LlmMessage, withoutCalls, withoutPictures } from './llm-messages.ts';
import {
  type Concession,
  failureOf,
  type LlmFailure,
  nextConcession,
  type Refusal,
  refusalOf,
  waitBefore,
} from './llm-refusal.ts';
import type { Log } from './log.ts';
import { parseModelJson, withoutThoughts } from './model-json.ts';
import { type ModelRole, noteModelUse } from './model-meter.ts';
import { roundHalfEven } from './money.ts';
import { providerFetch, type WireOutcome } from './net/provider-fetch.ts';
import type { Secret } from './secret.ts';
import { traced } from './trace.ts';

interface LlmSettings {
  /** Of an OpenAI-compatible API: the address without `/chat/completions`. */
  baseUrl: string;
  apiKey: Secret | null;
  model: string;
  /** Models of the same endpoint that take over when this one fails. */
  others?: readonly string[];
  /** Prices that are not set are those of the known models, else a guess. */
  inputUsdPerMillion?: number | undefined;
  /** Of input that the endpoint reads from its cache; the price of other input where it is missing. */
  cachedUsdPerMillion?: number | undefined;
  outputUsdPerMillion?: number | undefined;
}

interface Prices {
  input: number;
  cached: number;
  output: number;
}

/** A vendor's own wire, for features that the OpenAI-compatible one lacks. */
export interface LlmVendor {
  connect(
    settings: { baseUrl: string; apiKey: string; model: string },
    fetch: ReturnType<typeof providerFetch>,
  ): Promise<{
    model: LanguageModel;
    /** Tools that the vendor defines itself. */
    tools: ToolSet;
    providerOptions?: Record<string, Record<string, boolean | string>>;
  }>;
}

export interface LlmAsk {
  /** For the list of model calls of a run; `agent` when left out. */
  role?: ModelRole;
  effort?: 'low' | 'medium' | 'high';
  system: string;
  messages: LlmMessage[];
  /** `input` is the shape of the call, as a Zod or a JSON Schema. */
  tools?: Record<string, { description: string; input: z.ZodType | Record<string, unknown> }>;
  /** The answer has to be a call of one of the tools. */
  mustCall?: boolean;
  /** The answer has to be JSON of this shape; `reply.json` holds it. The caller checks it: models err. */
  json?: Record<string, unknown>;
  maxOutputTokens?: number;
  /** One try only: the caller does not wait for a second. */
  isOnce?: boolean;
  signal: AbortSignal;
}

export interface LlmToolCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the call cannot be carried out (no such tool, wrong input); null when it can. */
  problem: string | null;
}

export interface LlmReply {
  ok: true;
  text: string;
  calls: LlmToolCall[];
  /** Undefined when no JSON was requested, none came, or it was truncated. */
  json: unknown;
  /** The reply as it goes into the conversation. */
  message: LlmMessage;
  usage: LlmUsage;
  costMicroUsd: number;
}

export interface LlmUsage {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
}

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
/** Room for models that think before they answer; unused tokens cost nothing. */
const MAX_OUTPUT_TOKENS = 8_000;
/** More than any model takes in or gives back at once, and more than one call may cost. */
const MAX_INPUT_TOKENS = 3_000_000;
const MAX_TOKENS_BACK = 300_000;
const MAX_CALL_MICRO_USD = 2_000_000;
/** Of a picture of a browser window. */
const PICTURE_TOKENS = 1_600;

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

  constructor(options: LlmOptions) {
    this.model = options.settings.model;
    this.#options = options;
    const { others = [], ...settings } = options.settings;
    this.list = [this, ...others.map((model) => new Llm({ ...options, settings: { ...settings, model } }))];
  }

  /** A configured model by its name; null without one. It is followed by the other models of the list. */
  named(name: string): Llm | null {
    return this.list.find(({ model }) => model === name) ?? null;
  }

  /** False once the endpoint has refused a picture. */
  get canSee(): boolean {
    return !this.#conceded.has('pictures');
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
          ? nextConcession(partsOf(ask), conceded, outcome.text)
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
    const reply = await generate(settings, vendor, ask, conceded, fetch).catch(() => null);
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

async function generate(
  settings: LlmSettings,
  vendor: LlmVendor | undefined,
  ask: LlmAsk,
  conceded: ReadonlySet<Concession>,
  fetch: ReturnType<typeof providerFetch>,
): Promise<LlmReply> {
  // The library costs half a second and 30 MB, which a service without a model does not pay.
  const [{ generateText, jsonSchema, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const baseUrl = settings.baseUrl.replace(/(?<!\/)\/*$/, '').replace(/\/chat\/completions$/, '');
  const apiKey = settings.apiKey?.reveal();
  const own = await vendor?.connect({ baseUrl, apiKey: apiKey ?? '', model: settings.model }, fetch);
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl,
    apiKey,
    transformRequestBody: (body) => ({ ...body, ...ownParameters(ask, conceded) }),
    fetch: inShape(fetch),
  });
  const tools = Object.entries(ask.tools ?? {}).map(
    ([name, { description, input }]) =>
      [
        name,
        tool({ description, inputSchema: input instanceof z.ZodType ? input : jsonSchema(input) }),
      ] as const,
  );
  const areWritten = conceded.has('tools') && ask.tools !== undefined;
  const seen = conceded.has('pictures') ? withoutPictures(ask.messages) : ask.messages;
  const mended = new Set<string>();
  const result = await generateText({
    model: own?.model ?? provider(settings.model),
    instructions: [
      ask.system,
      ...(ask.json ? [jsonInstruction(ask.json)] : []),
      ...(areWritten ? [toolsInstruction(ask.tools)] : []),
    ].join('\n\n'),
    messages: areWritten ? withoutCalls(seen) : seen,
    ...((tools.length > 0 && !areWritten) || own
      ? { tools: { ...Object.fromEntries(tools), ...own?.tools } }
      : {}),
    ...(own && { maxOutputTokens: MAX_OUTPUT_TOKENS, providerOptions: own.providerOptions }),
    ...(ask.json && !conceded.has('json')
      ? { providerOptions: { llm: { response_format: responseFormat(ask.json, conceded.has('schema')) } } }
      : {}),
    repairToolCall: async ({ toolCall }) => {
      const input = parseModelJson(toolCall.input);
      mended.add(toolCall.toolCallId);
      return input === undefined ? null : { ...toolCall, input: JSON.stringify(input) };
    },
    maxRetries: 0,
    abortSignal: ask.signal,
  });
  const { usage, finishReason } = result;
  const text = withoutThoughts(result.text);
  const made = result.toolCalls.map(({ toolCallId, toolName, input, invalid }) => ({
    id: toolCallId,
    name: toolName,
    input: input as unknown,
    problem: invalid ? problemOf(toolName, ask) : null,
  }));
  const isCut = ({ id }: LlmToolCall) => finishReason === 'length' && (made.length === 0 || mended.has(id));
  const calls = (made.length > 0 ? made : callsWritten(text, ask)).map((call) =>
    isCut(call) ? { ...call, problem: `the call of ${call.name} was cut off, so make it shorter` } : call,
  );
  const content: Exclude<AssistantContent, string> = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: input ?? {},
    })),
  ];
  return {
    ok: true,
    text,
    calls,
    json: ask.json && finishReason !== 'length' ? parseModelJson(text) : undefined,
    // A vendor's own marks on its words go back to it with them.
    message: (own && result.response.messages.find(({ role }) => role === 'assistant')) ?? {
      role: 'assistant',
      content,
    },
    ...priced(usage, settings, ask, result.text + JSON.stringify(calls.map(({ input }) => input))),
  };
}

/** The library takes an answer with one odd part for no answer at all. */
function inShape(fetch: ReturnType<typeof providerFetch>): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.text();
    try {
      return new Response(JSON.stringify(JSON.parse(text, mendedPart)), response);
    } catch {
      return new Response(text, response);
    }
  };
}

/** Some servers give the arguments of a call as an object, or a count in words. */
function mendedPart(key: string, value: unknown): unknown {
  if (key === 'arguments' && isObject(value)) return JSON.stringify(value);
  if (!/^(?:prompt|completion|total)_tokens$/.test(key) || typeof value === 'number') return value;
  // Less than none is a count that is not believed.
  return Number.parseInt(String(value), 10) || -1;
}

/** Cases that the library does not cover, or covers badly: it throws when a model does not obey a forced call. */
function ownParameters(ask: LlmAsk, conceded: ReadonlySet<Concession>): Record<string, unknown> {
  const limit = ask.maxOutputTokens ?? MAX_OUTPUT_TOKENS;
  const name = conceded.has('limit_name') ? 'max_completion_tokens' : 'max_tokens';
  return {
    ...(conceded.has('choice')
      ? { tool_choice: undefined }
      : ask.mustCall && !conceded.has('tools')
        ? { tool_choice: 'required' }
        : {}),
    ...(conceded.has('limit') ? {} : { [name]: limit }),
  };
}

/** Small models write the calls they mean as JSON into their text: bare, as a list, or in the shape of the wire. */
function callsWritten(text: string, ask: LlmAsk): LlmToolCall[] {
  const found = ask.tools && text.includes('{') ? parseModelJson(text.replace('[TOOL_CALLS]', '')) : null;
  const listed = isObject(found) && Array.isArray(found.tool_calls) ? found.tool_calls : [found].flat();
  return listed.flatMap((one: unknown, index) => {
    const call = isObject(one) && isObject(one.function) ? one.function : one;
    const { name, arguments: given, parameters } = isObject(call) ? call : {};
    if (typeof name !== 'string' || !Object.hasOwn(ask.tools ?? {}, name)) return [];
    const wanted = ask.tools?.[name]?.input;
    const written = given ?? parameters ?? {};
    const input = typeof written === 'string' ? parseModelJson(written) : written;
    const read = wanted instanceof z.ZodType ? wanted.safeParse(input) : { success: true, data: input };
    const problem = read.success ? null : problemOf(name, ask);
    return [{ id: `call_${text.length}_${index}`, name, input: read.data ?? {}, problem }];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemOf(name: string, ask: LlmAsk): string {
  return name in (ask.tools ?? {})
    ? `the input of ${name} does not have the required fields`
    : `there is no tool ${name}`;
}

function jsonInstruction(schema: Record<string, unknown>): string {
  return `Answer with nothing but one JSON value that satisfies this JSON Schema:\n${JSON.stringify(schema)}`;
}

/** For an endpoint that takes no tools: the model writes its call. */
function toolsInstruction(tools: LlmAsk['tools'] = {}): string {
  const lines = Object.entries(tools).map(([name, { description, input }]) => {
    const schema = input instanceof z.ZodType ? z.toJSONSchema(input, { io: 'input' }) : input;
    return `- ${name}: ${description} Arguments: ${JSON.stringify({ ...schema, $schema: undefined })}`;
  });
  return `Use a tool by answering with nothing but one JSON object, {"name": "...", "arguments": {...}}. The tools:\n${lines.join('\n')}`;
}

function responseFormat(schema: Record<string, unknown>, isPlain: boolean) {
  if (isPlain) return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: false, schema: JSON.parse(JSON.stringify(schema)) },
  };
}

/** Features of this question that an endpoint may lack. */
function partsOf(ask: LlmAsk): Record<Concession, boolean> {
  const isJson = ask.json !== undefined;
  return {
    pictures: hasPictures(ask.messages),
    schema: isJson,
    json: isJson,
    limit_name: true,
    limit: true,
    choice: ask.mustCall === true,
    tools: ask.tools !== undefined,
  };
}

/**
 * The endpoint's own price, else tokens by the configured prices. Counts are not trusted blindly: an impossible one is ignored
 * (then four characters are a token), and no call costs more than a bound.
 */
function priced(
  told: {
    inputTokens?: number;
    outputTokens?: number;
    inputTokenDetails?: { cacheReadTokens?: number };
    raw?: Record<string, unknown>;
  },
  settings: LlmSettings,
  ask: LlmAsk,
  text: string,
): { usage: LlmUsage; costMicroUsd: number } {
  const inputTokens = plausible(told.inputTokens, MAX_INPUT_TOKENS) ?? tokensIn(ask.system, ask.messages);
  const cachedTokens = plausible(told.inputTokenDetails?.cacheReadTokens, inputTokens) ?? 0;
  const outputTokens = plausible(told.outputTokens, MAX_TOKENS_BACK) ?? Math.ceil(text.length / 4);
  const usage = { inputTokens, cachedTokens, outputTokens };
  const charged = told.raw?.cost;
  const isCharged = typeof charged === 'number' && Number.isFinite(charged) && charged >= 0;
  const microUsd = isCharged ? charged * 1_000_000 : priceOf(usage, settings);
  return { usage, costMicroUsd: Math.min(roundHalfEven(microUsd), MAX_CALL_MICRO_USD) };
}

/** Of a model without a known or set price. */
const GUESS = { input: 0.4, output: 1.6 };

function pricesOf(settings: LlmSettings): Prices {
  const { model, inputUsdPerMillion, cachedUsdPerMillion, outputUsdPerMillion } = settings;
  const known = knownModel(model);
  const input = inputUsdPerMillion ?? known?.inputUsdPerMillion ?? GUESS.input;
  const isKnownInput = inputUsdPerMillion === undefined || inputUsdPerMillion === known?.inputUsdPerMillion;
  return {
    input,
    cached: cachedUsdPerMillion ?? (isKnownInput ? known?.cachedUsdPerMillion : null) ?? input,
    output: outputUsdPerMillion ?? known?.outputUsdPerMillion ?? GUESS.output,
  };
}

function priceOf({ inputTokens, cachedTokens, outputTokens }: LlmUsage, settings: LlmSettings): number {
  const { input, cached, output } = pricesOf(settings);
  return (inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output;
}

const toolSizes = new WeakMap<object, number>();

/** The input of a call, tools and pictures included. */
function inputTokens({ system, messages, tools }: Pick<LlmAsk, 'system' | 'messages' | 'tools'>): number {
  const pictures = messages.filter((message) => hasPictures([message])).length;
  let ofTools = tools ? toolSizes.get(tools) : 0;
  if (ofTools === undefined) {
    ofTools = Math.ceil(toolsInstruction(tools).length / 4);
    if (tools) toolSizes.set(tools, ofTools);
  }
  return tokensIn(system, messages) + ofTools + pictures * PICTURE_TOKENS;
}

/** About four characters are a token. */
function tokensIn(system: string, messages: LlmMessage[]): number {
  return Math.ceil((system.length + JSON.stringify(withoutPictures(messages)).length) / 4);
}

function plausible(tokens: number | undefined, most: number): number | null {
  return tokens !== undefined && tokens >= 0 && tokens <= most ? tokens : null;
}
