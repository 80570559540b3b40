import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useWaitingRuns } from '../shell/title.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const live = useQuery({
    queryKey: ['runs', 'live'],
    queryFn: async ({ signal }) => (await api.runs.list({ status: 'running', limit: 20 }, { signal })).data,
  });
  const waiting = useWaitingRuns();
  return (
    <>
      <PageHeader title={texts.title} />
      <div className="grid gap-4">
        {[
          { title: texts.waiting, query: waiting, empty: texts.nothingWaiting },
          { title: texts.live, query: live, empty: texts.nothingLive },
        ].map(({ title, query, empty }) => (
          <Card key={title} title={title} isFlush>
            <Loaded query={query} isEmpty={(runs) => runs.length === 0} empty={<EmptyState title={empty} />}>
              {(runs) => (
                <Table
                  label={title}
                  rows={runs}
                  keyOf={({ id }) => id}
                  columns={[
                    { title: 'Run', cell: ({ id }) => <CopyId id={id} /> },
                    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
                    { title: 'Site', cell: ({ url }) => url, isSecondary: true },
                    { title: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
                  ]}
                />
              )}
            </Loaded>
          </Card>
        ))}
      </div>
    </>
  );
}
