import { isObject } from './json.ts';

/** Ollama cuts longer prompts off in silence unless a request asks for more context, which only its own wire can. */
export const OLLAMA_DEFAULT_CONTEXT = 4_096;
const SIZES = [8_192, 16_384, 32_768, 65_536, 131_072];
/** More is asked for only by a prompt that needs it. */
export const OLLAMA_USUAL_CONTEXT = 32_768;

/** The port of Ollama, or an answer of it. */
export function isOllamaAddress(baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  return url !== null && (url.port === '11434' || /\bollama\b/i.test(url.hostname));
}

export function isOllamaAnswer(text: string): boolean {
  return text.includes('"fp_ollama"');
}

/** A context that holds a prompt and its answer. A larger one than before makes Ollama load the model again. */
export function contextFor(tokens: number): number {
  return SIZES.find((size) => size >= tokens) ?? (SIZES.at(-1) as number);
}

type Json = Record<string, unknown>;

/** A request of the OpenAI wire over Ollama's own, with a context of `tokens`. */
export function overOllama(fetch: typeof globalThis.fetch, tokens: number): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL('/api/chat', input instanceof Request ? input.url : input);
    const body = JSON.parse(String(init?.body)) as Json;
    const response = await fetch(url, { ...init, body: JSON.stringify(requestOf(body, tokens)) });
    const text = await response.text();
    const said = parsed(text);
    if (!response.ok || !isObject(said?.message)) return new Response(text, response);
    return new Response(JSON.stringify(completionOf(said)), response);
  };
}

function parsed(text: string): Json | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function requestOf(body: Json, tokens: number): Json {
  const format = body.response_format as { type?: string; json_schema?: { schema?: unknown } } | undefined;
  return {
    model: body.model,
    messages: (body.messages as Json[]).map(messageOf),
    stream: false,
    ...(body.tools ? { tools: body.tools } : {}),
    ...(format ? { format: format.json_schema?.schema ?? 'json' } : {}),
    options: { num_ctx: tokens, num_predict: body.max_tokens ?? body.max_completion_tokens ?? -1 },
  };
}

function messageOf({ role, content, tool_calls: calls, tool_call_id: _, ...rest }: Json): Json {
  const parts = Array.isArray(content) ? (content as Json[]) : [{ type: 'text', text: content ?? '' }];
  const text = parts.flatMap((part) => (part.type === 'text' ? [String(part.text)] : [])).join('\n');
  const images = parts.flatMap((part) => {
    const { url = '' } = (part.image_url ?? {}) as { url?: string };
    return url === '' ? [] : [url.replace(/^data:[^,]*,/, '')];
  });
  const made = (Array.isArray(calls) ? (calls as Json[]) : []).map((call) => {
    const { name, arguments: given } = call.function as { name: string; arguments: string };
    return { function: { name, arguments: parsed(given) ?? {} } };
  });
  return {
    role,
    content: text,
    ...(images.length > 0 ? { images } : {}),
    ...(made.length > 0 ? { tool_calls: made } : {}),
    ...(typeof rest.name === 'string' ? { tool_name: rest.name } : {}),
  };
}

function completionOf(said: Json): Json {
  const { content, tool_calls: calls, thinking: _ } = said.message as Json;
  const made = (Array.isArray(calls) ? (calls as Json[]) : []).map((call, index) => {
    const { name, arguments: given } = call.function as Json;
    return {
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(given ?? {}) },
    };
  });
  const input = Number(said.prompt_eval_count ?? -1);
  const output = Number(said.eval_count ?? -1);
  return {
    id: 'ollama',
    object: 'chat.completion',
    created: 0,
    model: said.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content ?? '',
          ...(made.length > 0 ? { tool_calls: made } : {}),
        },
        finish_reason: said.done_reason === 'length' ? 'length' : made.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
