import type { RoutingInsights } from '@switchyard/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useActions } from '../shell/actions.ts';
import { isAskedForNew } from '../shell/list-screen.tsx';
import { useSearchState } from '../shell/search-state.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader, Stat } from '../ui/card.tsx';
import { Select } from '../ui/field.tsx';
import { count, money, percent } from '../ui/format.ts';
import { FlaskConical, Waypoints } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Changes } from './changes.tsx';
import { CalibrationCard, CostCard, ExplorationCard, GainsCard, LearningCard } from './curves.tsx';
import { HeatMap } from './heat-map.tsx';
import { total } from './shape.ts';
import { SweepSheet } from './sweep-sheet.tsx';
import { ranges, texts } from './texts.ts';

function readSearch(raw: Record<string, unknown>) {
  const days = ranges.some(({ value }) => value === String(raw.days)) ? String(raw.days) : '28';
  return { days };
}

export function Screen() {
  const [{ days }, change] = useSearchState(readSearch);
  const [isSweeping, setSweeping] = useState(isAskedForNew);
  const insights = useQuery({
    queryKey: ['runs', 'insights', days],
    queryFn: ({ signal }) => api.rankings.insights({ days: Number(days) }, { signal }),
    placeholderData: keepPreviousData,
    // A run changes the picture little; many a minute must not ask for it each time.
    staleTime: 60_000,
  });
  const sweep = () => setSweeping(true);
  useActions([
    {
      title: texts.sweep,
      keys: 's',
      group: texts.title,
      keywords: ['learning', 'compare runners'],
      run: sweep,
    },
    ...ranges.map(({ value, label }) => ({
      title: `Routing: ${label.toLowerCase()}`,
      group: texts.title,
      run: () => change({ days: value }),
    })),
  ]);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <Select
              aria-label={texts.range}
              className="w-36"
              options={ranges}
              value={days}
              onChange={({ target }) => change({ days: target.value })}
            />
            <Button look="primary" onClick={sweep}>
              <FlaskConical aria-hidden /> {texts.sweep}
            </Button>
          </>
        }
      />
      <Loaded
        query={insights}
        rows={8}
        isEmpty={({ heat_map, days: known }) => heat_map.length === 0 && known.length === 0}
        empty={
          <EmptyState
            icon={<Waypoints aria-hidden />}
            title={texts.emptyTitle}
            action={<Button onClick={sweep}>{texts.sweep}</Button>}
          >
            {texts.empty}
          </EmptyState>
        }
      >
        {(data) => <Insights insights={data} />}
      </Loaded>
      <SweepSheet isOpen={isSweeping} onOpenChange={setSweeping} />
    </>
  );
}

function Insights({ insights }: { insights: RoutingInsights }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-lg font-medium text-balance">{insights.summary.sentence}</p>
      <Figures insights={insights} />
      <Card title={texts.changes}>
        <Changes changes={insights.changes} />
      </Card>
      <Card title={texts.heatMap}>
        <p className="mb-3 text-muted">
          {insights.heat_map.length === 0 ? texts.noHeatMap : texts.heatMapNote}
        </p>
        {insights.heat_map.length > 0 && <HeatMap cells={insights.heat_map} />}
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <LearningCard days={insights.days} />
        <CostCard days={insights.days} />
        <GainsCard gains={insights.gains} />
        <div className="grid content-start gap-4">
          <CalibrationCard buckets={insights.calibration} />
          <ExplorationCard days={insights.days} />
        </div>
      </div>
    </div>
  );
}

function Figures({ insights: { days, summary, exploration } }: { insights: RoutingInsights }) {
  const [runs, succeeded, cost] = [total(days, 'runs'), total(days, 'succeeded'), total(days, 'cost_usd')];
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label={texts.success}
        value={percent(runs === 0 ? null : succeeded / runs)}
        note={`${count(succeeded)} of ${count(runs)} runs`}
      />
      <Stat
        label={texts.costPerSuccess}
        value={money(succeeded === 0 ? null : cost / succeeded)}
        note={`${money(cost)} in all`}
      />
      <Stat
        label={texts.single}
        value={percent(summary.single?.success_rate)}
        note={
          <span className="whitespace-normal">
            {summary.single
              ? `${summary.single.runner}, ${percent(summary.single.low)} to ${percent(summary.single.high)}`
              : texts.noSingle}
          </span>
        }
      />
      <Stat
        label={texts.exploration}
        value={percent(exploration.share)}
        note={`${count(exploration.explored)} of ${count(exploration.decisions)} decisions`}
      />
    </div>
  );
}
