/** A stretch of time in milliseconds since the run was created. */
export interface Stretch {
  from: number;
  to: number;
}

/** Time as it is drawn: from 0 to 1, with long waits folded to a fixed share. */
export interface TimeAxis {
  totalMs: number;
  /** Those that are folded. */
  folds: readonly Stretch[];
  share(ms: number): number;
  /** The time at a share, the other way round. */
  timeAt(share: number): number;
}

const FOLDED_SHARE = 0.14;
/** A wait is folded when it would take more than this of the axis. */
const WORTH_FOLDING = 0.25;

/** `waits` are in order and do not overlap. */
export function timeAxis(totalMs: number, waits: readonly Stretch[]): TimeAxis {
  const total = Math.max(1, totalMs);
  const folds = waits
    .map(({ from, to }) => ({ from: clamp(from, total), to: clamp(to, total) }))
    .filter(({ from, to }) => to - from > total * WORTH_FOLDING);
  const folded = folds.reduce((sum, { from, to }) => sum + to - from, 0);
  const work = Math.max(1, total - folded);
  const workShare = 1 - folds.length * FOLDED_SHARE;
  const edges = [...folds, { from: total, to: total }];
  const points: Array<[ms: number, share: number]> = [[0, 0]];
  let ms = 0;
  let share = 0;
  for (const { from, to } of edges) {
    share += ((from - ms) / work) * workShare;
    points.push([from, share]);
    if (to > from) {
      share += FOLDED_SHARE;
      points.push([to, share]);
    }
    ms = to;
  }
  return {
    totalMs: total,
    folds,
    share: (at) => between(points, clamp(at, total), 0, 1),
    timeAt: (at) => between(points, Math.min(1, Math.max(0, at)), 1, 0),
  };
}

function clamp(ms: number, total: number): number {
  return Math.min(total, Math.max(0, ms));
}

/** The value of a line through points: `from` and `to` say which of the two numbers is given and which is wanted. */
function between(points: ReadonlyArray<[number, number]>, at: number, from: 0 | 1, to: 0 | 1): number {
  for (const [index, right] of points.entries()) {
    const left = points[index - 1];
    if (!left || at > right[from]) continue;
    const width = right[from] - left[from];
    return width === 0 ? right[to] : left[to] + ((at - left[from]) / width) * (right[to] - left[to]);
  }
  return points.at(-1)?.[to] ?? 0;
}

/** Round times for the ticks of an axis of that length. */
export function ticks(totalMs: number, most = 6): number[] {
  const steps = [100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5, 72e5, 216e5];
  const step = steps.find((one) => totalMs / one <= most) ?? Math.ceil(totalMs / most / 36e5) * 36e5;
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, at) => at * step);
}
