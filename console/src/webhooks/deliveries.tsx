import type { WebhookDelivery } from '@switchyard/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { useSearchState } from '../shell/search-state.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { RotateCw } from '../ui/icons.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { CopyId, Duration, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

const PENDING_MS = 1_500;
const STATUSES = ['', 'pending', 'delivered', 'failed'] as const;
const TONES: Record<WebhookDelivery['status'], Tone> = { pending: 'info', delivered: 'good', failed: 'bad' };

interface Chosen {
  status: (typeof STATUSES)[number];
  delivery: string;
}

/** Newest first; the chosen one opens beside the list, and both stand in the address. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const [{ status, delivery }, change] = useSearchState<Chosen>((raw) => ({
    status: STATUSES.find((known) => known === raw.status) ?? '',
    delivery: typeof raw.delivery === 'string' ? raw.delivery : '',
  }));
  const list = useInfiniteQuery({
    queryKey: ['webhooks', 'deliveries', webhookId, status],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.call(
        'webhooks.deliveries',
        {
          path: { id: webhookId },
          query: { limit: 50, ...(status && { status }), ...(pageParam && { starting_after: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: ({ next_starting_after }) => next_starting_after,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((one) => one.status === 'pending')) && PENDING_MS,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
  const filter = (
    <Select
      aria-label="Status"
      className="w-36"
      value={status}
      onChange={(event) => change({ status: event.target.value as Chosen['status'] })}
      options={STATUSES.map((value) => ({ value, label: value || 'Every status' }))}
    />
  );
  return (
    <Card title={texts.deliveries} actions={filter} isFlush>
      <Loaded
        query={list}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title={texts.noDeliveries}>{texts.noDeliveriesHelp}</EmptyState>}
      >
        {(rows) => <DeliveryTable rows={rows} onOpen={(id) => change({ delivery: id })} />}
      </Loaded>
      {list.hasNextPage && (
        <div className="border-t p-2 text-center">
          <Button look="quiet" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
      <Sheet
        title="Delivery"
        isOpen={delivery !== ''}
        onOpenChange={(isOpen) => isOpen || change({ delivery: '' })}
      >
        {delivery && <Delivery webhookId={webhookId} id={delivery} />}
      </Sheet>
    </Card>
  );
}

function DeliveryTable({ rows, onOpen }: { rows: readonly WebhookDelivery[]; onOpen: (id: string) => void }) {
  return (
    <Table
      label={texts.deliveries}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Event',
          cell: ({ id, type }) => (
            <button type="button" onClick={() => onOpen(id)} className="text-accent hover:underline">
              <code>{type}</code>
            </button>
          ),
        },
        { title: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
        { title: 'HTTP', isNumber: true, cell: ({ last_http_status }) => last_http_status ?? '–' },
        { title: 'Tries', isNumber: true, isSecondary: true, cell: ({ attempt }) => attempt },
        {
          title: 'Took',
          isNumber: true,
          isSecondary: true,
          cell: ({ last_latency_ms }) => <Duration ms={last_latency_ms} />,
        },
        { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  );
}

function Delivery({ webhookId, id }: { webhookId: string; id: string }) {
  const delivery = useQuery({
    queryKey: ['webhooks', 'delivery', webhookId, id],
    queryFn: ({ signal }) => api.webhooks.delivery(webhookId, id, { signal }),
    // A delivery has no event of its own.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_MS : false),
  });
  const again = useChange(() => api.webhooks.redeliver(webhookId, id), {
    rooms: ['webhooks'],
    done: texts.redelivered,
  });
  return (
    <Loaded query={delivery}>
      {(found) => (
        <div className="grid gap-4">
          <Facts facts={factsOf(found)} />
          <div>
            <Button look="primary" isBusy={again.isPending} onClick={() => again.mutate(undefined)}>
              <RotateCw aria-hidden /> {texts.redeliver}
            </Button>
          </div>
          {found.payload_preview ? (
            <Body text={found.payload_preview} />
          ) : (
            <p className="text-muted">{texts.erased}</p>
          )}
          {found.request_headers && (
            <CodeBlock
              label={texts.headers}
              code={Object.entries(found.request_headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
          )}
          {found.response_body_preview && (
            <CodeBlock label={texts.answer} code={found.response_body_preview} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function factsOf(delivery: WebhookDelivery) {
  return [
    ['Event', <code key="event">{delivery.type}</code>],
    [
      'Status',
      <Badge key="status" tone={TONES[delivery.status]}>
        {delivery.status}
      </Badge>,
    ],
    ['Run', <CopyId key="run" id={delivery.response_id} />],
    ['Event id', <CopyId key="event-id" id={delivery.event_id} />],
    ['Tries', `${delivery.attempt}, sent again by hand ${delivery.redelivery_count} times`],
    ['HTTP status', delivery.last_http_status ?? '–'],
    ...(delivery.last_error ? [['Error', delivery.last_error] as const] : []),
    ...(delivery.next_attempt_at
      ? [['Next try', <Time key="next" at={delivery.next_attempt_at} />] as const]
      : []),
  ] as const;
}

/** The preview may be cut, and then it is no JSON any more. */
function Body({ text }: { text: string }) {
  try {
    return <JsonView value={JSON.parse(text)} label={texts.body} />;
  } catch {
    return <CodeBlock label={texts.body} code={text} />;
  }
}
