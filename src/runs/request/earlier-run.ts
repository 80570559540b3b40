import { ApiError } from '../../errors.ts';
import type { RequestContext } from '../context.ts';
import { requireRun } from '../require-run.ts';
import { isTerminal } from '../run.ts';

/** What a run takes over from the one that it continues. */
export interface EarlierRun {
  id: string;
  /** Where it ended. */
  url: string | null;
  /** Its task and answer. */
  text: string;
}

const MAX_CHARS = 8_000;

export async function findEarlierRun(
  ctx: RequestContext,
  caller: { workspaceId: string },
  id: string | undefined,
): Promise<EarlierRun | null> {
  if (id === undefined) return null;
  const run = await requireRun(ctx, caller, id).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, {
      message: 'The earlier run was not found.',
      param: 'previous_response_id',
    });
  });
  if (!isTerminal(run))
    throw new ApiError('run_not_ended', {
      message: 'The earlier run has not ended yet.',
      param: 'previous_response_id',
    });
  const { task } = run.request;
  const text = `Task: ${task.goal.slice(0, MAX_CHARS)}\nAnswer: ${(run.outcome?.answer ?? 'none').slice(0, MAX_CHARS)}`;
  return { id, url: run.outcome?.finalUrl ?? task.url, text: text.toWellFormed() };
}
