import type { Webhook } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { useActions } from '../shell/actions.ts';
import { Button } from '../ui/button.tsx';
import { Card, Facts, PageHeader } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Switch } from '../ui/field.tsx';
import { SecretOnce } from '../ui/secret-once.tsx';
import { Loaded } from '../ui/states.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { texts } from './texts.ts';
import { EndpointState } from './webhooks-screen.tsx';

export function Screen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const endpoint = useQuery({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => api.webhooks.get(id, { signal }),
  });
  return <Loaded query={endpoint}>{(found) => <Endpoint endpoint={found} />}</Loaded>;
}

function Endpoint({ endpoint }: { endpoint: Webhook }) {
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{endpoint.url}</span>}
        actions={<EndpointActions endpoint={endpoint} onEdit={() => setEdited(true)} />}
      />
      <div className="grid gap-4">
        <Card>
          <Facts
            facts={[
              ['State', <EndpointState key="state" endpoint={endpoint} />],
              ['Id', <CopyId key="id" id={endpoint.id} />],
              [texts.events, endpoint.events.join(', ')],
              ['Created', <Time key="created" at={endpoint.created_at} />],
              ...(endpoint.old_secret_expires_at
                ? [
                    [
                      'Old secret valid until',
                      <Time key="old" at={endpoint.old_secret_expires_at} />,
                    ] as const,
                  ]
                : []),
            ]}
          />
        </Card>
        <Deliveries webhookId={endpoint.id} />
      </div>
      {isEdited && <EndpointForm endpoint={endpoint} onClose={() => setEdited(false)} />}
    </>
  );
}

function EndpointActions({ endpoint, onEdit }: { endpoint: Webhook; onEdit: () => void }) {
  const { id, disabled } = endpoint;
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const rooms = ['webhooks'];
  const test = useChange(() => api.webhooks.test(id), { rooms, done: texts.tested });
  const turn = useChange((enabled: boolean) => api.webhooks.update(id, { enabled }), { rooms });
  const rotate = useChange(() => api.webhooks.rotate(id), { rooms });
  const remove = useChange(() => api.webhooks.delete(id), { rooms: [], done: texts.removed });
  useActions([{ title: texts.test, keys: 't', group: texts.title, run: () => test.mutate(undefined) }]);
  return (
    <>
      <Switch label={texts.on} isOn={!disabled} onChange={(isOn) => turn.mutate(isOn)} />
      <Button isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
        {texts.test}
      </Button>
      <Button onClick={onEdit}>Change</Button>
      <Confirm
        title={texts.rotateTitle}
        description={texts.rotateHelp}
        confirm={texts.rotate}
        isDanger={false}
        onConfirm={async () => setSecret((await rotate.mutateAsync(undefined)).secret)}
        trigger={(open) => <Button onClick={open}>{texts.rotate}</Button>}
      />
      <Confirm
        title={texts.removeTitle}
        description={texts.removeHelp}
        confirm={texts.remove}
        onConfirm={async () => {
          await remove.mutateAsync(undefined);
          await navigate({ to: '/webhooks' });
        }}
        trigger={(open) => <Button onClick={open}>{texts.remove}</Button>}
      />
      <SecretOnce
        title={texts.secretTitle}
        warning={texts.secretWarning}
        secret={secret}
        onKept={() => setSecret(null)}
      />
    </>
  );
}
