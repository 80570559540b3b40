import { NORMALIZATION_MICRO, type Payer, priceWithFee } from '../billing/postings.ts';
import { newId } from '../platform/ids.ts';
import type { OwnKeys } from '../runners/registry.ts';
import type { NewAttempt } from './attempt-store.ts';
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

function payerOf({ isOwnKey }: { isOwnKey: boolean }): Payer {
  return isOwnKey ? 'workspace' : 'service';
}

/**
 * The credits that a run sets aside while these attempts are under way: their prices with the fee, and the normalization that it
 * may need. A ceiling bounds this to the rest of it and one price; a ceiling that the plan set was made without the normalization.
 */
export function holdFor(
  {
    maxCostMicro,
    spentMicro,
    feeRatePpm,
    request: { normalize, budgetSource },
  }: Pick<Run, 'maxCostMicro' | 'spentMicro' | 'feeRatePpm'> & {
    request: Pick<RunRequest, 'normalize' | 'budgetSource'>;
  },
  attempts: ReadonlyArray<Pick<NewAttempt, 'priceMicro' | 'isOwnKey'>>,
): number {
  const addonMicro = normalize ? NORMALIZATION_MICRO : 0;
  const pricesMicro = attempts.reduce(
    (sum, one) => sum + priceWithFee(one.priceMicro, feeRatePpm, payerOf(one)),
    0,
  );
  if (maxCostMicro === null) return pricesMicro + addonMicro;
  const dearest = Math.max(...attempts.map(({ priceMicro }) => priceMicro));
  const mostMicro = Math.max(0, maxCostMicro - spentMicro) + dearest;
  return budgetSource === 'caller'
    ? Math.min(pricesMicro + addonMicro, mostMicro)
    : Math.min(pricesMicro, mostMicro) + addonMicro;
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
