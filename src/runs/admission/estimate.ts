import { NORMALIZATION_MICRO, priceWithFee } from '../../billing/postings.ts';
import { loadMeans } from '../../billing/store.ts';
import type { Caller } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { RunsContext } from '../context.ts';
import { isSweep, WAVE } from '../learning-sweep.ts';
import type { CreateBody } from '../schema-create.ts';
import { ceilingOf, planFor, prepare, vetUrls } from './prepare.ts';

/** The likely price and runner of a task; nothing is started. */
export async function estimateRun(ctx: RunsContext, caller: Caller, body: CreateBody) {
  const prepared = await prepare(ctx, caller, body);
  const plan = await planFor(ctx, caller.workspaceId, prepared, null);
  await vetUrls(ctx, prepared);
  const numbers = new Map(plan.decision?.candidates.map((candidate) => [candidate.runner, candidate]));
  // The recent cost of attempts, where the router knows it; the list price where the caller chose.
  const prices = plan.order.map((slug) =>
    Math.round(
      (numbers.get(slug)?.costUsd ?? 0) * 1e6 ||
        (ctx.registry.entry(slug)?.facts.price.typicalTaskMicroUsd ?? 0),
    ),
  );
  const { maxCostMicro, source } = ceilingOf(prepared, plan);
  const withFees = (price: number) => priceWithFee(price, caller.feeRatePpm);
  const payable = affordable(prices, maxCostMicro);
  const isSwept = isSweep({ routingClass: prepared.routing.class });
  // A sweep tries a whole wave at least; the other kind the whole catalog.
  const probes = prepared.routing.class === 'learning' ? payable.slice(0, WAVE) : payable;
  const likely = isSwept ? probes.reduce((sum, price) => sum + price, 0) : (prices[0] ?? 0);
  const fee = withFees(likely) - likely;
  const normalization = prepared.request.normalize ? NORMALIZATION_MICRO : 0;
  const { leftMicro } = await loadMeans(ctx.db, caller);
  return {
    object: 'svc.estimate' as const,
    likely_runner: plan.order[0] ?? '',
    estimated_cost_usd: usd(likely + fee + normalization),
    // Low: the first runner alone, without normalization. High: every runner that can start below the ceiling.
    range_usd: {
      low: usd(withFees(likely)),
      high: usd(payable.map(withFees).reduce((sum, price) => sum + price, normalization)),
    },
    platform_fee_usd: usd(fee),
    normalization_usd: usd(normalization),
    candidates: plan.order.map((slug, index) => {
      const view = numbers.get(slug);
      return {
        runner: slug,
        expected_cost_usd: usd(prices[index] ?? 0),
        expected_latency_ms: view?.latencyMs ?? null,
        success_probability: view?.success ?? null,
      };
    }),
    budget: { max_cost_usd: maxCostMicro === null ? null : usd(maxCostMicro), source },
    sufficient_credits: leftMicro >= likely + fee + normalization,
  };
}

/** The attempts that a plan makes at most: none starts once the spend has reached the ceiling. */
function affordable(prices: number[], ceilingMicro: number | null): number[] {
  let spent = 0;
  return prices.filter((price) => {
    if (spent >= (ceilingMicro ?? Number.POSITIVE_INFINITY)) return false;
    spent += price;
    return true;
  });
}
