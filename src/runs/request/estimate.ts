import { NORMALIZATION_MICRO } from '../../billing/postings.ts';
import { loadMeans } from '../../billing/store.ts';
import type { Caller } from '../../platform/http/route.ts';
import { share, usd } from '../../platform/money.ts';
import { budgetOf } from '../ceiling.ts';
import type { RequestContext } from '../context.ts';
import { isSweep, WAVE } from '../learning-sweep.ts';
import { priceMicro } from '../lifecycle/decide-next.ts';
import type { CreateBody } from '../schema-create.ts';
import { firstAttempt, heldAtFirst } from './first-attempt.ts';
import { ceilingMicro, planFor, prepare, vetUrls } from './prepare.ts';

/** The likely price and runner of a task; nothing is started. */
export async function estimateRun(ctx: RequestContext, caller: Caller, body: CreateBody) {
  const prepared = await prepare(ctx, caller, body);
  const plan = await planFor(ctx, caller.workspaceId, prepared, null);
  await vetUrls(ctx, prepared);
  const { own } = prepared;
  const numbers = new Map(plan.decision?.candidates.map((candidate) => [candidate.runner, candidate]));
  const steps = plan.order.map((runner) => {
    const listedMicro = ctx.registry.entry(runner)?.facts.price.typicalTaskMicroUsd ?? 0;
    // The recent cost of attempts, where the router knows it; the list price where the caller chose.
    const expectedMicro = Math.round((numbers.get(runner)?.costUsd ?? 0) * 1e6) || listedMicro;
    const isOwnKey = ctx.registry.isOwnKey(runner, own);
    return { runner, expectedMicro, isOwnKey, priceMicro: priceMicro(ctx, runner, own) };
  });
  const maxCostMicro = ceilingMicro(prepared);
  const { class: routingClass } = prepared.routing;
  const payable = affordable(steps, maxCostMicro ?? Number.POSITIVE_INFINITY);
  // A sweep tries a whole wave at least; the other kind the whole catalog.
  const atLeast = !isSweep({ routingClass }) ? 1 : routingClass === 'learning' ? WAVE : payable.length;
  const fees = (some: Payable[]) =>
    some.reduce((sum, { feeBasisMicro }) => sum + share(feeBasisMicro, caller.feeRatePpm), 0);
  const likely = payable.slice(0, atLeast);
  const withAddon = (billedMicro: number) => {
    const isCovered = billedMicro + NORMALIZATION_MICRO <= (maxCostMicro ?? Number.POSITIVE_INFINITY);
    return prepared.request.normalize && payable.length > 0 && isCovered ? NORMALIZATION_MICRO : 0;
  };
  const fee = fees(likely);
  const normalization = withAddon(billed(likely));
  const budget = budgetOf({ maxCostMicro, plan, routingClass, request: prepared.request });
  const { leftMicro } = await loadMeans(ctx.db, caller);
  const cheapest = plan.fitting.map(({ runner }) => priceMicro(ctx, runner, own));
  return {
    object: 'svc.estimate' as const,
    likely_runner: payable[0]?.runner ?? null,
    cheapest_price_usd: usd(Math.min(...cheapest)),
    estimated_cost_usd: usd(billed(likely) + fee + normalization),
    // Low: the first runner alone, without normalization. High: every runner that can start below the ceiling.
    range_usd: {
      low: usd(billed(likely) + fee),
      high: usd(billed(payable) + fees(payable) + Math.max(normalization, withAddon(billed(payable)))),
    },
    platform_fee_usd: usd(fee),
    normalization_usd: usd(normalization),
    candidates: steps.map(({ runner, expectedMicro }) => {
      const view = numbers.get(runner);
      return {
        runner,
        expected_cost_usd: usd(expectedMicro),
        expected_latency_ms: view?.latencyMs ?? null,
        success_probability: view?.success ?? null,
      };
    }),
    budget: { max_cost_usd: budget.micro === null ? null : usd(budget.micro), source: budget.source },
    sufficient_credits: leftMicro >= heldAtFirst(prepared, firstAttempt(ctx, prepared, plan), caller),
  };
}

interface Payable {
  runner: string;
  billedMicro: number;
  feeBasisMicro: number;
}

function billed(some: Payable[]): number {
  return some.reduce((sum, { billedMicro }) => sum + billedMicro, 0);
}

/** The attempts that a plan makes at most: none starts whose price exceeds the rest of the ceiling. */
function affordable(
  steps: ReadonlyArray<{ runner: string; expectedMicro: number; priceMicro: number; isOwnKey: boolean }>,
  ceiling: number,
): Payable[] {
  let left = ceiling;
  const payable: Payable[] = [];
  for (const { runner, expectedMicro, priceMicro: price, isOwnKey } of steps) {
    if (left <= 0 || price > left) continue;
    const billedMicro = isOwnKey ? 0 : Math.min(expectedMicro, left);
    left -= billedMicro;
    payable.push({ runner, billedMicro, feeBasisMicro: isOwnKey ? expectedMicro : billedMicro });
  }
  return payable;
}
