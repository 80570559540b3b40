import type { ResultOf } from '@switchyard/sdk';

export type UsageRow = ResultOf<'usage.get'>['data'][number];
export type Dimension = 'runner' | 'site' | 'key' | 'tag';

const DAY_MS = 86_400_000;

/** The first and the last day of a range that ends today, in UTC. */
export function daysBack(days: number, now = new Date()): { from: string; to: string } {
  return { from: dayOf(now.getTime() - (days - 1) * DAY_MS), to: dayOf(now.getTime()) };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export interface Day {
  day: string;
  usd: number;
  attempts: number;
}

/** Every day of the range, those without usage as well. */
export function everyDay(rows: readonly UsageRow[], from: string, to: string): Day[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  const days: Day[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = dayOf(at);
    const row = known.get(day);
    days.push({ day, usd: row?.total_usd ?? 0, attempts: row?.attempts ?? 0 });
  }
  return days;
}

/** The months up to now, newest first. */
export function lastMonths(count: number, now = new Date()): { month: string; from: string; to: string }[] {
  return Array.from({ length: count }, (_, back) => {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 0);
    return { month: dayOf(start).slice(0, 7), from: dayOf(start), to: dayOf(end) };
  });
}

/** The same report as a file. */
export function csvAddress(query: { from: string; to: string; group_by: string }): string {
  return `/api/v1/billing/usage?${new URLSearchParams({ ...query, format: 'csv' })}`;
}
