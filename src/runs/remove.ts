import { eraseDue } from '../artifacts/erase.ts';
import { eraseArtifactsStatement } from '../artifacts/store.ts';
import { closeRun } from './close.ts';
import type { RunsContext } from './context.ts';
import { dropScriptsOfRunStatement } from './replay/store.ts';
import { tombstoneStatement } from './store.ts';

/** Deletes a run: cancels it if it lives, tombstones it, and erases its files. */
export async function removeRun(ctx: RunsContext, runId: string): Promise<void> {
  await closeRun(ctx, runId, { kind: 'stopped', code: 'run_cancelled', message: 'The run was deleted.' });
  await ctx.db.batch([
    tombstoneStatement(runId),
    eraseArtifactsStatement(runId),
    dropScriptsOfRunStatement(runId),
  ]);
  ctx.faults.pass('after-tombstone');
  ctx.watch.changed(runId);
  await eraseDue(ctx.db, ctx.files, ctx.log);
}
