import { useQuery } from '@tanstack/react-query';
import { api, currentSession } from '../api.ts';
import { useChange } from '../change.ts';
import { Card, Facts, PageHeader } from '../ui/card.tsx';
import { Field, Select } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { CopyId, Money, Time } from '../ui/values.tsx';
import { AuditLog } from './audit-log.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import { Deletion } from './deletion.tsx';
import { texts } from './texts.ts';

export function Screen() {
  // A key with a spend limit may not delete the whole.
  const session = useQuery({ queryKey: ['session'], queryFn: currentSession });
  return (
    <>
      <PageHeader title={texts.title} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Account />
        <div className="grid grid-cols-1 content-start gap-4">
          <Members />
          <ConnectedApps />
          <Retention />
          <Export />
        </div>
        <div className="lg:col-span-2">
          <AuditLog />
        </div>
        {session.data?.may.manage_keys && (
          <div className="lg:col-span-2">
            <Deletion />
          </div>
        )}
      </div>
    </>
  );
}

const link = 'text-accent hover:underline';

function Account() {
  const session = useQuery({ queryKey: ['session'], queryFn: currentSession });
  return (
    <Card title={texts.account}>
      <Loaded query={session}>
        {(account) => (
          <div className="grid gap-4">
            {!account.claimed && account.claim_url && (
              <p className="rounded-md tint-warn px-3 py-2 text-warn">
                {texts.claim}{' '}
                <a className="font-medium underline" href={account.claim_url}>
                  {texts.claimNow}
                </a>
              </p>
            )}
            <Facts
              facts={[
                ['Workspace', <CopyId key="workspace" id={account.workspace_id} />],
                ['Account', <CopyId key="account" id={account.account_id} />],
                ['Plan', account.plan],
                ['Credits', <Money key="credits" usd={account.credits_usd} />],
                ['Created', <Time key="created" at={account.created_at} />],
              ]}
            />
            <a className={link} href="/account">
              {texts.login}
            </a>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Members() {
  const members = useQuery({
    queryKey: ['workspace', 'members'],
    queryFn: async ({ signal }) => (await api.workspace.members({ signal })).data,
  });
  return (
    <Card title={texts.members}>
      <Loaded query={members} rows={1}>
        {(people) => (
          <>
            {people.map(({ id, email, role, created_at }) => (
              <p key={id} className="flex flex-wrap items-center gap-x-3">
                <span className="min-w-0 flex-1 truncate font-medium">{email}</span>
                <span className="text-muted">{texts.roles[role]}</span>
                <Time at={created_at} className="text-muted" />
              </p>
            ))}
            {people.length === 0 && <p className="text-muted">{texts.keyOnly}</p>}
            <p className="mt-2 text-xs text-muted">{texts.membersHelp}</p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

type Retentions = Parameters<typeof api.workspace.update>[0];

function Retention() {
  const workspace = useQuery({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => api.workspace.get({ signal }),
  });
  const save = useChange((change: Retentions) => api.workspace.update(change), {
    rooms: ['workspace'],
    done: texts.retentionSaved,
  });
  return (
    <Card title={texts.retention}>
      <Loaded query={workspace} rows={1}>
        {({ plan, retention, run_retention_days: days }) => (
          <div className="grid gap-4">
            <Field
              label={texts.retentionLabel}
              hint={
                plan === 'enterprise' ? texts.retentionHelp : `${texts.retentionHelp} ${texts.retentionFixed}`
              }
            >
              {(control) => (
                <Select
                  {...control}
                  value={retention}
                  disabled={plan !== 'enterprise' || save.isPending}
                  onChange={(event) => save.mutate({ retention: event.target.value })}
                  options={Object.entries(texts.retentions).map(([value, label]) => ({ value, label }))}
                />
              )}
            </Field>
            <Field label={texts.runsLabel} hint={texts.runsHelp}>
              {(control) => (
                <Select
                  {...control}
                  value={String(days ?? '')}
                  disabled={save.isPending}
                  onChange={({ target: { value } }) =>
                    save.mutate({ run_retention_days: value === '' ? null : Number(value) })
                  }
                  options={[...new Set([null, 1, 7, 30, 90, 365, days])].map((one) => ({
                    value: String(one ?? ''),
                    label: texts.runsKept(one),
                  }))}
                />
              )}
            </Field>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Export() {
  return (
    <Card title={texts.export}>
      <p className="mb-3 text-muted">{texts.exportHelp}</p>
      <p className="flex flex-wrap gap-4">
        <a className={link} href="/api/v1/workspace/export" download="workspace.jsonl">
          {texts.exportAll}
        </a>
        <a className={link} href="/api/v1/runs/rows?format=csv" download="runs.csv">
          {texts.runsCsv}
        </a>
        <a className={link} href="/api/v1/billing/usage?group_by=day,runner&format=csv" download="usage.csv">
          {texts.usageCsv}
        </a>
      </p>
    </Card>
  );
}
