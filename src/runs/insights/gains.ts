import type { Trials } from '../../platform/interval.ts';

/** Results of a runner as the first choice (or as a probe) on one site. */
export interface FirstTries extends Trials {
  runner: string;
  site: string;
  costUsd: number;
}

/** Smart runs of one site, each with its fallbacks. */
export interface SmartRuns extends Trials {
  site: string;
  costUsd: number;
}

export interface Gain {
  runner: string;
  tried: number;
  successRate: number;
  costPerSuccessUsd: number | null;
  costPerRunUsd: number;
  /** Of the success rate. */
  reach: number;
  /** Smart success less the runner's. */
  gain: number;
  low: number;
  high: number;
}

const Z = 1.96;
/** Fewer first tries say too little. */
const LEAST = 10;
/** How many tries of a site the runner's own average is worth. */
const WEIGHT = 4;

/**
 * The gain of smart routing over always taking one runner: the runner's success is put together for the sites where the smart
 * runs were. On a site where it was seldom tried first, its average over all sites stands in.
 */
export function gainsOf(smart: readonly SmartRuns[], tries: readonly FirstTries[]): Gain[] {
  const total = sumOf(smart);
  if (total.tried === 0) return [];
  const smartRate = total.succeeded / total.tried;
  const smartVariance = (smartRate * (1 - smartRate)) / total.tried;
  return [...Map.groupBy(tries, ({ runner }) => runner)]
    .flatMap(([runner, own]) => {
      const all = sumOf(own);
      if (all.tried < LEAST) return [];
      const { rate, variance } = standardized(own, all, smart, total.tried);
      const gain = smartRate - rate;
      const reach = Z * Math.sqrt(variance + smartVariance);
      const costPerSuccessUsd = rate > 0 ? all.costUsd / all.tried / rate : null;
      return [
        {
          runner,
          tried: all.tried,
          successRate: rate,
          costPerSuccessUsd,
          costPerRunUsd: all.costUsd / all.tried,
          reach: Z * Math.sqrt(variance),
          gain,
          low: gain - reach,
          high: gain + reach,
        },
      ];
    })
    .sort((one, other) => one.gain - other.gain);
}

function standardized(own: readonly FirstTries[], all: Trials, smart: readonly SmartRuns[], runs: number) {
  const bySite = new Map(own.map((tries) => [tries.site, tries]));
  // One success and one failure more keep certainty away from runners that never failed.
  const average = (all.succeeded + 1) / (all.tried + 2);
  let [rate, variance, borrowed] = [0, 0, 0];
  for (const { site, tried: here } of smart) {
    const share = here / runs;
    const { tried, succeeded } = bySite.get(site) ?? { tried: 0, succeeded: 0 };
    const there = (succeeded + WEIGHT * average) / (tried + WEIGHT);
    rate += share * there;
    if (tried > 0) variance += (share * (tried / (tried + WEIGHT))) ** 2 * ((there * (1 - there)) / tried);
    borrowed += share * (WEIGHT / (tried + WEIGHT));
  }
  return { rate, variance: variance + borrowed ** 2 * ((average * (1 - average)) / (all.tried + 2)) };
}

export function sumOf(rows: readonly (Trials & { costUsd: number })[]): Trials & { costUsd: number } {
  return rows.reduce(
    (sum, { tried, succeeded, costUsd }) => ({
      tried: sum.tried + tried,
      succeeded: sum.succeeded + succeeded,
      costUsd: sum.costUsd + costUsd,
    }),
    { tried: 0, succeeded: 0, costUsd: 0 },
  );
}
