import { usd } from '../platform/money.ts';
import type { Plan } from './plan.ts';

interface ExecutedAttempt {
  id: string;
  runner: string;
  phase: string;
  verdict: string | null;
  fault: string;
  costMicro: number | null;
}

/**
 * The decision card of a run the brain routed. Until the learned router has statistics it shows what the catalog
 * alone can say: every candidate at the global prior, and a site nobody knows yet.
 */
export function explanationCard(run: {
  id: string;
  plan: Plan;
  isOver: boolean;
  attempts: ExecutedAttempt[];
}) {
  const { plan } = run;
  if (!plan.decision) return null;
  return {
    object: 'svc.explanation' as const,
    response_id: run.id,
    policyVersion: plan.decision.policyVersion,
    chosen: { runner: plan.order[0] ?? '', strategy: plan.decision.strategy, reason: plan.decision.reason },
    summary: plan.decision.summary,
    candidates: plan.candidates.map((candidate) => ({
      runner: candidate.runner,
      successProbability: candidate.successProbability,
      expectedCostUsd: usd(candidate.expectedCostMicro),
      expectedLatencyMs: candidate.expectedLatencyMs,
      blockRisk: null,
      priorLevel: 'global' as const,
      plannedPosition: plan.order.includes(candidate.runner) ? plan.order.indexOf(candidate.runner) : null,
    })),
    evidenceDepth: { domainVisits: 0, runnersTried: 0 },
    siteProfile: { defense: 'unknown' as const, cluster: 'unknown' },
    neighborsUsed: [] as never[],
    appliedHints: [] as never[],
    explorationQuota: null,
    ...(run.isOver ? { attempts: run.attempts.map(renderAttempt) } : {}),
  };
}

function renderAttempt(attempt: ExecutedAttempt) {
  return {
    id: attempt.id,
    runner: attempt.runner,
    phase: attempt.phase,
    outcome: attempt.verdict,
    fault: attempt.fault,
    // Faults of the platform say nothing about a runner and never count against it.
    scored: attempt.fault !== 'platform' && attempt.fault !== 'caller',
    costUsd: attempt.costMicro === null ? null : usd(attempt.costMicro),
  };
}
