import { hashOf, WEIGHTS } from '../../src/routing/model/parameters.ts';
import { DEFENSES, type SlaProfile, type Weights } from '../../src/routing/port.ts';
import { TASK_TYPES } from '../../src/task/index.ts';
import type { AttemptOutcome, Candidate, DecideContext } from './create-router.ts';
import { Luck, mix, uniform } from './luck.ts';
import { planOver } from './plan-over.ts';
import type { Contender } from './simulate.ts';
import type { Run, Runner, World } from './world.ts';

/** Other methods of choosing, in their textbook form. All try the next of their order until one succeeds. */

export function createRandom(world: World): Contender {
  return {
    decide: ({ candidates }, run) => ({
      order: candidates
        .map(({ slug }) => ({ slug, lot: mix(world.size.seed, 5, run.index, hashOf(slug)) }))
        .sort((one, other) => one.lot - other.lot)
        .map(({ slug }) => slug),
    }),
    observe: () => undefined,
  };
}

/** The one order per profile that would have been best for these very runs: grown greedily on the truth. */
export function createBestStatic(world: World): Contender {
  const chains = new Map<SlaProfile, string[]>();
  for (const profile of Object.keys(WEIGHTS) as SlaProfile[]) {
    const runs = world.runs.filter(({ slaProfile }) => slaProfile === profile);
    const step = Math.max(1, Math.floor(runs.length / 300));
    chains.set(
      profile,
      growChain(
        world,
        runs.filter((_, at) => at % step === 0),
        profile,
      ),
    );
  }
  return {
    decide: ({ slaProfile }) => ({ order: chains.get(slaProfile) ?? [] }),
    observe: () => undefined,
  };
}

function growChain(world: World, runs: Run[], profile: SlaProfile): string[] {
  const weights = WEIGHTS[profile];
  const chain: Runner[] = [];
  // The remaining gain in each run after the chain so far: the chance that no runner succeeded yet.
  const open = runs.map(() => 1);
  for (let length = 0; length < 13; length += 1) {
    let [found, most] = [null as Runner | null, 0];
    for (const runner of world.present(0)) {
      if (chain.includes(runner)) continue;
      let gain = 0;
      for (const [at, run] of runs.entries()) {
        const { fault, block, complete } = world.chances(runner, run, run.difficulty);
        const { costUsd, seconds } = world.effort(runner, run);
        const success = (1 - fault) * (1 - block) * complete;
        const price = weights.cost * costUsd + weights.latency * seconds + weights.block * block;
        gain += (open[at] ?? 0) * (success * weights.value - price);
      }
      if (gain > most) [found, most] = [runner, gain];
    }
    if (!found) break;
    chain.push(found);
    for (const [at, run] of runs.entries()) {
      const { fault, block, complete } = world.chances(found, run, run.difficulty);
      open[at] = (open[at] ?? 0) * (1 - (1 - fault) * (1 - block) * complete);
    }
  }
  return chain.map(({ info }) => info.slug);
}

/** The worth of one attempt by itself. */
function rewardOf({ status, costUsd, latencyMs, slaProfile }: AttemptOutcome): number {
  const weights = WEIGHTS[slaProfile];
  const price = weights.cost * costUsd + (weights.latency * latencyMs) / 1000;
  return (status === 'succeeded' ? weights.value : 0) - price - (status === 'blocked' ? weights.block : 0);
}

class Means {
  readonly #sums = new Map<string, { n: number; sum: number }>();
  add(key: string, value: number): void {
    const known = this.#sums.get(key) ?? { n: 0, sum: 0 };
    this.#sums.set(key, { n: known.n + 1, sum: known.sum + value });
  }
  of(key: string): { n: number; mean: number } {
    const known = this.#sums.get(key);
    return known ? { n: known.n, mean: known.sum / known.n } : { n: 0, mean: 0 };
  }
}

type Score = (slug: string, context: DecideContext, run: Run) => number;

function byScore(context: DecideContext, run: Run, score: Score): { order: string[] } {
  const scored = context.candidates.map(({ slug }) => ({ slug, worth: score(slug, context, run) }));
  return { order: scored.sort((one, other) => other.worth - one.worth).map(({ slug }) => slug) };
}

/** Per domain, with the runner's mean over all domains where nothing is known. One decision in ten is by lot. */
export function createEpsilonGreedy(world: World): Contender {
  const means = new Means();
  return {
    decide: (context, run) => {
      const isLot = uniform(world.size.seed, 6, run.index, context.attempts.length) < 0.1;
      return byScore(context, run, (slug) => {
        if (isLot) return uniform(world.size.seed, 7, run.index, hashOf(slug));
        const own = means.of(`${context.domain}|${slug}`);
        return own.n > 0 ? own.mean : means.of(slug).mean;
      });
    },
    observe: (outcome) => {
      means.add(`${outcome.domain}|${outcome.runner}`, rewardOf(outcome));
      means.add(outcome.runner, rewardOf(outcome));
    },
  };
}

export function createUcb1(): Contender {
  const means = new Means();
  return {
    decide: (context, run) => {
      const visits = means.of(context.domain).n + 2;
      return byScore(context, run, (slug) => {
        const own = means.of(`${context.domain}|${slug}`);
        const general = means.of(slug);
        const n = own.n + 1;
        const mean = (own.mean * own.n + (general.n > 0 ? general.mean : 1)) / n;
        return mean + 0.3 * Math.sqrt(Math.log(visits) / n);
      });
    },
    observe: (outcome) => {
      means.add(outcome.domain, 0);
      means.add(`${outcome.domain}|${outcome.runner}`, rewardOf(outcome));
      means.add(outcome.runner, rewardOf(outcome));
    },
  };
}

/** The mean cost of a runner's attempts, for routers that keep plain means. */
class Prices {
  readonly #costs = new Means();
  readonly #seconds = new Means();
  add({ runner, costUsd, latencyMs }: AttemptOutcome): void {
    this.#costs.add(runner, costUsd);
    this.#seconds.add(runner, latencyMs / 1000);
  }
  of({ slug, listPriceUsd }: Candidate, { cost, latency }: Weights): number {
    const known = this.#costs.of(slug);
    if (known.n === 0) return cost * listPriceUsd + latency * 30;
    return cost * known.mean + latency * this.#seconds.of(slug).mean;
  }
}

/** All baselines plan alike, so that only the guesses are compared. */
function byPlan(
  context: DecideContext,
  prices: Prices,
  successOf: (slug: string) => number,
): { order: string[] } {
  const weights = WEIGHTS[context.slaProfile];
  const open = context.candidates.filter(
    ({ slug }) => !context.attempts.some(({ runner }) => runner === slug),
  );
  const options = open.map((one) => ({ success: successOf(one.slug), price: prices.of(one, weights) }));
  const order = planOver(options, 1 + context.maxFallbacks - context.attempts.length, weights.value);
  const places = order.length > 0 || context.attempts.length > 0 ? order : [0];
  return { order: places.map((at) => open[at]?.slug ?? '') };
}

/** Samples a success rate from counts at one key, or from a chain of keys in which each is the prior of the next. */
export function createThompson(world: World, keysOf: (context: Keyed) => string[], strength = 6): Contender {
  const luck = new Luck(world.size.seed + 8);
  const wins = new Means();
  const prices = new Prices();
  return {
    decide: (context) => {
      const keys = keysOf(context);
      return byPlan(context, prices, (slug) => {
        let [mean, n] = [0.5, 2];
        for (const key of keys) {
          const known = wins.of(`${key}|${slug}`);
          const weight = Math.min(n, strength);
          n = weight + known.n;
          mean = (mean * weight + known.mean * known.n) / n;
        }
        // A normal stands in for the beta distribution.
        return Math.min(0.99, Math.max(0.01, mean + luck.normal(Math.sqrt((mean * (1 - mean)) / (n + 1)))));
      });
    },
    observe: (outcome) => {
      for (const key of keysOf(outcome))
        wins.add(`${key}|${outcome.runner}`, outcome.status === 'succeeded' ? 1 : 0);
      prices.add(outcome);
    },
  };
}

type Keyed = Pick<DecideContext, 'domain' | 'task' | 'defense'>;
export const GLOBAL = (): string[] => ['all'];
export const DOMAIN_TASK = ({ domain, task }: Keyed): string[] => [`${domain}|${task}`];
export const POOLED = ({ domain, task, defense }: Keyed): string[] => [
  'all',
  task,
  defense,
  `${defense}|${task}`,
  domain,
  `${domain}|${task}`,
];

const BUCKETS = 8;
const SIZE = 1 + DEFENSES.length + 1 + TASK_TYPES.length + BUCKETS;

/** Disjoint LinUCB: one ridge regression of success per runner, on defence, task and a bucket of the domain's name. */
export function createLinUcb(alpha = 0.35): Contender {
  const prices = new Prices();
  const models = new Map<string, { inverse: Float64Array; b: Float64Array; theta: Float64Array }>();
  const modelOf = (slug: string) => {
    let model = models.get(slug);
    if (!model) {
      const inverse = new Float64Array(SIZE * SIZE);
      for (let at = 0; at < SIZE; at += 1) inverse[at * SIZE + at] = 1;
      model = { inverse, b: new Float64Array(SIZE), theta: new Float64Array(SIZE) };
      models.set(slug, model);
    }
    return model;
  };
  const places = ({ defense, task, domain }: Keyed) => [
    0,
    1 + (defense === 'unknown' ? DEFENSES.length : DEFENSES.indexOf(defense)),
    2 + DEFENSES.length + TASK_TYPES.indexOf(task),
    2 + DEFENSES.length + TASK_TYPES.length + (hashOf(domain) % BUCKETS),
  ];
  return {
    decide: (context) => {
      const ones = places(context);
      return byPlan(context, prices, (slug) => {
        const { inverse, theta } = modelOf(slug);
        let [mean, spread] = [0, 0];
        for (const i of ones) {
          mean += theta[i] ?? 0;
          for (const j of ones) spread += inverse[i * SIZE + j] ?? 0;
        }
        return Math.min(0.99, Math.max(0.01, mean + alpha * Math.sqrt(Math.max(0, spread))));
      });
    },
    observe: (outcome) => {
      const { inverse, b, theta } = modelOf(outcome.runner);
      const ones = places(outcome);
      const moved = new Float64Array(SIZE);
      for (let i = 0; i < SIZE; i += 1)
        for (const j of ones) moved[i] = (moved[i] ?? 0) + (inverse[i * SIZE + j] ?? 0);
      let scale = 1;
      for (const j of ones) scale += moved[j] ?? 0;
      for (let i = 0; i < SIZE; i += 1)
        for (let j = 0; j < SIZE; j += 1)
          inverse[i * SIZE + j] = (inverse[i * SIZE + j] ?? 0) - ((moved[i] ?? 0) * (moved[j] ?? 0)) / scale;
      const reward = outcome.status === 'succeeded' ? 1 : 0;
      prices.add(outcome);
      for (const j of ones) b[j] = (b[j] ?? 0) + reward;
      for (let i = 0; i < SIZE; i += 1) {
        let sum = 0;
        for (let j = 0; j < SIZE; j += 1) sum += (inverse[i * SIZE + j] ?? 0) * (b[j] ?? 0);
        theta[i] = sum;
      }
    },
  };
}
