import { charge, combine } from '../billing/postings.ts';
import { Aborted } from '../platform/db.ts';
import type { RunsContext } from './context.ts';
import { finishStatements } from './finish.ts';
import { closeInteractionsStatement } from './interaction-store.ts';
import type { Ending } from './next.ts';
import type { Run } from './run.ts';
import { settleCut, settleLost, withSettled } from './settle.ts';
import { lockRunStatement, settleAttemptStatement, toRun } from './store.ts';

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
  const isClosed = await ctx.db
    .transaction(async (execute) => {
      const [row] = await execute(lockRunStatement(runId));
      const locked = row ? toRun(row) : null;
      if (!locked || locked.finishedAt !== null || !isStillDue(locked)) return false;
      let run = locked;
      const owed = [];
      for (const attempt of locked.attempts.filter((one) => one.status === 'running')) {
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
        await execute(settleAttemptStatement(settled));
      }
      await execute(closeInteractionsStatement(run.id));
      for (const statement of finishStatements(run, ending, [combine(...owed)])) await execute(statement);
      await execute(await ctx.jobs.discardStatement(run.jobId));
      ctx.faults.pass('during-cancel');
      return true;
    })
    .catch((error) => {
      if (error instanceof Aborted && error.code === 'superseded') return false;
      throw error;
    });
  if (isClosed) ctx.watch.changed(runId);
  return isClosed;
}
