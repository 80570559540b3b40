import { z } from 'zod';
import { DONE, type StreamEvent } from '../platform/http/sse.ts';
import { isObject } from '../platform/json.ts';
import { envelope } from '../runs/schema.ts';
import { createBody } from '../runs/schema-create.ts';
import type { ResponseObject } from '../runs/views/render.ts';
import { saidBy } from './messages.ts';

/** The Chat Completions style: its requests become a create body, and a run becomes a completion. Pure. */

const text = z.string({ error: 'must be a string' });
const part = z.looseObject(
  { type: text.describe('Type of the part.') },
  { error: 'must be a part with a `type`' },
);

const turn = z.looseObject(
  {
    role: text.describe('Author: `system`, `developer`, `user` or `assistant`.'),
    content: z
      .union([text, z.array(part)], { error: 'must be a string or a list of parts' })
      .nullish()
      .describe('Text, or a list of parts.'),
  },
  { error: 'must be an object' },
);

const streamOptions = z.looseObject({
  include_usage: z.boolean().nullish().describe('Send token counts at the end of the stream.'),
  include_progress: z.boolean().nullish().describe('Send each step of the run as text before the answer.'),
});

/** Members of that style without a meaning here are ignored. */
export const chatBody = createBody.omit({ input: true, instructions: true, text: true }).extend({
  messages: z
    .array(turn, { error: 'must be a list of messages' })
    .min(1, 'must hold at least one message')
    .describe('The last user message is the task, and the URL in it the page.'),
  stream_options: streamOptions.nullish().describe('What a stream contains.'),
  n: z
    .literal(1, { error: 'must be 1: a run has one answer' })
    .nullish()
    .describe('Number of choices; only 1.'),
  logprobs: z
    .literal(false, { error: 'must be false: a run has no token probabilities' })
    .nullish()
    .describe('Only false.'),
});

export type ChatBody = z.output<typeof chatBody>;

/** The same request as `POST /v1/responses` takes it. */
export function createOfChat({ messages, stream_options: _, n: _one, logprobs: _none, ...own }: ChatBody) {
  const input = messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : (content?.map(partOf) ?? ''),
  }));
  return { ...own, input };
}

function partOf(part: Record<string, unknown>): unknown {
  const { type, image_url: image, file } = part;
  if (type === 'image_url')
    return { type: 'input_image', image_url: isObject(image) ? image.url : undefined };
  if (type === 'file') return { ...(isObject(file) && file), type: 'input_file' };
  return { ...part, type: type === 'text' ? 'input_text' : type };
}

export function completionOf(response: ResponseObject) {
  const message = { role: 'assistant' as const, content: saidBy(response), refusal: null };
  return {
    ...factsOf(response),
    object: 'chat.completion' as const,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(response) }],
    usage: usageOf(response),
    response_id: response.id,
    svc: response.svc,
  };
}

/** A client takes any other status for an error: the run is named beside it. */
export function lostCompletion({ id, error, svc }: ResponseObject) {
  const { code = 'run_failed', message = 'The run failed.', remediation = '' } = error ?? {};
  return { error: { type: 'api_error', message, code, param: null, remediation }, response_id: id, svc };
}

/**
 * The run's events as that style has them. A run that waits for its owner, or outlasts the request, ends the stream and
 * is read on under `response_id`.
 */
export async function* completionEvents(
  events: AsyncIterable<StreamEvent>,
  { stream_options: wanted }: Pick<ChatBody, 'stream_options'>,
): AsyncGenerator<StreamEvent> {
  let last: ResponseObject | null = null;
  let hasAnswer = false;
  let steps = 0;
  const usage = wanted?.include_usage ? { usage: null } : {};
  const chunk = (delta: object, more: object = {}, finish: string | null = null): StreamEvent => ({
    ...(last && factsOf(last)),
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...usage,
    ...more,
  });
  for await (const event of events) {
    const response = event.response as ResponseObject | undefined;
    if (response) last = response;
    if (event.type === 'response.created')
      yield chunk({ role: 'assistant', content: '', refusal: null }, { response_id: response?.id });
    if (wanted?.include_progress && event.type === 'response.in_progress') {
      const seen = response?.svc.steps ?? [];
      for (const { action, target } of seen.slice(steps))
        yield chunk({ content: `${[action, target].filter(Boolean).join(' ')}\n\n` });
      steps = Math.max(steps, seen.length);
    }
    if (event.type === 'response.output_text.delta') {
      hasAnswer = true;
      yield chunk({ content: String(event.delta) });
    }
    if (response?.status === 'requires_action') break;
  }
  if (!last) return;
  if (!hasAnswer && saidBy(last) !== '') yield chunk({ content: saidBy(last) });
  yield chunk({}, { svc: last.svc }, finishReason(last));
  if (wanted?.include_usage) yield { ...chunk({}), choices: [], usage: usageOf(last) };
  yield DONE;
}

function factsOf({ id, created_at, model }: ResponseObject) {
  return {
    id: id.replace(/^resp_/, 'chatcmpl_'),
    created: created_at,
    model,
    service_tier: 'default' as const,
    system_fingerprint: null,
  };
}

/** `length`: the run goes on and has no answer yet. */
function finishReason({ status }: ResponseObject): 'stop' | 'length' {
  return status === 'in_progress' ? 'length' : 'stop';
}

function usageOf({ usage }: ResponseObject) {
  const { input_tokens = 0, output_tokens = 0, total_tokens = 0 } = usage ?? {};
  return { prompt_tokens: input_tokens, completion_tokens: output_tokens, total_tokens };
}

const tokens = z.int();

/** The completion of that style, with the run beside it. */
export const completionObject = z
  .strictObject({
    id: z.string().describe('ID of the completion.'),
    object: z.literal('chat.completion'),
    created: z.int().describe('Creation time in Unix seconds.'),
    model: z.string().describe('The model name from the request; `svc` by default.'),
    service_tier: z.literal('default'),
    system_fingerprint: z.null().describe('Always null.'),
    choices: z
      .array(
        z.strictObject({
          index: z.literal(0),
          message: z
            .strictObject({
              role: z.literal('assistant'),
              content: z.string().describe('The answer; without one, the reason or the pending question.'),
              refusal: z.null().describe('Always null.'),
            })
            .describe('The answer as a message.'),
          logprobs: z.null().describe('Always null.'),
          finish_reason: z.enum(['stop', 'length']).describe('`length` while the run is still live.'),
        }),
      )
      .describe('Exactly one choice.'),
    usage: z
      .strictObject({
        prompt_tokens: tokens.describe('Estimated tokens of the task.'),
        completion_tokens: tokens.describe('Estimated tokens of the answer.'),
        total_tokens: tokens.describe('Sum of both.'),
      })
      .describe('Token counts.'),
    response_id: z.string().describe('ID of the run.'),
    svc: envelope.describe('Details of the run: runner, verdict, cost, steps and files.'),
  })
  .meta({ id: 'ChatCompletion' });

/** A run that was lost on the way to a site: an error that names it. */
export const lostCompletionObject = z
  .strictObject({
    error: z.record(z.string(), z.unknown()).describe('The error.'),
    response_id: z.string().describe('ID of the run.'),
    svc: envelope.describe('Details of the run: runner, verdict, cost, steps and files.'),
  })
  .meta({ id: 'LostChatCompletion' });
