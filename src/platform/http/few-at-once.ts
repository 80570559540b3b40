import { ApiError } from '../../errors.ts';
import type { Caller } from './route.ts';

/** Bounds how many requests of one key, or of one person, are under way. */
export function fewAtOnce(limit = Number.POSITIVE_INFINITY) {
  const underWay = new Map<string, number>();
  return async <T>(caller: Pick<Caller, 'keyId' | 'accountId'>, work: () => Promise<T>): Promise<T> => {
    if (limit === Number.POSITIVE_INFINITY) return work();
    const who = caller.keyId ?? caller.accountId;
    const count = underWay.get(who) ?? 0;
    if (count >= limit)
      throw new ApiError('rate_limited', `A key may have ${limit} such requests under way at a time.`);
    underWay.set(who, count + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(who) ?? 1) - 1;
      if (left === 0) underWay.delete(who);
      else underWay.set(who, left);
    }
  };
}
