import type { RunnerHealth as Health } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { StateBadge } from '../runners/runner-row.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Sparkline } from '../ui/charts.tsx';
import { percent } from '../ui/format.ts';
import { Loaded } from '../ui/states.tsx';
import { TipText } from '../ui/tooltip.tsx';
import { texts } from './texts.ts';

const SHOWN = 10;

/** Runners in use: those in trouble first, then by how much they worked this week. */
export function RunnerHealth() {
  const health = useQuery({
    queryKey: ['runs', 'runner-health'],
    queryFn: async ({ signal }) => {
      const fields = 'runner,state,reason,last_7d,days';
      return (await api.runners.health({ signal }, { state: 'not_off', limit: SHOWN, fields })).data;
    },
  });
  return (
    <Card
      title={texts.runners}
      isFlush
      actions={
        <ButtonLink to="/runners" size="small" look="quiet">
          {texts.allRunners}
        </ButtonLink>
      }
    >
      <Loaded query={health}>{(all) => <InUse all={all} />}</Loaded>
    </Card>
  );
}

function InUse({ all }: { all: readonly Health[] }) {
  return (
    <ul className="divide-y">
      {all.map((one) => (
        <Row key={one.runner} health={one} />
      ))}
    </ul>
  );
}

function Row({ health: { runner, state, reason, last_7d, days } }: { health: Health }) {
  const badge = <StateBadge state={state === 'on' ? 'available' : state} />;
  const week = `${percent(last_7d.rate)} of ${last_7d.attempts} attempts succeeded in seven days`;
  return (
    <li className="flex items-center gap-3 px-4 py-1.5">
      <code className="min-w-0 flex-1 truncate">{runner}</code>
      {last_7d.attempts > 0 && (
        <>
          <Sparkline values={days.map(({ rate }) => rate)} label={week} width={56} height={18} />
          <TipText text={week} className="number w-10 text-right text-xs text-muted">
            {percent(last_7d.rate)}
          </TipText>
        </>
      )}
      {reason ? <TipText text={reason}>{badge}</TipText> : badge}
    </li>
  );
}
