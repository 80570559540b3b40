import { insertArtifactStatement, type NewArtifact } from '../artifacts/store.ts';
import { charge, type Posting } from '../billing/postings.ts';
import { type PostingOf, withPosting } from '../billing/store.ts';
import { Aborted, DatabaseAway, type Row, type Statement } from '../platform/db.ts';
import type { Batch } from '../platform/shared-commit.ts';
import { hasDeliveries } from '../webhooks/outbox.ts';
import type { RunsContext } from './context.ts';
import { finishBatch, finishedRun } from './finish.ts';
import type { LiveRun } from './live-run.ts';
import { type Ending, type NextStep, nextStep } from './next.ts';
import { rememberStatements } from './replay/remember.ts';
import type { Run } from './run.ts';
import { withCommitted, withSettled } from './settle.ts';
import { advanceRunStatement, type SettledAttempt, settleAttemptStatement } from './store.ts';

export const RETRY_MS = 250;
/** Whether a repeated transaction was there already is not known: the row has to say. */
export const UNSURE = 'unsure';

/** Settles an attempt, and finishes the run in the same transaction when it was the last. */
export async function commitSettled(
  ctx: RunsContext,
  live: LiveRun,
  settled: SettledAttempt,
  files: NewArtifact[],
  before: Statement[] = [],
): Promise<boolean> {
  const { run } = live;
  const { posting, heldLeftMicro } = charge({
    attemptId: settled.id,
    costMicro: settled.costMicro,
    feeRatePpm: run.feeRatePpm,
    heldMicro: run.heldMicro,
  });
  const priceMicro = run.attempts.find((attempt) => attempt.id === settled.id)?.priceMicro ?? 0;
  const step = nextAfter(live, withSettled(run, settled, heldLeftMicro));
  const isWinner =
    step.do === 'finish' && step.ending.kind === 'answered' && step.ending.attempt.id === settled.id;
  const written = isWinner ? settled : withPartialOutput(settled);
  live.run = withSettled(run, written, heldLeftMicro);
  const kept = [
    ...files.map((file) => insertArtifactStatement({ runId: run.id, workspaceId: run.workspaceId }, file)),
    ...rememberStatements(ctx, run, settled),
  ];
  if (step.do === 'finish') {
    const last = isWinner ? withoutJudgement(written) : written;
    await commitFinish(ctx, live, step.ending, { before, settled: last, owed: posting, kept, files });
    return true;
  }
  const advance = advanceRunStatement(live.run, { priceMicro, costMicro: settled.costMicro });
  const statements = [...before, advance, settleAttemptStatement(run.id, written), ...kept];
  const rows = await persist(ctx, live, withPosting(statements, postingOf(run, posting, false)));
  const finishedAt = rows[before.length + 1]?.[0]?.finished_at as Date;
  live.run = withCommitted(live.run, settled.id, files, finishedAt);
  ctx.watch.changed(run.id);
  return false;
}

export function postingOf(run: Run, posting: Posting, mustCover: boolean): PostingOf {
  return { workspaceId: run.workspaceId, runId: run.id, posting, mustCover };
}

/** The run's own outcome says all of it: no need to write, and to read, it twice. */
function withoutJudgement(settled: SettledAttempt): SettledAttempt {
  return settled.result ? { ...settled, result: { ...settled.result, judgement: null } } : settled;
}

function withPartialOutput(settled: SettledAttempt): SettledAttempt {
  const output = settled.result?.judgement?.output;
  return settled.result && output != null ? { ...settled, result: { ...settled.result, output } } : settled;
}

interface LastAttempt {
  before: Statement[];
  settled: SettledAttempt;
  owed: Posting;
  kept: Statement[];
  files: NewArtifact[];
}

export async function commitFinish(
  ctx: RunsContext,
  live: LiveRun,
  ending: Ending,
  last?: LastAttempt,
): Promise<void> {
  const before = last?.before ?? [];
  const { job } = live;
  const others = [...(last?.kept ?? []), await ctx.jobs.discardStatement(job.id)];
  const end = finishBatch(live.run, ending, last ? [last.owed] : [], last?.settled ?? null, others);
  const rows = await persist(ctx, live, { ...end, statements: [...before, ...end.statements] });
  ctx.faults.pass('after-terminal-commit');
  // The job was exchanged while the end was being written.
  if (live.job.id !== job.id) await ctx.jobs.discard(live.job);
  if (hasDeliveries(rows)) ctx.webhooks.sender.poke(live.run.workspaceId);
  const finishedAt = rows[before.length]?.[0]?.finished_at as Date;
  const run = last ? withCommitted(live.run, last.settled.id, last.files, finishedAt) : live.run;
  ctx.watch.ended(finishedRun(run, ending, finishedAt));
}

/**
 * The database may be away for a moment: results wait in memory until it is back or the run is no longer ours. The
 * run's row is written first, so that executors and those who close runs lock in one order.
 */
export async function persist(ctx: RunsContext, live: LiveRun, batch: Batch): Promise<Row[][]> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await ctx.db.commit(batch);
    } catch (error) {
      // A refused repetition may mean that only the reply to an earlier commit was lost.
      if (!(error instanceof DatabaseAway)) throw isRepeated ? new Aborted(UNSURE) : error;
      await ctx.clock.sleep(RETRY_MS, live.signal).catch(() => undefined);
      if (live.signal.aborted) throw new Aborted('superseded');
    }
  }
}

export function nextAfter(live: LiveRun, run: Run): NextStep {
  return nextStep(run, { isWindowOver: live.isWindowOver });
}
