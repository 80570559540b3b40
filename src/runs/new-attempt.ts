import { type Payer, priceWithFee } from '../billing/postings.ts';
import { newId } from '../platform/ids.ts';
import type { OwnKeys } from '../runners/registry.ts';
import type { NewAttempt } from './attempt-store.ts';
import type { RunsContext } from './context.ts';
import type { Attempt, Run } from './run.ts';

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

function payerOf({ isOwnKey }: { isOwnKey: boolean }): Payer {
  return isOwnKey ? 'workspace' : 'service';
}

/**
 * The credits that a run sets aside while these attempts are under way: their prices with the fee; with a ceiling at most the
 * rest of it and one price.
 */
export function holdFor(
  { maxCostMicro, spentMicro, feeRatePpm }: Pick<Run, 'maxCostMicro' | 'spentMicro' | 'feeRatePpm'>,
  attempts: ReadonlyArray<Pick<NewAttempt, 'priceMicro' | 'isOwnKey'>>,
  addonMicro = 0,
): number {
  const needed = attempts.reduce(
    (sum, one) => sum + priceWithFee(one.priceMicro, feeRatePpm, payerOf(one)),
    addonMicro,
  );
  if (maxCostMicro === null) return needed;
  const dearest = Math.max(...attempts.map(({ priceMicro }) => priceMicro));
  return Math.min(needed, Math.max(0, maxCostMicro - spentMicro) + dearest);
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
