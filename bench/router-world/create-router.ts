import { decide } from '../../src/routing/model/decide.ts';
import { observe } from '../../src/routing/model/observe.ts';
import { LEVEL_INDEX } from '../../src/routing/model/predict.ts';
import { publishedMove } from '../../src/routing/model/published.ts';
import { newSite } from '../../src/routing/model/site.ts';
import { applyDeltas, type Deltas, newState, type State, siteKey } from '../../src/routing/model/state.ts';
import type {
  Decision,
  Defense,
  Candidate as Known,
  AttemptOutcome as Outcome,
  Reason,
  SlaProfile,
  Strategy,
} from '../../src/routing/port.ts';
import { predictedBy } from '../../src/routing/port.ts';
import type { TaskType } from '../../src/task/index.ts';

/** The router without a service around it: for simulations, replays and tests. Everything stays in memory. */

export interface Candidate {
  slug: string;
  kind: 'hosted_agent' | 'infra' | 'extraction' | 'oss';
  provider: string;
  listPriceUsd: number;
}

export interface DecideContext {
  runId: string;
  nowMs: number;
  domain: string;
  defense: Defense;
  siteTags: string[];
  task: TaskType;
  slaProfile: SlaProfile;
  maxFallbacks: number;
  maxCostUsd: number | null;
  candidates: Candidate[];
  attempts: AttemptOutcome[];
}

export interface AttemptOutcome {
  runId: string;
  position: number;
  nowMs: number;
  runner: string;
  runnerInfo: Candidate;
  domain: string;
  defense: Defense;
  siteTags: string[];
  task: TaskType;
  slaProfile: SlaProfile;
  status: 'succeeded' | 'blocked' | 'failed' | 'empty';
  errorClass:
    | 'none'
    | 'bot_challenge'
    | 'bad_output'
    | 'empty_output'
    | 'timeout'
    | 'provider_5xx'
    | 'provider_auth'
    | 'connect'
    | 'rate_limited';
  costUsd: number;
  latencyMs: number;
  source: 'smart' | 'learning';
}

export interface SimulatedRouter {
  decide(context: DecideContext): {
    order: string[];
    reason: Reason;
    strategy: Strategy;
    /** The belief about the first of the order. */
    success: number;
  };
  observe(outcome: AttemptOutcome): void;
  state: State;
}

/** A success rate of a runner that is known before the first run. */
export interface PublishedRate {
  runner: Candidate;
  success: number;
  atMs: number;
}

const NO_DELTAS: Deltas = {
  effects: [],
  sums: [],
  sites: [],
  changes: [],
  probation: [],
  differing: [],
  reopened: [],
  retracted: [],
  recent: null,
};

const KINDS = {
  hosted_agent: 'hosted_agent',
  infra: 'browser_infra',
  extraction: 'extraction',
  oss: 'open_source',
} as const;
const PLATFORM = new Set(['provider_5xx', 'provider_auth', 'connect', 'rate_limited']);
const WORKSPACE = 'ws';

interface Init {
  /** It goes into every run's lots. */
  seed: number;
  published?: readonly PublishedRate[];
  /** Hears every decision, and every outcome with its changes. */
  onDecided?(decision: Decision): void;
  onObserved?(outcome: Outcome, deltas: Deltas): void;
}

export function createRouter(init: Init): SimulatedRouter {
  const state = newState();
  for (const { runner, success, atMs } of init.published ?? []) {
    const known = candidateOf(runner);
    const add = publishedMove(known, success);
    const effects = [{ level: LEVEL_INDEX.r ?? 0, key: 'r', column: known.runner, add }];
    applyDeltas(state, { ...NO_DELTAS, effects }, atMs);
  }
  /** Of the run under way: runs come one after the other. */
  let made: { runId: string; first: Decision; last: Decision } | null = null;

  function knowSite(domain: string, defense: Defense, tags: string[]): void {
    const key = siteKey(WORKSPACE, domain);
    const site = state.sites.get(key) ?? newSite();
    state.sites.set(key, { ...site, defense, tags });
  }

  return {
    state,
    decide(context) {
      knowSite(context.domain, context.defense, context.siteTags);
      const decision = decide(
        {
          runId: `${init.seed}|${context.runId}`,
          nowMs: context.nowMs,
          workspaceId: WORKSPACE,
          domain: context.domain,
          taskType: context.task,
          slaProfile: context.slaProfile,
          maxFallbacks: context.maxFallbacks,
          candidates: context.candidates.map(candidateOf),
          excluded: [],
          tooDear: [],
          isForced: false,
          attempts: context.attempts.map(({ runner, status, errorClass, defense }) => ({
            runner,
            verdict: status,
            fault: faultOf(status, errorClass),
            defense,
          })),
          inFlight: [],
          maxCostMicro: context.maxCostUsd === null ? null : context.maxCostUsd * 1e6,
          budgetMicro: null,
          spentMicro: context.attempts.reduce((sum, { costUsd }) => sum + costUsd * 1e6, 0),
          timeLeftMs: null,
        },
        state,
      );
      init.onDecided?.(decision);
      const { runId } = context;
      made = { runId, first: made?.runId === runId ? made.first : decision, last: decision };
      const success = decision.candidates.find(({ runner }) => runner === decision.chain[0])?.success ?? 0;
      const { chain, reason, strategy } = decision;
      return { order: chain, reason, strategy, success };
    },
    observe(outcome) {
      const { runId, position, nowMs, domain, status, errorClass, source } = outcome;
      if (!state.sites.has(siteKey(WORKSPACE, domain))) knowSite(domain, outcome.defense, outcome.siteTags);
      const decided = made?.runId === runId ? made : null;
      const observed: Outcome = {
        attemptId: `${runId}|${outcome.runner}`,
        runId,
        nowMs,
        workspaceId: WORKSPACE,
        domain,
        taskType: outcome.task,
        runner: candidateOf(outcome.runnerInfo),
        slaProfile: outcome.slaProfile,
        position,
        source,
        verdict: status,
        answerPresent: status === 'succeeded',
        fault: faultOf(status, errorClass),
        errorCode: errorClass === 'none' ? null : errorClass === 'timeout' ? 'timeout' : 'run_failed',
        defense: outcome.defense,
        costMicro: outcome.costUsd * 1e6,
        latencyMs: outcome.latencyMs,
        predicted: decided ? predictedBy(decided.first, decided.last, outcome.runner) : null,
        reason: decided?.last.reason ?? null,
        ownAccount: false,
        task: null,
        isHollow: false,
      };
      const deltas = observe(state, observed);
      if (!deltas) return;
      applyDeltas(state, deltas, nowMs);
      init.onObserved?.(observed, deltas);
    },
  };
}

function candidateOf({ slug, kind, provider, listPriceUsd }: Candidate): Known {
  return { runner: slug, kind: KINDS[kind], provider, listPriceMicro: listPriceUsd * 1e6 };
}

function faultOf(status: string, errorClass: string) {
  if (status === 'succeeded') return 'none';
  if (PLATFORM.has(errorClass)) return 'platform';
  return status === 'blocked' ? 'site' : 'runner';
}
