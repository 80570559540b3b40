import { ApiError } from '../../errors.ts';
import type { RunsContext } from '../context.ts';
import type { Executor } from '../execution/executor.ts';
import { countWaiting } from '../execution/leases.ts';
import { QUEUED } from '../execution/sweep-slots.ts';
import { isSweep } from '../learning-sweep.ts';
import type { Run } from '../run.ts';

/** A place for the run on this instance, or in the queue where this one executes nothing itself. Give it back when it is not used. */
export async function takePlace(
  ctx: RunsContext,
  executor: Executor | null,
  run: Pick<Run, 'routingClass'>,
): Promise<void> {
  if (executor?.reserve(run)) return;
  const isSweepRefused = isSweep(run) && (executor ? executor.sweeps.isFull : await hasManyWaiting(ctx));
  if (isSweepRefused) {
    throw new ApiError('learning_capacity', {
      message: 'This instance has its limit of learning runs, and as many wait as may.',
      retryAfter: executor?.sweeps.retryAfterS,
    });
  }
  const isFull = executor !== null || (await countWaiting(ctx.db, ctx.maxLiveRuns)) >= ctx.maxLiveRuns;
  if (isFull) throw new ApiError('saturated', `This instance has its limit of ${ctx.maxLiveRuns} live runs.`);
}

async function hasManyWaiting({ db }: RunsContext): Promise<boolean> {
  return (await countWaiting(db, QUEUED, 'sweeps')) >= QUEUED;
}
