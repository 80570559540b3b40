import type { BrowserSession } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AppWindow, Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api.ts';
import { useActions } from '../shell/actions.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { CopyId, Money, Time } from '../ui/values.tsx';
import { NewSession } from './new-session.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const [isOpen, setOpen] = useState(false);
  const sessions = useQuery({
    queryKey: ['sessions', 'list'],
    queryFn: ({ signal }) => api.sessions.list({}, { signal }),
  });
  useActions([{ title: texts.create, keys: 'c', group: texts.title, run: () => setOpen(true) }]);
  const create = (
    <Button look="primary" onClick={() => setOpen(true)}>
      <Plus aria-hidden /> {texts.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={create} />
      <Card isFlush>
        <Loaded
          query={sessions}
          isEmpty={(rows) => rows.length === 0}
          empty={
            <EmptyState icon={<AppWindow aria-hidden />} title={texts.empty} action={create}>
              {texts.emptyHelp}
            </EmptyState>
          }
        >
          {(rows) => <SessionTable rows={rows} />}
        </Loaded>
      </Card>
      {isOpen && <NewSession onClose={() => setOpen(false)} />}
    </>
  );
}

function SessionTable({ rows }: { rows: readonly BrowserSession[] }) {
  return (
    <Table
      label={texts.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Session',
          cell: ({ id }) => (
            <span className="flex items-center gap-2">
              <Link to="/sessions/$id" params={{ id }} className="font-medium text-accent hover:underline">
                Open
              </Link>
              <CopyId id={id} short />
            </span>
          ),
        },
        { title: 'Status', cell: ({ status }) => <SessionStatus status={status} /> },
        { title: 'Browser', isSecondary: true, cell: ({ svc }) => svc.provider },
        { title: 'Cost', isNumber: true, isSecondary: true, cell: ({ svc }) => <Money usd={svc.cost_usd} /> },
        { title: 'Started', cell: ({ startedAt }) => <Time at={startedAt} /> },
        {
          title: 'Ended',
          isSecondary: true,
          cell: ({ endedAt }) => <Time at={endedAt} />,
        },
      ]}
    />
  );
}

const STATUSES: Record<BrowserSession['status'], [Tone, string]> = {
  PENDING: ['info', 'Starting'],
  RUNNING: ['good', 'Running'],
  ERROR: ['bad', 'Failed'],
  TIMED_OUT: ['warn', 'Time over'],
  COMPLETED: ['neutral', 'Over'],
};

export function SessionStatus({ status }: Pick<BrowserSession, 'status'>) {
  const [tone, label] = STATUSES[status];
  return <Badge tone={tone}>{label}</Badge>;
}
