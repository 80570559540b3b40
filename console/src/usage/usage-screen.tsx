import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useSearchState } from '../shell/search-state.ts';
import { Card, PageHeader, Stat } from '../ui/card.tsx';
import { Select } from '../ui/field.tsx';
import { count, money, percent } from '../ui/format.ts';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Breakdown } from './breakdown.tsx';
import { DayBars } from './day-bars.tsx';
import { Statements } from './statements.tsx';
import { texts } from './texts.ts';
import { TopUp } from './top-up.tsx';
import { type Dimension, daysBack, everyDay } from './usage.ts';

interface State {
  days: keyof typeof texts.ranges;
  by: Dimension;
  /** The payment provider leads back here. */
  paid: string;
}

export function Screen() {
  const [{ days, by, paid }, change] = useSearchState<State>((raw) => ({
    days: String(raw.days) in texts.ranges ? (String(raw.days) as State['days']) : '30',
    by: String(raw.by) in texts.dimensions ? (raw.by as Dimension) : 'runner',
    paid: String(raw.paid ?? ''),
  }));
  const { from, to } = daysBack(Number(days));
  const perDay = useQuery({
    queryKey: ['usage', 'days', days, from],
    queryFn: ({ signal }) => api.usage.get({ from, to, group_by: 'day' }, { signal }),
  });
  const range = (
    <Select
      aria-label="Time"
      className="w-28"
      value={days}
      onChange={(event) => change({ days: event.target.value as State['days'] })}
      options={Object.entries(texts.ranges).map(([value, label]) => ({ value, label }))}
    />
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            {range}
            <TopUp />
          </>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {paid && (
          <p role="status" className="rounded-md tint-good px-3 py-2 text-good">
            {texts.paid}
          </p>
        )}
        <Figures total={perDay.data?.total} />
        <Card title={texts.perDay}>
          <Loaded
            query={perDay}
            isEmpty={({ total }) => total.attempts === 0 && total.total_usd === 0}
            empty={<EmptyState title={texts.empty}>{texts.emptyHelp}</EmptyState>}
          >
            {({ data }) => <DayBars days={everyDay(data, from, to)} />}
          </Loaded>
        </Card>
        <Breakdown from={from} to={to} by={by} onBy={(next) => change({ by: next })} />
        <Statements />
      </div>
    </>
  );
}

function Figures({ total }: { total: { total_usd: number; attempts: number } | undefined }) {
  const account = useQuery({
    queryKey: ['usage', 'account'],
    queryFn: ({ signal }) => api.workspace.account({ signal }),
  });
  const { credits_usd, low_balance, on_trial, platform_fee_rate } = account.data ?? {};
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label={texts.credits}
        value={money(credits_usd)}
        note={
          low_balance ? <span className="text-bad">{texts.low}</span> : on_trial ? texts.trial : undefined
        }
      />
      <Stat label={texts.spent} value={money(total?.total_usd)} />
      <Stat label={texts.attempts} value={count(total?.attempts)} />
      <Stat
        label={texts.perAttempt}
        value={total?.attempts ? money(total.total_usd / total.attempts) : '–'}
        note={`${texts.fee} ${percent(platform_fee_rate)}`}
      />
    </div>
  );
}
