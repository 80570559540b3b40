import type { AttemptOutcome } from '../port.ts';
import { TIMEOUTS } from './parameters.ts';
import { RECENT_ATTEMPTS, type RecentAttempt, type State } from './state.ts';

/**
 * A timeout is the runner's own, unless its provider fails many at once: then this one, and the others of these minutes, are the
 * provider's outage and are taken back.
 */
export function readTimeout(
  state: State,
  outcome: AttemptOutcome,
): { isOutage: boolean; retracted: string[]; recent: { provider: string; attempt: RecentAttempt } } {
  const { nowMs } = outcome;
  const { provider } = outcome.runner;
  const attempt = recentOf(outcome, false);
  const isTimeout = attempt.isScoredTimeout;
  if (!attempt.isBad) return { isOutage: false, retracted: [], recent: { provider, attempt } };
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

/** An attempt in the form of the outage test, also after a restart; the evidence of a retracted one is taken back already. */
export function recentOf(
  { attemptId, domain, nowMs: atMs, errorCode, fault }: AttemptOutcome,
  isRetracted: boolean,
): RecentAttempt {
  const isTimeout = isTimeoutCode(errorCode) && fault === 'runner';
  const isBad = isTimeout || fault === 'platform';
  return { attemptId, domain: domain ?? '', atMs, isBad, isScoredTimeout: isTimeout && !isRetracted };
}

function isTimeoutCode(code: string | null): boolean {
  return code === 'timeout' || code === 'no_progress';
}
