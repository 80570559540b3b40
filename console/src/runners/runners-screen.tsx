import type { Provider, Runner, RunnerHealth } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { api } from '../api.ts';
import { useActions } from '../shell/actions.ts';
import { useListKeys } from '../shell/list-keys.ts';
import { useSearchState } from '../shell/search-state.ts';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/card.tsx';
import { Input, Select } from '../ui/field.tsx';
import { count } from '../ui/format.ts';
import { Search, X } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import {
  FACETS,
  type Facet,
  type Filters,
  fitting,
  type Indexed,
  indexed,
  optionsOf,
  readFilters,
} from './facets.ts';
import { RunnerRow } from './runner-row.tsx';
import { RunnerSheet } from './runner-sheet.tsx';
import { facets, texts } from './texts.ts';

const NONE: ReadonlyMap<string, RunnerHealth> = new Map();

function stateOf({ slug, status }: Runner, health: ReadonlyMap<string, RunnerHealth>): string {
  const state = health.get(slug)?.state;
  return status === 'available' && (state === 'probation' || state === 'outage') ? state : status;
}

/** The catalog: all runners, those that are on, and why the others are off. Search and facets stand in the address. */
export function Screen() {
  const catalog = useQuery({
    queryKey: ['runners', 'catalog'],
    queryFn: ({ signal }) => api.runners.list({}, { signal }),
  });
  // The catalog is worth showing without it.
  const health = useQuery({
    queryKey: ['runners', 'health'],
    queryFn: async ({ signal }) =>
      new Map(
        (await api.runners.health({ signal }, { state: 'not_off' })).data.map((one) => [one.runner, one]),
      ),
  });
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Loaded query={catalog} rows={12}>
        {({ runners, categories, providers }) => (
          <Catalog runners={runners} pools={categories} providers={providers} health={health.data ?? NONE} />
        )}
      </Loaded>
    </>
  );
}

function Catalog({
  runners,
  pools,
  providers,
  health,
}: {
  runners: readonly Runner[];
  pools: Record<string, string[]>;
  providers: readonly Provider[];
  health: ReadonlyMap<string, RunnerHealth>;
}) {
  const [filters, change] = useSearchState(readFilters);
  const all = useMemo(
    () => indexed(runners, pools, (runner) => stateOf(runner, health)),
    [runners, pools, health],
  );
  const shown = useMemo(() => fitting(all, filters), [all, filters]);
  const open = (at: number) => change({ runner: shown[at]?.runner.slug ?? '' });
  const { active, setActive } = useListKeys(shown.length, open);
  const chosen = all.find(({ runner }) => runner.slug === filters.runner);
  return (
    <>
      <FilterBar all={all} filters={filters} change={change} onDown={() => setActive(Math.max(0, active))} />
      <p role="status" className="mb-2 text-xs text-muted">
        <span className="number">{count(shown.length)}</span> of {count(all.length)} runners,{' '}
        <span className="number">
          {count(shown.filter(({ runner }) => runner.status === 'available').length)}
        </span>{' '}
        of them on
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title={texts.nothingFits}
          action={<Button onClick={() => change(readFilters({}))}>{texts.clear}</Button>}
        >
          {texts.nothingFitsHint}
        </EmptyState>
      ) : (
        <VirtualList
          label={texts.list}
          rows={shown}
          keyOf={({ runner }) => runner.slug}
          rowHeight={52}
          active={active}
          className="h-[calc(100dvh-176px)] max-sm:h-[calc(100dvh-340px)] min-h-80 rounded-lg border bg-raised"
        >
          {({ runner, values }, at) => (
            <RunnerRow
              runner={runner}
              state={values.state.at(-1) ?? ''}
              health={health.get(runner.slug)}
              isActive={at === active}
              onOpen={() => open(at)}
            />
          )}
        </VirtualList>
      )}
      {chosen && (
        <RunnerSheet
          runner={chosen.runner}
          state={chosen.values.state.at(-1) ?? ''}
          health={health.get(chosen.runner.slug)}
          pools={chosen.values.pool}
          providers={providers.filter(({ family }) => chosen.runner.needs.includes(family))}
          onClose={() => change({ runner: '' })}
        />
      )}
    </>
  );
}

function FilterBar({
  all,
  filters,
  change,
  onDown,
}: {
  all: readonly Indexed[];
  filters: Filters;
  change: (part: Partial<Filters>) => void;
  /** From the search box into the list. */
  onDown: () => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useActions([
    { title: 'Search runners', keys: '/', group: 'Runners', run: () => box.current?.focus() },
    { title: 'Show only runners that are on', group: 'Runners', run: () => change({ state: 'available' }) },
    { title: 'Show runners that need a key', group: 'Runners', run: () => change({ state: 'needs_key' }) },
  ]);
  const isFiltered = filters.q !== '' || FACETS.some((facet) => filters[facet] !== '');
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <span className="relative w-full sm:w-72">
        <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-muted" />
        <Input
          ref={box}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          className="pl-8"
          value={filters.q}
          onChange={({ target }) => change({ q: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.blur();
            onDown();
          }}
        />
      </span>
      {FACETS.map((facet) => (
        <FacetSelect key={facet} facet={facet} all={all} filters={filters} change={change} />
      ))}
      {isFiltered && (
        <Button look="quiet" onClick={() => change({ ...readFilters({}), runner: filters.runner })}>
          <X aria-hidden /> {texts.clear}
        </Button>
      )}
    </search>
  );
}

function FacetSelect({
  facet,
  all,
  filters,
  change,
}: {
  facet: Facet;
  all: readonly Indexed[];
  filters: Filters;
  change: (part: Partial<Filters>) => void;
}) {
  const options = optionsOf(all, filters, facet).map(({ value, label, count: of }) => ({
    value,
    label: `${label} (${count(of)})`,
  }));
  return (
    <Select
      aria-label={facets[facet]}
      className="w-[calc(50%-4px)] sm:w-36 xl:w-[132px]"
      options={[{ value: '', label: facets[facet] }, ...options]}
      value={filters[facet]}
      onChange={({ target }) => change({ [facet]: target.value })}
    />
  );
}
