import type { StoredCredential } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { isAskedForNew, ListScreen } from '../shell/list-screen.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Vault } from '../ui/icons.tsx';
import type { Column } from '../ui/table.tsx';
import { TipText } from '../ui/tooltip.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { LoginForm } from './login-form.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const [edited, setEdited] = useState<StoredCredential | 'new' | null>(() =>
    isAskedForNew() ? 'new' : null,
  );
  const logins = useQuery({
    queryKey: ['vault', 'list'],
    queryFn: async ({ signal }) => (await api.credentials.list({ signal })).data,
  });
  const erase = useChange((id: string) => api.credentials.delete(id), {
    rooms: ['vault'],
    done: texts.removed,
  });
  return (
    <ListScreen
      texts={texts}
      icon={Vault}
      query={logins}
      columns={[
        ...COLUMNS,
        {
          title: 'Actions',
          cell: (login) => <Actions login={login} onEdit={setEdited} onErase={erase.mutateAsync} />,
        },
      ]}
      onCreate={() => setEdited('new')}
    >
      {edited && <LoginForm edited={edited} onClose={() => setEdited(null)} />}
    </ListScreen>
  );
}

const HEALTH: Record<StoredCredential['health'], Tone> = { ok: 'good', stale: 'warn', failed: 'bad' };

const COLUMNS: Array<Column<StoredCredential>> = [
  {
    title: 'Site',
    cell: ({ domain, username_masked }) => (
      <>
        <span className="block min-w-28 font-medium [overflow-wrap:anywhere]">{domain}</span>
        <span className="text-muted">{username_masked}</span>
      </>
    ),
  },
  { title: 'Id', isSecondary: true, cell: ({ id }) => <CopyId id={id} short /> },
  {
    title: 'Health',
    cell: ({ health }) => (
      <TipText text={texts.healthHelp[health]}>
        <Badge tone={HEALTH[health]}>{texts.healthNames[health]}</Badge>
      </TipText>
    ),
  },
  { title: 'Second factor', isSecondary: true, cell: ({ mfa }) => texts.mfaNames[mfa] },
  { title: 'Custody', isSecondary: true, cell: ({ custody }) => custodyName(custody) },
  {
    title: 'Last use',
    isSecondary: true,
    cell: ({ last_used }) => (last_used ? <Time at={last_used} /> : texts.never),
  },
];

function Actions({
  login,
  onEdit,
  onErase,
}: {
  login: StoredCredential;
  onEdit: (login: StoredCredential) => void;
  onErase: (id: string) => Promise<unknown>;
}) {
  return (
    <span className="flex gap-2">
      <Button size="small" onClick={() => onEdit(login)} aria-label={`${texts.edit} ${login.domain}`}>
        {texts.edit}
      </Button>
      <Confirm
        title={texts.removeTitle(login.domain)}
        description={texts.removeHelp}
        confirm={texts.remove}
        onConfirm={() => onErase(login.id)}
        trigger={(open) => (
          <Button size="small" onClick={open} aria-label={`${texts.remove} ${login.domain}`}>
            {texts.remove}
          </Button>
        )}
      />
    </span>
  );
}

function custodyName(custody: string): string {
  if (custody.startsWith('pinned:')) return custody.slice('pinned:'.length).replaceAll(',', ', ');
  return texts.custodyNames[custody as 'any'] ?? custody;
}
