import { describe, expect, test } from 'vitest';
import { gapBetween, rateOf } from '../../platform/interval.ts';
import { changesOf, type WeekTries } from './changes.ts';
import { gainsOf } from './gains.ts';
import { summaryOf } from './summary.ts';

describe('a rate', () => {
  test('has the published Wilson interval', () => {
    const { low, high } = rateOf(8, 10);
    expect([low, high].map((end) => end.toFixed(3))).toEqual(['0.490', '0.943']);
  });

  test('of few trials is no certainty, and of none says nothing', () => {
    expect(rateOf(3, 3).low).toBeLessThan(0.5);
    expect(rateOf(300, 300).low).toBeGreaterThan(0.98);
    expect(rateOf(0, 0)).toEqual({ rate: 0, low: 0, high: 1 });
  });

  test('differs from another by deviations', () => {
    expect(gapBetween({ tried: 100, succeeded: 80 }, { tried: 100, succeeded: 50 })).toBeGreaterThan(4);
    expect(gapBetween({ tried: 100, succeeded: 80 }, { tried: 0, succeeded: 0 })).toBe(0);
    expect(gapBetween({ tried: 9, succeeded: 9 }, { tried: 5, succeeded: 5 })).toBe(0);
  });
});

describe('the gain against one runner', () => {
  const smart = [
    { site: 'a', tried: 90, succeeded: 81, costUsd: 1 },
    { site: 'b', tried: 10, succeeded: 9, costUsd: 1 },
  ];
  const tries = (site: string, tried: number, succeeded: number) => ({
    runner: 'x',
    site,
    tried,
    succeeded,
    costUsd: tried / 100,
  });

  test('weighs its sites as the smart runs do, not as it was tried', () => {
    // Nearly all of its tries are on the site where the smart runs are not.
    const [gain] = gainsOf(smart, [tries('a', 40, 12), tries('b', 400, 400)]);
    expect(gain?.successRate).toBeLessThan(0.5);
    expect(gain?.low).toBeGreaterThan(0.2);
    expect(gain?.costPerSuccessUsd).toBeCloseTo(0.01 / (gain?.successRate ?? 1), 6);
  });

  test('holds zero where the runner is as good, and is left out where it was hardly tried', () => {
    const [even] = gainsOf(smart, [tries('a', 90, 81), tries('b', 10, 9)]);
    expect(even?.low).toBeLessThan(0);
    expect(even?.high).toBeGreaterThan(0);
    expect(gainsOf(smart, [tries('a', 9, 0)])).toEqual([]);
    expect(gainsOf([], [tries('a', 90, 0)])).toEqual([]);
  });
});

describe('the summary', () => {
  const smart = (tried: number, succeeded: number) => [
    { site: 'a', tried, succeeded, costUsd: tried * 0.0134 },
  ];
  const x = [{ runner: 'x', site: 'a', tried: 200, succeeded: 150, costUsd: 10 }];
  const of = (runs: ReturnType<typeof smart>, tries = x) => summaryOf(runs, gainsOf(runs, tries));

  test('is one sentence with the number of runs and the interval', () => {
    const summary = of(smart(240, 197));
    expect(summary.sentence).toBe(
      'Smart routing succeeded in 82% (77–86%) of 240 runs for $0.013 each; always using x would have succeeded in 75% (69–81%) for $0.05 (200 runs).',
    );
    expect(summary.single).toMatchObject({ runner: 'x', attempts: 200, cost_per_run_usd: 0.05 });
  });

  test('says how many runs are missing, and when no single runner compares', () => {
    expect(of(smart(12, 9))).toMatchObject({
      sentence: 'Not enough runs yet: 12 of 30.',
      smart: null,
      single: null,
    });
    expect(of(smart(40, 30), []).sentence).toMatch(/No single runner was tried first often enough/);
  });
});

describe('changes of this week', () => {
  const row = (
    runner: string,
    site: string,
    week: [number, number],
    before: [number, number],
  ): WeekTries => ({
    runner,
    site,
    week: { succeeded: week[0], tried: week[1] },
    before: { succeeded: before[0], tried: before[1] },
  });

  test('tells of a runner that broke, and not of one that chance moved', () => {
    const changes = changesOf([
      row('broken', 'a', [4, 40], [90, 100]),
      row('steady', 'b', [6, 10], [70, 100]),
    ]);
    expect(changes).toEqual([
      {
        kind: 'rate_down',
        runner: 'broken',
        site: null,
        before: 0.9,
        after: 0.1,
        attempts: 40,
        previousRunner: null,
      },
    ]);
  });

  test('tells of another winner on a site, once it has tries enough', () => {
    const old = row('old', 'a', [3, 6], [45, 60]);
    expect(changesOf([old, row('new', 'a', [6, 6], [0, 0])])).toMatchObject([
      { kind: 'new_winner', runner: 'new', site: 'a', previousRunner: 'old', before: 0.75, after: 1 },
    ]);
    expect(changesOf([old, row('new', 'a', [4, 4], [0, 0])])).toEqual([]);
  });
});
