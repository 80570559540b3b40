import { Aborted, type Row } from '../../platform/db.ts';
import { hotStatements } from '../../platform/shared-commit.ts';
import { hasDeliveries } from '../../webhooks/outbox.ts';
import type { RunsContext } from '../context.ts';
import type { Ending } from '../ending.ts';
import type { Attempt, Run, RunKey } from '../run.ts';
import { toRun } from '../run-row.ts';
import { lockedRunStatement, lockRunStatement } from '../store.ts';
import { typicalMs } from './decide-next.ts';
import { closeInteractionsStatement } from './interaction/store.ts';
import { settleCut, settleLost } from './settle.ts';
import { endOf } from './settlement.ts';
import { committedRun, settlementBatch } from './settlement-batch.ts';
import { stopAtProvider } from './stop-at-provider.ts';

/**
 * Ends a run from outside its executor (cancel, delete, time contract), on any instance: the row is locked, attempts in flight
 * are settled once, and the fence moves on so that the executor can write nothing more. Answers false when the run was over
 * already.
 */
export async function closeRun(
  ctx: RunsContext,
  key: RunKey,
  ending: Extract<Ending, { kind: 'stopped' }>,
  isStillDue: (run: Run) => boolean = () => true,
): Promise<boolean> {
  let announced: Row[][] = [];
  let cut: Attempt[] = [];
  let hasLogin = false;
  const closed = await ctx.db
    .transaction(async (execute) => {
      await execute(lockRunStatement(key));
      const [row] = await execute(lockedRunStatement(key));
      const run = row ? toRun(row) : null;
      if (!run || run.finishedAt !== null || !isStillDue(run)) return null;
      // By the database's clock: another instance may be the one that executes it.
      const now = row?.now as Date;
      hasLogin = run.request.credentialId !== null;
      cut = run.attempts.filter((attempt) => attempt.status === 'running');
      // A cancel cuts off executed attempts, which bill; those whose executor died may never have run.
      const settled = cut.map((attempt) =>
        ending.code === 'run_cancelled'
          ? settleCut(attempt, {
              workedMs: now.getTime() - attempt.startedAt.getTime(),
              typicalMs: typicalMs(ctx, attempt),
            })
          : settleLost(attempt),
      );
      await execute(closeInteractionsStatement(run));
      announced = [];
      const discard = await ctx.jobs.discardStatement(run.jobId);
      const settlement = endOf(run, ending, settled);
      const batch = settlementBatch(run, settlement, [discard]);
      for (const statement of batch.statements) announced.push(await execute(statement));
      for (const statement of hotStatements([batch])) await execute(statement);
      ctx.faults.pass('during-cancel');
      return committedRun(run, settlement, announced[0]?.[0]?.at as Date);
    })
    .catch((error) => {
      if (error instanceof Aborted && error.code === 'superseded') return null;
      throw error;
    });
  if (!closed) return false;
  ctx.watch.closed(closed);
  for (const attempt of cut) stopAtProvider(ctx, key, attempt, hasLogin);
  if (hasDeliveries(announced)) ctx.webhooks.sender.poke(null);
  return true;
}
