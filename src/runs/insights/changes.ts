import { gapBetween, rateOf, type Trials } from '../../platform/interval.ts';

/** A runner on a site: this week, and the four weeks before it. */
export interface WeekTries {
  runner: string;
  site: string;
  week: Trials;
  before: Trials;
}

export interface Change {
  kind: 'rate_up' | 'rate_down' | 'new_winner';
  runner: string;
  site: string | null;
  /** Success rates; of a new winner, its predecessor's and its own this week. */
  before: number;
  after: number;
  attempts: number;
  previousRunner: string | null;
}

/** Deviations beyond chance, with some dozen runners looked at. */
const SURE = 2.6;
const LEAST = 10;
const LEAST_ON_SITE = 5;
const MOST = 8;

/** Runners whose success moved beyond chance, and sites where another runner leads now. Strongest first. */
export function changesOf(rows: readonly WeekTries[]): Change[] {
  const moved = [...Map.groupBy(rows, ({ runner }) => runner)].flatMap(([runner, own]) => {
    const [week, before] = [sum(own, 'week'), sum(own, 'before')];
    const gap = gapBetween(week, before);
    if (Math.abs(gap) < SURE || Math.min(week.tried, before.tried) < LEAST) return [];
    return [
      {
        strength: Math.abs(gap),
        change: changeOf(gap > 0 ? 'rate_up' : 'rate_down', runner, null, before, week),
      },
    ];
  });
  const won = [...Map.groupBy(rows, ({ site }) => site)].flatMap(([site, own]) => {
    const [now, then] = [leader(own, 'week'), leader(own, 'before')];
    if (!now || !then || now.runner === then.runner) return [];
    const change = changeOf('new_winner', now.runner, site, then.before, now.week);
    return [{ strength: 0, change: { ...change, previousRunner: then.runner } }];
  });
  return [...moved.sort((one, other) => other.strength - one.strength), ...won]
    .slice(0, MOST)
    .map(({ change }) => change);
}

function changeOf(
  kind: Change['kind'],
  runner: string,
  site: string | null,
  before: Trials,
  after: Trials,
): Change {
  return {
    kind,
    runner,
    site,
    before: before.succeeded / before.tried,
    after: after.succeeded / after.tried,
    attempts: after.tried,
    previousRunner: null,
  };
}

/** The surely best runner, by the low end of its interval. */
function leader(rows: readonly WeekTries[], when: 'week' | 'before'): WeekTries | undefined {
  const floor = (row: WeekTries) => rateOf(row[when].succeeded, row[when].tried).low;
  return rows
    .filter((row) => row[when].tried >= LEAST_ON_SITE)
    .sort((one, other) => floor(other) - floor(one))[0];
}

function sum(rows: readonly WeekTries[], when: 'week' | 'before'): Trials {
  return rows.reduce(
    (all, row) => ({ tried: all.tried + row[when].tried, succeeded: all.succeeded + row[when].succeeded }),
    { tried: 0, succeeded: 0 },
  );
}
