import type { BrowserSession } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { ListScreen } from '../shell/list-screen.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { AppWindow } from '../ui/icons.tsx';
import type { Column } from '../ui/table.tsx';
import { CopyId, Money, Time } from '../ui/values.tsx';
import { NewSession } from './new-session.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const [isOpen, setOpen] = useState(false);
  const sessions = useQuery({
    queryKey: ['sessions', 'list'],
    queryFn: ({ signal }) => api.sessions.list({}, { signal }),
  });
  return (
    <ListScreen
      texts={texts}
      icon={AppWindow}
      query={sessions}
      columns={COLUMNS}
      onCreate={() => setOpen(true)}
    >
      {isOpen && <NewSession onClose={() => setOpen(false)} />}
    </ListScreen>
  );
}

const COLUMNS: Array<Column<BrowserSession>> = [
  {
    title: 'Session',
    cell: ({ id }) => (
      <span className="flex items-center gap-2">
        <Link to="/sessions/$id" params={{ id }} className="font-medium text-accent hover:underline">
          Open
        </Link>
        <span className="max-sm:hidden">
          <CopyId id={id} short />
        </span>
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
];

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
