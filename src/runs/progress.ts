import type { RunsContext } from './context.ts';
import type { LiveRun } from './live-run.ts';
import { renderResponse } from './render.ts';
import type { Attempt } from './run.ts';
import { appendProgressStatement } from './store.ts';

const AT_MOST_EVERY_MS = 1_000;
/** Every event holds all steps so far: the more there are, the rarer it becomes. */
const PER_STEP_MS = 50;

/**
 * Writes a progress event when a live run has moved on: at most one a second, and only on a change. A run that ends
 * within its first second leaves none.
 */
export async function publishProgress(ctx: RunsContext, live: LiveRun): Promise<void> {
  const now = ctx.clock.mono();
  const pauseMs = Math.max(AT_MOST_EVERY_MS, live.steps.length * PER_STEP_MS);
  if (now - live.shown.atMono < pauseMs || live.signal.aborted) return;
  const attempts = live.run.attempts.map((attempt) => `${attempt.id}:${attempt.status}`);
  const state = [...attempts, live.steps.length].join(' ');
  if (state === live.shown.state) return;
  live.shown = { state, atMono: now };
  const underWay = withSteps(live);
  const response = renderResponse({ ...live.run, progressAt: ctx.clock.now() });
  const statement = appendProgressStatement(live.run, response, underWay);
  const [row] = await ctx.db.query<{ sequence: number }>(statement);
  if (row) ctx.watch.changed(live.run.id);
}

/** The attempt under way gets its steps so far, if there are any; their pictures follow when it is settled. */
function withSteps(live: LiveRun): Attempt | null {
  const { run, steps } = live;
  const present = run.attempts.find(({ id, status }) => status === 'running' && live.hasBegun(id));
  if (!present || steps.length === 0) return null;
  const records = steps.map(({ picture: _, ...step }) => step);
  const underWay = {
    ...present,
    result: { finalUrl: null, steps: records, judgement: null, errorCode: null },
  };
  live.run = {
    ...run,
    attempts: run.attempts.map((attempt) => (attempt === present ? underWay : attempt)),
  };
  return underWay;
}
