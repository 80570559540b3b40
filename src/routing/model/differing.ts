import type { AttemptOutcome, Differing } from '../port.ts';
import type { State } from './state.ts';

/** Attempts in a row that a difference has to cost before smart routing leaves a runner out. */
const COSTLY_ROW = 3;
const MOST_SEEN = 10;
const NONE: Differing = { sinceMs: null, row: 0, isOut: false, seen: [] };

/** Counts the differences of a runner. An excluded runner returns with its next success on any request. */
export function noteDiffering(
  state: State,
  { runner: { runner: key }, differences, isCostly, verdict, answerPresent, nowMs }: AttemptOutcome,
): { key: string; value: Differing }[] {
  const known = state.differing.get(key) ?? NONE;
  const isSuccess = verdict === 'succeeded' || (verdict === 'empty' && answerPresent);
  if (!differences) {
    if (known.sinceMs === null) return [];
    if (isSuccess) return [{ key, value: NONE }];
    return known.row === 0 ? [] : [{ key, value: { ...known, row: 0 } }];
  }
  const row = isCostly ? known.row + 1 : 0;
  const isOut = !isSuccess && (known.isOut || row >= COSTLY_ROW);
  const seen = differences.reduce((before, { field, ...now }) => {
    const count = (before.find((one) => one.field === field)?.count ?? 0) + 1;
    return [...before.filter((one) => one.field !== field), { field, ...now, count }];
  }, known.seen);
  return [{ key, value: { sinceMs: known.sinceMs ?? nowMs, row, isOut, seen: seen.slice(-MOST_SEEN) } }];
}
