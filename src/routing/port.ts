/**
 * The router as the rest of the service sees it. `candidatesOf` (candidates.ts) selects the runners that may try, `decide` orders
 * them, `observe` learns from an attempt. Every value here is plain JSON: a decision is stored with the attempt it led to, and
 * the explanation card is read from there.
 */

import type { Statement } from '../platform/sql.ts';
import type { Difference, Fault, RunnerFacts } from '../runners/contract.ts';
import type { TaskType } from '../task/index.ts';

export type SlaProfile = 'balanced' | 'cheapest' | 'fastest' | 'most_reliable';

export const DEFENSES = [
  'none',
  'cloudflare',
  'recaptcha',
  'turnstile',
  'akamai',
  'datadome',
  'perimeterx',
] as const;
/** The defence of a site; `unknown` before the first look. Sites with the same defence are one cluster. */
export type Defense = (typeof DEFENSES)[number] | 'unknown';

/** A runner that may try, with its keys in the model. */
export interface Candidate {
  runner: string;
  kind: RunnerFacts['kind'];
  /** The company behind it: its runners share outages. */
  provider: string;
  listPriceMicro: number;
  /** Its adapter was compared with nothing of the provider's: it has to work once before it goes ahead of an equal. */
  isUnverified?: boolean;
}

export type ExclusionReason =
  | 'custody'
  | 'off'
  | 'local_target'
  | 'no_interaction_relay'
  | 'no_login'
  | 'cannot_act'
  | 'cannot_download'
  | 'needs_model'
  | 'nothing_to_replay'
  | 'probation'
  | 'over_ceiling';

export interface Excluded {
  runner: string;
  why: ExclusionReason;
}

/** Where a run works: evidence about a domain belongs to the workspace that made it. */
export interface Scope {
  workspaceId: string;
  /** The site as `siteOf` names it; null for a task without an address. */
  domain: string | null;
  taskType: TaskType;
}

/** An attempt of the same run that is over. Those lost with a process of ours are left out: they are made again. */
export interface PastAttempt {
  runner: string;
  verdict: 'succeeded' | 'blocked' | 'failed' | 'empty' | null;
  fault: Fault;
  /** The defence that this attempt met, where it met one. */
  defense: Defense | null;
}

/** Everything a decision depends on, besides the evidence. */
export interface DecideContext extends Scope {
  /** Also the seed: the same run draws the same lots. Null without a run, for estimates and rankings: they draw none. */
  runId: string | null;
  nowMs: number;
  slaProfile: SlaProfile;
  maxFallbacks: number;
  candidates: readonly Candidate[];
  excluded: readonly Excluded[];
  /** Runners that only the spend ceiling excludes. */
  tooDear: readonly Candidate[];
  /** The caller's own choice (a category, custody) left a single runner. */
  isForced: boolean;
  attempts: readonly PastAttempt[];
  /** Runners at work for this run now. */
  inFlight: readonly string[];
  /** The caller's ceiling, and the budget of this run's first decision; null where there is none yet. */
  maxCostMicro: number | null;
  budgetMicro: number | null;
  spentMicro: number;
  timeLeftMs: number | null;
}

export type Strategy = 'explore' | 'exploit' | 'forced' | 'fallback';
export type Reason =
  | 'forced_by_caller'
  | 'fallback_static_chain'
  | 'explore_floor'
  | 'explore_streak_breaker'
  | 'exploit_recent_winner'
  | 'exploit_expected_utility'
  | 'explore_cold_domain'
  | 'explore_low_confidence'
  | 'explore_budget_widening';

export const PRIOR_LEVELS = ['domain_task', 'domain', 'cluster_task', 'cluster', 'task', 'global'] as const;
export type PriorLevel = (typeof PRIOR_LEVELS)[number];

/** The prediction for one candidate at the time of the decision. */
export interface CandidateNumbers {
  runner: string;
  /** Success probability at the mean, and as the plan saw it with its share of optimism. */
  success: number;
  optimisticSuccess: number;
  block: number;
  optimisticBlock: number;
  availability: number;
  costUsd: number;
  latencyMs: number;
  /** 0 to 1: how much is known about its completion here. */
  confidence: number;
  priorLevel: PriorLevel;
  /** Discounted attempts behind it, in the order of `PRIOR_LEVELS`. */
  evidence: number[];
  /** Its place in the plan; null when it is not in it, and then why. */
  position: number | null;
  leftOut: 'not_worth_it' | 'headroom' | 'time' | 'other_plan' | 'tried' | null;
}

/** The worth of a success, a dollar, a second and a block to this run, in USD. */
export interface Weights {
  value: number;
  cost: number;
  latency: number;
  block: number;
}

export interface Decision {
  /** The runners to try from now on, in order, without those already tried. Empty: no runner is worth an attempt. */
  chain: string[];
  strategy: Strategy;
  reason: Reason;
  summary: string;
  policyVersion: string;
  slaProfile: SlaProfile;
  domain: string | null;
  taskType: TaskType;
  weights: Weights;
  candidates: CandidateNumbers[];
  excluded: Excluded[];
  /** Runners that the chain would contain under a higher spend ceiling. Absent in older decisions. */
  forbidden?: string[];
  /** Start the second of the chain beside the first once the first has taken so long; null: wait for its end. */
  hedgeAfterMs: number | null;
  /** The budget of the whole plan; the budget of the run where this is its first decision. */
  preflightBudgetMicro: number;
  siteProfile: SiteProfile;
  evidenceDepth: { domainVisits: number; domainEvidence: number; runnersTried: number };
  neighborsUsed: { domain: string; similarity: number; evidence: number }[];
  appliedHints: string[];
  explorationQuota: { rate: number; scope: string; used: number; allowed: number } | null;
  /** Present when the planned attempts are over and this one goes beyond them. */
  widening: { runner: string; expectedCostUsd: number; headroomUsd: number } | null;
}

interface SiteProfile {
  defense: Defense;
  cluster: Defense;
  source: 'attempt' | 'probe' | 'neighbor' | null;
  seenAt: string | null;
  tags: string[];
}

/** One attempt that is over, as the router learns from it. */
export interface AttemptOutcome extends Scope {
  attemptId: string;
  runId: string;
  nowMs: number;
  runner: Candidate;
  slaProfile: SlaProfile;
  /** How many attempts of this run were over before; 0 for every probe of a sweep. */
  position: number;
  /** The chooser of the runner. Only smart runs count as visits and streaks; all of them teach. */
  source: 'smart' | 'named' | 'learning';
  verdict: 'succeeded' | 'blocked' | 'failed' | 'empty';
  answerPresent: boolean;
  fault: Fault;
  /** A fingerprint of the very task, for finding its repeats; null where none is needed. */
  task: string | null;
  /** The answer broke the caller's schema or failed a check of its content: then earlier ones of this task were hollow too. */
  isHollow: boolean;
  /** The code of its error, such as `timeout`; null without one. */
  errorCode: string | null;
  /** The defence of the site, as far as this attempt saw it. */
  defense: Defense | null;
  costMicro: number;
  latencyMs: number;
  /** The success probability of the run's first decision and of the one that dispatched this attempt. */
  predicted: { first: number; last: number } | null;
  /** The reason of the decision that chose it; null without a decision. */
  reason: Reason | null;
  /** Where the provider's answers differed from what the adapter knows; absent without any. */
  differences?: readonly Difference[];
  /** They cost the answer. */
  isCostly?: boolean;
  /** The workspace's own key was used: a refusal of that key says nothing to others. */
  ownAccount: boolean;
}

/** A runner whose provider answers otherwise than its adapter knows, until an attempt succeeds without a difference. */
export interface Differing {
  /** Null: no difference any more. */
  sinceMs: number | null;
  /** Attempts in a row that a difference cost the answer. */
  row: number;
  /** Smart routing leaves it out until it succeeds. */
  isOut: boolean;
  /** Each with the attempts that showed it, the latest last. */
  seen: (Difference & { count: number })[];
}

/** What the owner of a run says about its answer. */
export interface OwnersWord {
  correct: boolean;
  isShared: boolean;
}

/** The next runner, and the lessons of attempts: the executor of runs holds one of these. */
export interface Router {
  /** Brings the evidence about a place into memory: one question to the database when it is cold, none when it is warm. Never throws. */
  prepare(scope: Scope): Promise<void>;
  /** Pure over the evidence in memory. Call before the first attempt and after every one that failed. */
  decide(context: DecideContext): Decision;
  /** The time of the latest evidence about these runners there; null without any. */
  evidenceAtMs(scope: Scope, runners: readonly string[]): number | null;
  /** To be committed with the attempt's own row. Empty for an outcome that teaches nothing or cannot be true. */
  observeStatements(outcome: AttemptOutcome): Statement[];
  /** After that commit: this process knows it at once, the others within seconds. A hollow answer takes back earlier successes. */
  observed(outcome: AttemptOutcome): void;
  /**
   * Counts an attempt by its owner's feedback instead of the verdict. `isShared`: in the statistics of all
   * workspaces, too. Nothing happens for an attempt that taught nothing, or too long ago.
   */
  recount(attemptId: string, scope: Scope, word: OwnersWord): Promise<void>;
  /** Looks at an unknown site in the background: it delays nothing and never throws. */
  look(url: string, scope: Scope): void;
  /** Runners that failed so often that no run should meet them now, with the moment at which they may try again. */
  probation(nowMs: number): ReadonlyMap<string, number>;
  /** Runners whose providers answer otherwise than their adapters know. */
  differing(): ReadonlyMap<string, Differing>;
}

/** The value of `AttemptOutcome.predicted`, from the decisions stored with the run's first attempt and with this one. */
export function predictedBy(first: Decision | null, last: Decision | null, runner: string) {
  const of = (decision: Decision | null) =>
    decision?.candidates.find((candidate) => candidate.runner === runner)?.success;
  const before = of(last);
  return before === undefined ? null : { first: of(first) ?? before, last: before };
}
