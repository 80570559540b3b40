import type { Runner } from '@switchyard/sdk';
import { capabilities, kinds, prices, states } from './texts.ts';

export const FACETS = ['state', 'kind', 'provider', 'price', 'capability', 'pool'] as const;
export type Facet = (typeof FACETS)[number];

/** The part of the address: the search words, one value per facet, the open runner. */
export type Filters = { q: string; runner: string } & Record<Facet, string>;

/** The values of a runner by facet; `pools` names the runners of each. */
type Values = Record<Facet, readonly string[]>;

export interface Indexed {
  runner: Runner;
  values: Values;
  words: string;
}

export interface FacetOption {
  value: string;
  label: string;
  count: number;
}

const LABELS: Partial<Record<Facet, Record<string, string>>> = {
  state: states,
  kind: kinds,
  price: prices,
  capability: capabilities,
};

export function readFilters(raw: Record<string, unknown>): Filters {
  const text = (name: string) => (raw[name] === undefined ? '' : String(raw[name]));
  return {
    q: text('q'),
    runner: text('runner'),
    ...(Object.fromEntries(FACETS.map((facet) => [facet, text(facet)])) as Record<Facet, string>),
  };
}

/** On before off, well-known before variants, then by name. */
export function indexed(
  runners: readonly Runner[],
  pools: Record<string, readonly string[]>,
  stateOf: (runner: Runner) => string,
): Indexed[] {
  const rank = ({ status, curated }: Runner) => (status === 'available' ? 0 : 2) + (curated ? 0 : 1);
  return runners
    .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
    .map((runner) => {
      const state = stateOf(runner);
      return {
        runner,
        values: {
          // A runner on probation is on all the same.
          state: runner.status === 'available' && state !== 'available' ? ['available', state] : [state],
          kind: [runner.kind],
          provider: [runner.family],
          price: [priceBand(runner.price.typical_task_usd)],
          capability: Object.keys(runner.capabilities).filter((name) => runner.capabilities[name]),
          pool: Object.keys(pools).filter((pool) => pools[pool]?.includes(runner.slug)),
        },
        words: [runner.name, runner.slug, runner.family, runner.engine, kinds[runner.kind]]
          .join(' ')
          .toLowerCase(),
      };
    });
}

/** Those that have every word and every chosen value. */
export function fitting(all: readonly Indexed[], filters: Filters, except?: Facet): Indexed[] {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = FACETS.filter((facet) => facet !== except && filters[facet] !== '');
  return all.filter(
    ({ words: own, values }) =>
      words.every((word) => own.includes(word)) &&
      chosen.every((facet) => values[facet].includes(filters[facet])),
  );
}

/** The options of a facet beside the other filters; a chosen value stays even where it leaves nothing. */
export function optionsOf(all: readonly Indexed[], filters: Filters, facet: Facet): FacetOption[] {
  const counts = new Map<string, number>();
  if (filters[facet] !== '') counts.set(filters[facet], 0);
  for (const { values } of fitting(all, filters, facet))
    for (const value of values[facet]) counts.set(value, (counts.get(value) ?? 0) + 1);
  const known = Object.keys(LABELS[facet] ?? {});
  const place = (value: string) => (known.includes(value) ? known.indexOf(value) : known.length);
  return [...counts]
    .map(([value, count]) => ({ value, label: LABELS[facet]?.[value] ?? value, count }))
    .sort((one, other) => place(one.value) - place(other.value) || one.label.localeCompare(other.label));
}

function priceBand(usd: number): string {
  if (usd <= 0) return 'free';
  return usd < 0.01 ? 'cent' : usd <= 0.1 ? 'dime' : usd <= 0.5 ? 'half' : 'more';
}
