import type { LifecycleContext } from '../context.ts';
import { requireRun } from '../require-run.ts';
import type { Run } from '../run.ts';
import { closeRun } from './close.ts';

/** Ends a run for its caller; the answer is the run as it stands then. One that is over stays as it ended. */
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
