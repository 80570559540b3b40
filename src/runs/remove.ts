import { eraseDue } from '../artifacts/erase.ts';
import { eraseArtifactsStatement } from '../artifacts/store.ts';
import { eraseEventsStatement } from '../webhooks/store.ts';
import type { LifecycleContext } from './context.ts';
import { closeRun } from './lifecycle/close.ts';
import { dropScriptsOfRunStatement } from './replay/store.ts';
import type { RunKey } from './run.ts';
import { tombstoneStatements } from './store.ts';

/** Deletes a run: cancels it if it is live, leaves a tombstone and erases its content and files. */
export async function removeRun(ctx: LifecycleContext, run: RunKey): Promise<void> {
  const message = 'The run was deleted.';
  await closeRun(ctx, run, { kind: 'stopped', code: 'run_cancelled', message, isSilent: true });
  await ctx.db.batch([
    ...tombstoneStatements(run),
    eraseEventsStatement(run),
    eraseArtifactsStatement(run),
    dropScriptsOfRunStatement(run),
  ]);
  ctx.faults.pass('after-tombstone');
  ctx.watch.changed(run.id);
  await eraseDue(ctx.db, ctx.files, ctx.log);
}
