import { noted } from '../attempt/note.ts';
import type { LifecycleContext } from '../context.ts';
import type { Attempt } from '../run.ts';
import { appendProgressStatement } from '../store.ts';
import { renderResponse } from '../views/render.ts';
import type { LiveRun } from './live-run.ts';

const AT_MOST_EVERY_MS = 1_000;
/** Every event holds all steps so far: the more there are, the rarer it becomes. */
const PER_STEP_MS = 50;

/**
 * Writes a progress event when a live run has moved on: at most one a second, and only on a change. A run that ends
 * within its first second leaves none.
 */
export async function publishProgress(ctx: LifecycleContext, liveRun: LiveRun): Promise<void> {
  const now = ctx.clock.mono();
  const steps = [...liveRun.attempts.values()].reduce((sum, attempt) => sum + attempt.steps.length, 0);
  const pauseMs = Math.max(AT_MOST_EVERY_MS, steps * PER_STEP_MS);
  if (now - liveRun.shown.atMono < pauseMs || liveRun.signal.aborted) return;
  const attempts = liveRun.run.attempts.map((attempt) => `${attempt.id}:${attempt.status}`);
  const state = [...attempts, steps].join(' ');
  if (state === liveRun.shown.state) return;
  liveRun.shown = { state, atMono: now };
  const underWay = attemptsWithSteps(liveRun);
  const note = { kind: 'progressed', attempts: underWay } as const;
  void liveRun.note(note);
  const response = renderResponse(
    { ...noted(liveRun.run, note), progressAt: ctx.clock.now() },
    ctx.baseUrl(),
  );
  const statement = appendProgressStatement(liveRun.run, response, underWay);
  const [row] = await ctx.db.query<{ sequence: number }>(statement);
  if (row) ctx.watch.changed(liveRun.run.id);
}

/** The attempts under way get their steps so far, if there are any; their pictures follow when they are settled. */
function attemptsWithSteps(liveRun: LiveRun): Attempt[] {
  return liveRun.run.attempts.flatMap((attempt) => {
    const steps = liveRun.attempts.get(attempt.id)?.steps ?? [];
    if (attempt.status !== 'running' || steps.length === 0) return [];
    const records = steps.map(({ picture: _, observation: __, ...step }) => step);
    return { ...attempt, result: { finalUrl: null, steps: records, judgement: null, errorCode: null } };
  });
}
