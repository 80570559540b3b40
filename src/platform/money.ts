/** Money is integer micro-USD inside; USD numbers with at most six decimals appear only on the wire. */

export function usd(microUsd: number): number {
  return microUsd / 1_000_000;
}

/** Rounded half-even, once, where a USD number enters. */
export function microUsd(amountUsd: number): number {
  return roundHalfEven(amountUsd * 1_000_000);
}

/** A share in parts per million of an amount (the platform fee), rounded half-even. */
export function share(amountMicroUsd: number, ratePpm: number): number {
  return roundHalfEven((amountMicroUsd * ratePpm) / 1_000_000);
}

export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
