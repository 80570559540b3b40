import { SPEND_CEILING } from '../../agent/index.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type PageEvidence,
  type RunnerFacts,
  stuck,
} from '../contract.ts';

/** The limit of the model's cost in one attempt where the run has no lower ceiling. */
const MAX_MODEL_MICRO_USD = 2_000_000;

/** The limit of the model's cost in this attempt. */
export interface ModelSpend {
  microUsd: number;
  /** The limit is the run's remaining money, not our own limit for one attempt. */
  isAllThatIsLeft: boolean;
}

export function modelSpend({ spendLeftMicroUsd }: AttemptScope, { price }: RunnerFacts): ModelSpend {
  const left = (spendLeftMicroUsd ?? Infinity) - price.microUsd;
  return { microUsd: Math.min(left, MAX_MODEL_MICRO_USD), isAllThatIsLeft: left <= MAX_MODEL_MICRO_USD };
}

/** Steps, time or money were over before the task was. */
export function notFinished(
  reason: string,
  { isAllThatIsLeft }: ModelSpend,
  page: PageEvidence | null = null,
): AttemptResult {
  const code = reason === SPEND_CEILING && isAllThatIsLeft ? 'spend_ceiling' : 'not_finished';
  return stuck(code, `Not finished: ${reason}.`, page);
}
