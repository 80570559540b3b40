import { isDeepStrictEqual } from 'node:util';

export interface KeyCount {
  /** Values that should be there. */
  all: number;
  right: number;
  /** Values that should not be there, or should be others. */
  wrong: number;
}

/** Compares the filled values of a schema with the right ones; null counts as absent. */
export function countKeys(given: unknown, wanted: unknown): KeyCount {
  if (Array.isArray(wanted)) {
    const list = Array.isArray(given) ? given : [];
    const length = Math.max(list.length, wanted.length);
    return total(Array.from({ length }, (_, at) => countKeys(list[at], wanted[at])));
  }
  if (isObject(wanted) || isObject(given)) {
    const [have, want] = [given, wanted].map((value) => (isObject(value) ? value : {}));
    const keys = new Set([...Object.keys(have ?? {}), ...Object.keys(want ?? {})]);
    return total([...keys].map((key) => countKeys(have?.[key], want?.[key])));
  }
  const isWanted = wanted !== undefined && wanted !== null;
  const isGiven = given !== undefined && given !== null && !(Array.isArray(given) && given.length === 0);
  const isRight = isWanted && isDeepStrictEqual(given, wanted);
  return { all: Number(isWanted), right: Number(isRight), wrong: Number(isGiven && !isRight) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function total(counts: KeyCount[]): KeyCount {
  const sum = (of: (count: KeyCount) => number) => counts.reduce((all, count) => all + of(count), 0);
  return { all: sum((one) => one.all), right: sum((one) => one.right), wrong: sum((one) => one.wrong) };
}
