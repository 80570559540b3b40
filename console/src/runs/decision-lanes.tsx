import type { Explanation, RunDetails } from '@switchyard/sdk';
import { type ReactNode, useState } from 'react';
import { Badge, VerdictBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { duration, money, percent } from '../ui/format.ts';
import { Check, ChevronDown, X } from '../ui/icons.tsx';
import { TipText } from '../ui/tooltip.tsx';
import { excludedOf, type Lane, lanesOf, reachOf } from './lanes.ts';
import { EXCLUDED, LEFT_OUT, PHASES, REASONS, texts } from './texts.ts';

const SHOWN_OTHERS = 2;
const COLUMNS = 'lg:grid-cols-[minmax(190px,1.3fr)_repeat(3,minmax(120px,1fr))_112px]';

/** The weighed runners with their expected and their real results: one lane for each. */
export function DecisionLanes({ run, explanation }: { run: RunDetails; explanation: Explanation | null }) {
  const [isWhole, setWhole] = useState(false);
  const lanes = lanesOf(run, explanation);
  const main = lanes.filter(({ attempts, place }) => attempts.length > 0 || place !== null);
  const others = lanes.filter((lane) => !main.includes(lane));
  const shown = [...main, ...(isWhole ? others : others.slice(0, SHOWN_OTHERS))];
  const reach = reachOf(shown);
  const hidden = lanes.length - shown.length;
  return (
    <>
      <Sentence run={run} explanation={explanation} />
      <div className="border-t">
        <div
          aria-hidden
          className={cn('hidden gap-x-5 px-4 pt-2 text-xs font-medium text-muted lg:grid', COLUMNS)}
        >
          <span>Runner</span>
          <span>Success</span>
          <span>Cost</span>
          <span>Time</span>
          <span />
        </div>
        <ul aria-label="Runners that were weighed or tried">
          {shown.map((lane) => (
            <LaneRow key={lane.runner} lane={lane} reach={reach} isChosen={lane.runner === run.runner} />
          ))}
        </ul>
      </div>
      {(hidden > 0 || isWhole) && others.length > SHOWN_OTHERS && (
        <div className="border-t px-2 py-1">
          <Button look="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            <ChevronDown aria-hidden className={cn(isWhole && 'rotate-180')} />
            {isWhole ? 'Show less' : `Show ${hidden} more that were weighed`}
          </Button>
        </div>
      )}
      {explanation && <Excluded explanation={explanation} />}
    </>
  );
}

function Sentence({ run, explanation }: { run: RunDetails; explanation: Explanation | null }) {
  if (!explanation) return <p className="px-4 py-3 text-muted">{run.routing_note ?? texts.ownChoice}</p>;
  const { domain, evidenceDepth, slaProfile } = explanation;
  return (
    <div className="grid gap-1.5 px-4 py-3">
      <p className="max-w-[80ch] text-base">{run.routing_summary?.summary ?? explanation.summary}</p>
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <Badge tone="info">{REASONS[explanation.chosen.reason] ?? explanation.chosen.reason}</Badge>
        <span>{slaProfile.replace('_', ' ')}</span>
        {domain && (
          <span className="number">
            {domain}: {counted(evidenceDepth.domainVisits, 'earlier attempt')} by{' '}
            {counted(evidenceDepth.runnersTried, 'runner')}
          </span>
        )}
        <span className="number flex-1">{explanation.candidates.length} weighed</span>
        <Legend />
      </p>
    </div>
  );
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function Legend() {
  return (
    <span className="flex items-center gap-3 text-xs text-muted" aria-hidden>
      <span className="flex items-center gap-1.5">
        <span className="ghost h-2.5 w-5 rounded-sm" /> expected
      </span>
      <span className="flex items-center gap-1.5">
        <span className="h-1 w-5 rounded-full bg-accent" /> happened
      </span>
    </span>
  );
}

function LaneRow({
  lane,
  reach,
  isChosen,
}: {
  lane: Lane;
  reach: ReturnType<typeof reachOf>;
  isChosen: boolean;
}) {
  const { expected, happened, attempts } = lane;
  const isTried = attempts.length > 0;
  return (
    <li
      className={cn(
        'grid grid-cols-3 items-center gap-x-5 gap-y-2 border-t border-l-2 border-l-transparent px-4 py-2.5 first:border-t-0',
        COLUMNS,
        isChosen && 'border-l-accent bg-surface',
      )}
    >
      <div className="col-span-3 flex min-w-0 items-center gap-2.5 lg:col-span-1">
        <span
          className={cn(
            'number flex size-5 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
            isChosen ? 'bg-accent-fill text-on-accent' : 'bg-hover text-muted',
          )}
        >
          {lane.place ?? '·'}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cn('block truncate font-medium', !isTried && 'text-muted')}>{lane.runner}</span>
          <span className="block truncate text-xs text-muted">{noteOf(lane)}</span>
        </span>
        <span className="lg:hidden">
          <Outcome lane={lane} />
        </span>
      </div>
      <Success lane={lane} />
      <Track
        label="Cost"
        expected={expected?.costUsd}
        happened={happened?.costUsd}
        reach={reach.costUsd}
        format={money}
      />
      <Track
        label="Time"
        expected={expected?.timeMs}
        happened={happened?.timeMs}
        reach={reach.timeMs}
        format={duration}
      />
      <span className="hidden justify-self-end lg:block">
        <Outcome lane={lane} />
      </span>
    </li>
  );
}

function noteOf({ attempts, place, leftOut, confidence }: Lane): string {
  const known = confidence === null ? '' : `, ${percent(confidence)} known`;
  const phase = attempts[0] && PHASES[attempts[0].phase];
  if (phase) return `${phase}${attempts.length > 1 ? `, ${attempts.length} attempts` : ''}${known}`;
  if (place !== null) return `next in line${known}`;
  return `${LEFT_OUT[leftOut ?? ''] ?? 'Not planned'}${known}`;
}

function Outcome({ lane: { attempts } }: { lane: Lane }) {
  const last = attempts.at(-1);
  if (!last) return <span className="text-xs text-muted">not tried</span>;
  if (last.status === 'running') return <Badge tone="info">Working</Badge>;
  if (last.status === 'cancelled') return <Badge>Cut off</Badge>;
  if (last.status === 'lost') return <Badge tone="warn">Lost</Badge>;
  return <VerdictBadge verdict={last.verdict} />;
}

/** Success is a chance before and a fact afterwards: a bar, and a mark at one of its ends. */
function Success({ lane: { expected, happened } }: { lane: Lane }) {
  const fact = happened?.success;
  const said = [
    expected?.success != null && `expected ${percent(expected.success)}`,
    fact != null && (fact === 1 ? 'succeeded' : 'did not succeed'),
  ].filter(Boolean);
  return (
    <Figure
      label="Success"
      text={`Success: ${said.join(', ') || 'not known'}`}
      ghost={expected?.success ?? null}
      value={
        <>
          {fact === 1 && <Check aria-hidden className="size-3.5 text-good" />}
          {fact === 0 && <X aria-hidden className="size-3.5 text-bad" />}
          {expected?.success != null && <span className="text-muted">{percent(expected.success)}</span>}
        </>
      }
    >
      {fact != null && (
        <span
          className={cn(
            'absolute top-1/2 size-2.5 -translate-y-1/2 rounded-full ring-2 ring-raised',
            fact === 1 ? 'right-0 bg-good' : 'left-0 bg-bad',
          )}
        />
      )}
    </Figure>
  );
}

function Track({
  label,
  expected,
  happened,
  reach,
  format,
}: {
  label: string;
  expected: number | null | undefined;
  happened: number | null | undefined;
  reach: number;
  format: (value: number | null | undefined) => string;
}) {
  const isOver = expected != null && happened != null && happened > expected * 1.25;
  const said = [
    happened != null && `${format(happened)}`,
    expected != null && `expected ${format(expected)}`,
  ].filter(Boolean);
  return (
    <Figure
      label={label}
      text={`${label}: ${said.join(', ') || 'not known'}`}
      ghost={expected == null ? null : expected / reach}
      value={
        <>
          {happened != null && <span className="font-medium">{format(happened)}</span>}
          {expected != null && <span className="text-muted">~{format(expected)}</span>}
        </>
      }
    >
      {happened != null && (
        <span
          className={cn(
            'absolute top-1/2 h-1 -translate-y-1/2 rounded-full',
            isOver ? 'bg-warn' : 'bg-accent',
          )}
          style={{ width: `max(3px, ${Math.min(1, happened / reach) * 100}%)` }}
        />
      )}
    </Figure>
  );
}

function Figure({
  label,
  text,
  ghost,
  value,
  children,
}: {
  label: string;
  text: string;
  ghost: number | null;
  value: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0 self-end">
      <span className="block text-xs text-muted lg:hidden">{label}</span>
      <TipText text={text} className="number flex h-4 items-center gap-1.5 text-xs">
        <span className="sr-only">{text}</span>
        <span aria-hidden className="flex min-w-0 items-center gap-1.5">
          {value}
        </span>
      </TipText>
      <div aria-hidden className="relative mt-1 h-2.5 rounded-sm bg-hover/60">
        {ghost !== null && (
          <span
            className="ghost absolute inset-y-0 left-0 rounded-sm"
            style={{ width: `max(3px, ${Math.min(1, ghost) * 100}%)` }}
          />
        )}
        {children}
      </div>
    </div>
  );
}

function Excluded({ explanation }: { explanation: Explanation }) {
  const groups = excludedOf(explanation);
  if (groups.length === 0) return null;
  return (
    <details className="group border-t px-4 py-2.5">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <ChevronDown aria-hidden className="size-3.5 -rotate-90 group-open:rotate-0" />
        <span className="font-medium">{texts.excluded}</span>
        {groups.map(([why, runners]) => (
          <span key={why} className="number text-xs">
            {runners.length} {(EXCLUDED[why] ?? why).toLowerCase()}
          </span>
        ))}
      </summary>
      <dl className="mt-2 grid gap-2">
        {groups.map(([why, runners]) => (
          <div key={why}>
            <dt className="text-xs font-medium">{EXCLUDED[why] ?? why}</dt>
            <dd className="flex flex-wrap gap-x-3 text-xs text-muted">
              {runners.map((runner) => (
                <span key={runner}>{runner}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
