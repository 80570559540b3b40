import { dropArtifactsStatement, insertArtifactStatement, type NewArtifact } from '../../artifacts/store.ts';
import { Aborted, DatabaseAway, type Row, type Statement } from '../../platform/db.ts';
import type { Batch } from '../../platform/shared-commit.ts';
import type { OwnKeys } from '../../runners/registry.ts';
import { hasDeliveries } from '../../webhooks/outbox.ts';
import type { RunsContext } from '../context.ts';
import type { Ending } from '../ending.ts';
import { rememberStatements } from '../replay/remember.ts';
import type { Run } from '../run.ts';
import { decideNext, outcomeFor, priceMicro, typicalMs } from './decide-next.ts';
import { closeInteractionsStatement, resumeRunStatement } from './interaction/store.ts';
import type { Brought } from './live-attempt.ts';
import type { LiveRun } from './live-run.ts';
import { nextMoves } from './next.ts';
import { cutOff, endOf, type Settlement, settlementOf } from './settlement.ts';
import { committedRun, settlementBatch } from './settlement-batch.ts';
import type { Move, Now } from './standing.ts';

export const RETRY_MS = 250;
/** A repeated transaction may have been committed before: the row has to say. */
export const UNSURE = 'unsure';

/** Settles an attempt, and finishes the run in the same transaction when it was the last. True when the run is over. */
export async function commitSettled(
  ctx: RunsContext,
  live: LiveRun,
  { settled: brought, files, displaced = [] }: Brought,
  before: Statement[] = [],
): Promise<boolean> {
  const own = await ownKeys(ctx, live.run);
  const { run } = live;
  const here = live.attempts.get(brought.id);
  const latencyMs = here?.workedMs(ctx.clock.mono());
  const settled = { ...brought, finishedAt: endedAt(run, brought.id, latencyMs) };
  const settlement = settlementOf(run, settled, nowOf(ctx, live, own));
  const outcome = latencyMs === undefined ? null : outcomeFor(ctx, run, settled, latencyMs);
  const kept = [
    ...files.map((file) => insertArtifactStatement({ runId: run.id, workspaceId: run.workspaceId }, file)),
    ...(displaced.length > 0 ? [dropArtifactsStatement(run, displaced)] : []),
    ...rememberStatements(ctx, run, settled),
    ...(outcome ? ctx.router.observeStatements(outcome) : []),
  ];
  await commit(ctx, live, settlement, { before, kept, files, displaced });
  if (outcome) ctx.router.observed(outcome);
  return settlement.ending !== null;
}

/** On the database's clock: its start is from there, and how long it worked was measured here. */
function endedAt(run: Run, attemptId: string, workedMs: number | undefined): Date | null {
  const attempt = run.attempts.find(({ id }) => id === attemptId);
  if (attempt === undefined || workedMs === undefined) return null;
  return new Date(attempt.startedAt.getTime() + Math.ceil(workedMs));
}

/** Ends the run without a result; attempts under way are cut off and billed for their work so far. */
export async function commitFinish(ctx: RunsContext, live: LiveRun, ending: Ending): Promise<void> {
  const cut = cutOff(live.run, nowOf(ctx, live, NO_KEYS));
  await commit(ctx, live, endOf(live.run, ending, cut), { before: [], kept: [], files: [], displaced: [] });
}

/** The keys that the workspace brings itself turn on runners for its decisions, and its attempts take nothing from the ceiling. */
export async function ownKeys(ctx: RunsContext, { plan, maxCostMicro, workspaceId }: Run): Promise<OwnKeys> {
  return plan.decision || maxCostMicro !== null ? ctx.providerKeys.owned(workspaceId) : NO_KEYS;
}
const NO_KEYS: OwnKeys = new Map();

/** The next steps of the run. */
export function movesOf(ctx: RunsContext, live: LiveRun, own: OwnKeys): Move[] {
  return nextMoves(live.run, nowOf(ctx, live, own));
}

function nowOf(ctx: RunsContext, live: LiveRun, own: OwnKeys): Now {
  const mono = ctx.clock.mono();
  const leftMs = live.windowEndsMono - mono;
  const timeLeftMs = Number.isFinite(leftMs) ? Math.max(0, leftMs) : null;
  const here = live.now(mono);
  return {
    ...here,
    worked: (attempt) => ({ workedMs: here.elapsedMs(attempt.id), typicalMs: typicalMs(ctx, attempt) }),
    priceMicro: (runner) => priceMicro(ctx, runner, own),
    decide: (run) => decideNext(ctx, run, own, timeLeftMs),
  };
}

/** Closes open questions: a later answer would reach no one. */
export function closing(run: Run): Statement[] {
  return [resumeRunStatement(run), closeInteractionsStatement(run)];
}

interface Beside {
  before: Statement[];
  kept: Statement[];
  files: NewArtifact[];
  displaced: string[];
}

/** Writes a settlement down, with its statements and files. */
async function commit(
  ctx: RunsContext,
  live: LiveRun,
  settlement: Settlement,
  beside: Beside,
): Promise<void> {
  const { job, run } = live;
  const { ending, rows } = settlement;
  const isCutting = ending !== null && rows.some(({ status }) => status === 'cancelled');
  const before = [...beside.before, ...(isCutting ? closing(run) : [])];
  const discard = ending && live.hasJob ? [await ctx.jobs.discardStatement(job.id)] : [];
  const { statements, hot } = settlementBatch(run, settlement, [...beside.kept, ...discard]);
  const answers = await persist(ctx, live, { statements: [...before, ...statements], hot });
  const at = answers[before.length]?.[0]?.at as Date;
  const over = committedRun(live.run, settlement, at, beside);
  if (ending === null) {
    live.run = over;
    ctx.watch.changed(run.id);
    return;
  }
  ctx.faults.pass('after-terminal-commit');
  live.stop('over');
  // The job was exchanged while the end was being written.
  if (live.job.id !== job.id) await ctx.jobs.discard(live.job);
  if (hasDeliveries(answers)) ctx.webhooks.sender.poke(run.workspaceId);
  ctx.watch.ended(over);
}

/**
 * The database may be away for a moment: results wait in memory until it is back or the run is no longer ours. The run's row is
 * written first, so that executors and closers of runs lock in one order.
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
