import type { Key } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, currentSession } from '../api.ts';
import { useChange } from '../change.ts';
import { isAskedForNew, ListScreen } from '../shell/list-screen.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Bar } from '../ui/charts.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Checkbox, Field, Input } from '../ui/field.tsx';
import { money } from '../ui/format.ts';
import { KeyRound } from '../ui/icons.tsx';
import { SecretOnce } from '../ui/secret-once.tsx';
import type { Column } from '../ui/table.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const [isOpen, setOpen] = useState(isAskedForNew);
  const [secret, setSecret] = useState<string | null>(null);
  const keys = useQuery({
    queryKey: ['keys', 'list'],
    queryFn: async ({ signal }) => (await api.keys.list({ signal })).data,
  });
  const session = useQuery({ queryKey: ['session'], queryFn: currentSession }).data;
  const mayManage = session?.may.manage_keys ?? false;
  const revoke = useChange((id: string) => api.keys.delete(id), { rooms: ['keys'], done: texts.revoked });
  const actions: Column<Key> = {
    title: 'Actions',
    cell: ({ id, name }) => (
      <Confirm
        title={texts.revokeTitle(name)}
        description={texts.revokeHelp}
        confirm={texts.revoke}
        onConfirm={() => revoke.mutateAsync(id)}
        trigger={(open) => (
          <Button size="small" onClick={open} aria-label={`${texts.revoke} ${name}`}>
            {texts.revoke}
          </Button>
        )}
      />
    ),
  };
  return (
    <ListScreen
      texts={texts}
      icon={KeyRound}
      query={keys}
      columns={[...columnsFor(session?.key?.id), ...(mayManage ? [actions] : [])]}
      onCreate={mayManage ? () => setOpen(true) : null}
    >
      <NewKey isOpen={isOpen} onClose={() => setOpen(false)} onMade={setSecret} />
      <SecretOnce
        title={texts.createdTitle}
        warning={texts.createdWarning}
        secret={secret}
        onKept={() => setSecret(null)}
      />
    </ListScreen>
  );
}

type Permission = Key['permissions'][number];
const PERMISSIONS: Permission[] = ['runs', 'vault', 'webhooks', 'workspace'];

const columnsFor = (own: string | undefined): Array<Column<Key>> => [
  {
    title: 'Name',
    cell: ({ id, name, last_four }) => (
      <span className="flex min-w-28 flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <code className="text-muted">…{last_four}</code>
        {id === own && <Badge tone="info">{texts.yours}</Badge>}
      </span>
    ),
  },
  { title: 'Id', isSecondary: true, cell: ({ id }) => <CopyId id={id} short /> },
  { title: 'Spent', cell: (key) => <Spent spendKey={key} /> },
  {
    title: 'Last use',
    isSecondary: true,
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : texts.never),
  },
  {
    title: 'May',
    isSecondary: true,
    cell: ({ permissions }) =>
      permissions.length === PERMISSIONS.length ? texts.everything : permissions.join(', '),
  },
  {
    title: 'Expires',
    isSecondary: true,
    cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} /> : texts.never),
  },
  { title: 'Created', isSecondary: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

function Spent({ spendKey: { spend_limit_usd: limit, spent_usd: spent } }: { spendKey: Key }) {
  if (limit === null)
    return (
      <span className="number">
        {money(spent)} <span className="text-muted">· {texts.noLimit}</span>
      </span>
    );
  return (
    <div className="grid min-w-28 gap-1">
      <span className="number">
        {money(spent)} <span className="text-muted">of {money(limit)}</span>
      </span>
      <Bar
        share={spent / limit}
        label={`${money(spent)} of ${money(limit)} spent`}
        tone={spent >= limit ? 'bg-bad' : spent > limit * 0.8 ? 'bg-warn' : 'bg-accent'}
      />
    </div>
  );
}

function NewKey({
  isOpen,
  onClose,
  onMade,
}: {
  isOpen: boolean;
  onClose: () => void;
  onMade: (key: string) => void;
}) {
  const [name, setName] = useState('');
  const [limit, setLimit] = useState('');
  const [chosen, setChosen] = useState<Permission[] | null>(null);
  const [lastDay, setLastDay] = useState('');
  // A key with a limit is for one program: it gets what the service would give it.
  const permissions = chosen ?? (limit.trim() === '' ? PERMISSIONS : PERMISSIONS.slice(0, 1));
  const limitUsd = limit.trim() === '' ? null : Number(limit);
  const isBad = limitUsd !== null && !(limitUsd >= 0.01);
  const create = useChange(
    () =>
      api.keys.create({
        name: name.trim(),
        spend_limit_usd: limitUsd,
        permissions,
        expires_at: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
      }),
    { rooms: ['keys'] },
  );
  const submit = async () => {
    const { key } = await create.mutateAsync(undefined);
    setName('');
    setLimit('');
    setChosen(null);
    setLastDay('');
    onClose();
    onMade(key);
  };
  return (
    <Dialog title={texts.create} isOpen={isOpen} onOpenChange={(open) => open || onClose()}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(() => undefined);
        }}
      >
        <Field label={texts.name} hint={texts.nameHint}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={100}
              value={name}
              onChange={(e) => setName(e.target.value)}
            />
          )}
        </Field>
        <Field label={texts.limit} hint={texts.limitHint} error={isBad && texts.badLimit}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={limit}
              onChange={(e) => setLimit(e.target.value)}
            />
          )}
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium">{texts.permissions}</legend>
          {PERMISSIONS.map((one) => (
            <Checkbox
              key={one}
              label={texts.may[one]}
              checked={permissions.includes(one)}
              onChange={({ target }) =>
                setChosen(
                  PERMISSIONS.filter((other) =>
                    other === one ? target.checked : permissions.includes(other),
                  ),
                )
              }
            />
          ))}
        </fieldset>
        <Field label={texts.lastDay} hint={texts.lastDayHint}>
          {(control) => (
            <Input {...control} type="date" value={lastDay} onChange={(e) => setLastDay(e.target.value)} />
          )}
        </Field>
        <Button
          type="submit"
          look="primary"
          disabled={isBad || name.trim() === '' || permissions.length === 0}
          isBusy={create.isPending}
        >
          {texts.create}
        </Button>
      </form>
    </Dialog>
  );
}
