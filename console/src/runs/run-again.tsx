import type { CreateRun, Timeline } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Combobox, type ComboOption } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, Select, Textarea } from '../ui/field.tsx';
import { money } from '../ui/format.ts';
import { routingText } from './compare-tab.tsx';
import { texts } from './texts.ts';

const PROFILES = ['balanced', 'cheapest', 'fastest', 'most_reliable'] as const;

/** The same task as a new run, with the changes made here. It opens compared with the first. */
export function RunAgain({
  id,
  request,
  isOpen,
  onOpenChange,
}: {
  id: string;
  request: Timeline['request'];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const navigate = useNavigate();
  const routings = useRoutings(routingText(request.routing));
  const [task, setTask] = useState(request.task);
  const [routing, setRouting] = useState(routingText(request.routing));
  const [profile, setProfile] = useState(request.sla_profile);
  const [ceiling, setCeiling] = useState(request.max_cost_usd?.toString() ?? '');
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    setTrouble(null);
    const isSame = routing === routingText(request.routing);
    const changed = {
      task,
      routing: isSame ? request.routing : routing,
      sla_profile: profile,
      max_cost_usd: Number(ceiling) || null,
    };
    try {
      const made = await api.runs.start(bodyOf(request, changed));
      onOpenChange(false);
      await navigate({ to: `/runs/${made.id}`, search: { with: id } as never });
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={texts.againWith}
      description={texts.againWhy}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          <Button look="primary" isBusy={isBusy} onClick={() => void start()}>
            Run
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Task">
          {(control) => (
            <Textarea {...control} value={task} onChange={({ target }) => setTask(target.value)} rows={4} />
          )}
        </Field>
        <Field label="Routing">
          {(control) => <Combobox {...control} options={routings} value={routing} onChange={setRouting} />}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="What counts most">
            {(control) => (
              <Select
                {...control}
                value={profile}
                onChange={({ target }) => setProfile(target.value)}
                options={PROFILES.map((value) => ({ value, label: value.replace('_', ' ') }))}
              />
            )}
          </Field>
          <Field label="Ceiling in USD" hint="Empty: none">
            {(control) => (
              <Input
                {...control}
                type="number"
                min="0"
                step="any"
                value={ceiling}
                onChange={({ target }) => setCeiling(target.value)}
              />
            )}
          </Field>
        </div>
        {request.had_secrets && <p className="text-warn">{texts.againSecrets}</p>}
        {request.attachments.length > 0 && <p className="text-warn">{texts.againFiles}</p>}
        {trouble && (
          <p role="alert" className="text-bad">
            {trouble}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** A null means "not given" on the wire. */
function bodyOf(
  { attachments: _files, had_secrets: _secrets, ...request }: Timeline['request'],
  changed: Record<string, unknown>,
): CreateRun {
  return { ...request, ...changed } as CreateRun;
}

function useRoutings(before: string): ComboOption[] {
  const runners = useQuery({
    queryKey: ['runners', 'catalog'],
    queryFn: ({ signal }) => api.runners.list({}, { signal }),
  });
  const available = (runners.data?.runners ?? []).filter(({ status }) => status === 'available');
  return [
    ...(before === 'smart' ? [] : [{ value: before, label: before, group: 'As before' }]),
    { value: 'smart', label: 'smart', note: 'learned choice', group: 'Routing' },
    ...available.map(({ slug, name, price }) => ({
      value: slug,
      label: slug,
      keywords: [name],
      note: money(price?.typical_task_usd),
      group: 'Runners',
    })),
  ];
}
