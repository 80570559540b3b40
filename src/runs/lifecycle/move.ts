import type { Decision } from '../../routing/port.ts';
import type { NewAttempt } from '../attempt-store.ts';
import { boundMicro, budgetOf, overCeiling } from '../ceiling.ts';
import type { Ending, Stop } from '../ending.ts';
import type { Attempt, Run } from '../run.ts';

export interface AttemptMove {
  do: 'attempt';
  runner: string;
  phase: Attempt['phase'];
  batch: number | null;
  /** The decision that chose the runner; null where the caller did, or an earlier decision. */
  decision: Decision | null;
}

export type Move = AttemptMove | { do: 'resume'; attempt: Attempt } | { do: 'finish'; ending: Ending };

/** Inputs of this process besides the row. */
export interface Now {
  at: Date;
  isWindowOver: boolean;
  /** A further attempt may start in this process. */
  hasRoom: boolean;
  /** Of a running attempt: at work in this process, made by it and not begun, or not of this process. */
  localState(attemptId: string): 'begun' | 'made' | null;
  /** An attempt waits for an answer of the run's owner: no other may start. */
  isAsking: boolean;
  /** How long an attempt at work has been at it. */
  elapsedMs(attemptId: string): number;
}

/** The runners, for the decisions about a run. */
export interface Decide {
  /** The next runner, for runs that the router decides about. */
  next(run: Run): Decision;
  /** The price of a runner as it counts against the ceiling. */
  priceMicro(runner: string): number;
  /** The typical time of a whole task; the price of a cut-off attempt follows from it. */
  typicalMs(attempt: Pick<Attempt, 'runner'>): number;
  attempt(spec: AttemptSpec): NewAttempt;
}

export type AttemptSpec = Pick<Attempt, 'runner' | 'phase' | 'batch' | 'ordinal' | 'decision'>;

// A process that died takes its attempt with it. The same runner is tried again once: the run may be what killed it.
const MOST_LOSSES = 2;

/** Why no attempt may start any more; null while one may. */
export function whyStopped(run: Run, now: Now): Stop | null {
  if (now.isWindowOver)
    return { kind: 'stopped', code: 'run_timeout', message: 'The time for this run is over.' };
  if (run.attempts.some(({ runner }) => lossesOf(run, runner) >= MOST_LOSSES)) {
    const message = `The process that executed this run ended ${MOST_LOSSES} times.`;
    return { kind: 'stopped', code: 'run_timeout', message };
  }
  if (run.isOutOfCredits) {
    const message =
      'The credits of the workspace, or the spend limit of the key, do not cover a further attempt.';
    return { kind: 'stopped', code: 'insufficient_credits', message };
  }
  const reached = whyAtCeiling(run);
  return reached === null ? null : { kind: 'stopped', code: 'budget_exhausted', message: reached };
}

function whyAtCeiling(run: Run): string | null {
  const { micro } = budgetOf(run);
  if (micro === null) return null;
  const { attempts } = run;
  if (boundMicro(run) >= micro) return 'The executed attempts reached the spend ceiling.';
  // An attempt that pays as it goes stops before the step that would pass the ceiling.
  const isStopped = !run.isSweep && attempts.at(-1)?.error?.code === 'spend_ceiling';
  return isStopped ? 'The rest of the spend ceiling does not cover a further step.' : null;
}

/** The end of a run whose open runners all cost more than the ceiling leaves; null where nobody is open. */
export function stopAtCeiling(run: Run, forbidden: readonly string[], decide: Decide): Stop | null {
  if (forbidden.length === 0) return null;
  const priced = forbidden.map((runner) => ({ runner, priceMicro: decide.priceMicro(runner) }));
  return { kind: 'stopped', code: 'budget_exhausted', message: overCeiling(run, priced), forbidden };
}

export function finish(ending: Ending): Move {
  return { do: 'finish', ending };
}

/** Whether the runner was tried; an attempt lost with our process does not count. */
export function isTried(run: Run, slug: string): boolean {
  return run.attempts.some((attempt) => attempt.runner === slug && !isRetriable(attempt));
}

/** Lost with our process before it reached a provider. */
export function isRetriable({ status, error }: Attempt): boolean {
  return status === 'lost' && (error?.code === 'executor_left' || error?.code === 'executor_lost');
}

/** A process that was shut down did not die of the run. */
function lossesOf({ attempts }: Run, slug: string): number {
  return attempts.filter(({ runner, error }) => runner === slug && error?.code === 'executor_lost').length;
}

/** A run that was blocked everywhere is blocked; otherwise the surest failure says most, the last of several. */
export function tellingFailure(attempts: Attempt[]): Attempt | null {
  const judged = attempts.filter((attempt) => attempt.verdict !== null);
  const failed = judged.filter((attempt) => attempt.verdict === 'failed');
  const telling = failed.filter((attempt) => attempt.fault !== 'platform');
  const surest = Math.max(...telling.map(sureness));
  return (
    telling.findLast((attempt) => sureness(attempt) === surest) ??
    failed.at(-1) ??
    judged.at(-1) ??
    attempts.at(-1) ??
    null
  );
}

/** The best of the weak answers; null where there is none. */
export function bestWeak(attempts: readonly Attempt[]): Attempt | null {
  return attempts
    .filter(({ result }) => result?.isWeak)
    .reduce<Attempt | null>(
      (best, each) => (best !== null && sureness(best) >= sureness(each) ? best : each),
      null,
    );
}

function sureness(attempt: Attempt): number {
  return attempt.result?.judgement?.quality.confidence ?? 0;
}
