/**
 * A language model as a small real server that speaks the OpenAI chat completions wire (the documented shapes): tool calls, JSON
 * answers, pictures. A function gives its answers; every request is kept.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInQuestion {
  /** Starts at 0. */
  index: number;
  /** The system prompt. */
  system: string;
  /** The text of the last message that is not the model's own. */
  last: string;
  /** All texts of the conversation. */
  whole: string;
  hasPicture: boolean;
  tools: string[];
  format: 'text' | 'json_object' | 'json_schema';
  body: Record<string, unknown>;
}

export type StandInAnswer =
  | {
      text?: string;
      calls?: { name: string; input: unknown }[];
      /** Counts in words are a fault of some servers. */
      tokens?: [input: number | string, output: number | string];
      /** Arguments of a call as an object, another such fault. */
      hasLooseCalls?: boolean;
      /** It ran into its limit of tokens. */
      isCut?: boolean;
    }
  /** Answers this status; `hang` never answers, `drop` resets the connection, `garbage` is invalid JSON. */
  | { fault: number | 'hang' | 'drop' | 'garbage'; words?: string; headers?: Record<string, string> };

export interface LlmStandIn extends AsyncDisposable {
  /** For LLM_BASE_URL. */
  url: string;
  /** Raw bodies and headers, in order. */
  seen: { body: string; headers: IncomingMessage['headers'] }[];
}

export interface LlmStandInOptions {
  refuses?: ('pictures' | 'schema' | 'json' | 'limit_name' | 'limit' | 'choice' | 'tools')[];
  key?: string;
  /** The models that it lists. */
  models?: string[];
}

export async function startLlmStandIn(
  answer: (question: StandInQuestion) => StandInAnswer | Promise<StandInAnswer>,
  { refuses = [], key, models = [] }: LlmStandInOptions = {},
): Promise<LlmStandIn> {
  const seen: LlmStandIn['seen'] = [];
  const server = createServer((request, response) => {
    reply(request, response).catch((error) => sendError(response, 500, String(error)));
  });

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.url === '/v1/models')
      return send(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    seen.push({ body, headers: request.headers });
    if (request.url !== '/v1/chat/completions') return sendError(response, 404, `no route ${request.url}`);
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return sendError(response, 401, `Incorrect API key provided: ${request.headers.authorization}`);
    const asked = questionOf(JSON.parse(body), seen.length - 1);
    if (refuses.includes('pictures') && asked.hasPicture)
      return sendError(response, 400, 'Invalid content type. image_url is not supported by this model.');
    if (refuses.includes('schema') && asked.format === 'json_schema')
      return sendError(response, 400, "Invalid parameter: 'response_format' of type 'json_schema'");
    if (refuses.includes('json') && asked.format !== 'text')
      return sendError(response, 422, 'response_format: extra fields not permitted');
    if (refuses.includes('limit') && /"max_(?:completion_)?tokens"/.test(body))
      return sendError(response, 400, 'Unknown field: max_completion_tokens or max_tokens');
    if (refuses.includes('limit_name') && asked.body.max_tokens !== undefined)
      return sendError(response, 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.");
    if (refuses.includes('choice') && asked.body.tool_choice !== undefined)
      return sendError(response, 400, 'tool_choice is not supported');
    if (refuses.includes('tools') && asked.body.tools !== undefined)
      return sendError(response, 400, 'registry/library/stand-in does not support tools');
    const said = await answer(asked);
    if ('fault' in said) return fail(said, request, response);
    send(response, 200, completionOf(said, String(asked.body.model)));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface WireMessage {
  role: string;
  content: string | { type: string; text?: string }[] | null;
}

function questionOf(body: Record<string, unknown>, index: number): StandInQuestion {
  const messages = body.messages as WireMessage[];
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const format = (body.response_format as { type?: StandInQuestion['format'] } | undefined)?.type ?? 'text';
  return {
    index,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(textOf)
      .join('\n'),
    last: textOf(messages.findLast(({ role }) => role !== 'assistant')),
    whole: messages.map(textOf).join('\n'),
    hasPicture: parts.some(({ type }) => type === 'image_url'),
    tools: ((body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name),
    format,
    body,
  };
}

function textOf(message: WireMessage | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
}

function completionOf(said: Exclude<StandInAnswer, { fault: unknown }>, model: string) {
  const [input, output] = said.tokens ?? [100, 20];
  const calls = (said.calls ?? []).map(({ name, input: given }, index) => ({
    id: `call_${index}_${name}`,
    type: 'function',
    // A string holds the arguments exactly as the model wrote them, valid or not.
    function: {
      name,
      arguments: typeof given === 'string' || said.hasLooseCalls ? given : JSON.stringify(given),
    },
  }));
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 1_786_579_200,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said.text ?? null,
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
        finish_reason: said.isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: Number(input) + Number(output) },
  };
}

function fail(
  { fault, words, headers }: Extract<StandInAnswer, { fault: unknown }>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (fault === 'hang') return;
  if (fault === 'drop') request.socket.resetAndDestroy();
  else if (fault === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello');
  else sendError(response, fault, words ?? `scripted ${fault}`, headers);
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  send(
    response,
    status,
    { error: { message, type: 'invalid_request_error', param: null, code: null } },
    headers,
  );
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
