import type { Payer } from '../billing/postings.ts';
import { newId } from '../platform/ids.ts';
import type { OwnKeys } from '../runners/registry.ts';
import type { RunsContext } from './context.ts';
import type { Attempt } from './run.ts';
import type { NewAttempt } from './store.ts';

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

export function payerOf({ isOwnKey }: { isOwnKey: boolean }): Payer {
  return isOwnKey ? 'workspace' : 'service';
}

/** What an attempt takes from the run's budget: nothing where the workspace paid the provider itself. */
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
