import type { AttemptOutcome } from '../port.ts';
import { TIMEOUTS } from './parameters.ts';
import { RECENT_ATTEMPTS, type RecentAttempt, type State } from './state.ts';

/**
 * A timeout is the runner's own, unless its provider fails many at once: then it, and the others of these minutes, are the
 * provider's outage and are taken back.
 */
export function readTimeout(
  state: State,
  outcome: AttemptOutcome,
): { isOutage: boolean; retracted: string[]; recent: { provider: string; attempt: RecentAttempt } } {
  const { nowMs, attemptId, domain } = outcome;
  const { provider } = outcome.runner;
  const isTimeout = isTimeoutCode(outcome.errorCode) && outcome.fault === 'runner';
  const isBad = isTimeout || outcome.fault === 'platform';
  const attempt = { attemptId, domain: domain ?? '', atMs: nowMs, isBad, isScoredTimeout: isTimeout };
  if (!isBad) return { isOutage: false, retracted: [], recent: { provider, attempt } };
  const recent = (state.recent.get(provider) ?? [])
    .slice(-RECENT_ATTEMPTS)
    .filter(({ atMs }) => atMs >= nowMs - TIMEOUTS.withinMs);
  const all = [...recent, attempt];
  const bad = all.filter((one) => one.isBad);
  const isOutage =
    bad.length >= TIMEOUTS.attempts &&
    new Set(bad.map((one) => one.domain)).size >= TIMEOUTS.domains &&
    bad.length * 2 > all.length;
  const retracted = isOutage ? recent.filter((one) => one.isScoredTimeout).map((one) => one.attemptId) : [];
  return {
    isOutage: isOutage && isTimeout,
    retracted,
    recent: { provider, attempt: { ...attempt, isScoredTimeout: isTimeout && !isOutage } },
  };
}

function isTimeoutCode(code: string | null): boolean {
  return code === 'timeout' || code === 'no_progress';
}
