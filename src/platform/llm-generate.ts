import type { AssistantContent } from 'ai';
import { isObject } from './json.ts';
import { takesCacheControl, withCacheControl, withCachedBodies } from './llm-cache.ts';
import {
  type LlmToolCall,
  type LlmTools,
  type RawCall,
  readCalls,
  schemaOf,
  withinLimit,
} from './llm-calls.ts';
import { type LlmMessage, withoutCalls, withoutPictures } from './llm-messages.ts';
import { nativeVendor } from './llm-native.ts';
import { priced, toolsInstruction } from './llm-price.ts';
import type { Concession } from './llm-refusal.ts';
import type { LlmAsk, LlmReply, LlmSettings, LlmVendor } from './llm-types.ts';
import { parseModelJson, withoutThoughts } from './model-json.ts';
import type { providerFetch } from './net/provider-fetch.ts';

/** More of an answer is not read. */
const MAX_TEXT = 200_000;
/** Room for models that think before they answer; unused tokens cost nothing. */
export const MAX_OUTPUT_TOKENS = 8_000;

interface ModelCall {
  settings: LlmSettings;
  vendor: LlmVendor | undefined;
  ask: LlmAsk;
  conceded: ReadonlySet<Concession>;
  fetch: ReturnType<typeof providerFetch>;
}

/** One call over the wire of the endpoint. Throws where the library does. */
export async function generate({ settings, vendor, ask, conceded, fetch }: ModelCall): Promise<LlmReply> {
  // The library costs half a second and 30 MB, which a service without a model does not pay.
  const [{ generateText, jsonSchema, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const baseUrl = settings.baseUrl.replace(/(?<!\/)\/*$/, '').replace(/\/chat\/completions$/, '');
  const apiKey = settings.apiKey?.reveal();
  const isCached = takesCacheControl(settings.model) && !conceded.has('cache');
  const withCache = (body: Record<string, unknown>) => (isCached ? withCacheControl(body) : body);
  const connected = vendor ?? nativeVendor(baseUrl);
  const sent = isCached && connected ? withCachedBodies(fetch) : fetch;
  const own = await connected?.connect({ baseUrl, apiKey: apiKey ?? '', model: settings.model }, sent);
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl,
    apiKey,
    transformRequestBody: (body) => withCache({ ...body, ...ownParameters(ask, conceded) }),
    fetch: inShape(fetch),
  });
  const tools = Object.entries(ask.tools ?? {}).map(
    ([name, { description, input }]) =>
      [name, tool({ description, inputSchema: jsonSchema(schemaOf(input)) })] as const,
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
    ...(own && {
      maxOutputTokens: ask.maxOutputTokens ?? MAX_OUTPUT_TOKENS,
      providerOptions: own.providerOptions,
      ...(ask.mustCall && !vendor ? { toolChoice: 'required' as const } : {}),
    }),
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
  const isNative = own !== undefined;
  const { text, finishReason, toolCalls, response, usage } = result;
  return replyOf({ text, finishReason, toolCalls, response, usage, isNative, mended }, settings, ask);
}

/** The parts of the library's result that a reply is made of. */
interface Generated {
  text: string;
  finishReason: string;
  toolCalls: { toolCallId: string; toolName: string; input: unknown }[];
  response: { messages: LlmMessage[] };
  usage: Parameters<typeof priced>[0];
  isNative: boolean;
  /** IDs of calls whose syntax was repaired. */
  mended: ReadonlySet<string>;
}

function replyOf(result: Generated, settings: LlmSettings, ask: LlmAsk): LlmReply {
  const { usage, finishReason, mended } = result;
  const text = withoutThoughts(result.text).slice(0, MAX_TEXT);
  const made = result.toolCalls.map(({ toolCallId, toolName, input }) => ({
    id: toolCallId,
    name: toolName,
    input: input as unknown,
  }));
  const isCut = ({ id }: LlmToolCall) => finishReason === 'length' && (made.length === 0 || mended.has(id));
  const isNative = result.isNative && made.length > 0;
  const read = isNative
    ? withinLimit(made.map((call) => ({ ...call, ...ownOrRead(call, ask.tools ?? {}) })))
    : readCalls(made, text, ask.tools ?? {}, `call_${text.length}`);
  const calls = read.map((call) =>
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
    message: ((isNative || (result.isNative && calls.length === 0)) &&
      result.response.messages.find(({ role }) => role === 'assistant')) || {
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
    } catch (error) {
      // Malformed, or nested too deeply for the reviver.
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
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
    ...(ask.effort && !conceded.has('effort') ? { reasoning_effort: ask.effort } : {}),
    ...(conceded.has('choice')
      ? { tool_choice: undefined }
      : ask.mustCall && !conceded.has('tools')
        ? { tool_choice: 'required' }
        : {}),
    ...(conceded.has('limit') ? {} : { [name]: limit }),
  };
}

function jsonInstruction(schema: Record<string, unknown>): string {
  return `Answer with nothing but one JSON value that satisfies this JSON Schema:\n${JSON.stringify(schema)}`;
}

/** A vendor's own tools are read by its driver. */
function ownOrRead({ id, name, input }: RawCall & { id: string }, tools: LlmTools) {
  const [read] = Object.hasOwn(tools, name) ? readCalls([{ id, name, input }], '', tools, id) : [];
  return read ?? { input, problem: null };
}

function responseFormat(schema: Record<string, unknown>, isPlain: boolean) {
  if (isPlain) return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: false, schema: JSON.parse(JSON.stringify(schema)) },
  };
}
