import { NORMALIZATION_MICRO } from '../billing/postings.ts';
import { newId } from '../platform/ids.ts';
import { share } from '../platform/money.ts';
import type { OwnKeys } from '../runners/registry.ts';
import type { NewAttempt } from './attempt-store.ts';
import { reservedMicro } from './ceiling.ts';
import type { RunsContext } from './context.ts';
import type { Attempt, Run, RunRequest } from './run.ts';

/** An attempt as it is written down before its runner hears of it. */
export function newAttempt(
  { registry }: Pick<RunsContext, 'registry'>,
  place: Pick<Attempt, 'runner' | 'phase' | 'batch' | 'ordinal' | 'decision'>,
  own: OwnKeys,
): NewAttempt {
  const facts = registry.entry(place.runner)?.facts;
  return {
    ...place,
    id: newId('att'),
    engine: facts?.engine ?? null,
    priceMicro: facts?.price.typicalTaskMicroUsd ?? 0,
    isOwnKey: registry.isOwnKey(place.runner, own),
  };
}

/**
 * The credits that a run holds while these attempts are under way: their prices, the normalization as far as the ceiling covers
 * it, and the fees.
 */
export function holdFor(
  {
    maxCostMicro,
    spentMicro,
    feeRatePpm,
    request: { normalize },
  }: Pick<Run, 'maxCostMicro' | 'spentMicro' | 'feeRatePpm'> & { request: Pick<RunRequest, 'normalize'> },
  attempts: ReadonlyArray<Pick<NewAttempt, 'priceMicro' | 'isOwnKey'>>,
): number {
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
  const feesMicro = sum(attempts.map(({ priceMicro }) => share(priceMicro, feeRatePpm)));
  const addonMicro = normalize && attempts.length > 0 ? NORMALIZATION_MICRO : 0;
  const leftMicro = (maxCostMicro ?? Number.POSITIVE_INFINITY) - spentMicro;
  return feesMicro + Math.min(sum(attempts.map(reservedMicro)) + addonMicro, Math.max(0, leftMicro));
}

/** The share of the run's budget that an attempt takes: nothing where the workspace paid the provider itself. */
export function billedCost({ costMicro, isOwnKey }: { costMicro: number | null; isOwnKey: boolean }): number {
  return isOwnKey ? 0 : (costMicro ?? 0);
}

export function startedAttempt(attempt: NewAttempt, startedAt: Date): Attempt {
  return {
    ...attempt,
    status: 'running',
    reference: null,
    costMicro: null,
    session: null,
    verdict: null,
    blockReason: null,
    defense: null,
    fault: 'none',
    error: null,
    result: null,
    startedAt,
    finishedAt: null,
  };
}
