import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

const PAGE = 20;

export function AuditLog() {
  const log = useInfiniteQuery({
    queryKey: ['workspace', 'audit'],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.call(
        'audit.list',
        { query: { limit: PAGE, ...(pageParam && { starting_after: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next_starting_after }) => next_starting_after,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
  return (
    <Card title={texts.audit} isFlush>
      <Loaded query={log} isEmpty={(rows) => rows.length === 0} empty={<EmptyState title={texts.noAudit} />}>
        {(rows) => (
          <Table
            label={texts.audit}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Action', cell: ({ action }) => <code>{action}</code> },
              {
                title: 'On',
                isSecondary: true,
                cell: ({ subject_id }) => (subject_id ? <CopyId id={subject_id} short /> : '–'),
              },
              {
                title: 'By',
                isSecondary: true,
                cell: ({ key_id }) => (key_id ? <CopyId id={key_id} short /> : 'A person'),
              },
              { title: 'From', isSecondary: true, cell: ({ ip }) => <code>{ip ?? '–'}</code> },
              { title: 'When', cell: ({ at }) => <Time at={at} /> },
            ]}
          />
        )}
      </Loaded>
      {log.hasNextPage && (
        <div className="border-t p-2 text-center">
          <Button look="quiet" isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Card>
  );
}
