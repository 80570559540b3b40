import { z } from 'zod';
import { isObject } from '../platform/json.ts';
import { envelope } from '../runs/schema.ts';
import { createBody } from '../runs/schema-create.ts';
import { messageId, type ResponseObject } from '../runs/views/render.ts';

/** The Messages style: its requests become a create body, and a run becomes a message. Pure. */

const text = z.string({ error: 'must be a string' });
const block = z.looseObject(
  { type: text.describe('Type of the block.') },
  { error: 'must be a block with a `type`' },
);
const content = z.union([text, z.array(block)], { error: 'must be a string or a list of blocks' });

const turn = z.object(
  {
    role: z
      .enum(['user', 'assistant', 'system'], { error: 'must be user, assistant or system' })
      .describe('Author of the message.'),
    content: content.describe('Text, or a list of blocks.'),
  },
  { error: 'must be an object' },
);

/** Fields of that style without a meaning here are ignored, with any content. */
export const messagesBody = createBody
  .omit({ input: true, instructions: true, metadata: true, text: true, response_format: true })
  .extend({
    messages: z
      .array(turn, { error: 'must be a list of messages' })
      .min(1, 'must hold at least one message')
      .describe('The task as messages.'),
    system: content.nullish().describe('Further instructions.'),
    output_config: z
      .looseObject({})
      .nullish()
      .catch(null)
      .describe('Answer format; a JSON Schema in `format` works as `output_schema`.'),
  });

export type MessagesBody = z.output<typeof messagesBody>;

type Block = z.output<typeof block>;

/** The same request as `POST /v1/responses` takes it. */
export function createOf({ messages, system, output_config, ...own }: MessagesBody) {
  const input = messages.map(({ role, content }) => ({ role, content: partsOf(content) }));
  const instructions = typeof system === 'string' ? system : system?.map(textOf).join('\n');
  const format = output_config?.format;
  return { ...own, input, instructions: instructions || undefined, text: format ? { format } : undefined };
}

function partsOf(content: MessagesBody['messages'][number]['content']): unknown {
  return typeof content === 'string' ? content : content.flatMap(partOf);
}

function partOf(block: Block): unknown[] {
  const said = textOf(block);
  if (said !== '') return [{ type: 'input_text', text: said }];
  const inner = block.type === 'tool_result' && Array.isArray(block.content) ? block.content : [];
  return [block, ...inner.filter(isBlock)].flatMap(filesOf);
}

function filesOf({ type, source, title }: Block): unknown[] {
  const { type: kind, media_type, data, url } = isObject(source) ? source : {};
  const address = kind === 'base64' ? `data:${media_type};base64,${data}` : url;
  if (type === 'image') return [{ type: 'input_image', image_url: address }];
  if (type === 'document') return [{ type: 'input_file', filename: title, file_data: address }];
  return [];
}

/** Text of a block; a tool's result counts as text, and so does a document that is text. */
function textOf(block: Block): string {
  if (block.type === 'text') return typeof block.text === 'string' ? block.text : '';
  if (block.type === 'document') {
    const { type, data } = isObject(block.source) ? block.source : {};
    return type === 'text' && typeof data === 'string' ? data : '';
  }
  if (block.type !== 'tool_result') return '';
  if (typeof block.content === 'string') return block.content;
  return Array.isArray(block.content) ? block.content.filter(isBlock).map(textOf).join('\n') : '';
}

function isBlock(value: unknown): value is Block {
  return block.safeParse(value).success;
}

export function messageOf(response: ResponseObject) {
  const said = saidBy(response);
  return {
    id: messageId(response.id),
    type: 'message' as const,
    role: 'assistant' as const,
    model: response.model,
    content: said === '' ? [] : [{ type: 'text' as const, text: said }],
    stop_reason: stopReason(response),
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: usageOf(response),
    response_id: response.id,
    svc: response.svc,
  };
}

/** A client of this style takes any other status for an error: the run is named in the error itself. */
export function lostMessage({ id, error, svc }: ResponseObject) {
  const { code = 'run_failed', message = 'The run failed.', remediation = '' } = error ?? {};
  return {
    type: 'error' as const,
    error: { type: 'api_error', message, code, param: null, remediation },
    response_id: id,
    svc,
  };
}

/** The answer; of a run without one, the reason, or its question. */
export function saidBy(response: ResponseObject): string {
  const ask = response.required_action?.submit_input;
  if (ask) return ask.prompt;
  return response.output_text || (response.error?.message ?? '');
}

export function stopReason({ status }: ResponseObject): 'end_turn' | 'pause_turn' | null {
  if (status === 'in_progress') return null;
  return status === 'requires_action' ? 'pause_turn' : 'end_turn';
}

export function usageOf({ usage }: ResponseObject) {
  return {
    input_tokens: usage?.input_tokens ?? 0,
    output_tokens: usage?.output_tokens ?? 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: null,
    server_tool_use: null,
    service_tier: null,
  };
}

/** The message of that style, with the run beside it. */
export const messageObject = z
  .strictObject({
    id: z.string().describe('ID of the message.'),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().describe('The model name from the request; `svc` by default.'),
    content: z
      .array(
        z.strictObject({
          type: z.literal('text'),
          text: z.string().describe('Text of the answer.'),
        }),
      )
      .describe('The answer; empty without one.'),
    stop_reason: z
      .enum(['end_turn', 'pause_turn'])
      .nullable()
      .describe('`pause_turn` when the run is waiting for an answer; null while it is live.'),
    stop_sequence: z.null().describe('Always null.'),
    stop_details: z.null().describe('Always null.'),
    container: z.null().describe('Always null.'),
    diagnostics: z.null().describe('Always null.'),
    usage: z
      .strictObject({
        input_tokens: z.int().describe('Estimated tokens of the task.'),
        output_tokens: z.int().describe('Estimated tokens of the answer.'),
        cache_creation_input_tokens: z.int().describe('Always 0.'),
        cache_read_input_tokens: z.int().describe('Always 0.'),
        cache_creation: z.null().describe('Always null.'),
        server_tool_use: z.null().describe('Always null.'),
        service_tier: z.null().describe('Always null.'),
      })
      .describe('Token counts.'),
    response_id: z.string().describe('ID of the run.'),
    svc: envelope.describe('The details of the run: runner, verdict, cost, steps and files.'),
  })
  .meta({ id: 'Message' });

/** A run that was lost on the way to a site: an error that names it. */
export const lostMessageObject = z
  .strictObject({
    type: z.literal('error'),
    error: z.record(z.string(), z.unknown()).describe('The error.'),
    response_id: z.string().describe('ID of the run.'),
    svc: envelope.describe('The details of the run: runner, verdict, cost, steps and files.'),
  })
  .meta({ id: 'LostMessage' });
