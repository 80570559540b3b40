import { billedCost } from '../ceiling.ts';
import { endOf } from '../ending.ts';
import type { Attempt, Interaction, Run } from '../run.ts';

/** The run as it was when it was created, for the first events of a stream. */
export function asCreated(run: Run): Run {
  return {
    ...run,
    status: 'running',
    isOverdue: false,
    outcome: null,
    finishedAt: null,
    runner: null,
    spentMicro: 0,
    interaction: null,
    attempts: [],
    artifacts: [],
    progressAt: run.createdAt,
  };
}

/** The run as it was when it asked, for its event; the answer may have arrived since. */
export function asAsked(run: Run, interaction: Interaction): Run {
  const { createdAt: then } = interaction;
  const attempts = run.attempts
    .filter(({ startedAt }) => startedAt <= then)
    .map((attempt) => (attempt.finishedAt && attempt.finishedAt <= then ? attempt : asStarted(attempt)));
  return {
    ...asCreated(run),
    status: 'needs_human',
    interaction,
    spentMicro: attempts.reduce((sum, attempt) => sum + billedCost(attempt), 0),
    attempts,
    artifacts: run.artifacts.filter(({ createdAt }) => createdAt <= then),
    progressAt: then,
  };
}

function asStarted(attempt: Attempt): Attempt {
  return {
    ...attempt,
    status: 'running',
    costMicro: null,
    verdict: null,
    blockReason: null,
    fault: 'none',
    error: null,
    result: null,
    finishedAt: null,
  };
}

/** A run past its time limit counts as failed, even before it is recorded. */
export function effective(run: Run): Run {
  if (!run.isOverdue) return run;
  const ending = {
    kind: 'stopped',
    code: 'run_timeout',
    message: 'The run exceeded its time budget.',
  } as const;
  return {
    ...run,
    isOverdue: false,
    interaction: null,
    finishedAt: run.expiresAt,
    attempts: run.attempts.map((attempt) =>
      attempt.status === 'running' ? { ...attempt, status: 'cancelled', finishedAt: run.expiresAt } : attempt,
    ),
    ...endOf(run, ending),
  };
}
