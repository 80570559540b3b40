import type { Candidate, PriorLevel, Weights } from '../port.ts';
import type { Option } from './chain.ts';
import { normal } from './hedge.ts';
import { expectedFactor, expectedSeconds, Paces } from './pace.ts';
import { AVAILABILITY, BUDGET, kindOf } from './parameters.ts';
import { type Logit, Predictor, priorLevelOf, probability, type Setting } from './predict.ts';
import { remaining, type State, type Sum } from './state.ts';

/** Everything the planner wants to know of one candidate. */
export interface Belief {
  runner: string;
  provider: string;
  availability: number;
  block: number;
  optimisticBlock: number;
  /** As it is believed, and with the share of optimism that exploration asks for. */
  plain: Option;
  hoped: Option;
  costUsd: number;
  /** The cost that nine of ten attempts stay below. */
  highCostUsd: number;
  seconds: number;
  /** How much is unknown about its completion here, as a variance. */
  unknown: number;
  priorLevel: PriorLevel;
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
  weights: Weights;
}

export function believe(
  state: State,
  setting: Setting,
  candidates: readonly Candidate[],
  means: Means,
): Belief[] {
  const predictor = new Predictor(state, setting);
  const paces = new Paces(state, setting.task);
  const availability = new Availability(state, means.workspaceId, setting.nowMs);
  const { weights } = means;
  const { runner: alpha, domain: alphaDomain } = means.optimism;
  return candidates.map((candidate) => {
    const { block, complete, evidence } = predictor.of(candidate);
    const pace = paces.of(candidate.runner, kindOf(candidate));
    const listUsd = candidate.listPriceMicro / 1e6;
    const costUsd = listUsd * expectedFactor(pace.cost);
    const { mean, variance } = pace.latency;
    const inTime =
      means.secondsLeft === null
        ? 1
        : normal((Math.log(Math.max(0.001, means.secondsLeft)) - mean) / Math.sqrt(variance));
    const up = availability.of(candidate);
    const works = up * inTime;
    const blocked = probability(block.mean, block.general + block.local);
    const hopedBlock = moved(block, -1, alpha, alphaDomain);
    const seconds = expectedSeconds(pace.latency);
    const effort = weights.cost * costUsd + weights.latency * seconds;
    const isTooDear = means.headroomUsd !== null && costUsd > means.headroomUsd;
    return {
      runner: candidate.runner,
      provider: candidate.provider,
      availability: up,
      block: blocked,
      optimisticBlock: hopedBlock,
      plain: {
        success: works * (1 - blocked) * probability(complete.mean, complete.general + complete.local),
        price: effort + weights.block * blocked,
        firstOnly: isTooDear,
      },
      hoped: {
        success: works * (1 - hopedBlock) * moved(complete, 1, alpha, alphaDomain),
        price: effort + weights.block * hopedBlock,
        firstOnly: isTooDear,
      },
      costUsd,
      highCostUsd:
        costUsd * Math.exp(BUDGET.quantile * Math.sqrt(pace.cost.variance) - pace.cost.variance / 2),
      seconds,
      unknown: complete.general + complete.local,
      priorLevel: priorLevelOf(evidence),
      evidence: evidence.map(tenths),
      isTooDear,
      isTooSlow: means.secondsLeft !== null && Math.exp(mean) > means.secondsLeft,
    };
  });
}

/** A probability with so many standard deviations of hope. */
function moved(logit: Logit, direction: 1 | -1, general: number, local: number): number {
  const hope = general * general * logit.general + local * local * logit.local;
  return probability(logit.mean + direction * Math.sqrt(hope), logit.general + logit.local - hope);
}

function tenths(count: number): number {
  return Math.round(count * 10) / 10;
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
