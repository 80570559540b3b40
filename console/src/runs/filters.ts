import type { RunRow } from '@switchyard/sdk';

/** The filters of the list as they stand in the address; an absent one does not filter. */
export interface Filters {
  q?: string | undefined;
  /** Several are separated by commas. */
  status?: string | undefined;
  verdict?: string | undefined;
  runner?: string | undefined;
  site?: string | undefined;
  routing?: string | undefined;
  tag?: string | undefined;
  /** In USD. */
  min?: string | undefined;
  max?: string | undefined;
  /** A span back from now such as `24h`, or a day. */
  since?: string | undefined;
  /** A day. */
  until?: string | undefined;
  /** Counts instead of runs: by reason or site. */
  group?: string | undefined;
}

const NAMES = [
  'q',
  'status',
  'verdict',
  'runner',
  'site',
  'routing',
  'tag',
  'min',
  'max',
  'since',
  'until',
  'group',
] as const;

export const NO_FILTERS: Filters = Object.fromEntries(NAMES.map((name) => [name, undefined]));

/** Reads any address: numbers become text, everything unknown is left out. */
export function readFilters(raw: Record<string, unknown>): Filters {
  const known = NAMES.map((name) => [name, raw[name]] as const).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}

const SPANS_MS: Record<string, number> = { '1h': 36e5, '24h': 864e5, '7d': 6048e5, '30d': 2592e6 };

/** The filters as the API takes them. */
export function queryOf(filters: Filters, nowMs: number): Record<string, string> {
  const { min, max, since, until, group: _group, ...same } = filters;
  const span = SPANS_MS[since ?? ''];
  const after = span ? new Date(nowMs - span).toISOString() : dayStart(since);
  const before = dayStart(until, 1);
  const query = {
    ...same,
    min_cost_usd: min,
    max_cost_usd: max,
    created_after: after,
    created_before: before,
  };
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
  ) as Record<string, string>;
}

/** The first moment of a day where the reader is, some days later. */
function dayStart(day: string | undefined, later = 0): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + later).toISOString();
}

/** How many of them are set; the words are not counted. */
export function filterCount({ q: _words, group: _group, ...others }: Filters): number {
  return Object.values(others).filter(Boolean).length;
}

export interface RowPage {
  data: RunRow[];
  next: string | null;
}

/**
 * A list with its newest page asked for again: new runs stand in front, known ones are up to date, and those that no longer fit
 * are gone. Runs older than that page stay.
 */
export function withFresh(pages: readonly RowPage[], fresh: RowPage): RowPage[] {
  const ids = new Set(fresh.data.map(({ id }) => id));
  const oldest = fresh.data.at(-1);
  if (!oldest || fresh.next === null) return [fresh];
  const isOlder = (row: RunRow) => row.created_at < oldest.created_at && !ids.has(row.id);
  const rest = pages
    .map(({ data, next }) => ({ data: data.filter(isOlder), next }))
    .filter(({ data }) => data.length > 0);
  return [fresh, ...rest];
}

export function withoutRows(pages: readonly RowPage[], ids: ReadonlySet<string>): RowPage[] {
  return pages.map(({ data, next }) => ({ data: data.filter(({ id }) => !ids.has(id)), next }));
}
