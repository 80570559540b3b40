import { rateOf } from '../../platform/interval.ts';
import type { Lesson } from './store.ts';

/** The share of attempts that succeeded, with its 95% interval; null without any. */
export function rateIn(lessons: readonly Lesson[]) {
  const [attempts, successes] = [lessons.length, lessons.filter(isSuccess).length];
  if (attempts === 0) return { attempts, successes, rate: null, low: null, high: null };
  return { attempts, successes, ...rateOf(successes, attempts) };
}

/** A right answer, or a right "nothing there". */
export function isSuccess({ verdict, answerPresent }: Lesson): boolean {
  return verdict === 'succeeded' || (verdict === 'empty' && answerPresent);
}

/** Tells about its runner, by the rule of `model/observe.ts`: not our fault, the caller's, or a site that is down. */
export function isTelling({ fault, verdict }: Lesson): boolean {
  if (fault === 'caller' || fault === 'platform') return false;
  return verdict === 'blocked' || fault !== 'site';
}

export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === undefined ? null : Math.round(middle);
}
