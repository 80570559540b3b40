import type { Webhook } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { isAskedForNew, ListScreen } from '../shell/list-screen.tsx';
import { Badge } from '../ui/badge.tsx';
import { Webhook as WebhookIcon } from '../ui/icons.tsx';
import { SecretOnce } from '../ui/secret-once.tsx';
import type { Column } from '../ui/table.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(isAskedForNew);
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const endpoints = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: async ({ signal }) => (await api.webhooks.list({ signal })).data,
  });
  return (
    <ListScreen
      texts={texts}
      icon={WebhookIcon}
      query={endpoints}
      columns={COLUMNS}
      onCreate={() => setOpen(true)}
    >
      {isOpen && <EndpointForm endpoint={null} onClose={() => setOpen(false)} onMade={setMade} />}
      <SecretOnce
        title={texts.secretTitle}
        warning={texts.secretWarning}
        secret={made?.secret ?? null}
        onKept={() => {
          void navigate({ to: '/webhooks/$id', params: { id: made?.id ?? '' } });
          setMade(null);
        }}
      />
    </ListScreen>
  );
}

const COLUMNS: Array<Column<Webhook>> = [
  {
    title: texts.url,
    cell: ({ id, url }) => (
      <Link
        to="/webhooks/$id"
        params={{ id }}
        className="font-medium text-accent [overflow-wrap:anywhere] hover:underline"
      >
        {url}
      </Link>
    ),
  },
  { title: 'State', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  {
    title: texts.deliveries,
    cell: ({ id, url }) => (
      <Link
        to="/webhooks/$id"
        params={{ id }}
        aria-label={`${texts.log}: ${url}`}
        className="text-accent hover:underline"
      >
        {texts.log}
      </Link>
    ),
  },
  { title: 'Id', isSecondary: true, cell: ({ id }) => <CopyId id={id} short /> },
  { title: texts.events, isSecondary: true, cell: ({ events }) => eventsText(events) },
  {
    title: 'Last delivery',
    isSecondary: true,
    cell: ({ last_delivery_at, last_http_status }) =>
      last_delivery_at ? (
        <>
          <Time at={last_delivery_at} /> <span className="number text-muted">{last_http_status ?? ''}</span>
        </>
      ) : (
        texts.never
      ),
  },
];

export function EndpointState({ endpoint }: { endpoint: Webhook }) {
  if (endpoint.disabled) return <Badge tone="bad">{endpoint.disabled_reason ?? texts.off}</Badge>;
  if (endpoint.consecutive_failures > 0)
    return <Badge tone="bad">{texts.failing(endpoint.consecutive_failures)}</Badge>;
  const status = endpoint.last_http_status;
  if (endpoint.last_delivery_at && (status === null || status < 200 || status > 299))
    return <Badge tone="bad">{status === null ? texts.unreachable : texts.lastFailed(status)}</Badge>;
  return <Badge tone="good">{texts.on}</Badge>;
}

export function eventsText(events: readonly string[]): string {
  return events.length > 3 ? `${events.length} events` : events.join(', ');
}
