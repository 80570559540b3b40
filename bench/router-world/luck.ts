/** Seeded luck. A draw is a function of its purpose, so that every router meets the same world and the same chances. */

export function mix(...parts: number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ (part | 0), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}

/** 0 to 1, never 0. */
export function uniform(...parts: number[]): number {
  return (mix(...parts) + 0.5) / 2 ** 32;
}

export function normal(...parts: number[]): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(...parts, 1)));
  return radius * Math.cos(2 * Math.PI * uniform(...parts, 2));
}

/** A stream of draws, for making objects one after the other. */
export class Luck {
  readonly #seed: number;
  #at = 0;
  constructor(seed: number) {
    this.#seed = seed;
  }
  next(): number {
    this.#at += 1;
    return uniform(this.#seed, this.#at);
  }
  normal(deviation = 1): number {
    this.#at += 1;
    return deviation * normal(this.#seed, this.#at);
  }
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }
  logBetween(low: number, high: number): number {
    return low * (high / low) ** this.next();
  }
  /** A place in a list of weights. */
  pick(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const at = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return at < 0 ? weights.length - 1 : at;
  }
  below(count: number): number {
    return Math.min(count - 1, Math.floor(this.next() * count));
  }
}
