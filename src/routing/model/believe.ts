import type { Candidate, Weights } from '../port.ts';
import type { Options } from './chain.ts';
import { cell } from './columns.ts';
import { normal } from './hedge.ts';
import { expectedFactor, expectedSeconds, type Pace, Paces } from './pace.ts';
import { AVAILABILITY, BUDGET, kindOf } from './parameters.ts';
import { type Conditions, type Logits, type Predictions, predict, probability } from './predict.ts';
import { remaining, type State, type Sum } from './state.ts';

/** The planner's inputs about the candidates, in columns by their places. */
export interface Beliefs {
  candidates: readonly Candidate[];
  predicted: Predictions;
  availability: Float64Array;
  /** The same, and in time. */
  works: Float64Array;
  costUsd: Float64Array;
  /** The cost that nine of ten attempts stay below. */
  highCostUsd: Float64Array;
  seconds: Float64Array;
  isTooDear: Uint8Array;
  isTooSlow: Uint8Array;
}

export interface Means {
  /** The cost that later attempts may still have, and the seconds left for them; null: no bound. */
  headroomUsd: number | null;
  secondsLeft: number | null;
  workspaceId: string;
}

export function believe(
  state: State,
  conditions: Conditions,
  candidates: readonly Candidate[],
  { headroomUsd, secondsLeft, workspaceId }: Means,
): Beliefs {
  const paces = new Paces(state, conditions.task);
  const availability = new Availability(state, workspaceId, conditions.nowMs);
  const column = () => new Float64Array(candidates.length);
  const found: Beliefs = {
    candidates,
    predicted: predict(state, conditions, candidates),
    availability: column(),
    works: column(),
    costUsd: column(),
    highCostUsd: column(),
    seconds: column(),
    isTooDear: new Uint8Array(candidates.length),
    isTooSlow: new Uint8Array(candidates.length),
  };
  for (let at = 0; at < candidates.length; at += 1) {
    const candidate = candidates[at];
    if (!candidate) continue;
    const { cost, latency } = paces.of(candidate.runner, kindOf(candidate));
    const costUsd = (candidate.listPriceMicro / 1e6) * expectedFactor(cost);
    const up = availability.of(candidate);
    found.availability[at] = up;
    found.works[at] = up * inTime(latency, secondsLeft);
    found.costUsd[at] = costUsd;
    found.highCostUsd[at] =
      costUsd * Math.exp(BUDGET.quantile * Math.sqrt(cost.variance) - cost.variance / 2);
    found.seconds[at] = expectedSeconds(latency);
    found.isTooDear[at] = headroomUsd !== null && costUsd > headroomUsd ? 1 : 0;
    found.isTooSlow[at] = secondsLeft !== null && Math.exp(latency.mean) > secondsLeft ? 1 : 0;
  }
  return found;
}

function inTime({ mean, variance }: Pace, secondsLeft: number | null): number {
  if (secondsLeft === null) return 1;
  return normal((Math.log(Math.max(0.001, secondsLeft)) - mean) / Math.sqrt(variance));
}

/** How many standard deviations better than believed a runner may be in general, and on this domain. */
export interface Optimism {
  runner: number;
  domain: number;
}

/** The candidates with so much optimism. */
export interface View extends Options {
  block: Float64Array;
}

export function viewOf(beliefs: Beliefs, optimism: Optimism, weights: Weights): View {
  const { predicted, works, costUsd, seconds } = beliefs;
  const count = works.length;
  const success = new Float64Array(count);
  const price = new Float64Array(count);
  const block = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const blocked = hopedFor(predicted.block, at, -1, optimism);
    const completes = hopedFor(predicted.complete, at, 1, optimism);
    const effort = weights.cost * cell(costUsd, at) + weights.latency * cell(seconds, at);
    block[at] = blocked;
    success[at] = cell(works, at) * (1 - blocked) * completes;
    price[at] = effort + weights.block * blocked;
  }
  return { success, price, block };
}

/** A probability with so many standard deviations of hope. */
function hopedFor(logits: Logits, at: number, direction: 1 | -1, { runner, domain }: Optimism): number {
  const general = cell(logits.general, at);
  const local = cell(logits.local, at);
  const hope = runner * runner * general + domain * domain * local;
  return probability(cell(logits.mean, at) + direction * Math.sqrt(hope), general + local - hope);
}

/**
 * Whether a runner can be reached now, from platform faults of the last hours; its provider's other runners count half. Faults
 * under a workspace's own key count for that workspace alone.
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
