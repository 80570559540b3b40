const Z = 1.96;

export interface Rate {
  rate: number;
  /** The 95 % interval (Wilson): it stays within 0 and 1 and is honest about few trials. */
  low: number;
  high: number;
}

export function rateOf(succeeded: number, tried: number): Rate {
  if (tried === 0) return { rate: 0, low: 0, high: 1 };
  const rate = succeeded / tried;
  const share = Z ** 2 / tried;
  const middle = (rate + share / 2) / (1 + share);
  const reach = (Z / (1 + share)) * Math.sqrt((rate * (1 - rate)) / tried + share / (4 * tried));
  return {
    rate,
    low: Math.max(0, Math.min(rate, middle - reach)),
    high: Math.min(1, Math.max(rate, middle + reach)),
  };
}

/** The distance of two rates in deviations of their common rate; 0 without data. */
export function gapBetween(one: Trials, other: Trials): number {
  const tried = one.tried + other.tried;
  if (one.tried === 0 || other.tried === 0) return 0;
  const common = (one.succeeded + other.succeeded) / tried;
  const deviation = Math.sqrt(common * (1 - common) * (1 / one.tried + 1 / other.tried));
  return deviation === 0 ? 0 : (one.succeeded / one.tried - other.succeeded / other.tried) / deviation;
}

export interface Trials {
  tried: number;
  succeeded: number;
}
