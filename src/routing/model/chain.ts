/** One candidate as the planner sees it: how likely it succeeds, and what its attempt costs in all, in USD of utility. */
export interface Option {
  success: number;
  price: number;
  /** May only be the first attempt of a run: its cost is above what is left for later ones. */
  firstOnly?: boolean;
}

export interface Chain {
  /** Places in the list of options, in the order of the attempts. */
  order: number[];
  /** What the chain is worth. */
  value: number;
}

/**
 * The best chain of at most `most` attempts: sorted by price over success, then chosen exactly. `factor(j)` multiplies the
 * success after j failures of the chain; `isFirst`: the chain begins the run.
 */
export function bestChain(
  options: readonly Option[],
  limits: { most: number; value: number; factor(failures: number): number; isFirst: boolean },
): Chain {
  const { most, value, factor, isFirst } = limits;
  const count = options.length;
  const ranks = options.map(({ success, price }) => price / Math.max(1e-9, success));
  const sorted = options
    .map((_, at) => at)
    .sort((one, other) => compared(ranks[one] as number, ranks[other] as number));
  const width = Math.min(most, count);
  const factors = new Float64Array(width);
  for (let j = 0; j < width; j += 1) factors[j] = factor(j);
  const row = width + 1;
  // best[i * row + j]: the worth of going on at the i-th option after j failures.
  const best = new Float64Array((count + 1) * row);
  const taken = new Uint8Array(best.length);
  for (let i = count - 1; i >= 0; i -= 1) {
    const { success, price, firstOnly } = options[sorted[i] as number] as Option;
    for (let j = 0; j < width; j += 1) {
      const at = i * row + j;
      const skipped = best[at + row] as number;
      const odds = Math.min(1, success * (factors[j] as number));
      const tried = odds * value - price + (1 - odds) * (best[at + row + 1] as number);
      const isTaken = tried > skipped && (!firstOnly || (isFirst && j === 0));
      best[at] = isTaken ? tried : skipped;
      taken[at] = isTaken ? 1 : 0;
    }
  }
  const order: number[] = [];
  for (let i = 0; i < count && order.length < width; i += 1)
    if (taken[i * row + order.length]) order.push(sorted[i] as number);
  return { order, value: best[0] ?? 0 };
}

/** Not their difference: a fraction is an object to the engine, and a sort asks thousands of times. */
function compared(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
