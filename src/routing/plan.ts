import { ApiError } from '../errors.ts';
import type { Catalog, RegistryEntry } from '../runners/catalog.ts';
import type { RequestedRouting } from './requested-routing.ts';
import type { CandidateView, Decision, Router, SlaProfile, TaskType } from './router.ts';

/** The order in which a run tries runners, fixed at admission and stored with it. */
export interface Plan {
  order: string[];
  /** Present when the brain decided (smart, category); absent for pinned runners and chains. */
  decision: Pick<Decision, 'strategy' | 'reason' | 'summary' | 'policyVersion'> | null;
  candidates: CandidateView[];
  /** Spend ceiling of the plan itself, before the caller's own. Null where the caller chose the runners. */
  budgetMicro: number | null;
}

export interface PlanRequest {
  routing: RequestedRouting;
  taskType: TaskType;
  /** Something is to be done on the page: runners that can only read it are passed over. */
  needsActing: boolean;
  hasUrl: boolean;
  slaProfile: SlaProfile;
  maxFallbacks: number;
  /** True refuses runners that cannot relay a question to a human. */
  needsInteraction: boolean;
  /** The run brings a stored login: runners that cannot take it are passed over. */
  needsLogin: boolean;
  isAllowed(entry: RegistryEntry): boolean;
  /** A runner that repeats a recorded success of this task; it is tried only when there is one. */
  replay: { runner: string; hasScript: boolean };
}

export interface RunnerSource {
  entries(): RegistryEntry[];
  entry(slug: string): RegistryEntry | null;
  pools: Catalog['pools'];
}

/** Leaves whom the request leaves, then orders them. Custody is a hard filter before anything else. */
export function makePlan(request: PlanRequest, source: RunnerSource, router: Router): Plan {
  const chosen = namedEntries(request.routing, source);
  if (chosen.length === 0) throw unavailable(request.routing, chosen);
  const permitted = chosen.filter(request.isAllowed);
  if (permitted.length === 0) {
    throw new ApiError('custody_unsatisfiable', 'The custody policy and the routing share no runner.');
  }
  const available = permitted.filter((entry) => entry.status === 'available');
  if (available.length === 0 && chosen.some((entry) => entry.status === 'available')) {
    const off = permitted.map(({ facts, reason }) => (reason ? `${facts.slug} (${reason})` : facts.slug));
    const message = `The custody policy leaves only runners that are off here: ${off.slice(0, 5).join(', ')}.`;
    throw new ApiError('custody_unsatisfiable', message);
  }
  if (available.length === 0) throw unavailable(request.routing, permitted);
  const relaying = request.needsInteraction
    ? available.filter((entry) => entry.facts.capabilities.interaction_relay)
    : available;
  if (relaying.length === 0) {
    throw new ApiError(
      'runner_unavailable',
      'No available runner can relay a question to a human (`allow_interaction: true`).',
    );
  }
  const able = request.needsLogin ? ableToLogIn(relaying, request.routing) : relaying;
  const usable = able.filter((entry) => request.hasUrl || !entry.facts.needsUrl);
  if (usable.length === 0) {
    throw new ApiError('missing_url', {
      message: 'The available runners need a target: send `url`, or name a URL in the task.',
      param: 'url',
    });
  }
  if (request.routing.class === 'runner' || request.routing.class === 'chain') {
    return {
      order: usable.map((entry) => entry.facts.slug),
      decision: null,
      candidates: [],
      budgetMicro: null,
    };
  }
  const { replay } = request;
  const fitting = request.needsActing ? ableToAct(usable) : usable;
  const thinking = fitting.filter((entry) => entry.facts.slug !== replay.runner);
  const repeating = usable.find((entry) => entry.facts.slug === replay.runner);
  const decision = router.decide({
    candidates: thinking.map((entry) => entry.facts),
    taskType: request.taskType,
    slaProfile: request.routing.class === 'smart' ? request.slaProfile : 'balanced',
    maxFallbacks: request.maxFallbacks,
  });
  // It may miss, so it goes first only where somebody can take over.
  const isRepeated = replay.hasScript && repeating !== undefined && request.maxFallbacks > 0;
  return planOf(isRepeated ? withReplay(decision, repeating, request.maxFallbacks) : decision);
}

function planOf(decision: Decision): Plan {
  return {
    order: decision.order,
    decision: {
      strategy: decision.strategy,
      reason: decision.reason,
      summary: decision.summary,
      policyVersion: decision.policyVersion,
    },
    candidates: decision.candidates,
    budgetMicro: budgetOf(decision),
  };
}

function withReplay(decision: Decision, { facts }: RegistryEntry, maxFallbacks: number): Decision {
  const view = {
    runner: facts.slug,
    successProbability: 0.9,
    expectedCostMicro: facts.price.typicalTaskMicroUsd,
    expectedLatencyMs: 5_000,
  };
  return {
    ...decision,
    order: [facts.slug, ...decision.order].slice(0, 1 + maxFallbacks),
    strategy: 'exploit',
    reason: 'exploit_recent_winner',
    summary: 'This workspace has done this task before: what worked then is repeated first.',
    candidates: [view, ...decision.candidates],
  };
}

function namedEntries(routing: RequestedRouting, source: RunnerSource): RegistryEntry[] {
  if (routing.class === 'runner' || routing.class === 'chain')
    return routing.runners.map((slug) => source.entry(slug)).filter((entry) => entry !== null);
  if (routing.class === 'category')
    return source.pools[routing.category].map((slug) => source.entry(slug)).filter((entry) => entry !== null);
  return source.entries();
}

/** A runner that the caller named is taken at the caller's word, even where none of them can sign in. */
function ableToLogIn(entries: RegistryEntry[], routing: RequestedRouting): RegistryEntry[] {
  const able = entries.filter(({ facts }) => facts.capabilities.login && facts.secrets.channel !== 'none');
  if (able.length > 0) return able;
  if (routing.class === 'runner' || routing.class === 'chain') return entries;
  throw new ApiError('runner_unavailable', 'No available runner can sign in with a stored credential.');
}

/** Where nobody can act, a reader may still find what is asked. */
function ableToAct(entries: RegistryEntry[]): RegistryEntry[] {
  const able = entries.filter(({ facts }) => facts.capabilities.javascript);
  return able.length > 0 ? able : entries;
}

function unavailable(routing: RequestedRouting, entries: RegistryEntry[]): ApiError {
  const [first] = entries;
  const message =
    entries.length === 1 && first
      ? `The runner ${first.facts.slug} is not available: ${first.reason ?? 'it is listed but not built yet'}.`
      : `None of the ${entries.length} runners of this ${routing.class} is available.`;
  return new ApiError('runner_unavailable', { message, param: 'routing' });
}

/** Half again what the whole plan is expected to cost. */
function budgetOf(decision: Decision): number {
  const planned = new Set(decision.order);
  const expected = decision.candidates
    .filter((candidate) => planned.has(candidate.runner))
    .reduce((sum, candidate) => sum + candidate.expectedCostMicro, 0);
  return Math.max(1, Math.ceil(expected * 1.5));
}
