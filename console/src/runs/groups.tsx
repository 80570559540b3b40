import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { count } from '../ui/format.ts';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/values.tsx';
import { type Filters, queryOf } from './filters.ts';
import { commonCure, plain } from './outcome.ts';
import { texts } from './texts.ts';

/** Matching runs, counted by reason or by site, with what helps most of them. */
export function Groups({ filters, by }: { filters: Filters; by: 'reason' | 'site' }) {
  const groups = useQuery({
    queryKey: ['runs', 'groups', by, filters],
    queryFn: ({ signal }) => api.runs.groups({ ...queryOf(filters, Date.now()), by }, { signal }),
  });
  return (
    <Card title={by === 'reason' ? texts.byReason : texts.bySite} isFlush className="mb-4">
      <Loaded
        query={groups}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title={by === 'reason' ? texts.noFailures : texts.noneFits} />}
      >
        {({ data, groups: all, runs }) => (
          <>
            <Table
              label={by === 'reason' ? texts.byReason : texts.bySite}
              rows={data}
              keyOf={({ latest_id }) => latest_id}
              columns={columnsFor(by)}
            />
            {all > data.length && (
              <p className="border-t px-4 py-2 text-xs text-muted">
                The {count(data.length)} largest of {count(all)} groups, from {count(runs)} runs.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type Group = Awaited<ReturnType<typeof api.runs.groups>>['data'][number];

function columnsFor(by: 'reason' | 'site'): Array<Column<Group>> {
  const runs: Column<Group> = { title: 'Runs', cell: ({ runs: number }) => count(number), isNumber: true };
  const reason: Column<Group> = {
    title: by === 'reason' ? 'Reason' : 'Latest failure',
    cell: ({ error, latest_id }) =>
      error && (
        <Link to={`/runs/${latest_id}`} className="line-clamp-2 [overflow-wrap:anywhere] hover:underline">
          {plain(error.message)}
        </Link>
      ),
  };
  const cure: Column<Group> = {
    title: texts.whatHelps,
    cell: ({ error }) => error && <span className="text-muted">{commonCure(error.code)}</span>,
    isSecondary: true,
  };
  const latest: Column<Group> = {
    title: 'Latest',
    cell: ({ latest_at }) => <Time at={latest_at} className="text-muted" />,
    isSecondary: true,
  };
  if (by === 'reason') return [runs, reason, cure, latest];
  const site: Column<Group> = {
    title: 'Site',
    cell: ({ site: name }) =>
      name ? (
        <Link to="/runs" search={{ site: name } as never} className="font-medium text-accent hover:underline">
          {name}
        </Link>
      ) : (
        texts.noSite
      ),
  };
  const failed: Column<Group> = {
    title: 'Failed',
    cell: ({ failed: number }) => count(number),
    isNumber: true,
  };
  return [site, runs, failed, reason, cure];
}
