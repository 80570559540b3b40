/**
 * The three vendors of computer use as one small server that speaks their documented wires: OpenAI's Responses, Anthropic's
 * Messages, Gemini's generateContent. It says the given turns one after the other, and keeps every request.
 */
import type { IncomingMessage } from 'node:http';
import { readBody, reply, serve } from './provider-script.ts';

export type Vendor = 'openai' | 'anthropic' | 'gemini';

/** A turn: calls as the vendor's wire has them, or one of our own tools. */
export type Turn =
  | { native: Record<string, unknown>[]; warning?: string }
  | { tool: string; input: object }
  | { text: string };

export async function startComputerUseStandIn(vendor: Vendor, turns: Turn[]) {
  const seen: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
  const served = await serve(0, async (request, response) => {
    const body = await readBody(request);
    seen.push({ path: request.url ?? '', headers: request.headers, body });
    const key =
      request.headers.authorization ?? request.headers['x-api-key'] ?? request.headers['x-goog-api-key'];
    if (String(key).includes('bad'))
      return reply(response, 401, { error: { message: 'no such key', type: 'auth' } });
    const turn = turns[seen.length - 1] ?? { text: 'Nothing more to say.' };
    reply(response, 200, ANSWERS[vendor](turn, seen.length));
  });
  return { ...served, seen };
}

const ANSWERS: Record<Vendor, (turn: Turn, index: number) => unknown> = {
  openai: (turn, index) => ({
    id: `resp_${index}`,
    object: 'response',
    created_at: 1_786_579_200,
    status: 'completed',
    model: 'gpt-6-astra',
    error: null,
    incomplete_details: null,
    output: openaiOutput(turn, index),
    usage: { input_tokens: 1_000, output_tokens: 100, total_tokens: 1_100 },
  }),
  anthropic: (turn, index) => ({
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: anthropicContent(turn, index),
    stop_reason: 'text' in turn ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1_000, output_tokens: 100 },
  }),
  gemini: (turn) => ({
    candidates: [{ content: { role: 'model', parts: geminiParts(turn) }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 100, totalTokenCount: 1_100 },
  }),
};

function openaiOutput(turn: Turn, index: number): unknown[] {
  if ('text' in turn) {
    const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
    return [{ type: 'message', id: `m_${index}`, role: 'assistant', status: 'completed', content }];
  }
  if ('tool' in turn) {
    const call = { call_id: `call_${index}`, name: turn.tool, arguments: JSON.stringify(turn.input) };
    return [{ type: 'function_call', id: `fc_${index}`, status: 'completed', ...call }];
  }
  const checks = turn.warning ? [{ id: 'check_1', code: 'malicious', message: turn.warning }] : [];
  const call = { call_id: `call_${index}`, actions: turn.native, pending_safety_checks: checks };
  return [{ type: 'computer_call', id: `cu_${index}`, status: 'completed', ...call }];
}

function anthropicContent(turn: Turn, index: number): unknown[] {
  if ('text' in turn) return [{ type: 'text', text: turn.text }];
  if ('tool' in turn) return [{ type: 'tool_use', id: `toolu_${index}`, name: turn.tool, input: turn.input }];
  return turn.native.map(({ name, ...input }, at) => ({
    type: 'tool_use',
    id: `toolu_${index}_${at}`,
    toolset_name: 'computer',
    name,
    input,
  }));
}

function geminiParts(turn: Turn): unknown[] {
  if ('text' in turn) return [{ text: turn.text }];
  if ('tool' in turn)
    return [{ functionCall: { name: turn.tool, args: turn.input }, thoughtSignature: 'c2ln' }];
  return turn.native.map(({ name, ...args }) => {
    const safety = turn.warning && {
      safety_decision: { decision: 'require_confirmation', explanation: turn.warning },
    };
    return { functionCall: { name, args: { ...args, ...safety } }, thoughtSignature: 'c2ln' };
  });
}
