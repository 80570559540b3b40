import type { RoutingInsights } from '@switchyard/sdk';

export type Day = RoutingInsights['days'][number];
export type Cell = RoutingInsights['heat_map'][number];

/** Some days together: enough runs for a point that means something. */
export interface Period {
  at: Date;
  from: string;
  to: string;
  runs: number;
  succeeded: number;
  firstSucceeded: number;
  explored: number;
  costUsd: number;
}

/** A point rests on at least so many runs, unless the range has fewer points than it could show. */
const MOST_POINTS = 24;
const LEAST_RUNS = 8;

/** Joins days in their order until each part has enough runs; a rest at the end joins the last part. */
export function periodsOf(days: readonly Day[]): Period[] {
  const runs = days.reduce((sum, day) => sum + day.runs, 0);
  const least = Math.max(LEAST_RUNS, Math.ceil(runs / MOST_POINTS));
  const parts: Day[][] = [];
  let open: Day[] = [];
  for (const day of days) {
    open.push(day);
    if (total(open, 'runs') < least) continue;
    parts.push(open);
    open = [];
  }
  if (open.length > 0) {
    const last = parts.pop() ?? [];
    parts.push([...last, ...open]);
  }
  return parts.map(periodOf);
}

function periodOf(days: readonly Day[]): Period {
  const [first, last] = [days[0] as Day, days.at(-1) as Day];
  const middle = (Date.parse(first.day) + Date.parse(last.day)) / 2 + 43_200_000;
  return {
    at: new Date(middle),
    from: first.day,
    to: last.day,
    runs: total(days, 'runs'),
    succeeded: total(days, 'succeeded'),
    firstSucceeded: total(days, 'first_choice_succeeded'),
    explored: total(days, 'explored'),
    costUsd: total(days, 'cost_usd'),
  };
}

export function total(
  days: readonly Day[],
  of: 'runs' | 'succeeded' | 'first_choice_succeeded' | 'explored' | 'cost_usd',
): number {
  return days.reduce((sum, day) => sum + day[of], 0);
}

const Z = 1.96;

/** The 95% interval of a share (Wilson). */
export function intervalOf(part: number, whole: number): { value: number; low: number; high: number } {
  if (whole === 0) return { value: 0, low: 0, high: 1 };
  const value = part / whole;
  const share = Z ** 2 / whole;
  const middle = (value + share / 2) / (1 + share);
  const reach = (Z / (1 + share)) * Math.sqrt((value * (1 - value)) / whole + share / (4 * whole));
  return { value, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

export interface Grid {
  sites: string[];
  rows: { runner: string; attempts: number; cells: (Cell | null)[] }[];
}

/** The busiest first, sites and runners alike. */
export function gridOf(cells: readonly Cell[]): Grid {
  const sites = busiest(cells, ({ site }) => site);
  const names = sites.map(([site]) => site);
  const rows = busiest(cells, ({ runner }) => runner).map(([runner, attempts]) => {
    const own = new Map(cells.filter((cell) => cell.runner === runner).map((cell) => [cell.site, cell]));
    return { runner, attempts, cells: names.map((site) => own.get(site) ?? null) };
  });
  return { sites: names, rows };
}

function busiest(cells: readonly Cell[], nameOf: (cell: Cell) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(nameOf(cell), (counts.get(nameOf(cell)) ?? 0) + cell.attempts);
  return [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
}
