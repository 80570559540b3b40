import type { RunOutcomeCode } from '../errors.ts';
import type { Attempt, Run } from './run.ts';

/** Why a run ends. `attempt` is the one whose result speaks for the run. */
export type Ending =
  | { kind: 'answered'; attempt: Attempt }
  | { kind: 'failed'; attempt: Attempt | null; message?: string }
  | {
      kind: 'stopped';
      code: Extract<RunOutcomeCode, 'run_timeout' | 'budget_exhausted' | 'run_cancelled'>;
      message: string;
    };

export type NextStep =
  | { do: 'attempt'; runner: string; phase: 'planned' | 'fallback' }
  | { do: 'resume'; attempt: Attempt }
  | { do: 'abandon'; attempt: Attempt }
  | { do: 'finish'; ending: Ending };

// The same error from one runner after the other is the site or the task, not the runner.
const SAME_ERRORS = 3;
// A process that died takes its attempt with it; the same runner is tried again, but not for ever.
const LOSSES_FORGIVEN = 2;

/** Given the run and its attempts: who next, or how it ends. Pure. */
export function nextStep(run: Run, now: { isWindowOver: boolean }): NextStep {
  const running = run.attempts.find((attempt) => attempt.status === 'running');
  if (running)
    return running.reference === null
      ? { do: 'abandon', attempt: running }
      : { do: 'resume', attempt: running };

  const last = run.attempts.at(-1);
  const answered = run.attempts.findLast(({ verdict }) => verdict === 'succeeded' || verdict === 'empty');
  const next = endOrNext(run, last, now);
  const isOver = next.do === 'finish' || !answered?.result?.isStopgap;
  return answered && isOver ? finish({ kind: 'answered', attempt: answered }) : next;
}

/** What follows where nobody has answered. */
function endOrNext(run: Run, last: Attempt | undefined, now: { isWindowOver: boolean }): NextStep {
  if (now.isWindowOver)
    return finish({ kind: 'stopped', code: 'run_timeout', message: 'The time for this run is over.' });
  const shortage = whyNoMoney(run, last);
  if (shortage) return finish({ kind: 'stopped', code: 'budget_exhausted', message: shortage });
  if (last?.fault === 'caller') return finish({ kind: 'failed', attempt: last });
  if (isRepeating(run.attempts)) {
    return finish({
      kind: 'failed',
      attempt: last ?? null,
      message: `The same error came back ${SAME_ERRORS} times in a row: ${last?.error?.message}`,
    });
  }
  const runner = nextRunner(run);
  if (runner !== null)
    return { do: 'attempt', runner, phase: run.attempts.length === 0 ? 'planned' : 'fallback' };
  return finish({ kind: 'failed', attempt: tellingFailure(run.attempts) });
}

function whyNoMoney({ maxCostMicro, spentMicro }: Run, last: Attempt | undefined): string | null {
  if (maxCostMicro === null) return null;
  if (spentMicro >= maxCostMicro) return 'The executed attempts reached the spend ceiling.';
  // An attempt that pays as it goes stops before the step that would pass the ceiling.
  const isStopped = last?.error?.code === 'spend_ceiling';
  return isStopped ? 'What is left of the spend ceiling does not cover a further step.' : null;
}

function finish(ending: Ending): NextStep {
  return { do: 'finish', ending };
}

function nextRunner(run: Run): string | null {
  const tried = new Set(
    run.attempts.filter((attempt) => !isRetriable(run, attempt)).map((attempt) => attempt.runner),
  );
  return run.plan.order.find((slug) => !tried.has(slug)) ?? null;
}

/** Lost with a process of ours and never handed to a provider. Told to leave, the process did not die of the run. */
function isRetriable(run: Run, attempt: Attempt): boolean {
  if (attempt.status !== 'lost') return false;
  if (attempt.error?.code === 'executor_left') return true;
  if (attempt.error?.code !== 'executor_lost') return false;
  const losses = run.attempts.filter(
    (other) => other.runner === attempt.runner && other.error?.code === 'executor_lost',
  ).length;
  return losses <= LOSSES_FORGIVEN;
}

function isRepeating(attempts: Attempt[]): boolean {
  const recent = attempts.slice(-SAME_ERRORS);
  const [first] = recent;
  if (recent.length < SAME_ERRORS || !first?.error) return false;
  return recent.every(
    (attempt) => attempt.status !== 'lost' && attempt.error?.message === first.error?.message,
  );
}

/** A run that was blocked everywhere is blocked; otherwise the surest failure says most, the last of several. */
function tellingFailure(attempts: Attempt[]): Attempt | null {
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

function sureness(attempt: Attempt): number {
  return attempt.result?.judgement?.quality.confidence ?? 0;
}
