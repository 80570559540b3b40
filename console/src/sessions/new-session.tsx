import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, Field, Input, Select } from '../ui/field.tsx';
import { texts } from './texts.ts';

const SIZES = ['1280x720', '1440x900', '1920x1080', '390x844'];

export function NewSession({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [minutes, setMinutes] = useState('15');
  const [size, setSize] = useState('1280x720');
  const [keepAlive, setKeepAlive] = useState(true);
  const [isRecorded, setRecorded] = useState(true);
  const start = useChange(
    () => {
      const [width = 1_280, height = 720] = size.split('x').map(Number);
      return api.sessions.create({
        timeout: Number(minutes) * 60,
        keepAlive,
        browserSettings: { viewport: { width, height }, recordSession: isRecorded },
      });
    },
    { rooms: ['sessions'], done: texts.started },
  );
  const submit = async () => {
    const { id } = await start.mutateAsync(undefined);
    await navigate({ to: '/sessions/$id', params: { id } });
  };
  return (
    <Dialog title={texts.create} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(() => undefined);
        }}
      >
        <Field label={texts.timeout}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={360}
              required
              value={minutes}
              onChange={(event) => setMinutes(event.target.value)}
            />
          )}
        </Field>
        <Field label={texts.size}>
          {(control) => (
            <Select
              {...control}
              value={size}
              onChange={(event) => setSize(event.target.value)}
              options={SIZES.map((value) => ({ value, label: value.replace('x', ' × ') }))}
            />
          )}
        </Field>
        <Checkbox
          label={texts.keepAlive}
          checked={keepAlive}
          onChange={(event) => setKeepAlive(event.target.checked)}
        />
        <Checkbox
          label={texts.record}
          checked={isRecorded}
          onChange={(event) => setRecorded(event.target.checked)}
        />
        <Button type="submit" look="primary" isBusy={start.isPending}>
          {texts.start}
        </Button>
      </form>
    </Dialog>
  );
}
