/** Values of one round, side by side: they were measured right after each other. */
export interface Pair {
  baseline: number;
  product: number;
}

/** Baseline and product in turns, so that other load of the machine meets both. The first round warms up. */
export async function inTurns<T>(
  rounds: number,
  baseline: () => Promise<T>,
  product: () => Promise<T>,
): Promise<Array<{ baseline: T; product: T }>> {
  const measured = [];
  for (let round = 0; round <= rounds; round += 1) {
    measured.push({ baseline: await baseline(), product: await product() });
  }
  return measured.slice(1);
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
