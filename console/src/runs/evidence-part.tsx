import type { RunDetails } from '@switchyard/sdk';
import type { ReactNode } from 'react';
import { Facts } from '../ui/card.tsx';
import { Page } from './page-link.tsx';

const RUNGS = {
  value: 'A value that the page states',
  passages: 'The nearest passages of the page',
  text: 'The text of the page',
} as const;

/** Why the answer counts as one, in the words of the page. */
export function EvidencePart({ run }: { run: RunDetails }) {
  const { quality, evidence, deliverables, block_reason, error } = run;
  const facts: Array<[string, ReactNode]> = [];
  if (evidence.final_url)
    facts.push(['Page', <Page key="page" url={evidence.final_url} status={evidence.http_status} />]);
  if (evidence.reading) facts.push(['Read as', RUNGS[evidence.reading.rung]]);
  if (quality) facts.push(['Judged by', quality.source === 'grader' ? 'A language model' : 'Fixed rules']);
  if (error) facts.push(['Error code', <code key="code">{error.code}</code>]);
  if (block_reason) facts.push(['Blocked by', block_reason]);
  if (deliverables)
    facts.push(['Files', `${deliverables.delivered} of ${deliverables.claimed}: ${deliverables.note}`]);
  if (run.normalization)
    facts.push(['Normalized', run.normalization.applied ? 'Yes' : run.normalization.reason]);
  return (
    <div className="grid gap-3 p-4">
      {quality && <p>{quality.reason}</p>}
      {(evidence.reading?.passages ?? []).slice(0, 3).map(({ text, under, at }) => (
        <figure key={`${at}${text.slice(0, 20)}`} className="border-l-2 border-l-accent pl-3">
          <blockquote dir="auto" className="line-clamp-4 [overflow-wrap:anywhere]">
            {text}
          </blockquote>
          {under.length > 0 && (
            <figcaption className="mt-0.5 truncate text-xs text-muted">{under.join(' › ')}</figcaption>
          )}
        </figure>
      ))}
      <Facts facts={facts} />
    </div>
  );
}
