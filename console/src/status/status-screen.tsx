import type { ServiceStatus } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Card, Facts, PageHeader, Stat } from '../ui/card.tsx';
import { Bar } from '../ui/charts.tsx';
import { percent } from '../ui/format.ts';
import { CircleAlert, CircleCheck } from '../ui/icons.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/values.tsx';
import { texts } from './texts.ts';

const LOOK_EVERY_MS = 10_000;

export function Screen() {
  const status = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => api.call('status.get', {}, { signal }),
    // Health has no event: a service that is in trouble cannot tell.
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <>
      <PageHeader title={texts.title} />
      <Loaded query={status}>{(found) => <Health status={found} />}</Loaded>
    </>
  );
}

function Health({ status }: { status: ServiceStatus }) {
  const isOk = status.status === 'ok';
  const Icon = isOk ? CircleCheck : CircleAlert;
  const help = isOk ? texts.okHelp : status.database === 'down' ? texts.downHelp : texts.drainHelp;
  return (
    <div className="grid gap-4">
      <div
        role="status"
        className={`flex items-center gap-3 rounded-lg border px-4 py-3 ${isOk ? 'tint-good' : 'tint-bad'}`}
      >
        <Icon aria-hidden className={isOk ? 'text-good' : 'text-bad'} />
        <div>
          <p className="text-base font-semibold">{isOk ? texts.ok : texts.degraded}</p>
          <p>{help}</p>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Ratio label={texts.success} share={status.run_success_ratio_24h} />
        <Ratio label={texts.deliveries} share={status.webhook_success_ratio_24h} />
        <Ratio label={texts.load} share={status.live_run_ratio} />
        <Ratio label={texts.learning} share={status.learning_capacity_ratio} />
      </div>
      <Card>
        <Facts
          facts={[
            [texts.database, status.database],
            [texts.since, <Time key="since" at={status.started_at} />],
            [texts.checked, <Time key="checked" at={status.checked_at} />],
            [
              texts.public,
              <a key="public" href="/api/status" className="text-accent hover:underline">
                <code>/api/status</code>
              </a>,
            ],
          ]}
        />
      </Card>
    </div>
  );
}

function Ratio({ label, share }: { label: string; share: number | null }) {
  return (
    <Stat
      label={label}
      value={percent(share)}
      note={share === null ? texts.none : <Bar share={share} label={`${label}: ${percent(share)}`} />}
    />
  );
}
