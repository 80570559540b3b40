import { NORMALIZATION_MICRO } from '../billing/postings.ts';
import { share, usd } from '../platform/money.ts';
import { isSweep } from './learning-sweep.ts';
import type { Attempt, Run, RunRequest } from './run.ts';

/**
 * The money that a run may spend, before the platform fee. The caller's ceiling is a promise: the bill never exceeds it. The
 * budget of the routing plan is the router's own limit: it only keeps further attempts from starting. Pure.
 */

type Limits = Pick<Run, 'maxCostMicro' | 'routingClass'> & {
  plan: Pick<Run['plan'], 'budgetMicro'>;
  request: Pick<Run['request'], 'maxCostMicro'>;
};
type Spending = Pick<Run, 'maxCostMicro' | 'spentMicro' | 'attempts' | 'normalizing'>;

export type BudgetSource = 'caller' | 'learning_default' | 'routing_plan';

/** The lower of the two limits. */
export function budgetOf({ maxCostMicro, plan, routingClass, request }: Limits): {
  micro: number | null;
  source: BudgetSource | null;
} {
  const { budgetMicro } = plan;
  if (maxCostMicro !== null && (budgetMicro === null || maxCostMicro <= budgetMicro)) {
    const isDefault = isSweep({ routingClass }) && request.maxCostMicro === null;
    return { micro: maxCostMicro, source: isDefault ? 'learning_default' : 'caller' };
  }
  return { micro: budgetMicro, source: budgetMicro === null ? null : 'routing_plan' };
}

/** The share of the ceiling that an attempt takes: nothing where the workspace pays the provider itself. */
export function reservedMicro({ priceMicro, isOwnKey }: Pick<Attempt, 'priceMicro' | 'isOwnKey'>): number {
  return isOwnKey ? 0 : priceMicro;
}

/** Spent, or reserved by the attempts under way other than `except`. */
export function boundMicro(
  { spentMicro, attempts }: Omit<Spending, 'maxCostMicro'>,
  except?: string,
): number {
  return attempts
    .filter(({ id, status }) => status === 'running' && id !== except)
    .reduce((sum, attempt) => sum + reservedMicro(attempt), spentMicro);
}

/** The rest of the caller's ceiling for a further attempt, or for `attemptId`; infinite without a ceiling. */
export function leftMicro(run: Spending, attemptId?: string): number {
  const addonMicro = run.attempts.some((one) => isNormalized(run, one)) ? NORMALIZATION_MICRO : 0;
  return ceilingOf(run) - boundMicro(run, attemptId) - addonMicro;
}

/** Whether the ceiling covers the normalization of an attempt with this cost; the add-on is billed once. */
export function coversAddon(run: Spending, attempt: Attempt, costMicro: number): boolean {
  if (attempt.isOwnKey) return ceilingOf(run) - boundMicro(run, attempt.id) >= NORMALIZATION_MICRO;
  return ceilingOf(run) - boundMicro(run, attempt.id) >= costMicro + NORMALIZATION_MICRO;
}

/** The limit of a metered attempt; the plan's budget always covers the listed price. */
export function spendLimitMicro(run: Spending & Pick<Run, 'plan'>, attempt: Attempt): number | null {
  const planned = (run.plan.budgetMicro ?? Number.POSITIVE_INFINITY) - boundMicro(run, attempt.id);
  const micro = Math.min(leftMicro(run, attempt.id), Math.max(attempt.priceMicro, planned));
  return Number.isFinite(micro) ? Math.max(0, micro) : null;
}

/** Why no runner of `forbidden` may start. */
export function overCeiling(
  run: Spending,
  forbidden: ReadonlyArray<{ runner: string; priceMicro: number }>,
): string {
  const cheapest = forbidden.toSorted((one, other) => one.priceMicro - other.priceMicro)[0];
  const price =
    cheapest && `the cheapest runner left, ${cheapest.runner}, costs ${usd(cheapest.priceMicro)} USD`;
  const left = Math.max(0, leftMicro(run));
  const rest = run.attempts.length === 0 ? 'is' : `leaves ${usd(left)} of`;
  return `The spend ceiling ${rest} ${usd(run.maxCostMicro ?? 0)} USD, and ${price ?? 'no runner costs less'}.`;
}

function ceilingOf({ maxCostMicro }: Pick<Run, 'maxCostMicro'>): number {
  return maxCostMicro ?? Number.POSITIVE_INFINITY;
}

function isNormalized({ normalizing }: Spending, { id, status, result }: Attempt): boolean {
  if (status === 'running') return normalizing?.includes(id) ?? false;
  return result?.judgement?.normalization?.applied ?? false;
}

/** The credits that a run holds while these attempts are under way: prices, the normalization below the ceiling, and the fees. */
export function holdFor(
  {
    maxCostMicro,
    spentMicro,
    feeRatePpm,
    request: { normalize },
  }: Pick<Run, 'maxCostMicro' | 'spentMicro' | 'feeRatePpm'> & { request: Pick<RunRequest, 'normalize'> },
  attempts: ReadonlyArray<Pick<Attempt, 'priceMicro' | 'isOwnKey'>>,
): number {
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
  const feesMicro = sum(attempts.map(({ priceMicro }) => share(priceMicro, feeRatePpm)));
  const addonMicro = normalize && attempts.length > 0 ? NORMALIZATION_MICRO : 0;
  const leftMicro = (maxCostMicro ?? Number.POSITIVE_INFINITY) - spentMicro;
  return feesMicro + Math.min(sum(attempts.map(reservedMicro)) + addonMicro, Math.max(0, leftMicro));
}

/** The share of the run's budget that an attempt took: nothing where the workspace paid the provider itself. */
export function billedCost({ costMicro, isOwnKey }: { costMicro: number | null; isOwnKey: boolean }): number {
  return isOwnKey ? 0 : (costMicro ?? 0);
}
