import { describe, expect, it } from 'vitest';
import { type Cell, type Day, gridOf, intervalOf, periodsOf } from './shape.ts';

function day(date: string, runs: number, rest: Partial<Day> = {}): Day {
  return {
    day: date,
    runs,
    succeeded: runs,
    first_choice_succeeded: 0,
    explored: 0,
    cost_usd: runs / 10,
    cost_per_success_usd: 0.1,
    ...rest,
  };
}

describe('points of a curve', () => {
  it('rest on enough runs, and lose none', () => {
    const periods = periodsOf([
      day('2026-11-01', 3),
      day('2026-11-02', 6),
      day('2026-11-05', 20),
      day('2026-11-06', 2),
    ]);
    expect(periods.map(({ from, to, runs }) => [from, to, runs])).toEqual([
      ['2026-11-01', '2026-11-02', 9],
      ['2026-11-05', '2026-11-06', 22],
    ]);
  });

  it('are one for a handful of runs, and none for none', () => {
    expect(periodsOf([day('2026-11-01', 2)])).toHaveLength(1);
    expect(periodsOf([])).toEqual([]);
  });

  it('never crowd: ninety full days are two dozen points', () => {
    const days = Array.from({ length: 90 }, (_, at) =>
      day(new Date(Date.UTC(2026, 7, 20 + at)).toISOString().slice(0, 10), 50),
    );
    const periods = periodsOf(days);
    expect(periods.length).toBeLessThanOrEqual(24);
    expect(periods.reduce((sum, { runs }) => sum + runs, 0)).toBe(4_500);
  });
});

it('an interval of few is wide, of none is everything', () => {
  expect(intervalOf(8, 10).low).toBeCloseTo(0.49, 2);
  expect(intervalOf(0, 0)).toEqual({ value: 0, low: 0, high: 1 });
});

it('the heat map has the busiest first and gaps without attempts', () => {
  const cell = (runner: string, site: string, attempts: number): Cell => ({
    runner,
    site,
    attempts,
    succeeded: 1,
    success_rate: 1,
    low: 0,
    high: 1,
  });
  const grid = gridOf([cell('a', 'x', 1), cell('b', 'y', 9), cell('b', 'x', 2)]);
  expect(grid.sites).toEqual(['y', 'x']);
  expect(
    grid.rows.map(({ runner, cells }) => [runner, ...cells.map((one) => one?.attempts ?? null)]),
  ).toEqual([
    ['b', 9, 2],
    ['a', null, 1],
  ]);
});
