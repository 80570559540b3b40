import type { RunsContext } from './context.ts';
import type { LiveRun } from './live-run.ts';
import { renderResponse } from './render.ts';
import { appendProgressStatement } from './store.ts';

const AT_MOST_EVERY_MS = 1_000;

/**
 * Writes a progress event when a live run has moved on: at most one a second, and only on a change. A run that ends
 * within its first second leaves none.
 */
export async function publishProgress(ctx: RunsContext, live: LiveRun): Promise<void> {
  const now = ctx.clock.mono();
  if (now - live.shown.atMono < AT_MOST_EVERY_MS || live.signal.aborted) return;
  const state = live.run.attempts.map((attempt) => `${attempt.id}:${attempt.status}`).join(' ');
  if (state === live.shown.state) return;
  live.shown = { state, atMono: now };
  const response = renderResponse({ ...live.run, progressAt: ctx.clock.now() });
  const [row] = await ctx.db.query<{ sequence: number }>(appendProgressStatement(live.run, response));
  if (row) ctx.watch.changed(live.run.id);
}
