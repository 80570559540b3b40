import type { RunsContext } from './context.ts';
import type { LiveRun } from './live-run.ts';
import { renderResponse } from './render.ts';
import { appendProgressStatement } from './store.ts';

const AT_MOST_EVERY_MS = 1_000;

/**
 * Writes a progress event when a live run has moved on: at most one a second, and only on a change. A run that ends
 * within its first second leaves none.
 */
export function publishProgress(ctx: RunsContext, live: LiveRun): { stop(): void } {
  const stopped = new AbortController();
  void loop(ctx, live, stopped.signal).catch((error) =>
    ctx.log.warn({ run: live.run.id, reason: String(error) }, 'progress could not be written'),
  );
  return { stop: () => stopped.abort() };
}

async function loop(ctx: RunsContext, live: LiveRun, signal: AbortSignal): Promise<void> {
  let written = '';
  for (;;) {
    await ctx.clock.sleep(AT_MOST_EVERY_MS, signal).catch(() => undefined);
    if (signal.aborted || live.signal.aborted) return;
    const { attempts } = live.run;
    const state = attempts.map((attempt) => `${attempt.id}:${attempt.status}`).join(' ');
    if (state === written) continue;
    written = state;
    const [row] = await ctx.db.query<{ sequence: number }>(
      appendProgressStatement(live.run.id, renderResponse({ ...live.run, progressAt: ctx.clock.now() })),
    );
    if (row) ctx.watch.changed(live.run.id);
  }
}
