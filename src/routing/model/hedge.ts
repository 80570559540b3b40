import type { Pace } from './pace.ts';

/**
 * When to start the second beside the first, in seconds: as soon as the saved time is worth more than the price of an unneeded
 * second attempt. Null: never.
 */
export function hedgeAfterSeconds(
  first: { success: number; latency: Pace },
  second: { success: number; expectedSeconds: number; price: number },
  perSecond: number,
): number | null {
  const { mean, variance } = first.latency;
  const spread = Math.sqrt(variance);
  const bill = first.success * second.price;
  for (const z of QUANTILES) {
    const elapsed = Math.exp(mean + z * spread);
    const left = secondsLeft(mean, variance, elapsed);
    const overtaking = first.success * second.success * 0.5 * Math.max(0, left - second.expectedSeconds);
    if (perSecond * ((1 - first.success) * left + overtaking) > bill) return elapsed;
  }
  return null;
}

// From the 12th to the 98th percentile, in steps of two.
const QUANTILES = Array.from({ length: 44 }, (_, at) => inverseNormal(0.12 + at * 0.02));

/** How much longer it takes, given that it has taken so long. */
function secondsLeft(mean: number, variance: number, elapsed: number): number {
  const spread = Math.sqrt(variance);
  const z = Math.log(elapsed);
  const tail = normal((mean - z) / spread);
  if (tail < 1e-12) return 0;
  return (Math.exp(mean + variance / 2) * normal((mean + variance - z) / spread)) / tail - elapsed;
}

/** The share of a normal distribution below x (Abramowitz and Stegun 26.2.17, to 7.5e-8). */
export function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804014327 * Math.exp((-x * x) / 2) * polynomial;
  return x >= 0 ? 1 - tail : tail;
}

/** Its inverse, by halving: used once, for a table. */
function inverseNormal(share: number): number {
  let [low, high] = [-6, 6];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normal(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
