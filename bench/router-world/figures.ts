import type { Record as Played, RunRecord } from './simulate.ts';
import type { World } from './world.ts';

/** The results of one router in one world. Gaps are shares of the way from random to the oracle. */
export interface Figures {
  gap: number;
  first: number;
  middle: number;
  late: number;
  last: number;
  newSites: number;
  /** The oracle's advantage in utility per run. */
  regret: number;
  success: number;
  firstSuccess: number;
  costPerSuccess: number;
  secondsPerSuccess: number;
  attempts: number;
  /** Of the first picks before a break, in the 100 runs of its defence after it. */
  keptOnBroken: number;
  /** The same, from 100 runs after the runner works again. */
  foundAgain: number;
  calibration: number;
}

const WINDOW = 100;

export function figuresOf(world: World, own: Played, oracle: Played, random: Played): Figures {
  const count = world.runs.length;
  const isIn = (from: number, until: number) => (at: number) => at >= from && at < until;
  const worth = (record: Played, isMeant: (at: number) => boolean) =>
    mean(record.runs.flatMap((run, at) => (run && isMeant(at) ? [run.utility] : [])));
  const gap = (isMeant: (at: number) => boolean) => {
    const low = worth(random, isMeant);
    return (worth(own, isMeant) - low) / (worth(oracle, isMeant) - low);
  };
  const end = own.runs.slice(Math.floor(0.8 * count)).filter((run): run is RunRecord => run !== null);
  const successes = end.filter(({ isSuccess }) => isSuccess).length;
  const sum = (pick: (run: RunRecord) => number) => end.reduce((all, run) => all + pick(run), 0);
  return {
    gap: gap(() => true),
    first: gap(isIn(0, 500)),
    middle: gap(isIn(500, 5_000)),
    late: gap(isIn(5_000, count)),
    last: gap(isIn(0.8 * count, count)),
    newSites: gap((at) => at > 0.1 * count && (world.runs[at]?.isFirstVisit ?? false)),
    regret: worth(oracle, () => true) - worth(own, () => true),
    success: successes / end.length,
    firstSuccess: mean(end.map(({ isFirstSuccess }) => (isFirstSuccess ? 1 : 0))),
    costPerSuccess: sum(({ costUsd }) => costUsd) / successes,
    secondsPerSuccess: sum(({ seconds }) => seconds) / successes,
    attempts: mean(end.map(({ attempts }) => attempts)),
    ...afterBreaks(world, own),
    calibration: calibrationOf(own.predictions),
  };
}

/** First picks of a runner before its break, after it, and once it works again; all breaks together. */
function afterBreaks(world: World, { runs }: Played): { keptOnBroken: number; foundAgain: number } {
  const picks = { before: 0, after: 0, beforeMended: 0, mended: 0 };
  for (const { runner, cluster, fromMs, untilMs } of world.breaks) {
    const here = world.runs.flatMap((run, at) => (run.domain.cluster === cluster && runs[at] ? [at] : []));
    const picked = (places: number[]) => places.filter((at) => runs[at]?.firstRunner === runner).length;
    const start = here.findIndex((at) => (world.runs[at]?.nowMs ?? 0) >= fromMs);
    const mended = here.findIndex((at) => (world.runs[at]?.nowMs ?? 0) >= untilMs);
    if (start < WINDOW) continue;
    const before = picked(here.slice(start - WINDOW, start));
    const brokenRuns = here.slice(start, mended < 0 ? undefined : mended).slice(0, WINDOW);
    picks.before += (before * brokenRuns.length) / WINDOW;
    picks.after += picked(brokenRuns);
    const again = mended < 0 ? [] : here.slice(mended + WINDOW, mended + 2 * WINDOW);
    picks.beforeMended += (before * again.length) / WINDOW;
    picks.mended += picked(again);
  }
  return {
    keptOnBroken: picks.after / Math.max(1, picks.before),
    foundAgain: picks.mended / Math.max(1, picks.beforeMended),
  };
}

/** Mean distance between predictions and results, over ten groups of equal size. */
function calibrationOf(predictions: Played['predictions']): number {
  if (predictions.length === 0) return 0;
  const sorted = predictions.toSorted((one, other) => one.expected - other.expected);
  const size = Math.ceil(sorted.length / 10);
  const errors = Array.from({ length: 10 }, (_, group) => {
    const part = sorted.slice(group * size, (group + 1) * size);
    if (part.length === 0) return 0;
    return Math.abs(
      mean(part.map(({ expected }) => expected)) - mean(part.map(({ isSuccess }) => (isSuccess ? 1 : 0))),
    );
  });
  return mean(errors);
}

/** The mean of each figure over worlds. */
export function pooled(all: readonly Figures[]): Figures {
  const [first] = all;
  const names = Object.keys(first ?? {}) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => [name, mean(all.map((one) => one[name]))]),
  ) as unknown as Figures;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
