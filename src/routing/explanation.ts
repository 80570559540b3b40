import { z } from 'zod';
import { usd } from '../platform/money.ts';
import { type CandidateNumbers, type Decision, PRIOR_LEVELS, type Weights } from './port.ts';

/** An attempt as far as the card tells of it. */
interface ExecutedAttempt {
  id: string;
  ordinal: number;
  runner: string;
  phase: string;
  verdict: string | null;
  fault: string;
  error: { code: string } | null;
  costMicro: number | null;
  startedAt: Date;
  finishedAt: Date | null;
  /** How likely it was to succeed, by the decision that dispatched it. */
  decision: { chain: string[]; success: number[] } | null;
}

const level = z.enum(PRIOR_LEVELS);
const candidate = z.strictObject({
  runner: z.string(),
  successProbability: z.number(),
  blockRisk: z.number(),
  availability: z.number(),
  expectedCostUsd: z.number(),
  expectedLatencyMs: z.number(),
  utility: z.strictObject({
    value: z.number(),
    cost: z.number(),
    latency: z.number(),
    block: z.number(),
    total: z.number(),
  }),
  index: z.number(),
  optimismBonus: z.number(),
  confidence: z.number(),
  priorLevel: level,
  evidence: z.record(level, z.number()),
  plannedPosition: z.int().nullable(),
  excludedBecause: z.string().nullable(),
});
const executed = z.strictObject({
  id: z.string(),
  position: z.int(),
  runner: z.string(),
  phase: z.string(),
  outcome: z.string().nullable(),
  fault: z.string(),
  evidenceCode: z.string().nullable(),
  scored: z.boolean(),
  predictedSuccess: z.number().nullable(),
  costUsd: z.number().nullable(),
  latencyMs: z.number().nullable(),
});

export const explanationObject = z
  .strictObject({
    object: z.literal('svc.explanation'),
    response_id: z.string(),
    policyVersion: z.string(),
    chosen: z.strictObject({ runner: z.string(), strategy: z.string(), reason: z.string() }),
    summary: z.string(),
    slaProfile: z.string(),
    domain: z.string().nullable(),
    taskType: z.string(),
    weights: z.strictObject({
      valueUsd: z.number(),
      perUsd: z.number(),
      perSecondUsd: z.number(),
      perBlockUsd: z.number(),
    }),
    plan: z.array(z.string()),
    budgetUsd: z.number(),
    hedgeAfterMs: z.int().nullable(),
    candidates: z.array(candidate),
    excluded: z.array(z.strictObject({ runner: z.string(), excludedBecause: z.string() })),
    evidenceDepth: z.strictObject({
      domainVisits: z.int(),
      domainEvidence: z.number(),
      runnersTried: z.int(),
    }),
    siteProfile: z.strictObject({
      defense: z.string(),
      cluster: z.string(),
      source: z.string().nullable(),
      seenAt: z.string().nullable(),
      tags: z.array(z.string()),
    }),
    neighborsUsed: z.array(
      z.strictObject({ domain: z.string(), similarity: z.number(), evidence: z.number() }),
    ),
    appliedHints: z.array(z.string()),
    explorationQuota: z
      .strictObject({ rate: z.number(), scope: z.string(), used: z.number(), allowed: z.number() })
      .nullable(),
    attempts: z.array(executed).optional(),
  })
  .meta({ id: 'Explanation' });

/** The decision card, from the stored decision; null where the caller chose the runners. */
export function explanationCard(run: {
  id: string;
  /** The decision with which the run began. */
  decision: Decision | null;
  isOver: boolean;
  /** Runners that the spend ceiling kept from starting, then and later. */
  forbidden: readonly string[];
  attempts: ExecutedAttempt[];
}): z.infer<typeof explanationObject> | null {
  const { decision } = run;
  if (!decision) return null;
  const { weights } = decision;
  return {
    object: 'svc.explanation',
    response_id: run.id,
    policyVersion: decision.policyVersion,
    chosen: { runner: decision.chain[0] ?? '', strategy: decision.strategy, reason: decision.reason },
    summary: decision.summary,
    slaProfile: decision.slaProfile,
    domain: decision.domain,
    taskType: decision.taskType,
    weights: {
      valueUsd: weights.value,
      perUsd: weights.cost,
      perSecondUsd: weights.latency,
      perBlockUsd: weights.block,
    },
    plan: decision.chain,
    budgetUsd: usd(decision.preflightBudgetMicro),
    hedgeAfterMs: decision.hedgeAfterMs,
    candidates: decision.candidates.map((numbers) => candidateOf(numbers, weights)),
    excluded: excludedOf(decision, run.forbidden),
    evidenceDepth: decision.evidenceDepth,
    siteProfile: decision.siteProfile,
    neighborsUsed: decision.neighborsUsed,
    appliedHints: decision.appliedHints,
    explorationQuota: decision.explorationQuota,
    ...(run.isOver ? { attempts: run.attempts.map(attemptOf) } : {}),
  };
}

function excludedOf({ excluded }: Decision, forbidden: readonly string[]) {
  const known = new Set(excluded.map(({ runner }) => runner));
  const since = forbidden.filter((runner) => !known.has(runner));
  return [
    ...excluded.map(({ runner, why }) => ({ runner, excludedBecause: why as string })),
    ...since.map((runner) => ({ runner, excludedBecause: 'over_ceiling' })),
  ];
}

/** Expected utility in its parts: the worth of a success, less the attempt's cost in money, time and blocks. */
export function utilityOf({ success, costUsd, latencyMs, block }: CandidateNumbers, weights: Weights) {
  const parts = {
    value: success * weights.value,
    cost: -weights.cost * costUsd,
    latency: (-weights.latency * latencyMs) / 1000,
    block: -weights.block * block,
  };
  return { ...parts, total: parts.value + parts.cost + parts.latency + parts.block };
}

function candidateOf(numbers: CandidateNumbers, weights: Weights): z.infer<typeof candidate> {
  const utility = utilityOf(numbers, weights);
  const price = utility.value - utility.total;
  return {
    runner: numbers.runner,
    successProbability: numbers.success,
    blockRisk: numbers.block,
    availability: numbers.availability,
    expectedCostUsd: numbers.costUsd,
    expectedLatencyMs: numbers.latencyMs,
    utility: {
      value: rounded(utility.value),
      cost: rounded(utility.cost),
      latency: rounded(utility.latency),
      block: rounded(utility.block),
      total: rounded(utility.total),
    },
    index: rounded(weights.value - price / Math.max(1e-6, numbers.success)),
    optimismBonus: rounded(numbers.optimisticSuccess - numbers.success),
    confidence: numbers.confidence,
    priorLevel: numbers.priorLevel,
    evidence: Object.fromEntries(PRIOR_LEVELS.map((name, at) => [name, numbers.evidence[at] ?? 0])) as Record<
      (typeof PRIOR_LEVELS)[number],
      number
    >,
    plannedPosition: numbers.position,
    excludedBecause: numbers.leftOut,
  };
}

function attemptOf(attempt: ExecutedAttempt): z.infer<typeof executed> {
  const { decision, fault, verdict } = attempt;
  return {
    id: attempt.id,
    position: attempt.ordinal,
    runner: attempt.runner,
    phase: attempt.phase,
    outcome: verdict,
    fault,
    evidenceCode: attempt.error?.code ?? null,
    // Faults of the platform and of the caller say nothing about a runner, nor does a site that is down.
    scored: verdict !== null && (fault === 'none' || fault === 'runner' || verdict === 'blocked'),
    predictedSuccess: decision?.success[decision.chain.indexOf(attempt.runner)] ?? null,
    costUsd: attempt.costMicro === null ? null : usd(attempt.costMicro),
    latencyMs: attempt.finishedAt ? attempt.finishedAt.getTime() - attempt.startedAt.getTime() : null,
  };
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 || 0;
}
