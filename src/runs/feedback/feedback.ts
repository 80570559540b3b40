import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import type { RunsContext } from '../context.ts';
import { dropScriptsOfRunStatement } from '../replay/store.ts';
import { isTerminal, type Run } from '../run.ts';
import { keepFeedbackStatements } from './store.ts';

const text = (most: number) =>
  z
    .string({ error: 'must be a string' })
    .max(most, `must be at most ${most} characters`)
    .nullish()
    .transform((said) => (said?.trim() ? said : null));

export const feedbackBody = z.object(
  {
    correct: z.boolean({ error: 'must be true or false' }).describe('Whether the answer is right.'),
    answer: text(20_000).describe('The right answer, where you know it.'),
    note: text(2_000).describe('A remark for people.'),
  },
  { error: 'must be a JSON object' },
);

type FeedbackBody = z.output<typeof feedbackBody>;

/** Keeps the owner's word on an ended run. The router counts the attempt by it; status and bill stay. */
export async function giveFeedback(ctx: RunsContext, run: Run, body: FeedbackBody): Promise<void> {
  if (!isTerminal(run))
    throw new ApiError('run_not_ended', 'The run is still live. Judge its answer once it has ended.');
  const attempt = run.attempts.findLast(({ runner }) => runner === run.runner) ?? null;
  const verdict = run.outcome?.quality.verdict;
  const agrees = (verdict === 'succeeded' || verdict === 'empty') === body.correct;
  const { correct, answer, note } = body;
  const answers = await ctx.db.batch([
    ...keepFeedbackStatements(run, { correct, answer, note, attempt, agrees }),
    // A wrong answer is not repeated.
    ...(correct ? [] : [dropScriptsOfRunStatement(run)]),
  ]);
  ctx.watch.changed(run.id);
  const isShared = answers[2]?.[0]?.is_shared;
  if (!attempt || typeof isShared !== 'boolean') return;
  const { workspaceId, domain, taskType } = run;
  await ctx.router.recount(attempt.id, { workspaceId, domain, taskType }, { correct, isShared });
}
