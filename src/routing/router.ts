import type { RunnerFacts } from '../runners/contract.ts';

export type SlaProfile = 'balanced' | 'cheapest' | 'fastest' | 'most_reliable';
export type TaskType = 'extract' | 'multistep';

/** Everything a decision depends on. Pure: the same context gives the same decision. */
interface DecideContext {
  candidates: RunnerFacts[];
  taskType: TaskType;
  slaProfile: SlaProfile;
  maxFallbacks: number;
}

export interface CandidateView {
  runner: string;
  successProbability: number;
  expectedCostMicro: number;
  expectedLatencyMs: number;
}

export interface Decision {
  /** Primary first, then its fallbacks: at most 1 + maxFallbacks. */
  order: string[];
  strategy: 'explore' | 'exploit' | 'forced' | 'fallback';
  reason: string;
  summary: string;
  policyVersion: string;
  candidates: CandidateView[];
}

/** Who next. The learned router fills this same shape; until it has statistics, the catalog decides. */
export interface Router {
  decide(context: DecideContext): Decision;
}

/** Orders by price over prior success, from the catalog alone: the plan of a service that has learned nothing. */
export const staticRouter: Router = {
  decide(context) {
    const weights = PROFILES[context.slaProfile];
    const candidates = context.candidates
      .map((facts) => ({ facts, view: viewOf(facts, context.taskType) }))
      .sort((one, other) => priceOfSuccess(one.view, weights) - priceOfSuccess(other.view, weights));
    const order = candidates.slice(0, 1 + context.maxFallbacks).map((candidate) => candidate.view.runner);
    return {
      order,
      strategy: 'fallback',
      reason: 'fallback_static_chain',
      summary:
        candidates.length === 1
          ? `Only ${order[0]} can take this task here.`
          : `No statistics yet: runners are tried by listed price and expected success, ${order[0]} first.`,
      policyVersion: 'static-1',
      candidates: candidates.map((candidate) => candidate.view),
    };
  },
};

// What a success is worth is left out: every candidate is judged for the same task.
const PROFILES: Record<SlaProfile, { perUsd: number; perSecond: number; sureness: number }> = {
  balanced: { perUsd: 1, perSecond: 0.001, sureness: 1 },
  cheapest: { perUsd: 2, perSecond: 0.0002, sureness: 1 },
  fastest: { perUsd: 0.5, perSecond: 0.006, sureness: 1 },
  most_reliable: { perUsd: 0.5, perSecond: 0.0005, sureness: 8 },
};

const TYPICAL_SECONDS: Record<RunnerFacts['kind'], number> = {
  hosted_agent: 60,
  browser_infra: 15,
  extraction: 3,
  open_source: 8,
};

const PRIOR_SUCCESS: Record<RunnerFacts['kind'], Record<TaskType, number>> = {
  hosted_agent: { extract: 0.84, multistep: 0.65 },
  browser_infra: { extract: 0.7, multistep: 0.45 },
  extraction: { extract: 0.78, multistep: 0.04 },
  open_source: { extract: 0.75, multistep: 0.4 },
};

function viewOf(facts: RunnerFacts, taskType: TaskType): CandidateView {
  return {
    runner: facts.slug,
    successProbability: PRIOR_SUCCESS[facts.kind][taskType],
    expectedCostMicro: facts.price.typicalTaskMicroUsd,
    expectedLatencyMs: TYPICAL_SECONDS[facts.kind] * 1000,
  };
}

function priceOfSuccess(view: CandidateView, weights: (typeof PROFILES)[SlaProfile]): number {
  const price =
    (view.expectedCostMicro / 1e6) * weights.perUsd + (view.expectedLatencyMs / 1e3) * weights.perSecond;
  return price / view.successProbability ** weights.sureness;
}
