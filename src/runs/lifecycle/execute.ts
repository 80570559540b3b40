import { pause } from '../../platform/clock.ts';
import { Aborted, DatabaseAway } from '../../platform/db.ts';
import type { OwnKeys } from '../../runners/registry.ts';
import { hasDeliveries } from '../../webhooks/outbox.ts';
import { carryOut, unusable } from '../attempt/carry-out.ts';
import type { Result } from '../attempt/settle.ts';
import { walkTarget } from '../attempt/walk-target.ts';
import type { LifecycleContext } from '../context.ts';
import { persist, RETRY_MS, UNSURE } from '../persist.ts';
import { rememberStatements } from '../replay/remember.ts';
import type { Attempt, Run } from '../run.ts';
import { loadAnyRun } from '../store.ts';
import { batchOf } from './commit.ts';
import { deciderOf, outcomeFor, scopeOf } from './decide-next.ts';
import type { Ended, LiveRun } from './live-run.ts';
import { committedRun, type RunEvent, type Transition, transition } from './transition.ts';

/**
 * The job: take the next event, compute the transition, commit it, make its moves, until the run is terminal or another's. Attempts
 * work side by side; this loop alone writes the run, one change after the other. Every write carries the fence; losing it ends the
 * work silently.
 */
export async function executeRun(ctx: LifecycleContext, liveRun: LiveRun): Promise<void> {
  try {
    await lookAround(ctx, liveRun);
    while (!liveRun.signal.aborted) {
      try {
        if (await step(ctx, liveRun)) return;
      } catch (error) {
        if (!(await canRecover(ctx, liveRun, error))) return;
      }
    }
    if (liveRun.isReleased) await leave(ctx, liveRun);
  } finally {
    // Stop attempts that no one is waiting for.
    liveRun.stop('superseded');
    liveRun.close();
  }
}

/** A run that the router decides about needs the evidence in memory, here too; an unknown site is probed. */
async function lookAround(ctx: LifecycleContext, liveRun: LiveRun): Promise<void> {
  const { run } = liveRun;
  const scope = scopeOf(run);
  const { url } = run.request.task;
  if (url !== null && (run.plan.decision || run.isSweep)) ctx.router.look(url, scope);
  const isAdmittedHere = run.fence === 1 && run.attempts.length > 0;
  if (run.plan.decision && !isAdmittedHere) await ctx.router.prepare(scope);
  // Before any attempt begins: the time of an attempt is its runner's.
  if (run.request.background && url !== null) liveRun.walked = walkTarget(ctx.gate, liveRun, url);
  await liveRun.walked;
}

/** Handles the next event, or waits for one. True when the run is over or not ours any more. */
async function step(ctx: LifecycleContext, liveRun: LiveRun): Promise<boolean> {
  const own = await ownKeys(ctx, liveRun.run);
  takeNotes(ctx, liveRun);
  const ended = liveRun.firstEnded;
  const result = ended && resultOf(liveRun, ended);
  if (ended && !result) return ended.result === null;
  const made = next(ctx, liveRun, own, result ? { kind: 'ended', result } : { kind: 'due' });
  const turn = made.started ? (liveRun.turns?.take() ?? NO_TURN) : NO_TURN;
  liveRun.turns?.want(made.waiting);
  try {
    if (isWritten(made)) await commit(ctx, liveRun, made, result);
  } catch (error) {
    turn();
    if (!ended || !result || ended.isUnusable || isExpected(error)) throw error;
    liveRun.replaceResult(ended, unusable(ctx, liveRun.run, attemptOf(liveRun.run, result), error));
    return false;
  }
  if (ended) liveRun.settled(ended.attempt);
  if (made.ending) return true;
  if (made.started) begin(ctx, liveRun, lastOf(liveRun.run), turn);
  for (const attempt of made.resumed) begin(ctx, liveRun, attempt, liveRun.turns?.goOn() ?? NO_TURN);
  if (!isWritten(made) && made.resumed.length === 0) await liveRun.untilChanged();
  return false;
}

/** The result of an attempt that ended; null where there is nothing to settle. */
function resultOf(liveRun: LiveRun, { attempt: liveAttempt, result, error }: Ended): Result | null {
  const isRunning = liveRun.run.attempts.some(
    ({ id, status }) => id === liveAttempt.id && status === 'running',
  );
  // An earlier commit may have been there already, though its reply was lost.
  if (result && isRunning) return result;
  liveRun.settled(liveAttempt);
  if (error !== undefined) throw error;
  return null;
}

/** Handles the notes at the head of the queue. */
function takeNotes(ctx: LifecycleContext, liveRun: LiveRun): void {
  for (let first = liveRun.firstNote; first; first = liveRun.firstNote) {
    liveRun.run = next(ctx, liveRun, NO_KEYS, first.note).run;
    liveRun.handled(first);
  }
}

function next(ctx: LifecycleContext, liveRun: LiveRun, own: OwnKeys, event: RunEvent): Transition {
  const mono = ctx.clock.mono();
  const leftMs = liveRun.windowEndsMono - mono;
  const decide = deciderOf(ctx, own, Number.isFinite(leftMs) ? Math.max(0, leftMs) : null);
  return transition(liveRun.run, event, { at: ctx.clock.now(), ...liveRun.now(mono) }, decide);
}

function isWritten({ settled, started, ending }: Transition): boolean {
  return settled.length > 0 || started !== null || ending !== null;
}

function isExpected(error: unknown): boolean {
  return error instanceof Aborted || error instanceof DatabaseAway;
}

function attemptOf(run: Run, { settled }: Result): Attempt {
  return run.attempts.find(({ id }) => id === settled.id) ?? lastOf(run);
}

function lastOf({ attempts }: Run): Attempt {
  const last = attempts.at(-1);
  if (!last) throw new Error('the run has no attempt');
  return last;
}

/** The keys that the workspace brings itself turn on runners for its decisions, and its attempts take nothing from the ceiling. */
async function ownKeys(ctx: LifecycleContext, { plan, maxCostMicro, workspaceId }: Run): Promise<OwnKeys> {
  return plan.decision || maxCostMicro !== null ? ctx.providerKeys.owned(workspaceId) : NO_KEYS;
}
const NO_KEYS: OwnKeys = new Map();

/** Ends the turn of an attempt; only the probes of a sweep have one. */
type EndTurn = () => void;
const NO_TURN: EndTurn = () => undefined;

async function commit(
  ctx: LifecycleContext,
  liveRun: LiveRun,
  made: Transition,
  result: Result | null | undefined,
): Promise<void> {
  const { job, run } = liveRun;
  const lesson = result ? lessonOf(ctx, liveRun, result) : null;
  const others = [
    ...(result ? rememberStatements(ctx, run, result.settled) : []),
    ...(lesson ? ctx.router.observeStatements(lesson) : []),
    ...(made.ending && liveRun.hasJob ? [await ctx.jobs.discardStatement(job.id)] : []),
  ];
  // Known here before the commit, whose reply may be lost.
  const liveAttempt = made.started && liveRun.open(made.started.id);
  const answers = await persist(ctx, batchOf(run, made, others), liveRun.signal).catch((error) => {
    if (liveAttempt && !isUnsure(error)) liveRun.settled(liveAttempt);
    throw error;
  });
  if (lesson) ctx.router.observed(lesson);
  const after = committedRun(made, answers[0]?.[0]?.at as Date);
  if (made.ending === null) {
    if (made.started) ctx.faults.pass('after-attempt-row');
    liveRun.run = after;
    ctx.watch.changed(run.id);
    return;
  }
  ctx.faults.pass('after-terminal-commit');
  liveRun.stop('over');
  // The job was exchanged while the end was being written.
  if (liveRun.job.id !== job.id) await ctx.jobs.discard(liveRun.job);
  if (hasDeliveries(answers)) ctx.webhooks.sender.poke(run.workspaceId);
  ctx.watch.ended(after);
}

function lessonOf(ctx: LifecycleContext, liveRun: LiveRun, { settled }: Result) {
  const latencyMs = liveRun.attempts.get(settled.id)?.workedMs(ctx.clock.mono());
  return latencyMs === undefined ? null : outcomeFor(ctx, liveRun.run, settled, latencyMs);
}

function begin(ctx: LifecycleContext, liveRun: LiveRun, attempt: Attempt, endTurn: EndTurn): void {
  const now = ctx.clock.mono();
  // The executor renews the lease or lets the run go; until then nothing may begin.
  if (!liveRun.mayAct(now)) {
    endTurn();
    throw new Aborted(UNSURE);
  }
  const liveAttempt = liveRun.open(attempt.id);
  // A provider's work began when its row was written.
  const sinceMs = attempt.reference === null ? 0 : ctx.clock.now().getTime() - attempt.startedAt.getTime();
  liveAttempt.begin(now, Math.max(0, sinceMs));
  carryOut(ctx, { liveRun, attempt, liveAttempt })
    .finally(() => {
      liveAttempt.end(ctx.clock.mono());
      endTurn();
    })
    .then(
      (result) => liveRun.ended({ attempt: liveAttempt, result }),
      (error) => liveRun.ended({ attempt: liveAttempt, error }),
    );
}

/** This instance shuts down: an attempt that ran only in this process is lost with it, and is written down as lost. */
async function leave(ctx: LifecycleContext, liveRun: LiveRun): Promise<void> {
  while ([...liveRun.attempts.values()].some(({ hasBegun }) => hasBegun)) {
    takeNotes(ctx, liveRun);
    const ended = liveRun.firstEnded;
    if (!ended) {
      await liveRun.untilChanged();
      continue;
    }
    const { result } = ended;
    // If this fails, the next owner finds the attempt lost.
    if (result)
      await commit(ctx, liveRun, next(ctx, liveRun, NO_KEYS, { kind: 'ended', result }), result).catch(
        () => undefined,
      );
    liveRun.settled(ended.attempt);
  }
}

/** Whether to go on after a failure, according to the row. */
async function canRecover(ctx: LifecycleContext, liveRun: LiveRun, error: unknown): Promise<boolean> {
  if (error instanceof Aborted && error.code === 'superseded') return false;
  if (error instanceof Aborted && error.code === 'insufficient_credits') {
    liveRun.noteFirst({ kind: 'refused' });
    return true;
  }
  if (!isUnsure(error)) throw error;
  return lookAgain(ctx, liveRun);
}

function isUnsure(error: unknown): boolean {
  return error instanceof DatabaseAway || (error instanceof Aborted && error.code === UNSURE);
}

/** False when the run is over or belongs to another instance. */
async function lookAgain(ctx: LifecycleContext, liveRun: LiveRun): Promise<boolean> {
  for (;;) {
    await pause(ctx.clock, RETRY_MS, liveRun.signal);
    if (liveRun.signal.aborted) return true;
    try {
      const run = await loadAnyRun(ctx.db, liveRun.run);
      if (!run || run.finishedAt !== null || run.fence !== liveRun.run.fence) {
        ctx.watch.changed(liveRun.run.id);
        return false;
      }
      liveRun.noteFirst({ kind: 'reread', run });
      const made = new Set(run.attempts.map(({ id }) => id));
      for (const liveAttempt of liveRun.attempts.values())
        if (!made.has(liveAttempt.id)) liveRun.settled(liveAttempt);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
    }
  }
}
