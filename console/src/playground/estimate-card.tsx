import type { CreateRun, Estimate } from '@switchyard/sdk';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Bar } from '../ui/charts.tsx';
import { money, percent } from '../ui/format.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Duration, Money } from '../ui/values.tsx';
import { texts } from './texts.ts';

const PAUSE_MS = 450;

/** The value once it has rested for a moment. */
function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return rested;
}

/** The cost and the runner of the draft; asked anew whenever typing pauses. */
export function EstimateCard({
  requests,
  onChoose,
}: {
  /** None while the draft cannot be sent; several when runners are compared. */
  requests: readonly CreateRun[];
  onChoose: (runner: string) => void;
}) {
  const rested = useRested(requests, PAUSE_MS);
  const estimates = useQueries({
    queries: rested.map((request) => ({
      queryKey: ['estimates', request],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.estimate.create(request, { signal }),
      placeholderData: keepPreviousData,
      retry: false,
    })),
  });
  const failed = estimates.find(({ isError }) => isError);
  const known = estimates.flatMap(({ data }) => data ?? []);
  if (rested.length === 0)
    return (
      <Card title={texts.estimate}>
        <p className="py-2 text-muted">{texts.estimateWaits}</p>
      </Card>
    );
  if (failed)
    return (
      <Card title={texts.estimate}>
        <ErrorState error={failed.error} />
      </Card>
    );
  return (
    <Card title={texts.estimate} isFlush>
      <div aria-live="polite" className="p-4">
        {known.length === 0 ? <Skeleton className="h-16" /> : <Sum estimates={known} />}
      </div>
      {known.length === 1 && known[0] && <Ranking estimate={known[0]} onChoose={onChoose} />}
    </Card>
  );
}

function Sum({ estimates }: { estimates: readonly Estimate[] }) {
  const total = (value: (one: Estimate) => number) => estimates.reduce((sum, one) => sum + value(one), 0);
  const low = total(({ range_usd }) => range_usd.low);
  const high = total(({ range_usd }) => range_usd.high);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Money
          usd={total((one) => one.estimated_cost_usd)}
          className="text-2xl font-semibold tracking-tight"
        />
        <span className="number text-muted">
          {money(low) !== money(high) && `${money(low)} to ${money(high)}, `}fees included
        </span>
        {estimates.some((one) => !one.sufficient_credits) && <Badge tone="bad">{texts.poor}</Badge>}
      </p>
      <div className="mt-3">
        <Facts
          facts={estimates.map((one) => [
            estimates.length === 1 ? 'Likely runner' : (one.likely_runner ?? 'None within the ceiling'),
            estimates.length === 1 ? (
              <code key="runner">{one.likely_runner ?? 'none within the ceiling'}</code>
            ) : (
              <Money key="price" usd={one.estimated_cost_usd} />
            ),
          ])}
        />
      </div>
    </>
  );
}

function Ranking({ estimate, onChoose }: { estimate: Estimate; onChoose: (runner: string) => void }) {
  const columns = [
    {
      title: 'Runner',
      cell: ({ runner }: Estimate['candidates'][number]) => (
        <Button size="small" look="quiet" title={`Only ${runner}`} onClick={() => onChoose(runner)}>
          <code>{runner}</code>
        </Button>
      ),
    },
    {
      title: 'Success',
      cell: ({ runner, success_probability: chance }: Estimate['candidates'][number]) =>
        chance === null ? (
          '–'
        ) : (
          <span className="flex items-center gap-2">
            <Bar share={chance} label={`${runner}: ${percent(chance)}`} className="w-16" />
            <span className="number text-xs">{percent(chance)}</span>
          </span>
        ),
    },
    {
      title: 'Cost',
      isNumber: true,
      cell: (one: Estimate['candidates'][number]) => <Money usd={one.expected_cost_usd} />,
    },
    {
      title: 'Time',
      isNumber: true,
      cell: (one: Estimate['candidates'][number]) => <Duration ms={one.expected_latency_ms} />,
    },
  ];
  return (
    <div className="border-t">
      <Table
        label={texts.ranking}
        rows={estimate.candidates.slice(0, 8)}
        keyOf={({ runner }) => runner}
        columns={columns}
      />
    </div>
  );
}
