import { insertArtifactStatement, type NewArtifact } from '../../artifacts/store.ts';
import { withPosting } from '../../billing/store.ts';
import { Aborted, DatabaseAway, type Row, type Statement } from '../../platform/db.ts';
import type { Batch } from '../../platform/shared-commit.ts';
import type { OwnKeys } from '../../runners/registry.ts';
import { hasDeliveries } from '../../webhooks/outbox.ts';
import type { RunsContext } from '../context.ts';
import { billedCost } from '../new-attempt.ts';
import type { Run } from '../run.ts';
import { advanceRunStatement, type SettledAttempt, settleAttemptStatement } from '../store.ts';
import { decideNext, outcomeFor } from './decide-next.ts';
import { finishBatch, finishedRun } from './finish.ts';
import { closeInteractionsStatement, resumeRunStatement } from './interaction/store.ts';
import type { Brought } from './live-attempt.ts';
import type { LiveRun } from './live-run.ts';
import { nextSteps } from './next.ts';
import { rememberStatements } from './replay/remember.ts';
import { applySettled, chargeOf, isOwnKey, settleCut } from './settle.ts';
import type { Ending, Step } from './standing.ts';

export const RETRY_MS = 250;
/** Whether a repeated transaction was there already is not known: the row has to say. */
export const UNSURE = 'unsure';

/** Settles an attempt, and finishes the run in the same transaction when it was the last. True when the run is over. */
export async function commitSettled(
  ctx: RunsContext,
  live: LiveRun,
  { settled, files }: Brought,
  before: Statement[] = [],
): Promise<boolean> {
  const own = await ownKeys(ctx, live.run);
  const { run } = live;
  const ending = endAfter(ctx, live, applySettled(run, settled), own);
  const isWinner = ending?.kind === 'answered' && ending.attempt.id === settled.id;
  const written = isWinner ? settled : withPartialOutput(settled);
  const here = live.attempts.get(settled.id);
  const outcome = here && outcomeFor(ctx, run, settled, ctx.clock.mono() - here.begunMono);
  const kept = [
    ...files.map((file) => insertArtifactStatement({ runId: run.id, workspaceId: run.workspaceId }, file)),
    ...rememberStatements(ctx, run, settled),
    ...(outcome ? ctx.router.observeStatements(outcome) : []),
  ];
  if (ending) {
    const last = isWinner ? withoutJudgement(written) : written;
    await commitFinish(ctx, live, ending, { before, settled: last, kept, files });
    if (outcome) ctx.router.observed(outcome);
    return true;
  }
  const { posting } = chargeOf(run, settled);
  const priceMicro = run.attempts.find((attempt) => attempt.id === settled.id)?.priceMicro ?? 0;
  const spentMicro = billedCost({ ...settled, isOwnKey: isOwnKey(run, settled) });
  const moved = { spentMicro, priceMicro, heldMicro: posting.heldDelta };
  const statements = [
    ...before,
    advanceRunStatement(run, moved),
    settleAttemptStatement(run.id, written),
    ...kept,
  ];
  const paid = { workspaceId: run.workspaceId, runId: run.id, posting, mustCover: false };
  const rows = await persist(ctx, live, withPosting(statements, paid));
  const at = rows[before.length + 1]?.[0]?.finished_at as Date;
  live.run = applySettled(live.run, written, { at, files });
  if (outcome) ctx.router.observed(outcome);
  ctx.watch.changed(run.id);
  return false;
}

function endAfter(ctx: RunsContext, live: LiveRun, run: Run, own: OwnKeys): Ending | null {
  const [step] = stepsOf(ctx, live, run, own);
  return step?.do === 'finish' ? step.ending : null;
}

/** The keys that the workspace brings itself turn on runners for its decisions too. */
export async function ownKeys(ctx: RunsContext, { plan, workspaceId }: Run): Promise<OwnKeys> {
  return plan.decision ? ctx.providerKeys.owned(workspaceId) : NO_KEYS;
}
const NO_KEYS: OwnKeys = new Map();

/** What is to be done for the run now, as it stands or as it would stand. */
export function stepsOf(ctx: RunsContext, live: LiveRun, run: Run, own: OwnKeys): Step[] {
  const mono = ctx.clock.mono();
  const leftMs = live.windowEndsMono - mono;
  const timeLeftMs = Number.isFinite(leftMs) ? Math.max(0, leftMs) : null;
  return nextSteps(run, { ...live.now(mono), decide: (one) => decideNext(ctx, one, own, timeLeftMs) });
}

/** The run's own outcome says all of it: no need to write, and to read, it twice. */
function withoutJudgement(settled: SettledAttempt): SettledAttempt {
  return settled.result ? { ...settled, result: { ...settled.result, judgement: null } } : settled;
}

function withPartialOutput(settled: SettledAttempt): SettledAttempt {
  const output = settled.result?.judgement?.output;
  return settled.result && output != null ? { ...settled, result: { ...settled.result, output } } : settled;
}

/** Whoever answers now would answer to nobody. */
export function closing(run: Run): Statement[] {
  return [resumeRunStatement(run), closeInteractionsStatement(run)];
}

interface LastAttempt {
  before: Statement[];
  settled: SettledAttempt;
  kept: Statement[];
  files: NewArtifact[];
}

/** Ends the run, with the attempt that ended it; those still under way are cut off and billed. */
export async function commitFinish(
  ctx: RunsContext,
  live: LiveRun,
  ending: Ending,
  last?: LastAttempt,
): Promise<void> {
  const { job, run } = live;
  const cut = run.attempts
    .filter(({ id, status }) => status === 'running' && id !== last?.settled.id)
    .map(settleCut);
  const settled = [...(last ? [last.settled] : []), ...cut];
  const before = [...(last?.before ?? []), ...(cut.length > 0 ? closing(run) : [])];
  const discard = live.hasJob ? [await ctx.jobs.discardStatement(job.id)] : [];
  const others = [...(last?.kept ?? []), ...discard];
  const end = finishBatch(run, ending, settled, others);
  const rows = await persist(ctx, live, { ...end, statements: [...before, ...end.statements] });
  ctx.faults.pass('after-terminal-commit');
  live.stop('over');
  // The job was exchanged while the end was being written.
  if (live.job.id !== job.id) await ctx.jobs.discard(live.job);
  if (hasDeliveries(rows)) ctx.webhooks.sender.poke(run.workspaceId);
  const at = rows[before.length]?.[0]?.finished_at as Date;
  const files = last?.files ?? [];
  let over = run;
  for (const attempt of settled) {
    const isLast = attempt === last?.settled;
    over = applySettled(over, attempt, { at, files: isLast ? files : [] });
  }
  ctx.watch.ended(finishedRun(over, ending, at));
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
