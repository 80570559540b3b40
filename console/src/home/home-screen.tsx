import type { ResultOf, Run } from '@switchyard/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { useWaitingRuns } from '../shell/title.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card, PageHeader, Stat } from '../ui/card.tsx';
import { count, duration, money, percent } from '../ui/format.ts';
import { FlaskConical, Hourglass } from '../ui/icons.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/values.tsx';
import { BudgetAlerts } from './budget-alerts.tsx';
import { DayBars } from './day-bars.tsx';
import { FirstRun } from './first-run.tsx';
import { LatestRuns } from './latest-runs.tsx';
import { RunnerHealth } from './runner-health.tsx';
import { texts } from './texts.ts';

type Overview = ResultOf<'overview.get'>;

export function Screen() {
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.workspace.overview({ signal }),
  });
  return (
    <Loaded query={overview} rows={6}>
      {(data) => (data.ever ? <Dashboard overview={data} /> : <FirstRun demo={data.demo} />)}
    </Loaded>
  );
}

function Dashboard({ overview }: { overview: Overview }) {
  const live = useQuery({
    queryKey: ['runs', 'live'],
    queryFn: async ({ signal }) => (await api.runs.list({ status: 'running', limit: 20 }, { signal })).data,
  });
  const waiting = useWaitingRuns();
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <ButtonLink to="/playground" look="primary">
            <FlaskConical aria-hidden /> {texts.try}
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        <BudgetAlerts />
        {waiting.data && waiting.data.length > 0 && <Waiting runs={waiting.data} />}
        <Figures overview={overview} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <Card title={texts.live} isFlush>
              <RunList query={live} empty={texts.nothingLive} />
            </Card>
            <LatestRuns />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <Card title={texts.week}>
              <DayBars days={overview.days} />
            </Card>
            <RunnerHealth />
          </div>
        </div>
      </div>
    </>
  );
}

function Figures({ overview: { today, week } }: { overview: Overview }) {
  const rate = ({ succeeded, finished }: Overview['today']) => (finished === 0 ? null : succeeded / finished);
  const against = (text: string) => (week.runs === 0 ? texts.noWeek : `${text} last week`);
  return (
    <section aria-label={texts.figures} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label={texts.runs} value={count(today.runs)} note={against(`${perDay(week.runs)} a day`)} />
      <Stat label={texts.success} value={percent(rate(today))} note={against(percent(rate(week)))} />
      <Stat
        label={texts.spend}
        value={money(today.spend_usd)}
        note={against(`${money(week.spend_usd / 7)} a day`)}
      />
      <Stat label={texts.median} value={duration(today.median_ms)} note={against(duration(week.median_ms))} />
    </section>
  );
}

function perDay(runs: number): string {
  return runs < 70 ? (runs / 7).toFixed(1) : count(Math.round(runs / 7));
}

/** Questions to a person come before everything else. */
function Waiting({ runs }: { runs: readonly Run[] }) {
  return (
    <section
      aria-label={texts.waiting}
      className="overflow-hidden rounded-lg border border-warn/50 tint-warn"
    >
      <h2 className="flex items-center gap-2 px-4 pt-3 pb-1 font-semibold text-warn">
        <Hourglass aria-hidden className="size-4" /> {texts.waiting}
      </h2>
      <ul>
        {runs.map(({ id, required_action: action, url, created_at }) => (
          <li key={id}>
            <Link to={`/runs/${id}`} className="flex items-center gap-3 px-4 py-2 hover:underline">
              <span className="min-w-0 flex-1 truncate font-medium">{action?.prompt ?? id}</span>
              <span className="truncate text-muted max-sm:hidden">{hostOf(url)}</span>
              <Time at={created_at} className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RunList({ query, empty }: { query: UseQueryResult<Run[]>; empty: string }) {
  return (
    <Loaded
      query={query}
      isEmpty={(runs) => runs.length === 0}
      empty={<p className="px-4 py-6 text-center text-muted">{empty}</p>}
    >
      {(runs) => (
        <ul className="divide-y">
          {runs.map(({ id, status, url, runner, created_at }) => (
            <li key={id}>
              <Link to={`/runs/${id}`} className="flex items-center gap-3 px-4 py-2 hover:bg-hover">
                <StatusBadge status={status} />
                <span className="min-w-0 flex-1 truncate">{hostOf(url) || id}</span>
                <code className="truncate text-muted max-sm:hidden">{runner}</code>
                <Time at={created_at} className="text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function hostOf(url: string | null): string {
  return url && URL.canParse(url) ? new URL(url).host : (url ?? '');
}
