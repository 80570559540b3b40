import type { AttemptOutcome } from '../port.ts';
import { AVAILABILITY, hashOf, PROBATION } from './parameters.ts';
import { type Probation, readSum, type State } from './state.ts';

const CLEAN: Probation = {
  untilMs: 0,
  lastMs: 0,
  faults: 0,
  faultsSinceMs: 0,
  error: null,
  sameErrors: 0,
  errorSites: [],
};

/**
 * Sets runners aside for a while: after three platform faults in a row, or the same odd error five times on several sites (on one
 * site it may well be the site).
 */
export function noteProbation(
  state: State,
  outcome: AttemptOutcome,
  fault: AttemptOutcome['fault'],
): { key: string; value: Probation }[] {
  // A provider whose answers changed is counted apart.
  if (outcome.ownAccount || fault === 'caller' || outcome.isCostly) return [];
  const { runner, provider } = outcome.runner;
  const own = noteOne(state, runner, outcome, fault);
  // A provider that is down is down for all its runners: not where one of them works, and not where a model is to blame.
  const isOther = provider === 'local' || /^(?:no_)?model/u.test(outcome.errorCode ?? '');
  if (isOther || (fault === 'platform' && isAnotherUp(state, outcome))) return own;
  const shared = fault === 'platform' ? fault : 'none';
  return [...own, ...noteOne(state, providerKey(provider), outcome, shared)];
}

/** Another runner of the provider was reached within the last half-hour or so. */
function isAnotherUp(state: State, { runner: { runner, provider }, nowMs }: AttemptOutcome): boolean {
  const { halfLifeMs } = AVAILABILITY;
  const [all = 0] = readSum(state, 'up-provider', provider, nowMs, halfLifeMs);
  const [own = 0] = readSum(state, 'up', runner, nowMs, halfLifeMs);
  return all - own >= 0.5;
}

/** The key under which a provider as a whole is on probation. */
export function providerKey(provider: string): string {
  return `provider:${provider}`;
}

function noteOne(
  state: State,
  runner: string,
  outcome: AttemptOutcome,
  fault: AttemptOutcome['fault'],
): { key: string; value: Probation }[] {
  const known = state.probation.get(runner);
  const isFault = fault === 'platform';
  const error = isFault || fault === 'runner' ? oddError(outcome.errorCode) : null;
  if (!isFault && error === null) return known && !isClean(known) ? [{ key: runner, value: CLEAN }] : [];
  const { nowMs } = outcome;
  const before = known ?? CLEAN;
  const isRow = isFault && before.faults > 0 && nowMs - before.faultsSinceMs <= PROBATION.faultsWithinMs;
  const isSame = error !== null && error === before.error;
  const sites = new Set([...(isSame ? before.errorSites : []), hashOf(outcome.domain ?? '')]);
  const value: Probation = {
    ...before,
    faults: isFault ? (isRow ? before.faults + 1 : 1) : 0,
    faultsSinceMs: isRow ? before.faultsSinceMs : nowMs,
    error,
    sameErrors: isSame ? before.sameErrors + 1 : error === null ? 0 : 1,
    errorSites: error === null ? [] : [...sites].slice(0, PROBATION.sites),
  };
  // Its one trial after a probation: a further fault renews it.
  const isTrial = before.lastMs > 0 && before.untilMs <= nowMs;
  const isRepeating = value.sameErrors >= PROBATION.sameErrors && value.errorSites.length >= PROBATION.sites;
  const isDue = value.faults >= PROBATION.faults || isRepeating || (isTrial && isFault);
  if (isDue && before.untilMs <= nowMs) {
    value.lastMs = Math.min(PROBATION.longestMs, Math.max(PROBATION.firstMs, before.lastMs * 2));
    value.untilMs = nowMs + value.lastMs;
    value.faults = 0;
    value.sameErrors = 0;
  }
  return [{ key: runner, value }];
}

/** The runners on probation now, and until when; without an end for those whose providers answer otherwise than known. */
export function onProbation(state: State, nowMs: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const [runner, { untilMs }] of state.probation) if (untilMs > nowMs) found.set(runner, untilMs);
  for (const [runner, { isOut }] of state.differing) if (isOut) found.set(runner, Number.POSITIVE_INFINITY);
  return found;
}

function isClean({ untilMs, lastMs, faults, sameErrors }: Probation): boolean {
  return untilMs === 0 && lastMs === 0 && faults === 0 && sameErrors === 0;
}

// An end that any task can have says nothing odd about a runner.
const ORDINARY = new Set([
  'run_failed',
  'blocked',
  'schema_violation',
  'not_delivered',
  'timeout',
  'needs_browser',
  'no_progress',
  'spend_ceiling',
]);

function oddError(code: string | null): string | null {
  return code === null || ORDINARY.has(code) ? null : code;
}
