import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, queries } from '../api.ts';
import { onEvent } from '../live.ts';
import { type Filters, queryOf, type RowPage, withFresh, withoutRows } from './filters.ts';

type List = InfiniteData<RowPage, string | undefined>;

const PAGE = 100;
const SETTLE_MS = 250;
/** A page may hold less than asked for, because only so many runs are looked through at a time. */
const ENOUGH = 30;

/** Not below `runs`: an event must not ask for every page again. */
const listKey = (filters: Filters) => ['run-list', filters];

async function readPage(
  filters: Filters,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<RowPage> {
  const query = { ...queryOf(filters, Date.now()), limit: PAGE, ...(cursor && { starting_after: cursor }) };
  const page = await api.call('runs.rows', { query }, { signal });
  return { data: page.data, next: page.next_starting_after };
}

/** Runs that fit, newest first, page by page. Events bring new runs without asking for the pages below. */
export function useRunList(filters: Filters) {
  const list = useInfiniteQuery({
    queryKey: listKey(filters),
    queryFn: ({ pageParam, signal }) => readPage(filters, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnWindowFocus: false,
    staleTime: 5_000,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const { hasNextPage, isFetching, fetchNextPage, isError } = list;
  const isShort = rows.length < ENOUGH && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  useFreshRows(filters);
  return {
    list,
    rows,
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
}

function useFreshRows(filters: Filters): void {
  const key = JSON.stringify(filters);
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = async () => {
      const chosen: Filters = JSON.parse(key);
      const fresh = await readPage(chosen, undefined, gone.signal).catch(() => null);
      if (!fresh) return;
      queries.setQueryData<List>(listKey(chosen), (known) => {
        if (!known) return known;
        const pages = withFresh(known.pages, fresh);
        return { pages, pageParams: [undefined, ...pages.slice(0, -1).map(({ next }) => next ?? undefined)] };
      });
    };
    const stop = onEvent(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      gone.abort();
    };
  }, [key]);
}

const AT_A_TIME = 100;

/** Cancels or deletes; answers the reasons of the failures. */
export async function changeRuns(action: 'cancel' | 'delete', ids: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    const { data } = await api.call('runs.many', {
      body: { action, ids: ids.slice(from, from + AT_A_TIME) },
    });
    problems.push(...data.flatMap(({ error }) => (error ? [error.message] : [])));
    const done = new Set(data.filter(({ ok }) => ok).map(({ id }) => id));
    if (action === 'delete')
      queries.setQueriesData<List>({ queryKey: ['run-list'] }, (known) =>
        known ? { ...known, pages: withoutRows(known.pages, done) } : known,
      );
  }
  await queries.invalidateQueries({ queryKey: ['runs'] });
  if (action === 'cancel') await queries.invalidateQueries({ queryKey: ['run-list'] });
  return problems;
}
