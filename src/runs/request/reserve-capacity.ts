import { ApiError } from '../../errors.ts';
import type { RequestContext } from '../context.ts';
import { probesAtFirst } from '../learning-sweep.ts';
import { hasRoomFor } from '../lifecycle/capacity.ts';
import type { Executor, Reservation } from '../lifecycle/executor.ts';
import { countWaiting, countWaitingProbes } from '../lifecycle/leases.ts';

/** Refuses a run beyond the limits by a counter, before anything waits for the database. */
export function refuseWhenFull(ctx: RequestContext, executor: Executor | null, workspaceId: string): void {
  if (executor?.isLeaving) throw new ApiError('service_unavailable', 'This instance is shutting down.');
  if (executor && !executor.hasRoomFor(workspaceId)) throw full(ctx);
}

/**
 * Reserves capacity for the run on this instance, or in the queue where this one executes nothing itself. Release it when it is not
 * used. Returns how many runs of its workspace are in the queue before it.
 */
export async function reserveCapacity(
  ctx: RequestContext,
  executor: Executor | null,
  run: Reservation,
): Promise<number> {
  if (executor?.reserve(run)) return 0;
  refuseWhenFull(ctx, executor, run.workspaceId);
  if (run.isSweep && !(await hasRoom(ctx, executor, probesAtFirst(run)))) {
    throw new ApiError('learning_capacity', {
      message: 'The limit of probes of learning runs is reached. Retry later.',
      retryAfter: executor?.probes.retryAfterS,
    });
  }
  const waiting = executor ? null : await countWaiting(ctx.db, run.workspaceId);
  if (waiting && hasRoomFor(waiting, ctx.maxLiveRuns)) return waiting.own;
  throw full(ctx);
}

function full({ maxLiveRuns }: RequestContext): ApiError {
  return new ApiError('saturated', `The limit of ${maxLiveRuns} live runs is reached. Retry later.`);
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
