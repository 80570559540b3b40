import { ApiError } from '../errors.ts';
import type { TaskType } from '../task/index.ts';
import { type CandidateRequest, candidatesOf, type RunnerSource, whyNobody } from './candidates.ts';
import type { Candidate, Decision, Excluded, Router, SlaProfile } from './port.ts';

/** The order in which a run tries runners, made at admission and stored with it. */
export interface Plan {
  order: string[];
  /** Present when the brain decided (smart, category); absent for pinned runners and chains. */
  decision: Decision | null;
  /** Spend ceiling of the plan itself, before the caller's own. Null where the caller chose the runners. */
  budgetMicro: number | null;
  /** The runners that the request excludes, each with the first reason against it. */
  excluded: Excluded[];
  /** The runners that fit the request, whatever they cost. */
  fitting: Candidate[];
}

export interface PlanRequest extends CandidateRequest {
  runId: string | null;
  nowMs: number;
  workspaceId: string;
  domain: string | null;
  taskType: TaskType;
  slaProfile: SlaProfile;
  maxFallbacks: number;
  maxCostMicro: number | null;
  timeBudgetMs: number | null;
}

/** Selects the runners that fit the request, then orders them. */
export function makePlan(request: PlanRequest, catalog: RunnerSource, router: Router): Plan {
  const { nowMs, routing } = request;
  const health = { probation: router.probation(nowMs) };
  const { eligible, excluded, skipped, tooDear } = candidatesOf(request, catalog, health);
  const fitting = [...eligible, ...tooDear];
  if (fitting.length === 0) {
    const { code, ...details } = whyNobody(request, catalog, excluded);
    throw new ApiError(code, details);
  }
  if (routing.class === 'runner' || routing.class === 'chain')
    return {
      order: eligible.map(({ runner }) => runner),
      decision: null,
      budgetMicro: null,
      excluded,
      fitting,
    };
  const { runId, workspaceId, domain, taskType, maxFallbacks, maxCostMicro, timeBudgetMs } = request;
  const decision = router.decide({
    runId,
    nowMs,
    workspaceId,
    domain,
    taskType,
    maxFallbacks,
    maxCostMicro,
    slaProfile: routing.class === 'smart' ? request.slaProfile : 'balanced',
    candidates: eligible,
    excluded: skipped,
    tooDear,
    isForced: isForced(request, fitting.length, excluded),
    attempts: [],
    inFlight: [],
    budgetMicro: null,
    spentMicro: 0,
    timeLeftMs: timeBudgetMs,
  });
  const budgetMicro = decision.chain.length === 0 ? null : decision.preflightBudgetMicro;
  return { order: decision.chain, decision, budgetMicro, excluded, fitting };
}

/** The caller's wish (a category, custody) left exactly one runner. */
function isForced({ routing }: PlanRequest, eligible: number, excluded: readonly { why: string }[]): boolean {
  if (eligible !== 1) return false;
  return routing.class === 'category' || excluded.some(({ why }) => why === 'custody');
}
