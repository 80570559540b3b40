import type { Attempt } from './run.ts';

// As the objective of `balanced` has it: the worth of a success, and the cost of a second.
const SUCCESS_USD = 1;
const SECOND_USD = 0.001;

export interface Ranked {
  attempt: Attempt;
  timingMs: number;
  /** In dollars: the worth of the result, less its price and its time. */
  score: number;
}

/** The probes of a sweep: those that worked first, the fastest and cheapest before the others. */
export function ranked(attempts: readonly Attempt[]): Ranked[] {
  return attempts
    .filter((attempt) => attempt.status === 'finished')
    .map((attempt) => {
      const timingMs = attempt.finishedAt ? attempt.finishedAt.getTime() - attempt.startedAt.getTime() : 0;
      const price = (attempt.costMicro ?? 0) / 1e6 + (timingMs / 1e3) * SECOND_USD;
      return { attempt, timingMs, score: (isSuccess(attempt) ? SUCCESS_USD : 0) - price };
    })
    .sort(
      (one, other) =>
        Number(isSuccess(other.attempt)) - Number(isSuccess(one.attempt)) || other.score - one.score,
    );
}

/** A weak answer is none as long as another runner may do better, and teaches as a failure. */
export function isSuccess({ verdict, result }: Pick<Attempt, 'verdict' | 'result'>): boolean {
  return (verdict === 'succeeded' || verdict === 'empty') && !result?.isWeak;
}
