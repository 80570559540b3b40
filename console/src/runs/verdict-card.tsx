import type { RunDetails } from '@switchyard/sdk';
import { StatusBadge, VerdictBadge } from '../ui/badge.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { ExternalLink } from '../ui/icons.tsx';
import { texts } from './texts.ts';

const RUNGS = {
  value: 'a value that the page states',
  passages: 'the nearest passages of the page',
  text: 'the text of the page',
} as const;

/** The service's verdict on the answer, and its grounds. */
export function VerdictCard({ run }: { run: RunDetails }) {
  const { quality, error, evidence, deliverables, block_reason } = run;
  const facts: Array<[string, React.ReactNode]> = [];
  if (evidence.final_url)
    facts.push(['Page', <Page key="page" url={evidence.final_url} status={evidence.http_status} />]);
  if (evidence.reading) facts.push(['Read as', RUNGS[evidence.reading.rung]]);
  if (quality) facts.push(['Judged by', quality.source === 'grader' ? 'a language model' : 'fixed rules']);
  if (block_reason) facts.push(['Blocked by', block_reason]);
  if (deliverables)
    facts.push(['Files', `${deliverables.delivered} of ${deliverables.claimed}: ${deliverables.note}`]);
  if (run.normalization)
    facts.push(['Normalized', run.normalization.applied ? 'yes' : run.normalization.reason]);
  return (
    <Card
      title={texts.verdict}
      actions={
        quality ? (
          <VerdictBadge verdict={quality.verdict} confidence={quality.confidence} />
        ) : (
          <StatusBadge status={run.status} />
        )
      }
    >
      <div className="grid gap-3">
        {quality && <p>{quality.reason}</p>}
        {error && (
          <div className="rounded-md tint-bad px-3 py-2">
            <p className="text-bad">
              <code>{error.code}</code>
              {error.message !== quality?.reason && <> {error.message}</>}
            </p>
            <p className="text-muted">{error.remediation}</p>
          </div>
        )}
        <Quotes run={run} />
        {facts.length > 0 && <Facts facts={facts} />}
      </div>
    </Card>
  );
}

/** The page's own words. */
function Quotes({ run: { evidence } }: { run: RunDetails }) {
  const passages = evidence.reading?.passages ?? [];
  return passages.slice(0, 3).map(({ text, under, at }) => (
    <figure key={`${at}${text.slice(0, 20)}`} className="border-l-2 border-l-accent pl-3">
      <blockquote className="line-clamp-4 [overflow-wrap:anywhere]">{text}</blockquote>
      {under.length > 0 && (
        <figcaption className="mt-0.5 truncate text-xs text-muted">{under.join(' › ')}</figcaption>
      )}
    </figure>
  ));
}

/** Only web addresses become links. */
export function Page({ url, status }: { url: string; status?: number | null }) {
  const label = (
    <>
      {url}
      {status != null && <span className="number ml-1.5 text-muted">{status}</span>}
    </>
  );
  if (!/^https?:\/\//i.test(url)) return <span className="[overflow-wrap:anywhere]">{label}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="[overflow-wrap:anywhere] text-accent hover:underline"
    >
      {label} <ExternalLink aria-label="opens in a new window" className="inline size-3" />
    </a>
  );
}
