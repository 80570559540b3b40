import { eraseDue } from '../artifacts/erase.ts';
import { eraseArtifactsOfWorkspace } from '../artifacts/store.ts';
import type { Caller } from '../platform/http/route.ts';
import type { RunsContext } from '../runs/context.ts';
import { removeRun } from '../runs/remove.ts';
import { findRunIds } from '../runs/store.ts';
import type { SessionHost } from '../sessions/session-host.ts';
import { listSessions, wantRelease } from '../sessions/store.ts';
import { removeRows } from './store.ts';

export interface RemovalContext extends RunsContext {
  sessions: { host: SessionHost };
  /** Throws for a key with a spend limit. */
  mayManage(caller: Pick<Caller, 'workspaceId' | 'keyId'>): Promise<void>;
  /** Removes the person and their sign-ins from an account; answers the number of rows by table. */
  forgetOwner(accountId: string): Promise<Record<string, number>>;
}

/** Deletes the runs of a workspace with their files: those that are over, or all of them. */
export async function removeRuns(
  ctx: RunsContext,
  workspaceId: string,
  which: 'finished' | 'all',
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await findRunIds(ctx.db, workspaceId, which, 100);
    if (ids.length === 0) return removed;
    for (const id of ids) await removeRun(ctx, { id, workspaceId });
    removed += ids.length;
  }
}

/**
 * Everything of a workspace: runs are stopped, browsers are released, files are erased, then its rows go in one
 * transaction. Killed in the middle, the same call goes on.
 */
export async function removeEverything(
  ctx: RemovalContext,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<Record<string, number>> {
  for (const { id } of await listSessions(ctx.db, workspaceId, { status: 'RUNNING' })) {
    await wantRelease(ctx.db, id);
    await ctx.sessions.host.end(id, 'COMPLETED');
  }
  await removeRuns(ctx, workspaceId, 'all');
  await eraseArtifactsOfWorkspace(ctx.db, workspaceId);
  await eraseDue(ctx.db, ctx.files, ctx.log);
  // The rows go last: with them goes the key with which this call can be repeated.
  const owner = await ctx.forgetOwner(accountId);
  return { ...(await removeRows(ctx.db, workspaceId)), ...owner };
}
