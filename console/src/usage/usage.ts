import type { ResultOf } from '@switchyard/sdk';

export type UsageRow = ResultOf<'usage.get'>['data'][number];
export type Dimension = 'runner' | 'site' | 'key';

const DAY_MS = 86_400_000;

/** From the first moment of the first day to the end of today, in UTC. */
export function daysBack(days: number, now = new Date()): { from: string; to: string } {
  const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return { from: new Date(tomorrow - days * DAY_MS).toISOString(), to: new Date(tomorrow).toISOString() };
}

export interface Day {
  day: string;
  usd: number;
  attempts: number;
}

/** Every day of the range, those without usage as well. */
export function everyDay(rows: readonly UsageRow[], from: string, to: string): Day[] {
  const known = new Map(rows.map((row) => [row.day?.slice(0, 10), row]));
  const days: Day[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    const row = known.get(day);
    days.push({ day, usd: row?.total_usd ?? 0, attempts: row?.attempts ?? 0 });
  }
  return days;
}

/** The months up to now, newest first. */
export function lastMonths(count: number, now = new Date()): { month: string; from: string; to: string }[] {
  return Array.from({ length: count }, (_, back) => {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1);
    const from = new Date(start).toISOString();
    return { month: from.slice(0, 7), from, to: new Date(end).toISOString() };
  });
}

/** The same report as a file. */
export function csvAddress(query: { from: string; to: string; group_by: string }): string {
  return `/api/v1/billing/usage?${new URLSearchParams({ ...query, format: 'csv' })}`;
}
