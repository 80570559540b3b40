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
  runner: z.string().describe('Runner slug.'),
  successProbability: z.number().describe('Probability of success, from 0 to 1.'),
  blockRisk: z.number().describe('Probability that the site blocks the runner.'),
  availability: z.number().describe('Probability that the runner is working.'),
  expectedCostUsd: z.number().describe('Expected cost in US dollars.'),
  expectedLatencyMs: z.number().describe('Expected duration in milliseconds.'),
  utility: z
    .strictObject({
      value: z.number().describe('Value of success.'),
      cost: z.number().describe('Penalty for cost.'),
      latency: z.number().describe('Penalty for time.'),
      block: z.number().describe('Penalty for blocks.'),
      total: z.number().describe('Sum of the parts.'),
    })
    .describe('Expected value and its parts.'),
  index: z.number().describe('Final score; higher is better.'),
  optimismBonus: z.number().describe('Bonus for a runner with little evidence.'),
  confidence: z.number().describe('Confidence in the estimates, from 0 to 1.'),
  priorLevel: level.describe(
    'Scope of the evidence behind the estimate, from this site and task to all sites.',
  ),
  evidence: z.record(level, z.number()).describe('Weight of the evidence at each level.'),
  plannedPosition: z.int().nullable().describe('Position in the plan; null if not planned.'),
  excludedBecause: z.string().nullable().describe('Why it was excluded; null if it was not.'),
});
const executed = z.strictObject({
  id: z.string().describe('ID of the attempt.'),
  position: z.int().describe('Position in the run.'),
  runner: z.string().describe('Runner slug.'),
  phase: z.string().describe('Why the attempt was made: plan, fallback, race, widening or probe.'),
  outcome: z.string().nullable().describe('Verdict of the attempt.'),
  fault: z.string().describe('Party responsible for the failure.'),
  evidenceCode: z.string().nullable().describe('Error code that the router learned from.'),
  scored: z.boolean().describe('Whether the router learned from the attempt.'),
  predictedSuccess: z.number().nullable().describe('Predicted probability of success.'),
  costUsd: z.number().nullable().describe('Cost in US dollars.'),
  latencyMs: z.number().nullable().describe('Duration in milliseconds.'),
});

export const explanationObject = z
  .strictObject({
    object: z.literal('svc.explanation'),
    response_id: z.string().describe('ID of the run.'),
    policyVersion: z.string().describe('Version of the routing policy.'),
    chosen: z
      .strictObject({
        runner: z.string().describe('Runner slug.'),
        strategy: z.string().describe('Routing strategy.'),
        reason: z.string().describe('Reason for the choice.'),
      })
      .describe('First runner in the plan.'),
    summary: z.string().describe('The decision in one sentence.'),
    slaProfile: z.string().describe('Priority of the request.'),
    domain: z.string().nullable().describe('Domain of the site.'),
    taskType: z.string().describe('Kind of task.'),
    weights: z
      .strictObject({
        valueUsd: z.number().describe('Value of a success in US dollars.'),
        perUsd: z.number().describe('Weight of each US dollar of cost.'),
        perSecondUsd: z.number().describe('Weight of each second.'),
        perBlockUsd: z.number().describe('Weight of a block by the site.'),
      })
      .describe('Weights used in the score.'),
    plan: z.array(z.string()).describe('Runners in the order of the plan.'),
    budgetUsd: z.number().describe('Budget of the plan in US dollars.'),
    hedgeAfterMs: z
      .int()
      .nullable()
      .describe(
        'Delay in milliseconds before a second runner starts alongside the first; null to never start one.',
      ),
    candidates: z.array(candidate).describe('Runners considered, with their estimates.'),
    excluded: z
      .array(
        z.strictObject({
          runner: z.string().describe('Runner slug.'),
          excludedBecause: z.string().describe('Why it was excluded.'),
        }),
      )
      .describe('Runners not considered.'),
    evidenceDepth: z
      .strictObject({
        domainVisits: z.int().describe('Number of smart runs on the site.'),
        domainEvidence: z.number().describe('Weight of the evidence about the site.'),
        runnersTried: z.int().describe('Number of runners tried on the site.'),
      })
      .describe('How much is known about the site.'),
    siteProfile: z
      .strictObject({
        defense: z.string().describe('Bot protection of the site.'),
        cluster: z.string().describe('Group of similar sites.'),
        source: z.string().nullable().describe('Where the profile comes from.'),
        seenAt: z.string().nullable().describe('When the site was last probed.'),
        tags: z.array(z.string()).describe('Further traits.'),
      })
      .describe('What is known about the site.'),
    neighborsUsed: z
      .array(
        z.strictObject({
          domain: z.string().describe('Domain of the site.'),
          similarity: z.number().describe('Similarity, from 0 to 1.'),
          evidence: z.number().describe('Weight of the evidence from that site.'),
        }),
      )
      .describe('Similar sites whose evidence was used.'),
    appliedHints: z.array(z.string()).describe('Rules that changed the ranking.'),
    explorationQuota: z
      .strictObject({
        rate: z.number().describe('Fraction of runs that may explore.'),
        scope: z.string().describe('Scope of the quota.'),
        used: z.number().describe('Tries used.'),
        allowed: z.number().describe('Tries allowed.'),
      })
      .nullable()
      .describe('Quota for exploring less-known runners; null without one.'),
    attempts: z.array(executed).optional().describe('Attempts of the ended run.'),
  })
  .meta({ id: 'Explanation', description: 'Decision card: why smart routing chose its runners.' });

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
    ...excluded.map(({ runner, why }) => ({ runner, excludedBecause: String(why) })),
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
