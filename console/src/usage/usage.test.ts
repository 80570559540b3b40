import { expect, test } from 'vitest';
import { daysBack, everyDay, lastMonths } from './usage.ts';

const NOW = new Date('2026-03-01T23:30:00Z');

test('a range ends with today and begins so many days earlier, in UTC', () => {
  expect(daysBack(7, NOW)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
});

test('days without usage are there, with nothing', () => {
  const { from, to } = daysBack(3, NOW);
  const row = { day: '2026-02-28', attempts: 2, total_usd: 0.5 } as never;
  expect(everyDay([row], from, to)).toEqual([
    { day: '2026-02-27', usd: 0, attempts: 0 },
    { day: '2026-02-28', usd: 0.5, attempts: 2 },
    { day: '2026-03-01', usd: 0, attempts: 0 },
  ]);
});

test('months go back over the turn of the year', () => {
  expect(lastMonths(4, NOW).map(({ month }) => month)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
  expect(lastMonths(2, NOW)[1]).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
});
