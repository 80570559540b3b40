import { MAX_FILES_PER_RUN } from '../../artifacts/capture.ts';
import type { NewArtifact } from '../../artifacts/store.ts';
import { hold } from '../../billing/postings.ts';
import { withPosting } from '../../billing/store.ts';
import { Aborted, DatabaseAway } from '../../platform/db.ts';
import { dispatchStatement, saveDecisionStatement } from '../attempt-store.ts';
import type { RunsContext } from '../context.ts';
import { briefOf, type DecisionBrief } from '../decision-brief.ts';
import { isSweep } from '../learning-sweep.ts';
import { holdFor, newAttempt, startedAttempt } from '../new-attempt.ts';
import type { Attempt, Run } from '../run.ts';
import { loadAnyRun } from '../store.ts';
import { carryOut, unusable } from './carry-out.ts';
import { placeOf } from './decide-next.ts';
import type { Brought } from './live-attempt.ts';
import type { Ended, LiveRun } from './live-run.ts';
import { settleLost } from './settle.ts';
import type { Move } from './standing.ts';
import { walkTarget } from './walk-target.ts';
import {
  closing,
  commitFinish,
  commitSettled,
  movesOf,
  ownKeys,
  persist,
  RETRY_MS,
  UNSURE,
} from './write-down.ts';

/**
 * The job: ask `nextMoves`, do them, write down the results, until the run is terminal or another's. Attempts work side by side;
 * this loop alone writes the run, one change after the other. Every write carries the fence; losing it ends the work silently.
 */
export async function executeRun(ctx: RunsContext, live: LiveRun): Promise<void> {
  try {
    await lookAround(ctx, live);
    while (!live.signal.aborted) {
      try {
        if (await goOn(ctx, live)) return;
      } catch (error) {
        if (!(await canRecover(ctx, live, error))) return;
      }
    }
    if (live.isReleased) await leave(ctx, live);
  } finally {
    // Stop attempts that no one is waiting for.
    live.stop('superseded');
  }
}

/** A run that the router decides about needs the evidence in memory, here too; an unknown site is probed. */
async function lookAround(ctx: RunsContext, live: LiveRun): Promise<void> {
  const { run } = live;
  const place = placeOf(run);
  const { url } = run.request.task;
  if (url !== null && (run.plan.decision || isSweep(run))) ctx.router.look(url, place);
  const isAdmittedHere = run.fence === 1 && run.attempts.length > 0;
  if (run.plan.decision && !isAdmittedHere) await ctx.router.prepare(place);
  // Before any attempt begins: the time of an attempt is its runner's.
  await walkTarget(ctx, live);
}

/** Writes down a result, or else makes the next move, or else waits. True when the run is over. */
async function goOn(ctx: RunsContext, live: LiveRun): Promise<boolean> {
  if (live.firstEnded) return settle(ctx, live, live.firstEnded);
  const own = await ownKeys(ctx, live.run);
  if (live.firstEnded) return false;
  const moves = movesOf(ctx, live, own);
  live.turns?.want(moves.filter((move) => move.do === 'attempt').length);
  if (moves.length === 0) await live.untilChanged();
  for (const move of moves) {
    if (await take(ctx, live, move)) return true;
    // The next move depends on the attempt that was just made, and on those that ended meanwhile.
    if (move.do === 'attempt' || live.firstEnded) break;
  }
  return false;
}

async function take(ctx: RunsContext, live: LiveRun, move: Move): Promise<boolean> {
  switch (move.do) {
    case 'finish':
      await commitFinish(ctx, live, move.ending);
      return true;
    case 'abandon':
      return commitSettled(ctx, live, { settled: settleLost(move.attempt), files: [] }, closing(live.run));
    case 'attempt': {
      if (live.isLeaving) {
        await live.untilChanged();
        return false;
      }
      const turn = live.turns ? live.turns.take() : NO_TURN;
      if (turn) await inTurn(turn, async () => begin(ctx, live, await dispatch(ctx, live, move), turn));
      else await live.untilChanged();
      return false;
    }
    case 'resume': {
      const turn = live.turns?.goOn() ?? NO_TURN;
      await inTurn(turn, async () => begin(ctx, live, move.attempt, turn));
      return false;
    }
  }
}

/** Ends the turn of an attempt; only the probes of a sweep have one. */
type EndTurn = () => void;
const NO_TURN: EndTurn = () => undefined;

async function inTurn(end: EndTurn, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    end();
    throw error;
  }
}

function begin(ctx: RunsContext, live: LiveRun, attempt: Attempt, endTurn: EndTurn): void {
  const now = ctx.clock.mono();
  // The executor renews the lease or lets the run go; until then nothing may begin.
  if (!live.mayAct(now)) throw new Aborted(UNSURE);
  const here = live.open(attempt.id);
  // A provider's work began when its row was written.
  const sinceMs = attempt.reference === null ? 0 : ctx.clock.now().getTime() - attempt.startedAt.getTime();
  here.begin(now, Math.max(0, sinceMs));
  carryOut(ctx, live, { attempt, here })
    .finally(() => {
      here.end(ctx.clock.mono());
      endTurn();
    })
    .then(
      (brought) => live.ended({ attempt: here, brought }),
      (error) => live.ended({ attempt: here, error }),
    );
}

/** True when the run is over or not ours any more. */
async function settle(
  ctx: RunsContext,
  live: LiveRun,
  { attempt: here, brought, error }: Ended,
): Promise<boolean> {
  const attempt = live.run.attempts.find(({ id }) => id === here.id);
  // An earlier commit may have been there already, though its reply was lost.
  if (error !== undefined || !brought || attempt?.status !== 'running') live.settled(here);
  if (error !== undefined) throw error;
  if (!brought) return true;
  if (attempt?.status !== 'running') return false;
  const isOver = await commitUsable(ctx, live, attempt, brought);
  live.settled(here);
  return isOver;
}

async function commitUsable(
  ctx: RunsContext,
  live: LiveRun,
  attempt: Attempt,
  brought: Brought,
): Promise<boolean> {
  try {
    return await commitSettled(ctx, live, placed(live.run, brought));
  } catch (error) {
    if (error instanceof Aborted || error instanceof DatabaseAway) throw error;
    return commitSettled(ctx, live, unusable(ctx, live, attempt, error));
  }
}

/** The ten places are for files that can be had; those of an attempt that answered displace those of failed ones. */
function placed(run: Run, { settled, files }: Brought): Brought {
  const isHere = (file: Pick<NewArtifact, 'kind' | 'storageKey'>) =>
    file.kind !== 'step' && file.storageKey !== null;
  const before = run.artifacts.filter(isHere);
  const isAnswer = settled.verdict === 'succeeded' || settled.verdict === 'empty';
  const places = MAX_FILES_PER_RUN - (isAnswer ? 0 : before.length);
  const kept = files.filter(isHere).slice(0, Math.max(0, places));
  const displaced = before.slice(0, Math.max(0, before.length + kept.length - MAX_FILES_PER_RUN));
  return {
    settled,
    files: files.filter((file) => !isHere(file) || kept.includes(file)),
    displaced: displaced.map(({ id }) => id),
  };
}

/** This instance shuts down: an attempt that ran only in this process is lost with it, and is written down as lost. */
async function leave(ctx: RunsContext, live: LiveRun): Promise<void> {
  while ([...live.attempts.values()].some(({ hasBegun }) => hasBegun)) {
    const ended = live.firstEnded;
    if (!ended) {
      await live.untilChanged();
      continue;
    }
    if (ended.brought) await commitSettled(ctx, live, ended.brought).catch(() => undefined);
    live.settled(ended.attempt);
  }
}

/** Whether to go on after a failure, according to the row. */
async function canRecover(ctx: RunsContext, live: LiveRun, error: unknown): Promise<boolean> {
  if (error instanceof Aborted && error.code === 'superseded') return false;
  if (error instanceof Aborted && error.code === 'insufficient_credits') {
    live.isOutOfCredits = true;
    return true;
  }
  if (!isUnsure(error)) throw error;
  return lookAgain(ctx, live);
}

function isUnsure(error: unknown): boolean {
  return error instanceof DatabaseAway || (error instanceof Aborted && error.code === UNSURE);
}

/** False when the run is over or belongs to another instance. */
async function lookAgain(ctx: RunsContext, live: LiveRun): Promise<boolean> {
  for (;;) {
    await ctx.clock.sleep(RETRY_MS, live.signal).catch(() => undefined);
    if (live.signal.aborted) return true;
    try {
      const run = await loadAnyRun(ctx.db, live.run);
      if (!run || run.finishedAt !== null || run.fence !== live.run.fence) {
        ctx.watch.changed(live.run.id);
        return false;
      }
      live.run = { ...run, normalizing: live.run.normalizing };
      const made = new Set(run.attempts.map(({ id }) => id));
      for (const here of live.attempts.values()) if (!made.has(here.id)) live.settled(here);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
    }
  }
}

async function dispatch(
  ctx: RunsContext,
  live: LiveRun,
  move: Extract<Move, { do: 'attempt' }>,
): Promise<Attempt> {
  const { run } = live;
  const { runner, phase, batch } = move;
  const ordinal = run.attempts.length;
  // Both runners of a race come from one decision.
  const decision = move.decision ? briefOf(move.decision) : racedWith(run, phase);
  const own = await ctx.providerKeys.owned(run.workspaceId);
  const attempt = newAttempt(ctx, { runner, phase, batch, ordinal, decision }, own);
  const here = live.open(attempt.id);
  const inFlight = run.attempts.filter(({ status }) => status === 'running');
  const missing = Math.max(0, holdFor(run, [...inFlight, attempt]) - run.heldMicro);
  const statements = [
    dispatchStatement(run, attempt, missing),
    ...(move.decision ? [saveDecisionStatement(run, ordinal, move.decision)] : []),
  ];
  const posting = hold(`hold:${attempt.id}`, missing);
  const held = { workspaceId: run.workspaceId, runId: run.id, keyId: run.keyId, posting, mustCover: true };
  const [rows] = await persist(ctx, live, withPosting(statements, held)).catch((error) => {
    if (!isUnsure(error)) live.settled(here);
    throw error;
  });
  ctx.faults.pass('after-attempt-row');
  const dispatched = startedAttempt(attempt, rows?.[0]?.started_at as Date);
  live.run = {
    ...live.run,
    heldMicro: live.run.heldMicro + missing,
    attempts: [...live.run.attempts, dispatched],
  };
  return dispatched;
}

function racedWith(run: Run, phase: Attempt['phase']): DecisionBrief | null {
  return phase === 'race' ? (run.attempts.at(-1)?.decision ?? null) : null;
}
