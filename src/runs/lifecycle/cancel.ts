import type { LifecycleContext } from '../context.ts';
import { requireRun } from '../require-run.ts';
import type { Run } from '../run.ts';
import { closeRun } from './close.ts';

/** Cancels a run for its caller and returns it. A finished run does not change. */
export async function cancelRun(
  ctx: LifecycleContext,
  caller: { workspaceId: string },
  id: string,
): Promise<Run> {
  const run = await requireRun(ctx, caller, id);
  const message = 'The run was cancelled by its caller.';
  const ending = { kind: 'stopped', code: 'run_cancelled', message } as const;
  await closeRun(ctx, run, ending, (locked) => !locked.isOverdue);
  return requireRun(ctx, caller, id);
}
