import type { Key } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api, currentSession } from '../api.ts';
import { useChange } from '../change.ts';
import { ListScreen } from '../shell/list-screen.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Bar } from '../ui/charts.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { money } from '../ui/format.ts';
import { SecretOnce } from '../ui/secret-once.tsx';
import type { Column } from '../ui/table.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const [isOpen, setOpen] = useState(false);
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
  const limitUsd = limit.trim() === '' ? null : Number(limit);
  const isBad = limitUsd !== null && !(limitUsd >= 0.01);
  const create = useChange(() => api.keys.create({ name: name.trim(), spend_limit_usd: limitUsd }), {
    rooms: ['keys'],
  });
  const submit = async () => {
    const { key } = await create.mutateAsync(undefined);
    setName('');
    setLimit('');
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
        <Button type="submit" look="primary" disabled={isBad || name.trim() === ''} isBusy={create.isPending}>
          {texts.create}
        </Button>
      </form>
    </Dialog>
  );
}
