import { type Explanation, NotFoundError, type RunDetails, type Timeline } from '@switchyard/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { api, queries } from '../api.ts';
import { maskSecrets } from '../secret-words.ts';
import { useActions } from '../shell/actions.ts';
import { useSearchState } from '../shell/search-state.ts';
import { useTitle } from '../shell/title.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, Fold } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { count, duration, money } from '../ui/format.ts';
import { GitCompareArrows, RotateCcw, SearchX, Square, Trash2 } from '../ui/icons.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { EmptyState, Loaded, Skeleton } from '../ui/states.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { CompareTab } from './compare-tab.tsx';
import { CostTab } from './cost-tab.tsx';
import { DecisionLanes } from './decision-lanes.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { FilesTab } from './files-tab.tsx';
import { FOUND, foundIn } from './outcome.ts';
import { Outcome } from './outcome-card.tsx';
import { Page } from './page-link.tsx';
import { Playback } from './playback.tsx';
import { QuestionBox } from './question-box.tsx';
import './run.css';
import { useRunAgain } from './run-again.tsx';
import { texts } from './texts.ts';
import { isLive, useNow, useRun } from './use-run.ts';

export function Screen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const search = useSearchState(readSearch);
  const found = useRun(id, isShown(search[0].open, 'decision'));
  const { error, data } = found.run;
  if (error instanceof NotFoundError) return <Gone wasOpen={data !== undefined} />;
  return (
    <Loaded query={found.run}>{(run) => <RunPage key={id} {...found} run={run} search={search} />}</Loaded>
  );
}

function Gone({ wasOpen }: { wasOpen: boolean }) {
  const title = wasOpen ? texts.deleted : texts.gone;
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={title}
        action={
          <ButtonLink to="/runs" look="primary">
            {texts.toRuns}
          </ButtonLink>
        }
      >
        {wasOpen ? texts.deletedWhy : texts.goneWhy}
      </EmptyState>
    </>
  );
}

type Part = 'evidence' | 'decision' | 'playback' | 'cost' | 'files' | 'compare' | 'raw';

const readSearch = (raw: Record<string, unknown>) => ({
  /** The open parts, separated by commas. */
  open: typeof raw.open === 'string' ? raw.open : undefined,
  with: typeof raw.with === 'string' ? raw.with : undefined,
});

type Found = Omit<ReturnType<typeof useRun>, 'run'> & {
  run: RunDetails;
  search: ReturnType<typeof useSearchState<ReturnType<typeof readSearch>>>;
};

function isShown(open: string | undefined, part: Part): boolean {
  return open?.split(',').includes(part) ?? false;
}

function RunPage({ run, timeline, explanation, search: [search, change] }: Found) {
  const task = useTask(run, timeline);
  const wasLive = useState(isLive(run))[0];
  // People who watched the run keep what they saw.
  const open = search.open ?? (wasLive ? 'playback' : '');
  const turn = (part: Part, isOpen = !isShown(open, part)) => {
    const others = open.split(',').filter((one) => one !== '' && one !== part);
    change({ open: (isOpen ? [...others, part] : others).join(',') || (wasLive ? 'none' : undefined) });
  };
  const [runAgain, dialog] = useRunAgain(run.id, timeline.data?.request);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Header
        run={run}
        task={task}
        onAgain={runAgain && (() => runAgain({}))}
        onCompare={() => turn('compare', true)}
      />
      <QuestionBox run={run} />
      {isLive(run) ? <Progress run={run} /> : <Outcome run={run} timeline={timeline.data} />}
      <Parts
        run={run}
        timeline={timeline}
        explanation={explanation.data}
        open={open}
        onTurn={turn}
        other={search.with}
        onOther={(id) => change({ with: id })}
      />
      {dialog}
    </div>
  );
}

/** The task is the title from its first appearance on; null until it is known. */
function useTask(run: RunDetails, timeline: UseQueryResult<Timeline>): string | null {
  const known = timeline.data?.request.task ?? (timeline.isError ? '' : null);
  const task = known === null ? null : maskSecrets(known.trim()) || run.url || run.id;
  useTitle(task?.slice(0, 60) ?? 'Run');
  return task;
}

function Parts({
  run,
  timeline,
  explanation,
  open,
  onTurn,
  other,
  onOther,
}: {
  run: RunDetails;
  timeline: UseQueryResult<Timeline>;
  explanation: Explanation | null | undefined;
  open: string;
  onTurn: (part: Part) => void;
  other: string | undefined;
  onOther: (id: string) => void;
}) {
  const fold = (part: Part, title: string, note: ReactNode, content: () => ReactNode) => (
    <Fold key={part} title={title} note={note} isOpen={isShown(open, part)} onTurn={() => onTurn(part)}>
      {content}
    </Fold>
  );
  const tried = run.progress?.attempts.length ?? run.routing_attempts.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {fold('playback', texts.playback, run.timing_ms !== null && duration(run.timing_ms), () => (
        <Playback run={run} timeline={timeline.data} />
      ))}
      {!isLive(run) &&
        fold('evidence', texts.evidence, run.quality?.reason, () => <EvidencePart run={run} />)}
      {fold('decision', texts.decision, tried > 1 ? `${tried} runners tried` : run.runner, () =>
        explanation === undefined ? (
          <Skeleton className="m-4 h-24" />
        ) : (
          <DecisionLanes run={run} explanation={explanation} />
        ),
      )}
      {fold('cost', texts.cost, money(run.progress?.spend_usd ?? run.cost.total_usd), () => (
        <CostTab run={run} timeline={timeline} />
      ))}
      {run.artifacts.length > 0 &&
        fold('files', texts.files, count(run.artifacts.length), () => <FilesTab run={run} />)}
      {fold('compare', texts.compare, null, () => (
        <div className="p-4">
          <CompareTab run={run} other={other} onChoose={onOther} />
        </div>
      ))}
      {fold('raw', texts.raw, null, () => (
        <JsonView
          value={{ run, timeline: timeline.data ?? null, explanation: explanation ?? null }}
          label={texts.rawLabel}
          className="m-4"
        />
      ))}
    </div>
  );
}

function Header({
  run,
  task,
  onAgain,
  onCompare,
}: {
  run: RunDetails;
  task: string | null;
  onAgain: (() => void) | null;
  onCompare: () => void;
}) {
  const navigate = useNavigate();
  const cancel = () => changed(api.runs.cancel(run.id));
  const remove = async () => {
    if (await changed(api.runs.delete(run.id))) await navigate({ to: '/runs' });
  };
  useActions([
    { title: texts.againWith, keys: 'r', group: 'Run', run: () => onAgain?.() },
    { title: texts.compareWith, keys: 'd', group: 'Run', run: onCompare },
  ]);
  const found = foundIn(run);
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-80">
        <h1 dir="auto" className="line-clamp-3 text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          {task === null ? <Skeleton className="h-6 w-72 max-w-full" /> : task.slice(0, 400)}
        </h1>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={run.status} look={found ? FOUND[found] : undefined} />
          <Time at={run.created_at} className="text-muted" />
          {run.url && <Page url={run.url} />}
          <CopyId id={run.id} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => onAgain?.()} disabled={!onAgain}>
          <RotateCcw aria-hidden /> {texts.again}
        </Button>
        <Button onClick={onCompare}>
          <GitCompareArrows aria-hidden /> {texts.compare}
        </Button>
        {isLive(run) ? (
          <Confirm
            trigger={(open) => (
              <Button onClick={open}>
                <Square aria-hidden /> {texts.cancel}
              </Button>
            )}
            title={`${texts.cancel}?`}
            description={texts.cancelWhy}
            confirm={texts.cancel}
            onConfirm={cancel}
          />
        ) : (
          <Confirm
            trigger={(open) => (
              <Button onClick={open} aria-label={texts.remove} className="w-8 px-0">
                <Trash2 aria-hidden />
              </Button>
            )}
            title={`${texts.remove}?`}
            description={texts.removeWhy}
            confirm={texts.remove}
            onConfirm={remove}
          />
        )}
      </div>
    </header>
  );
}

/** Whether it worked; shows the reason where it did not. */
async function changed(call: PromiseLike<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error));
    return false;
  } finally {
    await queries.invalidateQueries({ queryKey: ['runs'] });
  }
}

/** A live run in one line. */
function Progress({ run }: { run: RunDetails }) {
  const now = useNow(true);
  const runner = run.progress?.attempts.at(-1)?.runner;
  const most = run.budget.max_cost_usd;
  const batch = run.progress?.batch;
  return (
    <Card>
      <p className="text-base tabular-nums">
        {runner ? `${runner} is ${run.question ? 'waiting' : 'working'}` : texts.starting}
        {batch && `, wave ${batch.index} of ${batch.total}`}
        <span className="text-muted">
          {' · '}
          {duration(Math.max(0, now - Date.parse(run.created_at)))} {' · '}
          {money(run.progress?.spend_usd ?? 0)}
          {most !== null && ` of at most ${money(most)}`}
        </span>
      </p>
    </Card>
  );
}
