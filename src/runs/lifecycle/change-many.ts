import { ApiError } from '../../errors.ts';
import type { LifecycleContext } from '../context.ts';
import { removeRun } from '../remove.ts';
import { requireRun } from '../require-run.ts';
import { cancelRun } from './cancel.ts';

const AT_ONCE = 5;

/** Cancels or deletes each run; a failure is reported beside its id and stops no other. */
export async function changeRuns(
  ctx: LifecycleContext,
  caller: { workspaceId: string },
  { action, ids }: { action: 'cancel' | 'delete'; ids: string[] },
) {
  const waiting = [...new Set(ids)];
  const done = new Map<string, { code: string; message: string } | null>();
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      done.set(id, await change(ctx, caller, action, id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ids.map((id) => {
    const error = done.get(id) ?? null;
    return { id, ok: error === null, error };
  });
}

async function change(
  ctx: LifecycleContext,
  caller: { workspaceId: string },
  action: 'cancel' | 'delete',
  id: string,
): Promise<{ code: string; message: string } | null> {
  try {
    if (action === 'cancel') await cancelRun(ctx, caller, id);
    else await removeRun(ctx, await requireRun(ctx, caller, id));
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, message: error.message };
  }
}
