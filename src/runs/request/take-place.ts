import { ApiError } from '../../errors.ts';
import type { RequestContext } from '../context.ts';
import { probesAtFirst } from '../learning-sweep.ts';
import type { Executor } from '../lifecycle/executor.ts';
import { countWaiting, countWaitingProbes } from '../lifecycle/leases.ts';
import { hasRoomFor } from '../lifecycle/places.ts';

type NewRun = Parameters<Executor['reserve']>[0];

/** Refuses a run beyond the limits by a counter, before anything waits for the database. */
export function refuseWhenFull(ctx: RequestContext, executor: Executor | null, workspaceId: string): void {
  if (executor?.isLeaving) throw new ApiError('service_unavailable', 'This instance is shutting down.');
  if (executor && !executor.hasRoomFor(workspaceId)) throw full(ctx);
}

/**
 * A place for the run on this instance, or in the queue where this one executes nothing itself. Give it back when it is not
 * used. Answers how many runs of its workspace are in the queue before it.
 */
export async function takePlace(
  ctx: RequestContext,
  executor: Executor | null,
  run: NewRun,
): Promise<number> {
  if (executor?.reserve(run)) return 0;
  refuseWhenFull(ctx, executor, run.workspaceId);
  if (run.isSweep && !(await hasRoom(ctx, executor, probesAtFirst(run)))) {
    throw new ApiError('learning_capacity', {
      message: 'As many probes of learning runs work and wait here as may.',
      retryAfter: executor?.probes.retryAfterS,
    });
  }
  const waiting = executor ? null : await countWaiting(ctx.db, run.workspaceId);
  if (waiting && hasRoomFor(waiting, ctx.maxLiveRuns)) return waiting.own;
  throw full(ctx);
}

function full({ maxLiveRuns }: RequestContext): ApiError {
  return new ApiError('saturated', `This instance has its limit of ${maxLiveRuns} live runs.`);
}

async function hasRoom(
  { db, probeLimits }: RequestContext,
  executor: Executor | null,
  probes: number,
): Promise<boolean> {
  if (executor) return executor.probes.hasRoom(probes);
  const waiting = await countWaitingProbes(db);
  return waiting === 0 || waiting + probes <= probeLimits.queued;
}
