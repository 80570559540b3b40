import { NORMALIZATION_MICRO } from '../billing/postings.ts';
import { loadBalance } from '../billing/store.ts';
import type { Caller } from '../platform/http/route.ts';
import { share, usd } from '../platform/money.ts';
import type { RunsContext } from './context.ts';
import { ceilingOf, planFor, prepare, vetUrls } from './create.ts';
import type { CreateBody } from './schema.ts';

/** What a run would cost and who would likely do it; nothing is started. */
export async function estimateRun(ctx: RunsContext, caller: Caller, body: CreateBody) {
  const prepared = await prepare(ctx, caller, body);
  const plan = await planFor(ctx, caller.workspaceId, prepared);
  await vetUrls(ctx, prepared);
  const prices = plan.order.map((slug) => ctx.registry.entry(slug)?.facts.price.typicalTaskMicroUsd ?? 0);
  const likely = prices[0] ?? 0;
  const fee = share(likely, caller.feeRatePpm);
  const normalization = prepared.request.normalize ? NORMALIZATION_MICRO : 0;
  const { maxCostMicro, source } = ceilingOf(prepared.request, plan);
  const { creditsMicro } = await loadBalance(ctx.db, caller.workspaceId);
  return {
    object: 'svc.estimate' as const,
    likely_runner: plan.order[0] ?? '',
    estimated_cost_usd: usd(likely + fee + normalization),
    range_usd: {
      low: usd(Math.min(...prices)),
      high: usd(prices.reduce((sum, price) => sum + price, 0) + normalization),
    },
    platform_fee_usd: usd(fee),
    normalization_usd: usd(normalization),
    candidates: plan.order.map((slug, index) => {
      const view = plan.candidates.find((candidate) => candidate.runner === slug);
      return {
        runner: slug,
        expected_cost_usd: usd(prices[index] ?? 0),
        expected_latency_ms: view?.expectedLatencyMs ?? null,
        success_probability: view?.successProbability ?? null,
      };
    }),
    budget: { max_cost_usd: maxCostMicro === null ? null : usd(maxCostMicro), source },
    sufficient_credits: creditsMicro >= likely + fee + normalization,
  };
}
