import { charge } from '../billing/postings.ts';
import { Aborted, type Row } from '../platform/db.ts';
import { hasDeliveries } from '../webhooks/outbox.ts';
import type { RunsContext } from './context.ts';
import { finishBatch } from './finish.ts';
import { closeInteractionsStatement } from './interaction/store.ts';
import type { Ending } from './next.ts';
import type { Attempt, Run } from './run.ts';
import { toRun } from './run-row.ts';
import { settleCut, settleLost, withSettled } from './settle.ts';
import { stopAtProvider } from './stop-at-provider.ts';
import { lockedRunStatement, lockRunStatement, settleAttemptStatement } from './store.ts';

/**
 * Ends a run from outside its executor (cancel, delete, time contract), on whichever instance: the row is locked,
 * attempts in flight are settled once, and the fence moves on so that the executor can write nothing more.
 * Answers false when the run was over already.
 */
export async function closeRun(
  ctx: RunsContext,
  runId: string,
  ending: Extract<Ending, { kind: 'stopped' }>,
  isStillDue: (run: Run) => boolean = () => true,
): Promise<boolean> {
  let announced: Row[][] = [];
  let cut: Attempt[] = [];
  let hasLogin = false;
  const isClosed = await ctx.db
    .transaction(async (execute) => {
      await execute(lockRunStatement(runId));
      const [row] = await execute(lockedRunStatement(runId));
      const locked = row ? toRun(row) : null;
      if (!locked || locked.finishedAt !== null || !isStillDue(locked)) return false;
      let run = locked;
      hasLogin = run.request.credentialId !== null;
      const owed = [];
      cut = locked.attempts.filter((attempt) => attempt.status === 'running');
      for (const attempt of cut) {
        // A cancel cuts off an executed attempt, which bills; one whose executor died may never have run.
        const settled = ending.code === 'run_cancelled' ? settleCut(attempt) : settleLost(attempt);
        const { posting, heldLeftMicro } = charge({
          ...settled,
          attemptId: attempt.id,
          feeRatePpm: run.feeRatePpm,
          heldMicro: run.heldMicro,
        });
        owed.push(posting);
        run = withSettled(run, settled, heldLeftMicro);
        await execute(settleAttemptStatement(run.id, settled));
      }
      await execute(closeInteractionsStatement(run));
      announced = [];
      const discard = await ctx.jobs.discardStatement(run.jobId);
      const { statements, hot } = finishBatch(run, ending, owed, null, [discard]);
      for (const statement of statements) announced.push(await execute(statement));
      if (hot) await execute(hot.statement);
      ctx.faults.pass('during-cancel');
      return true;
    })
    .catch((error) => {
      if (error instanceof Aborted && error.code === 'superseded') return false;
      throw error;
    });
  if (!isClosed) return false;
  ctx.watch.changed(runId);
  for (const attempt of cut) stopAtProvider(ctx, attempt, hasLogin);
  if (hasDeliveries(announced)) ctx.webhooks.sender.poke(null);
  return true;
}
