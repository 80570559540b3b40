import { z } from 'zod';
import { ApiError } from '../../../errors.ts';
import { Aborted } from '../../../platform/db.ts';
import type { AttemptContext } from '../../context.ts';
import type { Run } from '../../run.ts';
import { lockRunStatement } from '../../store.ts';
import { submitBy } from '../../submit-by.ts';
import { sealContext } from './ask.ts';
import { answerStatement, extendStatement } from './store.ts';

/** Hands the owner's answer to the executor, sealed; it is neither stored in the run nor echoed. */
export async function submitInput(ctx: AttemptContext, run: Run, body: InputBody): Promise<void> {
  const [value, ...others] = [body.code, body.answer, body.input].filter((one) => one !== undefined);
  if (value === undefined) {
    throw new ApiError('invalid_request', {
      message: 'Send `code` for a one-time code, or `answer`.',
      param: 'code',
    });
  }
  if (others.some((other) => other !== value)) {
    throw new ApiError('invalid_request', {
      message: '`code`, `answer` and `input` are the same; send one of them.',
      param: 'answer',
    });
  }
  const { interaction } = run;
  if (!interaction) throw notWaiting();
  const sealed = await ctx.secrets.seal(value, sealContext(run.id, interaction.id));
  try {
    await ctx.db.batch([lockRunStatement(run), answerStatement(run, interaction.id, sealed)]);
  } catch (error) {
    if (error instanceof Aborted) throw notWaiting();
    throw error;
  }
  ctx.watch.changed(run.id);
}

/** Gives the pending question more time. */
export async function extendInput(
  ctx: AttemptContext,
  run: Run,
  { seconds }: { seconds: number },
): Promise<void> {
  const { interaction } = run;
  if (!interaction) throw notWaiting();
  try {
    await ctx.db.batch([lockRunStatement(run), extendStatement(run, interaction.id, seconds)]);
  } catch (error) {
    if (error instanceof Aborted) throw notWaiting();
    throw error;
  }
}

/** The pending question: its prompt and kind, never an answer. */
export function renderInput(run: Run) {
  const { interaction } = run;
  if (!interaction) throw notWaiting();
  return {
    object: 'svc.input_request' as const,
    response_id: run.id,
    waiting: true,
    interaction_id: interaction.id,
    kind: interaction.kind,
    prompt: interaction.prompt,
    channel: interaction.channel,
    created_at: interaction.createdAt.toISOString(),
    expires_at: interaction.expiresAt.toISOString(),
    submit: submitBy(run.id, interaction.kind),
  };
}

function notWaiting(): ApiError {
  return new ApiError('not_waiting_for_input', 'This run does not wait for input.');
}

const answer = z
  .string({ error: 'must be a string' })
  .regex(/\S/, 'must not be empty')
  .max(2_000, 'must be at most 2000 characters');

export const inputBody = z
  .object(
    {
      code: answer.nullish().describe('One-time code.'),
      answer: answer.nullish().describe('Text answer.'),
      input: answer.nullish().describe('Same as `answer`.'),
    },
    { error: 'must be a JSON object' },
  )
  .transform(({ code, answer, input }) => ({
    code: code ?? undefined,
    answer: answer ?? undefined,
    input: input ?? undefined,
  }));

export const extendBody = z.object(
  {
    seconds: z
      .int({ error: 'must be a whole number of seconds' })
      .min(1, 'must be at least 1')
      .max(1_800, 'must be at most 1800')
      .default(300)
      .describe(
        'Additional time. A question waits 30 minutes at most, and never beyond the limit of its run.',
      ),
  },
  { error: 'must be a JSON object' },
);

type InputBody = z.output<typeof inputBody>;

const waitingFields = {
  interaction_id: z.string().describe('ID of the question.'),
  kind: z.enum(['otp', 'text', 'confirm']).describe('Kind of input: one-time code, text or confirmation.'),
  prompt: z.string().describe('Question to show to a person.'),
  channel: z
    .enum(['totp', 'sms', 'email', 'unknown'])
    .describe('Channel through which the site sends the code.'),
};

const submit = z.strictObject({
  method: z.literal('POST').describe('HTTP method.'),
  path: z.string().describe('Request path.'),
  body: z.record(z.string(), z.string()).describe('Request body, with a placeholder for the answer.'),
});

export const inputRequest = z
  .strictObject({
    object: z.literal('svc.input_request'),
    response_id: z.string().describe('ID of the run.'),
    waiting: z.boolean().describe('Whether the run is waiting for an answer.'),
    ...waitingFields,
    created_at: z.iso.datetime().describe('Creation time.'),
    expires_at: z.iso.datetime().describe('Time at which the run continues without an answer.'),
    submit: submit.describe('Request that answers the question.'),
  })
  .meta({ id: 'InputRequest' });
