import type { Candidate, Weights } from '../port.ts';
import { normal } from './hedge.ts';
import { expectedFactor, expectedSeconds, type Pace, paceOf } from './pace.ts';
import { AVAILABILITY, BUDGET, kindOf } from './parameters.ts';
import { type Logit, type Prediction, Predictor, probability, type Setting } from './predict.ts';
import { remaining, type State, type Sum } from './state.ts';

/** Everything the planner wants to know of one candidate. */
export interface Belief {
  runner: string;
  provider: string;
  availability: number;
  block: number;
  success: number;
  /** With the share of optimism that exploration asks for. */
  optimisticBlock: number;
  optimisticSuccess: number;
  /** Can be reached, and in time. */
  works: number;
  logits: Pick<Prediction, 'block' | 'complete'>;
  costUsd: number;
  /** The cost that nine of ten attempts stay below. */
  highCostUsd: number;
  seconds: number;
  latency: Pace;
  /** How much is unknown about its completion here, as a variance. */
  unknown: number;
  evidence: number[];
  isTooDear: boolean;
  isTooSlow: boolean;
}

export interface Means {
  optimism: { runner: number; domain: number };
  /** What later attempts may still cost, and the seconds left for them; null: no bound. */
  headroomUsd: number | null;
  secondsLeft: number | null;
  workspaceId: string;
}

export function believe(
  state: State,
  setting: Setting,
  candidates: readonly Candidate[],
  means: Means,
): Belief[] {
  const predictor = new Predictor(state, setting);
  const availability = new Availability(state, means.workspaceId, setting.nowMs);
  return candidates.map((candidate) => {
    const prediction = predictor.of(candidate);
    const { block, complete, evidence } = prediction;
    const pace = paceOf(state, candidate.runner, kindOf(candidate), setting.task);
    const listUsd = candidate.listPriceMicro / 1e6;
    const costUsd = listUsd * expectedFactor(pace.cost);
    const { mean, variance } = pace.latency;
    const inTime =
      means.secondsLeft === null
        ? 1
        : normal((Math.log(Math.max(0.001, means.secondsLeft)) - mean) / Math.sqrt(variance));
    const up = availability.of(candidate);
    const works = up * inTime;
    const { runner: alpha, domain: alphaDomain } = means.optimism;
    const hopeful = moved(block, complete, alpha, alphaDomain);
    const blocked = probability(block.mean, block.general + block.local);
    return {
      runner: candidate.runner,
      provider: candidate.provider,
      availability: up,
      block: blocked,
      success: works * (1 - blocked) * probability(complete.mean, complete.general + complete.local),
      optimisticBlock: hopeful.block,
      optimisticSuccess: works * (1 - hopeful.block) * hopeful.complete,
      works,
      logits: prediction,
      costUsd,
      highCostUsd:
        costUsd * Math.exp(BUDGET.quantile * Math.sqrt(pace.cost.variance) - pace.cost.variance / 2),
      seconds: expectedSeconds(pace.latency),
      latency: pace.latency,
      unknown: complete.general + complete.local,
      evidence,
      isTooDear: means.headroomUsd !== null && costUsd > means.headroomUsd,
      isTooSlow: means.secondsLeft !== null && Math.exp(mean) > means.secondsLeft,
    };
  });
}

/** Both probabilities with so many standard deviations of hope. */
function moved(block: Logit, complete: Logit, general: number, local: number) {
  const of = ({ mean, general: vGeneral, local: vLocal }: Logit, direction: 1 | -1) => {
    const hope = general * general * vGeneral + local * local * vLocal;
    return probability(mean + direction * Math.sqrt(hope), vGeneral + vLocal - hope);
  };
  return { block: of(block, -1), complete: of(complete, 1) };
}

/** With one whole standard deviation of what is unknown about the runner in general. */
export function boldly({ logits, works }: Belief): { success: number; block: number } {
  const { block, complete } = moved(logits.block, logits.complete, 1, 0);
  return { success: works * (1 - block) * complete, block };
}

/** The price of making the attempt at all, in USD of utility. */
export function priceOf(belief: Belief, weights: Weights, block: number): number {
  return weights.cost * belief.costUsd + weights.latency * belief.seconds + weights.block * block;
}

/**
 * Whether a runner can be reached now, from platform faults of the last hours; its provider's other runners count half. What
 * a workspace's own key ran into counts for that workspace alone.
 */
class Availability {
  readonly #nowMs: number;
  readonly #blocks: { runners: Block; providers: Block }[];

  constructor(state: State, workspaceId: string, nowMs: number) {
    this.#nowMs = nowMs;
    this.#blocks = ['', `|${workspaceId}`].map((scope) => ({
      runners: state.sums.get(`up${scope}`),
      providers: state.sums.get(`up-provider${scope}`),
    }));
  }

  of({ runner, provider }: Pick<Candidate, 'runner' | 'provider'>): number {
    let up = AVAILABILITY.priorUp;
    let all = AVAILABILITY.prior;
    for (const { runners, providers } of this.#blocks) {
      const own = runners?.get(runner);
      const shared = providers?.get(provider);
      if (own) {
        const rho = this.#left(own);
        up += rho * (own.values[0] ?? 0);
        all += rho * ((own.values[0] ?? 0) + (own.values[1] ?? 0));
      }
      if (shared) {
        const rho = AVAILABILITY.providerShare * this.#left(shared);
        up += rho * (shared.values[0] ?? 0);
        all += rho * ((shared.values[0] ?? 0) + (shared.values[1] ?? 0));
      }
    }
    return up / all;
  }

  #left({ atMs }: Sum): number {
    return remaining(this.#nowMs - atMs, AVAILABILITY.halfLifeMs);
  }
}

type Block = ReadonlyMap<string, Sum> | undefined;
