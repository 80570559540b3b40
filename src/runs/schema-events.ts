import { z } from 'zod';
import { message, outputText, responseObject } from './schema.ts';

/** The wire of an event stream: one shape for each event, told apart by `type`. */

const number = { sequence_number: z.int().describe('Counts the events of one run from 0.') };
const item = { ...number, output_index: z.int(), item: message };
const place = { ...number, item_id: z.string(), output_index: z.int(), content_index: z.int() };
const part = { ...place, part: outputText };
const logprobs = z.array(z.unknown());

const changed = <T extends string>(type: T, id: string) =>
  z.strictObject({ type: z.literal(type), ...number, response: responseObject }).meta({ id });

const failure = z.strictObject({
  type: z.string(),
  code: z.string(),
  message: z.string(),
  param: z.string().nullable(),
});

export const runEvent = z
  .discriminatedUnion('type', [
    changed('response.created', 'RunCreatedEvent'),
    changed('response.in_progress', 'RunProgressEvent'),
    z.strictObject({ type: z.literal('response.output_item.added'), ...item }).meta({ id: 'ItemAddedEvent' }),
    z
      .strictObject({ type: z.literal('response.content_part.added'), ...part })
      .meta({ id: 'PartAddedEvent' }),
    z
      .strictObject({ type: z.literal('response.output_text.delta'), ...place, delta: z.string(), logprobs })
      .meta({ id: 'TextDeltaEvent' }),
    z
      .strictObject({ type: z.literal('response.output_text.done'), ...place, text: z.string(), logprobs })
      .meta({ id: 'TextDoneEvent' }),
    z.strictObject({ type: z.literal('response.content_part.done'), ...part }).meta({ id: 'PartDoneEvent' }),
    z.strictObject({ type: z.literal('response.output_item.done'), ...item }).meta({ id: 'ItemDoneEvent' }),
    changed('response.completed', 'RunCompletedEvent'),
    changed('response.failed', 'RunFailedEvent'),
    failure
      .extend({ type: z.literal('error'), ...number, error: failure })
      .describe('The stream broke, not the run: read the run, or follow it again.')
      .meta({ id: 'StreamErrorEvent' }),
  ])
  .meta({ id: 'RunEvent' });
