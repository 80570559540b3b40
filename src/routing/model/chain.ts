/**
 * Candidates as the planner sees them, in columns by place: the probability of success, and the full cost of an attempt, in USD
 * of utility. A decision has hundreds, and one object each would make it wait for the garbage collector.
 */

import { cell } from './columns.ts';
export interface Options {
  success: Float64Array;
  price: Float64Array;
}

export interface Chain {
  /** Places of the options, in the order of the attempts. */
  order: number[];
  /** The utility of the chain. */
  value: number;
}

/**
 * The best chain of at most `most` attempts of those at `places`: sorted by price over success, then chosen exactly.
 * `factor(j)` multiplies the success after j failures of the chain.
 */
export function bestChain(
  options: Options,
  indexes: readonly number[],
  limits: { most: number; value: number; factor(failures: number): number },
): Chain {
  const { most, value, factor } = limits;
  const sorted = byRank(options, indexes);
  const width = Math.min(most, indexes.length);
  const factors = Float64Array.from({ length: width }, (_, failures) => factor(failures));
  // The worth of going on after j failures with those that come later in the order.
  const worth = new Float64Array(width + 1);
  const taken = new Uint8Array(indexes.length * width);
  for (let i = indexes.length - 1; i >= 0; i -= 1) {
    const at = cell(sorted, i);
    const success = cell(options.success, at);
    const price = cell(options.price, at);
    for (let j = 0; j < width; j += 1) {
      const odds = Math.min(1, success * cell(factors, j));
      const tried = odds * value - price + (1 - odds) * cell(worth, j + 1);
      // Of equals the first one leads.
      if (tried <= 0 || tried < cell(worth, j)) continue;
      worth[j] = tried;
      taken[i * width + j] = 1;
    }
  }
  const order: number[] = [];
  for (let i = 0; i < indexes.length && order.length < width; i += 1)
    if (taken[i * width + order.length]) order.push(cell(sorted, i));
  return { order, value: worth[0] ?? 0 };
}

/** The places by price over success; equal ones as they came. The numbers alone are sorted: a comparison of ours is slow. */
function byRank({ success, price }: Options, indexes: readonly number[]): Int32Array {
  const ranks = new Float64Array(indexes.length);
  for (let i = 0; i < indexes.length; i += 1) {
    const at = cell(indexes, i);
    ranks[i] = cell(price, at) / Math.max(1e-9, cell(success, at));
  }
  const sorted = ranks.toSorted();
  const found = new Int32Array(indexes.length).fill(-1);
  for (let i = 0; i < indexes.length; i += 1) {
    let slot = lowerBound(sorted, cell(ranks, i));
    while (cell(found, slot) >= 0) slot += 1;
    found[slot] = cell(indexes, i);
  }
  return found;
}

function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cell(sorted, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
