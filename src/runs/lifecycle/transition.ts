import { MAX_FILES_PER_RUN } from '../../artifacts/capture.ts';
import {
  charge,
  chargeNormalization,
  combine,
  hold,
  NO_POSTING,
  type Posting,
  release,
} from '../../billing/postings.ts';
import type { Decision } from '../../routing/port.ts';
import { type Note, noted } from '../attempt/note.ts';
import { type Result, settleCut, settleLost } from '../attempt/settle.ts';
import { type SettledAttempt, startedAttempt } from '../attempt-store.ts';
import { billedCost, holdFor, leftMicro, reservedMicro } from '../ceiling.ts';
import { briefOf, type DecisionBrief } from '../decision-brief.ts';
import { type Ending, endOf, normalizationOf, type Stop } from '../ending.ts';
import type { Attempt, Run } from '../run.ts';
import type { RunChange } from '../store.ts';
import type { AttemptMove, Decide, Now } from './move.ts';
import { nextMoves } from './next.ts';

export type RunEvent =
  /** Admitted, taken over, or woken: the time may have come for the next move. */
  | { kind: 'due' }
  | { kind: 'ended'; result: Result }
  /** Cancelled, deleted or over its time, from any instance. */
  | { kind: 'stopped'; ending: Stop }
  | Note;

/** One change of a run: rows and postings to write in one transaction, and the moves after it. */
export interface Transition extends RunChange {
  /** The run afterwards. Times without an own clock are those of `now.at`; see `committedRun`. */
  run: Run;
  /** It takes credits for the next attempt, which must be there. */
  mustCover: boolean;
  /** The decision that chose the runner of `started`. */
  decision: Decision | null;
  files: Result['files'];
  /** Ids of earlier files of the run that make room for these. */
  displaced: string[];
  ending: Ending | null;
  /** Attempts under way that this process has not begun yet. */
  resumed: Attempt[];
  /** Attempts that could start if there were room for them. */
  waiting: number;
}

/** The next state of a run after an event. Pure. */
export function transition(run: Run, event: RunEvent, now: Now, decide: Decide): Transition {
  if (event.kind === 'stopped') {
    // A cancel cuts off attempts at work, which bill; those whose executor died may never have run.
    const isCut = event.ending.code === 'run_cancelled';
    return over(
      run,
      event.ending,
      isCut ? cutOff(run, now, decide) : running(run).map((one) => settleLost(one)),
    );
  }
  if (event.kind !== 'ended' && event.kind !== 'due') return { ...UNCHANGED, run: noted(run, event) };
  const result = event.kind === 'ended' ? event.result : null;
  const settled = [
    ...(result ? [timed(run, result.settled, now)] : []),
    ...lostAttempts(run, now).map((one) => settleLost(one)),
  ];
  const files = result ? roomFor(run, result) : NO_FILES;
  const paid = payFor(run, settled);
  const moves = nextMoves(paid.run, now, decide);
  const [move] = moves;
  if (move?.do === 'finish') {
    return { ...over(run, move.ending, [...settled, ...cutOff(paid.run, now, decide)]), ...files };
  }
  const rows = paid.settled.map(withPartialOutput);
  const isResumed = rows.some(({ status }) => status === 'lost');
  const going: Transition = {
    ...UNCHANGED,
    ...paid,
    ...files,
    run: {
      ...withRows(paid.run, rows, now.at),
      ...(isResumed && { status: 'running', interaction: null }),
    },
    settled: rows,
    isResumed,
    resumed: moves.flatMap((one) => (one.do === 'resume' ? [one.attempt] : [])),
    waiting: moves.filter((one) => one.do === 'attempt').length,
  };
  return move?.do === 'attempt' && now.hasRoom ? starting(going, move, now, decide) : going;
}

/** With the next attempt, and the credits that it needs beyond the hold. */
function starting(going: Transition, move: AttemptMove, now: Now, decide: Decide): Transition {
  const { run } = going;
  const { runner, phase, batch } = move;
  const started = decide.attempt({
    ...{ runner, phase, batch },
    ordinal: run.attempts.length,
    // Both runners of a race come from one decision.
    decision: move.decision ? briefOf(move.decision) : racedWith(run, phase),
  });
  const missingMicro = Math.max(0, holdFor(run, [...running(run), started]) - run.heldMicro);
  return {
    ...going,
    run: {
      ...run,
      heldMicro: run.heldMicro + missingMicro,
      attempts: [...run.attempts, startedAttempt(started, now.at)],
    },
    started,
    decision: move.decision,
    posting: combine(going.posting, hold(`hold:${started.id}`, missingMicro)),
    mustCover: missingMicro > 0,
    inFlightMicro: going.inFlightMicro + reservedMicro(started),
    waiting: going.waiting - 1,
  };
}

function racedWith(run: Run, phase: Attempt['phase']): DecisionBrief | null {
  return phase === 'race' ? (run.attempts.at(-1)?.decision ?? null) : null;
}

/** The run ends, with the attempts that it settles: their charges, the add-on, and the release of the remaining hold. */
function over(run: Run, ending: Ending, settled: SettledAttempt[]): Transition {
  const paid = payFor(run, settled);
  const after = paid.run;
  const addon = normalizationOf(after, ending)?.applied ? chargeNormalization(after) : null;
  const left = release(`release:${run.id}`, addon?.heldLeftMicro ?? after.heldMicro);
  const speaking = ending.kind === 'answered' ? ending.attempt.id : null;
  const rows = paid.settled.map((row) =>
    row.id === speaking ? withoutJudgement(row) : withPartialOutput(row),
  );
  const end = endOf(after, ending);
  return {
    ...UNCHANGED,
    ...paid,
    run: { ...withRows(after, rows), ...end, heldMicro: 0, isOverdue: false, interaction: null },
    settled: rows,
    posting: combine(paid.posting, ...(addon ? [addon.posting] : []), left),
    ending,
    end,
  };
}

const NO_FILES = { files: [], displaced: [] };
const UNCHANGED = {
  ...NO_FILES,
  settled: [],
  posting: NO_POSTING,
  spentMicro: 0,
  inFlightMicro: 0,
  started: null,
  decision: null,
  mustCover: false,
  end: null,
  ending: null,
  isResumed: false,
  resumed: [],
  waiting: 0,
};

function running({ attempts }: Run): Attempt[] {
  return attempts.filter(({ status }) => status === 'running');
}

/** Begun by a process that died, and never handed to a provider. */
function lostAttempts(run: Run, now: Now): Attempt[] {
  return running(run).filter(({ id, reference }) => reference === null && now.localState(id) === null);
}

/** The attempts under way when a run ends. */
function cutOff(run: Run, now: Now, decide: Decide): SettledAttempt[] {
  return running(run).map((attempt) =>
    settleCut(attempt, { workedMs: now.elapsedMs(attempt.id), typicalMs: decide.typicalMs(attempt) }),
  );
}

/** On the database's clock: its start is from there, and how long it worked was measured here. */
function timed(run: Run, settled: SettledAttempt, now: Now): SettledAttempt {
  const attempt = run.attempts.find(({ id }) => id === settled.id);
  if (!attempt || now.localState(attempt.id) === null) return settled;
  const tookMs = Math.ceil(now.elapsedMs(attempt.id));
  return { ...settled, finishedAt: new Date(attempt.startedAt.getTime() + tookMs) };
}

interface Paid {
  run: Run;
  settled: SettledAttempt[];
  posting: Posting;
  spentMicro: number;
  inFlightMicro: number;
}

/** Each attempt takes its price from the hold of the run; a provider's report above the ceiling is our loss. */
function payFor(run: Run, ended: readonly SettledAttempt[]): Paid {
  const paid: Paid = { run, settled: [], posting: NO_POSTING, spentMicro: 0, inFlightMicro: 0 };
  for (const reported of ended) {
    const attempt = run.attempts.find(({ id }) => id === reported.id);
    const isOwnKey = attempt?.isOwnKey ?? false;
    const row = isOwnKey ? reported : withinCeiling(paid.run, reported);
    const costMicro = billedCost({ costMicro: row.costMicro, isOwnKey });
    const { posting, heldLeftMicro } = charge({
      attemptId: row.id,
      costMicro,
      feeBasisMicro: row.costMicro,
      feeRatePpm: run.feeRatePpm,
      heldMicro: paid.run.heldMicro,
    });
    paid.settled.push(row);
    paid.posting = combine(paid.posting, posting);
    paid.spentMicro += costMicro;
    paid.inFlightMicro -= attempt ? reservedMicro(attempt) : 0;
    paid.run = {
      ...withRows(paid.run, [row]),
      heldMicro: heldLeftMicro,
      spentMicro: paid.run.spentMicro + costMicro,
    };
  }
  return paid;
}

function withinCeiling(run: Run, row: SettledAttempt): SettledAttempt {
  const others = (run.normalizing ?? []).filter((id) => id !== row.id);
  const isNormalized = row.result?.judgement?.normalization?.applied ?? false;
  const left = leftMicro({ ...run, normalizing: isNormalized ? [...others, row.id] : others }, row.id);
  return row.costMicro <= left ? row : { ...row, costMicro: Math.max(0, left) };
}

/** Attempts whose end no process saw end at `at`. */
function withRows(run: Run, rows: readonly SettledAttempt[], at: Date | null = null): Run {
  const attempts = run.attempts.map((attempt) => {
    const row = rows.find(({ id }) => id === attempt.id);
    return row ? { ...attempt, ...row, finishedAt: row.finishedAt ?? at } : attempt;
  });
  return { ...run, attempts };
}

/** The run's own outcome holds all of it: no need to write and read it twice. */
function withoutJudgement(settled: SettledAttempt): SettledAttempt {
  return settled.result ? { ...settled, result: { ...settled.result, judgement: null } } : settled;
}

function withPartialOutput(settled: SettledAttempt): SettledAttempt {
  const output = settled.result?.judgement?.output;
  return settled.result && output != null ? { ...settled, result: { ...settled.result, output } } : settled;
}

/** A run keeps ten files that can be downloaded; those of an attempt that answered displace those of failed ones. */
function roomFor(run: Run, { settled, files }: Result): Pick<Transition, 'files' | 'displaced'> {
  const isKept = (file: Pick<Result['files'][number], 'kind' | 'storageKey'>) =>
    file.kind !== 'step' && file.storageKey !== null;
  const before = run.artifacts.filter(isKept);
  const isAnswer = settled.verdict === 'succeeded' || settled.verdict === 'empty';
  const room = MAX_FILES_PER_RUN - (isAnswer ? 0 : before.length);
  const kept = files.filter(isKept).slice(0, Math.max(0, room));
  const displaced = before.slice(0, Math.max(0, before.length + kept.length - MAX_FILES_PER_RUN));
  return {
    files: files
      .filter((file) => !isKept(file) || kept.includes(file))
      .map((file) => ({ ...file, attemptId: settled.id })),
    displaced: displaced.map(({ id }) => id),
  };
}

/** The run after the commit of a transition: times without a clock of their own are those of the commit. */
export function committedRun({ run, settled, started, ending, files, displaced }: Transition, at: Date): Run {
  const untimed = settled.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id);
  const shown = files.filter(({ kind }) => kind !== 'step');
  return {
    ...run,
    attempts: run.attempts.map((attempt) => {
      if (attempt.id === started?.id) return { ...attempt, startedAt: at };
      return untimed.includes(attempt.id) ? { ...attempt, finishedAt: at } : attempt;
    }),
    artifacts: [
      ...run.artifacts.filter(({ id }) => !displaced.includes(id)),
      ...shown.map((file) => ({ ...file, isExpired: false, createdAt: at })),
    ],
    ...(ending && { finishedAt: at }),
  };
}
