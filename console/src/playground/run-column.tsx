import type { RunDetails } from '@switchyard/sdk';
import { toast } from 'sonner';
import { api } from '../api.ts';
import { AnswerCard } from '../runs/answer-card.tsx';
import { Picture } from '../runs/picture.tsx';
import { QuestionBox } from '../runs/question-box.tsx';
import { isRecording } from '../runs/recording.ts';
import { isLive, useNow, useRun } from '../runs/use-run.ts';
import { StatusBadge, VerdictBadge } from '../ui/badge.tsx';
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
  const { run, timeline } = useRun(id);
  return (
    <article
      aria-label={`Run ${id}`}
      className="grid min-w-0 grid-cols-1 content-start gap-3 rounded-lg border bg-raised p-3"
    >
      <Loaded query={run} rows={6}>
        {(data) => (
          <>
            <Head run={data} />
            {data.question && <QuestionBox run={data} />}
            {!isLive(data) && <AnswerCard run={data} timeline={timeline.data} />}
            {!isLive(data) && <Quotes run={data} />}
            {hasPicture(data) && (
              <Picture
                run={data}
                timeline={timeline.data}
                steps={[]}
                atMs={Number.POSITIVE_INFINITY}
                isNow={isWatched}
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
        {run.quality && !isLive(run) ? (
          <VerdictBadge verdict={run.quality.verdict} confidence={run.confidence} />
        ) : (
          <StatusBadge status={run.status} />
        )}
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

const SHOWN_QUOTES = 3;

/** The passages of the page that the answer was read from, in the words of the page. */
function Quotes({ run }: { run: RunDetails }) {
  const passages = run.evidence.reading?.passages.slice(0, SHOWN_QUOTES) ?? [];
  if (passages.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-xs font-medium text-muted">{texts.quotes}</h3>
      {passages.map(({ text, under, at, url }) => (
        <figure key={`${url} ${at}`} className="border-l-2 border-accent pl-3">
          <blockquote className="line-clamp-4 [overflow-wrap:anywhere]">{text}</blockquote>
          {under.length > 0 && (
            <figcaption className="truncate text-xs text-muted">{under.join(' › ')}</figcaption>
          )}
        </figure>
      ))}
    </div>
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
