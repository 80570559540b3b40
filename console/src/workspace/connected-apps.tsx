import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { money } from '../ui/format.ts';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

/** Programs that a person let in, such as chat clients; each ends with one press. */
export function ConnectedApps() {
  const apps = useQuery({
    queryKey: ['workspace', 'apps'],
    queryFn: async ({ signal }) => (await api.workspace.connectedApps({ signal })).data,
  });
  const disconnect = useChange((id: string) => api.workspace.disconnectApp(id), {
    rooms: ['workspace'],
    done: texts.disconnected,
  });
  return (
    <Card title={texts.apps}>
      <Loaded
        query={apps}
        rows={1}
        isEmpty={(all) => all.length === 0}
        empty={<p className="text-muted">{texts.noApps}</p>}
      >
        {(all) => (
          <ul className="grid gap-3">
            {all.map(({ id, name, redirect_host, permissions, spent_usd, spend_limit_usd, last_used_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 flex-1 basis-48">
                  <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
                  <span className="block text-xs text-muted [overflow-wrap:anywhere]">
                    {redirect_host} · {permissions.join(', ')} · {money(spent_usd)}
                    {spend_limit_usd !== null && ` of ${money(spend_limit_usd)}`}
                  </span>
                </span>
                {last_used_at && <Time at={last_used_at} className="text-muted" />}
                <Confirm
                  title={texts.disconnectTitle(name)}
                  description={texts.disconnectHelp}
                  confirm={texts.disconnect}
                  onConfirm={() => disconnect.mutateAsync(id)}
                  trigger={(open) => (
                    <Button size="small" onClick={open}>
                      {texts.disconnect}
                    </Button>
                  )}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
