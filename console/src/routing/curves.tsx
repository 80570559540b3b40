import type { RoutingInsights } from '@switchyard/sdk';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { CalibrationChart } from '../ui/charts/calibration-chart.tsx';
import { IntervalPlot } from '../ui/charts/interval-plot.tsx';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { count, money, percent, points } from '../ui/format.ts';
import { type Day, intervalOf, type Period, periodsOf, total } from './shape.ts';
import { texts } from './texts.ts';

/** A curve needs points, and a point needs runs. */
const LEAST_RUNS = 24;
const LEAST_ATTEMPTS = 30;

function ChartCard({
  title,
  note,
  little,
  children,
}: {
  title: string;
  note: string;
  little: string | null;
  children: ReactNode;
}) {
  return (
    <Card title={title}>
      <p className="mb-3 text-muted">{little ?? note}</p>
      {little === null && children}
    </Card>
  );
}

function littleOf(days: readonly Day[]): string | null {
  const runs = total(days, 'runs');
  if (runs < LEAST_RUNS) return texts.little(runs, LEAST_RUNS, runs === 1 ? 'smart run' : 'smart runs');
  return periodsOf(days).length > 2 ? null : texts.fewDays(runs);
}

const WHEN = {
  title: 'Days',
  text: ({ from, to }: Period) => (from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`),
};
const RUNS = { title: 'Runs', text: ({ runs }: Period) => count(runs) };

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
function dayName(day: string): string {
  return dayFormat.format(new Date(day));
}

export function LearningCard({ days }: { days: readonly Day[] }) {
  const periods = periodsOf(days).map((period) => ({
    ...period,
    ...intervalOf(period.firstSucceeded, period.runs),
  }));
  return (
    <ChartCard title={texts.curve} note={texts.curveNote} little={littleOf(days)}>
      <LineChart
        label={texts.curve}
        points={periods}
        to={1}
        format={percent}
        columns={[
          WHEN,
          { title: 'Succeeded', text: ({ value }) => percent(value) },
          { title: '95% interval', text: ({ low, high }) => `${percent(low)} to ${percent(high)}` },
          RUNS,
        ]}
      />
    </ChartCard>
  );
}

export function CostCard({ days }: { days: readonly Day[] }) {
  const periods = periodsOf(days)
    .filter(({ succeeded }) => succeeded > 0)
    .map((period) => ({ ...period, value: period.costUsd / period.succeeded }));
  return (
    <ChartCard title={texts.cost} note={texts.costNote} little={littleOf(days)}>
      <LineChart
        label={texts.cost}
        points={periods}
        format={money}
        columns={[
          WHEN,
          { title: 'Per success', text: ({ value }) => money(value) },
          { title: 'Spent', text: ({ costUsd }) => money(costUsd) },
          RUNS,
        ]}
      />
    </ChartCard>
  );
}

export function ExplorationCard({ days }: { days: readonly Day[] }) {
  const periods = periodsOf(days).map((period) => ({ ...period, value: period.explored / period.runs }));
  return (
    <ChartCard title={texts.explorationCurve} note={texts.explorationNote} little={littleOf(days)}>
      <LineChart
        label={texts.explorationCurve}
        points={periods}
        to={Math.max(0.2, ...periods.map(({ value }) => value)) * 1.05}
        format={percent}
        columns={[WHEN, { title: 'Explored', text: ({ value }) => percent(value) }, RUNS]}
      />
    </ChartCard>
  );
}

export function CalibrationCard({ buckets }: { buckets: RoutingInsights['calibration'] }) {
  const attempts = buckets.reduce((sum, bucket) => sum + bucket.attempts, 0);
  const little =
    attempts < LEAST_ATTEMPTS
      ? texts.little(attempts, LEAST_ATTEMPTS, attempts === 1 ? 'prediction' : 'predictions')
      : null;
  return (
    <ChartCard title={texts.calibration} note={texts.calibrationNote} little={little}>
      <CalibrationChart label={texts.calibration} buckets={buckets} />
    </ChartCard>
  );
}

export function GainsCard({ gains }: { gains: RoutingInsights['gains'] }) {
  return (
    <ChartCard title={texts.gains} note={texts.gainsNote} little={gains.length === 0 ? texts.noGains : null}>
      <IntervalPlot
        label={texts.gains}
        rows={gains.map(
          ({ runner, success_gain, low, high, attempts, success_rate, cost_per_success_usd }) => ({
            key: runner,
            name: `Always ${runner}`,
            value: success_gain,
            low,
            high,
            text: points(success_gain),
            note: `${points(low)} to ${points(high)}`,
            tip: `${percent(success_rate)} of ${count(attempts)} first tries, ${money(cost_per_success_usd)} per success`,
          }),
        )}
      />
    </ChartCard>
  );
}
