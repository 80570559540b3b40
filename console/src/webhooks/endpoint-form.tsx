import type { Webhook } from '@switchyard/sdk';
import { useState } from 'react';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Field, Input } from '../ui/field.tsx';
import { texts } from './texts.ts';

type EventType = Webhook['events'][number];

/** Those of the old long tasks can no longer happen. */
const EVENTS: readonly EventType[] = [
  'response.completed',
  'response.failed',
  'response.requires_action',
  'response.cancelled',
];

/** A new endpoint, or a stored one to change. `onMade` gets the secret of a new one. */
export function EndpointForm({
  endpoint,
  onClose,
  onMade,
}: {
  endpoint: Webhook | null;
  onClose: () => void;
  onMade?: (made: { id: string; secret: string }) => void;
}) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [events, setEvents] = useState<readonly EventType[]>(endpoint?.events ?? EVENTS);
  const body = { url, events: EVENTS.filter((event) => events.includes(event)) };
  const save = useChange(
    async () => {
      if (endpoint) await api.webhooks.update(endpoint.id, body);
      else onMade?.(await api.webhooks.create(body));
    },
    { rooms: ['webhooks'], ...(endpoint && { done: texts.saved }) },
  );
  const toggle = (event: EventType) =>
    setEvents((before) =>
      before.includes(event) ? before.filter((one) => one !== event) : [...before, event],
    );
  return (
    <Dialog
      title={endpoint ? texts.save : texts.create}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutateAsync(undefined).then(onClose, () => undefined);
        }}
      >
        <Field label={texts.url} hint={texts.urlHint}>
          {(control) => (
            <Input
              {...control}
              type="url"
              required
              placeholder="https://example.com/hooks/switchyard"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 text-xs font-medium text-muted">{texts.events}</legend>
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              label={<code>{event}</code>}
              checked={events.includes(event)}
              onChange={() => toggle(event)}
            />
          ))}
        </fieldset>
        <Button type="submit" look="primary" disabled={body.events.length === 0} isBusy={save.isPending}>
          {endpoint ? texts.save : texts.create}
        </Button>
      </form>
    </Dialog>
  );
}
