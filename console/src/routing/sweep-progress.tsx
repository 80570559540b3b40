import type { RunDetails } from '@switchyard/sdk';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { api } from '../api.ts';
import { StatusBadge, VerdictBadge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Bar } from '../ui/charts.tsx';
import { count, duration, money } from '../ui/format.ts';
import { Table } from '../ui/table.tsx';
import { CopyId } from '../ui/values.tsx';
import { sweepTexts as texts } from './texts.ts';

/** A sweep under way: its runners, their results, and in the end the best. */
export function SweepProgress({ first }: { first: RunDetails }) {
  const run = useFollowed(first);
  const isOver = run.finished_at !== null;
  const rows = rowsOf(run);
  const done = rows.filter(({ verdict }) => verdict !== null).length;
  const cancel = () =>
    api.runs.cancel(run.id).then(
      () => undefined,
      (error: Error) => toast.error(error.message),
    );
  return (
    <div className="grid gap-4">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={run.status} />
        <span>{isOver ? texts.over : texts.live}</span>
      </div>
      <div className="grid gap-1.5">
        <Bar
          share={rows.length === 0 ? 0 : done / rows.length}
          label={`${done} of ${rows.length} attempts are over`}
        />
        <p className="number text-xs text-muted">
          {count(done)} of {count(rows.length)} attempts are over,{' '}
          {money(run.cost.total_usd || run.progress?.spend_usd)} spent
        </p>
      </div>
      <div className="-mx-4 border-y">
        <Table
          label={texts.runners}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { title: 'Runner', cell: ({ runner }) => runner },
            {
              title: 'Result',
              cell: ({ verdict }) =>
                verdict === null ? <StatusBadge status="running" /> : <VerdictBadge verdict={verdict} />,
            },
            { title: 'Price', cell: ({ costUsd }) => money(costUsd), isNumber: true },
            { title: 'Time', cell: ({ timeMs }) => duration(timeMs), isNumber: true },
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ButtonLink look="primary" to="/runs/$id" params={{ id: run.id }}>
          {texts.open}
        </ButtonLink>
        {!isOver && <Button onClick={() => void cancel()}>{texts.stop}</Button>}
        <CopyId id={run.id} short />
      </div>
    </div>
  );
}

/** The run as its events tell of it. The sweep goes on without a viewer. */
function useFollowed(first: RunDetails): RunDetails {
  const [run, setRun] = useState(first);
  useEffect(() => {
    const gone = new AbortController();
    api.runs.settled(first.id, { signal: gone.signal, onProgress: setRun }).then(setRun, (error: Error) => {
      if (!gone.signal.aborted) toast.error(error.message);
    });
    return () => gone.abort();
  }, [first.id]);
  return run;
}

interface Row {
  key: string;
  runner: string;
  verdict: string | null;
  costUsd: number | null;
  timeMs: number | null;
}

/** The final ranking, or the attempts so far. */
function rowsOf(run: RunDetails): Row[] {
  if (run.learning_ranking)
    return run.learning_ranking.map(({ rank, runner, verdict, cost_usd, timing_ms }) => ({
      key: String(rank),
      runner,
      verdict: verdict ?? 'failed',
      costUsd: cost_usd,
      timeMs: timing_ms,
    }));
  const attempts = run.progress?.attempts ?? run.routing_attempts;
  return attempts.map((attempt) => ({
    key: attempt.id,
    runner: attempt.runner,
    verdict: attempt.verdict,
    costUsd: attempt.cost_usd,
    timeMs: attempt.timing_ms,
  }));
}
