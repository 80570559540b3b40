import type { RunDetails } from '@switchyard/sdk';
import { toast } from 'sonner';
import { api } from '../api.ts';
import { FOUND, foundIn } from '../runs/outcome.ts';
import { Outcome } from '../runs/outcome-card.tsx';
import { Picture } from '../runs/picture.tsx';
import { QuestionBox } from '../runs/question-box.tsx';
import { isRecording } from '../runs/recording.ts';
import { isLive, useNow, useRun } from '../runs/use-run.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { duration } from '../ui/format.ts';
import { ArrowUpRight, Square } from '../ui/icons.tsx';
import { Loaded } from '../ui/states.tsx';
import { CopyId, Money } from '../ui/values.tsx';
import { texts } from './texts.ts';

/** One run while it happens and when it is over: picture, steps, question, answer with its quotes, price. */
export function RunColumn({
  id,
  isWatched,
}: {
  id: string /** Shows the live picture. */;
  isWatched: boolean;
}) {
  const { run, timeline } = useRun(id, false);
  return (
    <article
      aria-label={`Run ${id}`}
      className="grid min-w-0 grid-cols-1 content-start gap-3 rounded-lg border bg-raised p-3"
    >
      <Loaded query={run} rows={6}>
        {(data) => (
          <>
            <Head run={data} />
            <QuestionBox run={data} />
            {!isLive(data) && <Outcome run={data} timeline={timeline.data} />}
            {hasPicture(data) && (
              <Picture
                run={data}
                timeline={timeline.data}
                steps={[]}
                atMs={Number.POSITIVE_INFINITY}
                isNow={isWatched}
                isPlayed={false}
              />
            )}
            <Steps run={data} />
            <ButtonLink to={`/runs/${id}`} className="justify-self-start">
              {texts.whole} <ArrowUpRight aria-hidden />
            </ButtonLink>
          </>
        )}
      </Loaded>
    </article>
  );
}

/** Runners that only read pages show nothing. */
function hasPicture(run: RunDetails): boolean {
  return isLive(run) ? run.live_view !== null : run.screenshot !== null || run.artifacts.some(isRecording);
}

function Head({ run }: { run: RunDetails }) {
  const now = useNow(isLive(run));
  const found = foundIn(run);
  const elapsed = run.timing_ms ?? Math.max(0, now - Date.parse(run.created_at));
  const cancel = () =>
    void api.runs.cancel(run.id).catch((error: Error) => {
      toast.error(error.message);
    });
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate font-mono text-sm font-semibold">
          {run.runner ?? String(run.routing ?? 'smart')}
        </h2>
        <StatusBadge status={run.status} look={found ? FOUND[found] : undefined} />
        {isLive(run) && (
          <Button size="small" onClick={cancel}>
            <Square aria-hidden /> Cancel
          </Button>
        )}
      </div>
      <Facts
        facts={[
          ['Price', <Money key="price" usd={isLive(run) ? run.progress?.spend_usd : run.cost.total_usd} />],
          [
            'Time',
            <span key="time" className="number">
              {duration(elapsed)}
            </span>,
          ],
          ['Run', <CopyId key="id" id={run.id} short />],
        ]}
      />
    </header>
  );
}

const SHOWN_STEPS = 30;

function Steps({ run }: { run: RunDetails }) {
  if (run.steps.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-muted">{texts.steps}</h3>
      <ol className="grid grid-cols-1 gap-1">
        {run.steps.slice(-SHOWN_STEPS).map((step) => (
          <li key={`${step.index} ${step.at}`} className="flex gap-2">
            <span className="number w-14 shrink-0 text-right text-xs leading-[19px] text-muted">
              {duration(step.duration_ms)}
            </span>
            <span className="min-w-0 truncate">
              <span className={step.ok ? 'font-medium' : 'font-medium text-bad'}>{step.action}</span>{' '}
              {step.target ?? step.detail}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
