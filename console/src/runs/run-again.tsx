import type { CreateRun, Timeline } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Combobox, type ComboOption } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, Select, Textarea } from '../ui/field.tsx';
import { money } from '../ui/format.ts';
import { routingText } from './compare-tab.tsx';
import type { Cure } from './outcome.ts';
import { texts } from './texts.ts';

const PROFILES = ['balanced', 'cheapest', 'fastest', 'most_reliable'] as const;

type Change = Extract<Cure, { again: object }>['again'];

/** Opens the dialog with a suggested change; null until the request is known. */
export function useRunAgain(
  id: string,
  request: Timeline['request'] | undefined,
): [open: ((change: Change) => void) | null, dialog: ReactNode] {
  const [change, setChange] = useState<Change | null>(null);
  if (!request) return [null, null];
  const close = () => setChange(null);
  return [setChange, change && <RunAgain id={id} request={request} change={change} onClose={close} />];
}

/** The same task as a new run, with the changes made here. It opens compared with the first. */
function RunAgain({
  id,
  request,
  change,
  onClose,
}: {
  id: string;
  request: Timeline['request'];
  /** The first suggestion of what to change. */
  change: Change;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const routings = useRoutings(routingText(request.routing));
  const [task, setTask] = useState(request.task);
  const [routing, setRouting] = useState(change.routing ?? routingText(request.routing));
  const [profile, setProfile] = useState(request.sla_profile);
  const [ceiling, setCeiling] = useState(
    (change.isDearer ? dearer(request.max_cost_usd) : request.max_cost_usd)?.toString() ?? '',
  );
  const [minutes, setMinutes] = useState(minutesOf(request.time_budget_ms, change.isLonger === true));
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
      time_budget_ms: Number(minutes) > 0 ? Math.round(Number(minutes) * 60_000) : null,
    };
    try {
      const made = await api.runs.start(bodyOf(request, changed));
      onClose();
      await navigate({ to: `/runs/${made.id}`, search: { with: id } as never });
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const amount = (label: string, value: string, onType: (value: string) => void) => (
    <Field label={label} hint={texts.noLimitHint}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min="0"
          step="any"
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      title={texts.againWith}
      description={texts.againWhy}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label="Priority">
            {(control) => (
              <Select
                {...control}
                value={profile}
                onChange={({ target }) => setProfile(target.value)}
                options={PROFILES.map((value) => ({ value, label: value.replace('_', ' ') }))}
              />
            )}
          </Field>
          {amount('Ceiling in USD', ceiling, setCeiling)}
          {amount('Minutes', minutes, setMinutes)}
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

/** Enough for most runners, and more than before. */
function dearer(before: number | null): number {
  return Math.max(0.1, (before ?? 0) * 4);
}

function minutesOf(before: number | null, isLonger: boolean): string {
  if (before === null && !isLonger) return '';
  const minutes = (before ?? 0) / 60_000;
  return String(isLonger ? Math.max(5, Math.ceil(minutes * 3)) : Number(minutes.toFixed(3)));
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
    queryKey: ['runners', 'available'],
    queryFn: ({ signal }) => api.runners.list({ status: 'available' }, { signal }),
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
