import type { Gate } from '../../platform/net/gate.ts';
import { preflight } from '../../platform/net/preflight.ts';
import { type AttemptResult, stuck } from '../../runners/contract.ts';
import type { ExecutedRun } from './executed-run.ts';

/**
 * Follows the redirects of a background run's target once, before its first attempt: its create did not wait for the page. The
 * result is the end of every attempt where a redirect is forbidden.
 */
export async function walkTarget(
  gate: Gate,
  liveRun: ExecutedRun,
  url: string,
): Promise<AttemptResult | null> {
  const isAtProvider = liveRun.run.attempts.some(({ reference }) => reference !== null);
  if (isAtProvider) return null;
  const localAllowed = gate.isLocalTarget(url);
  const walked = await preflight(gate, url, { localAllowed, signal: liveRun.signal });
  return walked.ok ? null : stuck('unsafe_url', `The page may not be opened: ${walked.reason}.`);
}
