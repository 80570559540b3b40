import type { LlmAsk, LlmReply } from '../../platform/llm.ts';
import type { LlmMessage } from '../../platform/llm-messages.ts';
import { toolResult } from '../../platform/llm-messages.ts';

/**
 * Stagehand's library speaks an older shape of model calls (`LanguageModelV2`); these two functions translate. They leave unknown
 * parts out.
 */
export function askOf(options: unknown, signal: AbortSignal): LlmAsk {
  const { prompt = [], tools = [], toolChoice, responseFormat } = options as V2Options;
  const system = prompt.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  const isForced = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  const offered = tools.filter(({ type, name }) => type === 'function' && isOffered(toolChoice, name));
  return {
    system: system.join('\n\n'),
    messages: prompt.flatMap(messagesOf),
    ...(offered.length > 0
      ? {
          tools: Object.fromEntries(
            offered.map(({ name, description, inputSchema }) => [
              name,
              { description: description ?? name, input: inputSchema },
            ]),
          ),
        }
      : {}),
    mustCall: isForced,
    ...(responseFormat?.type === 'json' ? { json: responseFormat.schema ?? { type: 'object' } } : {}),
    signal,
  };
}

interface V2Options {
  prompt?: V2Message[];
  tools?: { type: string; name: string; description?: string; inputSchema: Record<string, unknown> }[];
  toolChoice?: { type: string; toolName?: string };
  responseFormat?: { type: string; schema?: Record<string, unknown> };
}

interface V2Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | V2Part[];
}

interface V2Part {
  type: string;
  text?: string;
  data?: unknown;
  mediaType?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: { type: string; value: unknown };
}

function isOffered(choice: V2Options['toolChoice'], name: string): boolean {
  if (choice?.type === 'none') return false;
  return choice?.type !== 'tool' || choice.toolName === name;
}

function messagesOf({ role, content }: V2Message): LlmMessage[] {
  const parts = Array.isArray(content) ? content : [];
  if (role === 'user') return [{ role, content: parts.flatMap(userPart) }];
  if (role === 'assistant') return [{ role, content: parts.flatMap(assistantPart) }];
  if (role === 'tool') return toolMessages(parts);
  return [];
}

type UserPart = Exclude<Extract<LlmMessage, { role: 'user' }>['content'], string>[number];
type AssistantPart = Exclude<Extract<LlmMessage, { role: 'assistant' }>['content'], string>[number];

function userPart({ type, text, data, mediaType }: V2Part): UserPart[] {
  if (type === 'text') return [{ type, text: text ?? '' }];
  return type === 'file' ? picturePart(data, mediaType) : [];
}

/** Bytes only: an address in a prompt would make a server fetch it. */
function picturePart(data: unknown, mediaType = 'image/png'): UserPart[] {
  const isBytes = data instanceof Uint8Array || (typeof data === 'string' && !/^[a-z]+:/i.test(data));
  if (!isBytes || !mediaType.startsWith('image/')) return [];
  return [{ type: 'file', mediaType, data: { type: 'data', data: data as Uint8Array | string } }];
}

function assistantPart({ type, text, toolCallId, toolName, input }: V2Part): AssistantPart[] {
  if (type === 'text') return [{ type, text: text ?? '' }];
  if (type !== 'tool-call') return [];
  return [{ type, toolCallId: toolCallId ?? '', toolName: toolName ?? '', input: input ?? {} }];
}

/** The wire has no pictures in tool results, so they follow as a message of their own. */
function toolMessages(parts: V2Part[]): LlmMessage[] {
  const results = parts.filter(({ type }) => type === 'tool-result');
  const pictures = results.flatMap(({ output }) =>
    contentOf(output).flatMap(({ type, data, mediaType }) =>
      type === 'media' ? picturePart(data, mediaType) : [],
    ),
  );
  return [
    ...results.map(({ toolCallId, toolName, output }) =>
      toolResult({ id: toolCallId ?? '', name: toolName ?? '' }, resultText(output)),
    ),
    ...(pictures.length > 0 ? [{ role: 'user' as const, content: pictures }] : []),
  ];
}

/** The conversation with only words and calls. */
export function withoutPictures(messages: LlmMessage[]): LlmMessage[] {
  return messages.map((message) =>
    message.role === 'user' && Array.isArray(message.content)
      ? { ...message, content: message.content.filter(({ type }) => type === 'text') }
      : message,
  );
}

function contentOf(output: V2Part['output']): V2Part[] {
  return output?.type === 'content' && Array.isArray(output.value) ? output.value : [];
}

function resultText(output: V2Part['output']): string {
  if (output?.type === 'content')
    return contentOf(output)
      .map(({ type, text }) => (type === 'text' ? text : '(a picture, below)'))
      .join('\n');
  const value = output?.value ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The reply in the library's shape. */
export function generatedOf(reply: LlmReply): unknown {
  const text = reply.json === undefined ? reply.text : JSON.stringify(reply.json);
  return {
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...reply.calls.map(({ id, name, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: name,
        input: JSON.stringify(input ?? {}),
      })),
    ],
    finishReason: reply.calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined },
    warnings: [],
  };
}
