import { type Explanation, NotFoundError, type RunDetails, type Timeline } from '@switchyard/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { api, queries } from '../api.ts';
import { useActions } from '../shell/actions.ts';
import { useSearchState } from '../shell/search-state.ts';
import { useTitle } from '../shell/title.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { duration, money, percent } from '../ui/format.ts';
import { GitCompareArrows, RotateCcw, SearchX, Square, Trash2 } from '../ui/icons.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CopyId, Time } from '../ui/values.tsx';
import { AnswerCard } from './answer-card.tsx';
import { CompareTab, routingText } from './compare-tab.tsx';
import { CostTab } from './cost-tab.tsx';
import { DecisionLanes } from './decision-lanes.tsx';
import { FilesTab } from './files-tab.tsx';
import { Playback } from './playback.tsx';
import { QuestionBox } from './question-box.tsx';
import './run.css';
import { RunAgain } from './run-again.tsx';
import { texts } from './texts.ts';
import { isLive, useNow, useRun } from './use-run.ts';
import { Page, VerdictCard } from './verdict-card.tsx';

export function Screen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const found = useRun(id);
  const { error, data } = found.run;
  if (error instanceof NotFoundError) return <Gone wasOpen={data !== undefined} />;
  return <Loaded query={found.run}>{(run) => <RunPage key={id} {...found} run={run} />}</Loaded>;
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

type Found = Omit<ReturnType<typeof useRun>, 'run'> & { run: RunDetails };

const readSearch = (raw: Record<string, unknown>) => ({
  tab: typeof raw.tab === 'string' ? raw.tab : 'overview',
  with: typeof raw.with === 'string' ? raw.with : undefined,
});

function RunPage({ run, timeline, explanation }: Found) {
  const [search, change] = useSearchState(readSearch);
  const task = timeline.data?.request.task ?? '';
  useTitle(task.slice(0, 60) || run.url || 'Run');
  const openTab = (tab: string) => change({ tab: tab === 'overview' ? undefined : tab });
  const tabs = [
    {
      value: 'overview',
      label: 'Overview',
      content: <Overview run={run} timeline={timeline.data} explanation={explanation.data} />,
    },
    { value: 'cost', label: texts.cost, content: <CostTab run={run} timeline={timeline} /> },
    {
      value: 'files',
      label: `${texts.files} ${run.artifacts.length > 0 ? run.artifacts.length : ''}`,
      content: <FilesTab run={run} />,
    },
    {
      value: 'compare',
      label: texts.compare,
      content: <CompareTab run={run} other={search.with} onChoose={(id) => change({ with: id })} />,
    },
    {
      value: 'raw',
      label: texts.raw,
      content: (
        <JsonView
          value={{ run, timeline: timeline.data ?? null, explanation: explanation.data ?? null }}
          label="Everything the API says of this run"
        />
      ),
    },
  ];
  return (
    <div className="grid gap-4">
      <Header run={run} task={task} request={timeline.data?.request} onCompare={() => openTab('compare')} />
      <QuestionBox run={run} />
      <Strip run={run} />
      <Tabs label="Parts of the run" tabs={tabs} value={search.tab} onChange={openTab} />
    </div>
  );
}

/** The answer first; of a live run its present state. Keys keep the parts unchanged when the run ends. */
function Overview({
  run,
  timeline,
  explanation,
}: {
  run: RunDetails;
  timeline: Timeline | undefined;
  explanation: Explanation | null | undefined;
}) {
  const decision = explanation !== undefined && (
    <DecisionLanes key="decision" run={run} explanation={explanation} />
  );
  const playback = <Playback key="playback" run={run} timeline={timeline} />;
  if (isLive(run)) return <div className="grid gap-4">{[playback, decision]}</div>;
  const answer = (
    <div key="answer" className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.45fr)_minmax(260px,1fr)]">
      <AnswerCard run={run} timeline={timeline} />
      <VerdictCard run={run} />
    </div>
  );
  return <div className="grid gap-4">{[answer, decision, playback]}</div>;
}

function Header({
  run,
  task,
  request,
  onCompare,
}: {
  run: RunDetails;
  task: string;
  request: Timeline['request'] | undefined;
  onCompare: () => void;
}) {
  const navigate = useNavigate();
  const [isAgain, setAgain] = useState(false);
  const cancel = () => changed(api.runs.cancel(run.id));
  const remove = async () => {
    if (await changed(api.runs.delete(run.id))) await navigate({ to: '/runs' });
  };
  useActions([
    { title: texts.againWith, keys: 'r', group: 'Run', run: () => setAgain(true) },
    { title: texts.compareWith, keys: 'd', group: 'Run', run: onCompare },
  ]);
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-80">
        <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={run.status} />
          <CopyId id={run.id} />
          <Time at={run.created_at} className="text-muted" />
        </div>
        <h1 className="line-clamp-3 text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          {task.slice(0, 400) || run.url || run.id}
        </h1>
        {run.url && <Page url={run.url} />}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setAgain(true)} disabled={!request}>
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
      {request && isAgain && (
        <RunAgain id={run.id} request={request} isOpen={isAgain} onOpenChange={setAgain} />
      )}
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

/** Everything at a glance: confidence, runner, price, time. */
function Strip({ run }: { run: RunDetails }) {
  const now = useNow(isLive(run));
  const took = run.timing_ms ?? Math.max(0, now - Date.parse(run.created_at));
  const spent = run.progress ? run.progress.spend_usd : run.cost.total_usd;
  const attempts = run.progress?.attempts ?? run.routing_attempts;
  const stats: Array<[label: string, value: ReactNode, note: string]> = [
    ['Confidence', percent(run.confidence), run.quality ? run.quality.verdict : 'not judged yet'],
    ['Runner', run.runner ?? attempts.at(-1)?.runner ?? '–', `routing ${routingText(run.routing)}`],
    [
      'Cost',
      money(spent),
      run.budget.max_cost_usd === null ? 'no ceiling' : `of at most ${money(run.budget.max_cost_usd)}`,
    ],
    ['Time', duration(took), isLive(run) ? 'so far' : 'from task to answer'],
    [
      'Attempts',
      attempts.length,
      run.fallback_from.length > 0 ? `after ${run.fallback_from.join(', ')}` : 'no fallback',
    ],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-3 lg:grid-cols-5">
      {stats.map(([label, value, note]) => (
        <div
          key={label}
          className="min-w-0 bg-raised px-4 py-2.5 max-sm:last:col-span-2 sm:max-lg:last:col-span-2"
        >
          <dt className="text-xs font-medium text-muted">{label}</dt>
          <dd className="number truncate text-lg font-semibold" title={String(value)}>
            {value}
          </dd>
          <dd className="truncate text-xs text-muted" title={note}>
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
