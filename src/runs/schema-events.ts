import { z } from 'zod';
import { message, outputText, responseObject } from './schema.ts';

/** The wire of an event stream: one shape for each event, distinguished by `type`. */

const number = { sequence_number: z.int().describe('Counts the events of one run from 0.') };
const item = {
  ...number,
  output_index: z.int().describe('Index of the message in `output`.'),
  item: message,
};
const position = {
  ...number,
  item_id: z.string().describe('ID of the message.'),
  output_index: z.int().describe('Index of the message in `output`.'),
  content_index: z.int().describe('Index of the part in the message.'),
};
const part = { ...position, part: outputText };
const logprobs = z.array(z.unknown());

const changed = <T extends string>(type: T, id: string) =>
  z.strictObject({ type: z.literal(type), ...number, response: responseObject }).meta({ id });

const failure = z.strictObject({
  type: z.string().describe('Class of the error, as in the OpenAI API.'),
  code: z.string().describe('Stable error code.'),
  message: z.string().describe('Human-readable error message.'),
  param: z.string().nullable().describe('Field that the error refers to.'),
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
      .strictObject({
        type: z.literal('response.output_text.delta'),
        ...position,
        delta: z.string().describe('Added text.'),
        logprobs: logprobs.describe('Always empty.'),
      })
      .meta({ id: 'TextDeltaEvent' }),
    z
      .strictObject({
        type: z.literal('response.output_text.done'),
        ...position,
        text: z.string().describe('Complete text.'),
        logprobs: logprobs.describe('Always empty.'),
      })
      .meta({ id: 'TextDoneEvent' }),
    z.strictObject({ type: z.literal('response.content_part.done'), ...part }).meta({ id: 'PartDoneEvent' }),
    z.strictObject({ type: z.literal('response.output_item.done'), ...item }).meta({ id: 'ItemDoneEvent' }),
    changed('response.completed', 'RunCompletedEvent'),
    changed('response.failed', 'RunFailedEvent'),
    failure
      .extend({ type: z.literal('error'), ...number, error: failure.describe('The error.') })
      .describe('The stream broke, not the run: read the run, or follow it again.')
      .meta({ id: 'StreamErrorEvent' }),
  ])
  .meta({ id: 'RunEvent' });
