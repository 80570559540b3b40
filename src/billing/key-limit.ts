import { usd } from '../platform/money.ts';

/** The spend limit of a key, where it binds before the credits do. */
export interface KeyLimit {
  limitMicro: number;
  spentMicro: number;
}

export const RAISE_LIMIT = 'Use a key with a higher spend limit, or none.';

export function limitReached({ limitMicro, spentMicro }: KeyLimit): string {
  return `This key has a spend limit of ${usd(limitMicro)} USD, of which ${usd(spentMicro)} USD is spent or held.`;
}
