import type { Attempt, Run, Step, Timeline } from '@switchyard/sdk';
import type { Stretch } from './time-axis.ts';

type SpanKind = 'queue' | 'work' | 'wait' | 'judge';

export interface Span extends Stretch {
  kind: SpanKind;
}

/** One attempt as it is drawn; `spans` are in order. */
export interface AttemptLane {
  attempt: Attempt;
  spans: Span[];
  steps: Array<Step & { atMs: number }>;
}

export interface Waterfall {
  totalMs: number;
  lanes: AttemptLane[];
  /** When a person was waited for, without overlaps. */
  waits: Stretch[];
  /** Money spent so far, at each moment that changed it. */
  spend: Array<{ atMs: number; usd: number }>;
}

/** The time of a run in parts, in milliseconds since its creation; each lies within the run, even where clocks differ. */
export function waterfallOf(run: Run, timeline: Timeline | undefined, nowMs: number): Waterfall {
  const created = Date.parse(run.created_at);
  const end = run.finished_at ? Date.parse(run.finished_at) : Math.max(nowMs, lastMoment(run));
  const totalMs = Math.max(1, end - created);
  const within = (time: string | null) =>
    Math.min(totalMs, Math.max(0, (time ? Date.parse(time) : end) - created));
  const attempts = run.progress?.attempts ?? run.routing_attempts;
  const waits = (timeline?.waits ?? []).map((wait) => ({
    attempt: wait.attempt_id,
    from: within(wait.asked_at),
    to: within(wait.closed_at),
  }));
  const worked = attempts.map(({ started_at, finished_at }) => ({
    from: within(started_at),
    to: Math.max(within(started_at), within(finished_at)),
  }));
  const gaps = gapsOf(worked, totalMs, run.finished_at !== null);
  return {
    totalMs,
    waits: merged(waits),
    lanes: attempts.map((attempt, at) => {
      const work = worked[at] as Stretch;
      const steps = timeline?.attempts.find(({ id }) => id === attempt.id)?.steps ?? [];
      return {
        attempt,
        spans: [
          ...gaps.filter(
            ({ to, kind }) => kind === 'queue' && to === work.from && at === firstAt(worked, to),
          ),
          ...split(
            work,
            waits.filter((wait) => wait.attempt === attempt.id),
          ),
          ...gaps.filter(
            ({ from, kind }) => kind === 'judge' && from === work.to && at === lastAt(worked, from),
          ),
        ],
        steps: steps.map((step) => ({ ...step, atMs: within(step.at) })),
      };
    }),
    spend: spendOf(run, attempts, within),
  };
}

function lastMoment(run: Run): number {
  return Math.max(
    Date.parse(run.created_at),
    Date.parse(run.progress?.updated_at ?? run.created_at),
    ...(run.progress?.attempts ?? []).map(({ started_at }) => Date.parse(started_at)),
  );
}

/** Times without work: before the first attempt the run stood in the queue, afterwards the service judged and decided. */
function gapsOf(worked: readonly Stretch[], totalMs: number, isOver: boolean): Span[] {
  const gaps: Span[] = [];
  let covered = 0;
  for (const { from, to } of [...worked].sort((a, b) => a.from - b.from)) {
    if (from > covered) gaps.push({ kind: covered === 0 ? 'queue' : 'judge', from: covered, to: from });
    covered = Math.max(covered, to);
  }
  if (isOver && covered > 0 && covered < totalMs) gaps.push({ kind: 'judge', from: covered, to: totalMs });
  return gaps;
}

function firstAt(worked: readonly Stretch[], from: number): number {
  return worked.findIndex((one) => one.from === from);
}

function lastAt(worked: readonly Stretch[], to: number): number {
  return worked.findLastIndex((one) => one.to === to);
}

/** The work of one attempt, with the waits in it. */
function split(work: Stretch, waits: readonly Stretch[]): Span[] {
  const spans: Span[] = [];
  let at = work.from;
  for (const wait of waits) {
    const [from, to] = [Math.max(at, wait.from), Math.min(work.to, wait.to)];
    if (to <= from) continue;
    if (from > at) spans.push({ kind: 'work', from: at, to: from });
    spans.push({ kind: 'wait', from, to });
    at = to;
  }
  if (work.to > at || spans.length === 0) spans.push({ kind: 'work', from: at, to: work.to });
  return spans;
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (to > from) all.push({ from, to });
  }
  return all;
}

/** An attempt is paid for when it ends; the fee comes with it. */
function spendOf(
  run: Run,
  attempts: readonly Attempt[],
  within: (time: string | null) => number,
): Waterfall['spend'] {
  const paid = new Map(run.cost.attempts.map(({ attempt_id, usd }) => [attempt_id, usd]));
  const ended = attempts
    .filter(({ finished_at }) => finished_at !== null)
    .map(({ id, finished_at, cost_usd }) => ({
      atMs: within(finished_at),
      usd: (paid.get(id) ?? 0) + (cost_usd ?? 0) * run.cost.platform_fee_rate,
    }))
    .sort((a, b) => a.atMs - b.atMs);
  let sum = 0;
  return [
    { atMs: 0, usd: 0 },
    ...ended.map(({ atMs, usd }) => {
      sum += usd;
      return { atMs, usd: sum };
    }),
  ];
}

export function spentAt({ spend }: Waterfall, atMs: number): number {
  return spend.findLast((point) => point.atMs <= atMs)?.usd ?? 0;
}

/** The step under way, of any attempt; null before the first. */
export function stepAt({ lanes }: Waterfall, atMs: number): (Step & { atMs: number }) | null {
  const before = lanes.flatMap(({ steps }) => steps).filter((step) => step.atMs <= atMs);
  return before.reduce<(Step & { atMs: number }) | null>(
    (latest, step) => (latest && latest.atMs > step.atMs ? latest : step),
    null,
  );
}
