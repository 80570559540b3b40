import type { RunOutcomeCode } from '../../errors.ts';
import type { Decision } from '../../routing/port.ts';
import type { Attempt, Run } from '../run.ts';

/** Why a run ends. `attempt` is the one whose result speaks for the run. */
export type Ending =
  | { kind: 'answered'; attempt: Attempt }
  | { kind: 'failed'; attempt: Attempt | null; message?: string }
  | {
      kind: 'stopped';
      code: Extract<RunOutcomeCode, 'run_timeout' | 'budget_exhausted' | 'run_cancelled'>;
      message: string;
      /** The run is deleted: no event tells of its end. */
      isSilent?: boolean;
    };

export type Step =
  | {
      do: 'attempt';
      runner: string;
      phase: Attempt['phase'];
      batch: number | null;
      /** What chose the runner now; null where the caller did, or an earlier decision. */
      decision: Decision | null;
    }
  | { do: 'resume'; attempt: Attempt }
  | { do: 'abandon'; attempt: Attempt }
  | { do: 'finish'; ending: Ending };

/** What the next step depends on besides the row. */
export interface Now {
  isWindowOver: boolean;
  isOutOfCredits: boolean;
  /** Of a running attempt: at work in this process, made by it and not begun, or nothing of ours. */
  here(attemptId: string): 'begun' | 'made' | null;
  /** How long an attempt at work has been at it. */
  elapsedMs(attemptId: string): number;
  /** Who is to try next, for runs that the router decides about. */
  decide(run: Run): Decision;
}

// A process that died takes its attempt with it; the same runner is tried again, but not for ever.
const LOSSES_FORGIVEN = 2;

/** A paid calibration: many runners try the same task, in waves. */
export function isSweep({ routingClass }: { routingClass: unknown }): boolean {
  return routingClass === 'learning' || routingClass === 'learning-all';
}

/** Why no attempt may start any more; null while one may. */
export function whyStopped(run: Run, now: Now): Extract<Ending, { kind: 'stopped' }> | null {
  if (now.isWindowOver)
    return { kind: 'stopped', code: 'run_timeout', message: 'The time for this run is over.' };
  const shortage = whyNoMoney(run, now);
  return shortage === null ? null : { kind: 'stopped', code: 'budget_exhausted', message: shortage };
}

function whyNoMoney(run: Run, now: Now): string | null {
  const { maxCostMicro, spentMicro, attempts } = run;
  if (now.isOutOfCredits) return 'The credits of the workspace do not cover a further attempt.';
  if (maxCostMicro === null) return null;
  const inFlight = attempts.filter(({ status }) => status === 'running');
  const bound = inFlight.reduce((sum, attempt) => sum + attempt.priceMicro, spentMicro);
  if (bound >= maxCostMicro) return 'The executed attempts reached the spend ceiling.';
  // An attempt that pays as it goes stops before the step that would pass the ceiling.
  const isStopped = !isSweep(run) && attempts.at(-1)?.error?.code === 'spend_ceiling';
  return isStopped ? 'What is left of the spend ceiling does not cover a further step.' : null;
}

export function finish(ending: Ending): Step {
  return { do: 'finish', ending };
}

/** Attempts that sign in with one login never work side by side: together they would lock the account. */
export function hasLogin({ request }: Run): boolean {
  return request.credentialId !== null || request.hasOwnSecrets;
}

/** Whether the runner has had its go: one that was lost with a process of ours has not. */
export function isTried(run: Run, slug: string): boolean {
  return run.attempts.some((attempt) => attempt.runner === slug && !isRetriable(run, attempt));
}

/** Lost with a process of ours and never handed to a provider. Told to leave, the process did not die of the run. */
export function isRetriable(run: Run, attempt: Attempt): boolean {
  if (attempt.status !== 'lost') return false;
  if (attempt.error?.code === 'executor_left') return true;
  if (attempt.error?.code !== 'executor_lost') return false;
  const losses = run.attempts.filter(
    (other) => other.runner === attempt.runner && other.error?.code === 'executor_lost',
  ).length;
  return losses <= LOSSES_FORGIVEN;
}

/** A run that was blocked everywhere is blocked; otherwise the surest failure says most, the last of several. */
export function tellingFailure(attempts: Attempt[]): Attempt | null {
  const judged = attempts.filter((attempt) => attempt.verdict !== null);
  const failed = judged.filter((attempt) => attempt.verdict === 'failed');
  const telling = failed.filter((attempt) => attempt.fault !== 'platform');
  // The nearest part of a page says more than that nothing was found.
  const near = telling.findLast((attempt) => attempt.result?.isStopgap);
  if (near) return near;
  const surest = Math.max(...telling.map(sureness));
  return (
    telling.findLast((attempt) => sureness(attempt) === surest) ??
    failed.at(-1) ??
    judged.at(-1) ??
    attempts.at(-1) ??
    null
  );
}

function sureness(attempt: Attempt): number {
  return attempt.result?.judgement?.quality.confidence ?? 0;
}
