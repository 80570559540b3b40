import type { CreateRun } from '@switchyard/sdk';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, queries } from '../api.ts';
import { useActions } from '../shell/actions.ts';
import { useSearchState } from '../shell/search-state.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { type Draft, listOf, problemsOf, readDraft, requestOf, searchOf } from './draft.ts';
import { EstimateCard } from './estimate-card.tsx';
import { History, TAG } from './history.tsx';
import { RunColumn } from './run-column.tsx';
import { snippetsOf } from './snippets.ts';
import { TaskForm } from './task-form.tsx';
import { texts } from './texts.ts';

export function Screen() {
  const { draft, change, shown, show } = useDraft();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const problems = problemsOf(draft);
  const canRun = Object.keys(problems).length === 0;
  const requests = (draft.compare.length > 0 ? draft.compare : [draft.routing]).map((routing) =>
    requestOf(draft, routing),
  );
  const [refused, setRefused] = useState<Refused[]>([]);
  const start = async (wanted: CreateRun[], before: readonly string[] = []) => {
    setBusy(true);
    const started = await Promise.allSettled(
      wanted.map((request) => api.runs.start({ ...request, metadata: TAG })),
    );
    setBusy(false);
    setRefused(
      started.flatMap((one, at) =>
        one.status === 'rejected' && wanted[at] ? [{ request: wanted[at], error: one.reason }] : [],
      ),
    );
    show([...before, ...started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))]);
    await queries.invalidateQueries({ queryKey: ['runs'] });
  };
  const run = async () => {
    setTried(true);
    if (canRun && !isBusy) await start(requests);
  };
  const clear = () => {
    setRefused([]);
    show([]);
  };
  useActions([{ title: 'Run this task', keys: '$mod+Enter', group: texts.title, run: () => void run() }]);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        actions={shown.length + refused.length > 0 && <Button onClick={clear}>{texts.clear}</Button>}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(320px,400px)_minmax(0,1fr)]">
        <Card isFlush className="lg:sticky lg:top-4">
          <TaskForm
            draft={draft}
            problems={isTried ? problems : { ...problems, task: undefined }}
            onChange={change}
            isBusy={isBusy}
            onRun={() => void run()}
          />
        </Card>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {shown.length > 0 && <Results ids={shown} />}
          {refused.length > 0 && (
            <NotStarted
              refused={refused}
              onRetry={() =>
                void start(
                  refused.map(({ request }) => request),
                  shown,
                )
              }
            />
          )}
          <EstimateCard
            requests={canRun ? requests : []}
            onChoose={(routing) => change({ routing, compare: [] })}
          />
          <AsCode draft={draft} />
          <History />
        </div>
      </div>
    </>
  );
}

/** The draft while it is typed; the address follows when a run starts, and a link that leads here fills the form. */
function useDraft() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const [, keep] = useSearchState((search) => search);
  const [draft, setDraft] = useState(() => readDraft(raw));
  const key = JSON.stringify(raw);
  const [written, setWritten] = useState(key);
  useEffect(() => {
    if (key === written) return;
    setWritten(key);
    setDraft(readDraft(JSON.parse(key)));
  }, [key, written]);
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    shown: listOf(raw.runs),
    show: (ids: string[]) => keep({ ...searchOf(draft), runs: ids.join(',') || undefined }),
  };
}

const COLUMNS = [
  '',
  '',
  'sm:grid-cols-2',
  'sm:grid-cols-2 2xl:grid-cols-3',
  'sm:grid-cols-2 2xl:grid-cols-4',
];

/** Each live picture takes one of the six connections of a browser to a server, and so does each run. */
const MOST_WATCHED = 2;

function Results({ ids }: { ids: readonly string[] }) {
  return (
    <section
      aria-label="Runs"
      className={cn('grid min-w-0 grid-cols-1 items-start gap-3', COLUMNS[Math.min(ids.length, 4)])}
    >
      {ids.slice(0, 4).map((id) => (
        <RunColumn key={id} id={id} isWatched={ids.length <= MOST_WATCHED} />
      ))}
    </section>
  );
}

interface Refused {
  request: CreateRun;
  error: unknown;
}

/** Runs that the service did not take, with its reason. */
function NotStarted({ refused, onRetry }: { refused: readonly Refused[]; onRetry: () => void }) {
  return refused.map(({ request, error }) => (
    <Card key={String(request.routing)} title={`${texts.notStarted}: ${request.routing}`}>
      <ErrorState error={error} onRetry={onRetry} />
    </Card>
  ));
}

function AsCode({ draft }: { draft: Draft }) {
  const request = requestOf(draft, draft.compare[0] ?? draft.routing);
  return (
    <Card title={texts.asCode}>
      <Tabs
        label={texts.asCode}
        tabs={snippetsOf(request, location.origin).map(({ value, label, language, code }) => ({
          value,
          label,
          content: <CodeBlock code={code} label={label} language={language} />,
        }))}
      />
    </Card>
  );
}
