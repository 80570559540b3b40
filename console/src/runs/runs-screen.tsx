import type { RunRow } from '@switchyard/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from 'sonner';
import { serviceNow } from '../api.ts';
import { maskSecrets } from '../secret-words.ts';
import { useActions } from '../shell/actions.ts';
import { useListKeys } from '../shell/list-keys.ts';
import { useSearchState } from '../shell/search-state.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { Confirm } from '../ui/dialog.tsx';
import { count, duration, localTime, money, percent, timeAgo, utcTime } from '../ui/format.ts';
import { Download, GitCompareArrows, ListChecks, Square, Trash2 } from '../ui/icons.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { type Filters, filterCount, queryOf, readFilters } from './filters.ts';
import { Groups } from './groups.tsx';
import { foundInRow, lookOf, plain } from './outcome.ts';
import { RunFilters } from './run-filters.tsx';
import { texts } from './texts.ts';
import { isLive } from './use-run.ts';
import { changeRuns, useRunList } from './use-run-list.ts';
import { Views } from './views.tsx';

export function Screen() {
  const [filters, change] = useSearchState(readFilters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { list, rows, more } = useRunList(filters);
  // A chosen run may have left the list, by a filter or by its end.
  const chosenRows = rows.filter(({ id }) => chosen.has(id));
  const navigate = useNavigate();
  const open = (at: number) => {
    const row = rows[at];
    if (row) void navigate({ to: `/runs/${row.id}` });
  };
  const { active } = useListKeys(rows.length, open);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  useActions([
    {
      title: 'Choose or leave the run',
      keys: 'x',
      group: 'Runs',
      isHidden: true,
      run: () => rows[active] && toggle(rows[active].id),
    },
  ]);
  return (
    <>
      <PageHeader title={texts.runs} description={texts.runsAbout} actions={<Csv filters={filters} />} />
      <RunFilters filters={filters} onChange={change} />
      <Views filters={filters} onChange={change} />
      {(filters.group === 'reason' || filters.group === 'site') && (
        <Groups filters={filters} by={filters.group} />
      )}
      {chosenRows.length > 0 && <ChosenBar rows={chosenRows} onDone={() => setChosen(new Set())} />}
      <section className="overflow-hidden rounded-lg border bg-raised">
        <Head
          isAll={rows.length > 0 && chosenRows.length === rows.length}
          onAll={(isAll) => setChosen(new Set(isAll ? rows.map(({ id }) => id) : []))}
        />
        {list.isError && rows.length === 0 ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isLoading || (rows.length === 0 && list.hasNextPage) ? (
          <Waiting />
        ) : rows.length === 0 ? (
          <Nothing isFiltered={filterCount(filters) > 0 || filters.q !== undefined} />
        ) : (
          <VirtualList
            label={texts.runs}
            rows={rows}
            keyOf={({ id }) => id}
            rowHeight={ROW}
            active={active}
            onEnd={more}
            className="h-[calc(100dvh-240px)] min-h-80"
          >
            {(row, at) => (
              <Row
                row={row}
                isActive={at === active}
                isChosen={chosen.has(row.id)}
                onToggle={() => toggle(row.id)}
                onOpen={() => open(at)}
              />
            )}
          </VirtualList>
        )}
      </section>
      <p role="status" className="number mt-2 text-xs text-muted">
        {rows.length > 0 && `${count(rows.length)} runs${list.hasNextPage ? ' so far; scroll for more' : ''}`}
        {list.isError && rows.length > 0 && ' The rest could not be loaded.'}
      </p>
    </>
  );
}

const ROW = 52;
const GRID =
  'grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 px-3 lg:grid-cols-[28px_136px_minmax(0,1fr)_minmax(0,170px)_80px_76px_84px_100px]';

function Head({ isAll, onAll }: { isAll: boolean; onAll: (isAll: boolean) => void }) {
  return (
    <div className={cn(GRID, 'h-8 border-b text-xs font-medium text-muted')}>
      <input
        type="checkbox"
        aria-label="Choose every run that is loaded"
        checked={isAll}
        onChange={({ target }) => onAll(target.checked)}
        className="size-3.5 accent-accent-fill"
      />
      <span className="max-lg:hidden">Status</span>
      <span>Task</span>
      <span className="max-lg:hidden">Runner</span>
      <span className="text-right max-lg:hidden">Confidence</span>
      <span className="text-right">Cost</span>
      <span className="text-right max-lg:hidden">Took</span>
      <span className="text-right max-lg:hidden">Started</span>
    </div>
  );
}

function Row({
  row,
  isActive,
  isChosen,
  onToggle,
  onOpen,
}: {
  row: RunRow;
  isActive: boolean;
  isChosen: boolean;
  onToggle: () => void;
  onOpen: () => void;
}) {
  const tags = Object.entries(row.metadata).slice(0, 2);
  const started = new Date(row.created_at);
  const found = foundInRow(row);
  const look = lookOf(row);
  const task = maskSecrets(row.task);
  return (
    <div
      className={cn(
        GRID,
        'relative h-full border-b border-l-2 border-l-transparent hover:bg-hover/60',
        isActive && 'border-l-accent bg-hover',
        isChosen && 'tint-accent',
      )}
    >
      <input
        type="checkbox"
        aria-label={`Choose ${task.slice(0, 60) || row.id}`}
        checked={isChosen}
        onChange={onToggle}
        className="z-10 size-3.5 accent-accent-fill"
      />
      <span className="max-lg:hidden">
        <StatusBadge status={row.status} look={look} />
      </span>
      <span className="min-w-0">
        {/* A link of the router finds its route and its state anew in every row that scrolls in. */}
        <a
          href={`/console/runs/${row.id}`}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onOpen();
          }}
          className="block truncate font-medium after:absolute after:inset-0 hover:underline focus-visible:after:outline-2"
        >
          {task || row.url || row.id}
        </a>
        <span className="flex min-w-0 items-center gap-2 text-xs text-muted">
          <span className="lg:hidden">
            <StatusBadge status={row.status} look={look} />
          </span>
          <span className="truncate">
            {row.required_action?.prompt ??
              (row.error ? plain(row.error.message) : (row.site ?? row.url ?? row.routing))}
          </span>
          {tags.map(([name, value]) => (
            <span key={name} className="truncate rounded-sm bg-hover px-1 max-sm:hidden">
              {name}={value}
            </span>
          ))}
        </span>
      </span>
      <span className="min-w-0 max-lg:hidden">
        <span className="block truncate">{row.runner ?? '–'}</span>
        <span className="number block text-xs text-muted">
          {row.attempts > 1 ? `after ${row.attempts - 1} other${row.attempts > 2 ? 's' : ''}` : row.routing}
        </span>
      </span>
      <span className="number text-right max-lg:hidden">
        {found === 'value' ? percent(row.confidence) : '–'}
      </span>
      <span className="number text-right">{money(row.cost_usd)}</span>
      <span className="number text-right max-lg:hidden">{isLive(row) ? '…' : duration(row.timing_ms)}</span>
      <time
        dateTime={row.created_at}
        title={`${localTime(started)}, ${utcTime(started)}`}
        className="number z-10 justify-self-end text-muted max-lg:hidden"
      >
        {timeAgo(started, serviceNow())}
      </time>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-px">
      {Array.from({ length: 8 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={at} className="m-2 h-9" />
      ))}
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title={isFiltered ? texts.noneFits : texts.noRuns}
      action={
        isFiltered ? (
          <ButtonLink to="/runs" search={{} as never}>
            {texts.clearFilters}
          </ButtonLink>
        ) : (
          <ButtonLink to="/" look="primary">
            {texts.tryTask}
          </ButtonLink>
        )
      }
    >
      {isFiltered ? texts.noneFitsWhy : texts.noRunsWhy}
    </EmptyState>
  );
}

/** A file of everything that fits, made by the service. */
function Csv({ filters }: { filters: Filters }) {
  const query = new URLSearchParams({ ...queryOf(filters, Date.now()), format: 'csv' });
  return (
    <a
      href={`/api/v1/runs/rows?${query}`}
      download="runs.csv"
      className="inline-flex h-8 items-center gap-1.5 rounded-md border bg-raised px-3 font-medium hover:bg-hover"
    >
      <Download aria-hidden className="size-3.5" /> CSV
    </a>
  );
}

function ChosenBar({ rows, onDone }: { rows: RunRow[]; onDone: () => void }) {
  const live = rows.filter(isLive);
  const act = async (action: 'cancel' | 'delete', ids: string[]) => {
    const problems = await changeRuns(action, ids).catch((error: Error) => [error.message]);
    const done = ids.length - problems.length;
    if (problems.length > 0) toast.error(`${count(problems.length)} of ${count(ids.length)}: ${problems[0]}`);
    if (done > 0) toast.success(`${count(done)} ${action === 'cancel' ? 'cancelled' : 'deleted'}`);
    onDone();
  };
  return (
    <div
      role="toolbar"
      aria-label="Chosen runs"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border tint-accent px-3 py-2"
    >
      <span className="number flex-1 font-medium">{count(rows.length)} chosen</span>
      {rows.length === 2 && (
        <ButtonLink
          to={`/runs/${rows[0]?.id}`}
          search={{ open: 'compare', with: rows[1]?.id } as never}
          size="small"
        >
          <GitCompareArrows aria-hidden /> {texts.compare}
        </ButtonLink>
      )}
      {live.length > 0 && (
        <Confirm
          trigger={(open) => (
            <Button size="small" onClick={open}>
              <Square aria-hidden /> Cancel {count(live.length)} live
            </Button>
          )}
          title={`Cancel ${count(live.length)} runs?`}
          description={texts.cancelWhy}
          confirm="Cancel them"
          onConfirm={() =>
            act(
              'cancel',
              live.map(({ id }) => id),
            )
          }
        />
      )}
      <Confirm
        trigger={(open) => (
          <Button size="small" onClick={open}>
            <Trash2 aria-hidden /> Delete {count(rows.length)}
          </Button>
        )}
        title={`Delete ${count(rows.length)} runs?`}
        description={texts.removeWhy}
        confirm="Delete them"
        onConfirm={() =>
          act(
            'delete',
            rows.map(({ id }) => id),
          )
        }
      />
      <Button size="small" look="quiet" onClick={onDone}>
        Leave them
      </Button>
    </div>
  );
}
