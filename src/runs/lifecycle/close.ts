import { Aborted, type Row } from '../../platform/db.ts';
import { hotStatements } from '../../platform/shared-commit.ts';
import type { OwnKeys } from '../../runners/registry.ts';
import { hasDeliveries } from '../../webhooks/outbox.ts';
import { stopAtProvider } from '../attempt/stop-at-provider.ts';
import type { LifecycleContext } from '../context.ts';
import type { Stop } from '../ending.ts';
import type { Attempt, Run, RunKey } from '../run.ts';
import { toRun } from '../run-row.ts';
import { lockedRunStatement, lockRunStatement } from '../store.ts';
import { batchOf } from './commit.ts';
import { deciderOf } from './decide-next.ts';
import type { Now } from './move.ts';
import { committedRun, transition } from './transition.ts';

/**
 * Ends a run from outside its executor (cancel, delete, time contract), on any instance: the row is locked, attempts in flight
 * are settled once, and the fence moves on so that the executor can write nothing more. Answers false when the run was over
 * already.
 */
export async function closeRun(
  ctx: LifecycleContext,
  key: RunKey,
  ending: Stop,
  isStillDue: (run: Run) => boolean = () => true,
): Promise<boolean> {
  let answers: Row[][] = [];
  let cut: Attempt[] = [];
  let hasLogin = false;
  const closed = await ctx.db
    .transaction(async (execute) => {
      await execute(lockRunStatement(key));
      const [row] = await execute(lockedRunStatement(key));
      const run = row ? toRun(row) : null;
      if (!run || run.finishedAt !== null || !isStillDue(run)) return null;
      hasLogin = run.request.credentialId !== null;
      cut = run.attempts.filter((attempt) => attempt.status === 'running');
      // By the database's clock: another instance may be the one that executes it.
      const made = transition(
        run,
        { kind: 'stopped', ending },
        elsewhere(run, row?.now as Date),
        deciderOf(ctx, NO_KEYS, null),
      );
      const batch = batchOf(run, made, [await ctx.jobs.discardStatement(run.jobId)]);
      answers = [];
      for (const statement of batch.statements) answers.push(await execute(statement));
      for (const statement of hotStatements([batch])) await execute(statement);
      ctx.faults.pass('during-cancel');
      return committedRun(made, answers[0]?.[0]?.at as Date);
    })
    .catch((error) => {
      if (error instanceof Aborted && error.code === 'superseded') return null;
      throw error;
    });
  if (!closed) return false;
  ctx.watch.closed(closed);
  for (const attempt of cut) stopAtProvider(ctx, key, attempt, hasLogin);
  if (hasDeliveries(answers)) ctx.webhooks.sender.poke(null);
  return true;
}

const NO_KEYS: OwnKeys = new Map();

/** A run that may be at work in another process. */
function elsewhere({ attempts }: Run, at: Date): Now {
  const startedAt = new Map(attempts.map((attempt) => [attempt.id, attempt.startedAt]));
  return {
    at,
    isWindowOver: false,
    hasRoom: false,
    localState: () => null,
    isAsking: false,
    elapsedMs: (id) => at.getTime() - (startedAt.get(id) ?? at).getTime(),
  };
}
