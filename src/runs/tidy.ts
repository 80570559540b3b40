import { eraseDue } from '../artifacts/erase.ts';
import { Aborted, DatabaseAway } from '../platform/db.ts';
import { Routine } from '../platform/routine.ts';
import { tidyLeftovers } from './attempt/leftovers/forget.ts';
import type { RunsContext } from './context.ts';
import { closeRun } from './lifecycle/close.ts';
import { findOverdue, findUnowned, replaceJobStatement } from './lifecycle/leases.ts';
import { removeRun } from './remove.ts';
import { forgetOldScripts } from './replay/store.ts';
import { forgetOldKeys } from './request/idempotency.ts';
import { findOutdatedRuns } from './store.ts';
import { forgetOldViews } from './views/live/store.ts';

const TIDY_EVERY_MS = 5_000;
const ERASED_AT_ONCE = 50;
/** A claimed run without progress for this long has no executor left. */
const DEAD_EXECUTOR_MS = 30 * 60_000;

/** On every instance: no run is left without an end, a lease or a job. Bounded per pass, safe to overlap. */
export function keepTidy(ctx: RunsContext): Routine {
  const { clock, log } = ctx;
  return new Routine({ clock, log, everyMs: TIDY_EVERY_MS, failure: 'tidying failed' }, () => tidy(ctx));
}

export async function tidy(ctx: RunsContext): Promise<void> {
  await endOverdue(ctx);
  await restoreJobs(ctx);
  await eraseDue(ctx.db, ctx.files, ctx.log);
  await eraseOutdated(ctx);
  await forgetOldKeys(ctx.db);
  await forgetOldViews(ctx.db);
  await forgetOldScripts(ctx.db);
  await tidyLeftovers(ctx);
}

async function endOverdue(ctx: RunsContext): Promise<void> {
  for (const run of await findOverdue(ctx.db, DEAD_EXECUTOR_MS)) {
    const message = 'The run exceeded its time budget.';
    await closeRun(ctx, run, { kind: 'stopped', code: 'run_timeout', message }).catch((error) => {
      if (error instanceof DatabaseAway) throw error;
      // One run that cannot be ended must not keep the others from it.
      ctx.log.error({ run: run.id, cause: String(error), stack: error?.stack }, 'overdue run');
    });
  }
}

/** The rest of a large number waits for the next passes. */
async function eraseOutdated(ctx: RunsContext): Promise<void> {
  for (const run of await findOutdatedRuns(ctx.db, ERASED_AT_ONCE)) await removeRun(ctx, run);
}

/** A live run whose job was lost gets a new one; pg-boss hands it out from there. */
async function restoreJobs(ctx: RunsContext): Promise<void> {
  const unowned = await findUnowned(ctx.db);
  if (unowned.length === 0) return;
  const dead = new Set(await ctx.jobs.dead(unowned.map((run) => run.jobId)));
  for (const run of unowned.filter((one) => dead.has(one.jobId))) {
    const jobId = ctx.jobs.newJobId();
    const statements = [
      replaceJobStatement(run, run.jobId, jobId),
      await ctx.jobs.sendStatement(jobId, run.id),
    ];
    await ctx.db.batch(statements).catch((error) => {
      // Another instance was quicker.
      if (!(error instanceof Aborted)) throw error;
    });
  }
}
