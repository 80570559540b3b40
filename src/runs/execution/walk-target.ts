import { preflight } from '../../platform/net/preflight.ts';
import { type AttemptResult, stuck } from '../../runners/contract.ts';
import type { RunsContext } from '../context.ts';
import type { LiveRun } from './live-run.ts';

/**
 * Follows the redirects of a background run's target once, before its first attempt: its create did not wait for the page. The
 * result is the end of every attempt where a redirect is forbidden.
 */
export function walkTarget(ctx: RunsContext, live: LiveRun): Promise<AttemptResult | null> {
  live.walked ??= walk(ctx, live);
  return live.walked;
}

async function walk({ gate }: RunsContext, live: LiveRun): Promise<AttemptResult | null> {
  const { background, task } = live.run.request;
  const isAtProvider = live.run.attempts.some(({ reference }) => reference !== null);
  if (!background || task.url === null || isAtProvider) return null;
  const walked = await preflight(gate, task.url, {
    localAllowed: gate.isLocalTarget(task.url),
    signal: live.signal,
  });
  return walked.ok ? null : stuck('unsafe_url', `The page may not be opened: ${walked.reason}.`);
}
