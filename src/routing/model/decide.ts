import type {
  Candidate,
  CandidateNumbers,
  DecideContext,
  Decision,
  Reason,
  Strategy,
  Weights,
} from '../port.ts';
import { type Beliefs, believe, type Means, type Optimism, type View, viewOf } from './believe.ts';
import { bestChain, type Options } from './chain.ts';
import { cell } from './columns.ts';
import { hedgeAfterSeconds } from './hedge.ts';
import { Paces } from './pace.ts';
import {
  BUDGET,
  EXPLORATION,
  kindOf,
  lotOf,
  OPTIMISM,
  POLICY_VERSION,
  POSITIONS,
  REPLAY_RUNNER,
  WEIGHTS,
  WIDENING,
  WINNER,
} from './parameters.ts';
import { type Conditions, evidenceAt, priorLevelOf } from './predict.ts';
import { newSite, type Site, type SiteTask } from './site.ts';
import { BLOCK_N, newState, readSum, type State, siteKey, WORKED } from './state.ts';
import { summaryOf } from './summary.ts';

/** The next runners in their order, with the numbers behind it. Pure: evidence, clock and run id decide. */
export function decide(context: DecideContext, known: State): Decision {
  const decision = decideAmong(context, known);
  if (context.tooDear.length === 0) return decision;
  const candidates = [...context.candidates, ...context.tooDear];
  const { chain } = decideAmong({ ...context, candidates, maxCostMicro: null }, known);
  const isTooDear = (slug: string) => context.tooDear.some(({ runner }) => runner === slug);
  return { ...decision, forbidden: chain.filter(isTooDear) };
}

function decideAmong(context: DecideContext, known: State): Decision {
  const state = known.isReadable ? known : newState();
  const here = siteOf(context, state);
  const weights = WEIGHTS[context.slaProfile];
  const made = context.attempts.length;
  const isWidening = made > 0 && made >= 1 + context.maxFallbacks;
  const ceiling = leastOf(context.maxCostMicro, context.budgetMicro);
  const headroomUsd = ceiling === null ? null : (ceiling - context.spentMicro) / 1e6;
  const open = provenFirst(context.candidates, state).filter(({ runner }) => !isTried(context, runner));
  // Repeating needs a recorded success of this very task, without a miss since.
  const hasRecord = open.some(({ runner }) => runner === REPLAY_RUNNER);
  const winner = hasRecord ? REPLAY_RUNNER : winnerOf(here.site.tasks[context.taskType], context.nowMs);
  const means: Means = {
    headroomUsd,
    secondsLeft: context.timeLeftMs === null ? null : context.timeLeftMs / 1000,
    workspaceId: context.workspaceId,
  };
  const beliefs = believe(state, here.conditions, open, means);
  const factors = positionFactors(state, made, isWidening ? 1 : 1 + context.maxFallbacks - made);
  const plain = viewOf(beliefs, { runner: 0, domain: 0 }, weights);
  const hoped = viewOf(beliefs, hopeFor(here.site, winner !== null), weights);
  const { site } = here;
  const planning: Planning = {
    context,
    state,
    weights,
    beliefs,
    plain,
    hoped,
    factors,
    isWidening,
    site,
    winner,
  };
  const quota = quotaOf(state, here.conditions);
  const choice = choose(planning, quota, known.isReadable);
  const chain = mayGoOn(planning, choice.order) ? choice.order : [];
  const [first] = chain;
  const leftUsd = headroomUsd ?? 0;
  const hints = hintsOf(planning, here.hints, chain.length > 0 ? choice.reason : null);
  const decision: Omit<Decision, 'summary'> = {
    chain: chain.map((at) => runnerAt(planning, at)),
    strategy: choice.strategy,
    reason: choice.reason,
    policyVersion: POLICY_VERSION,
    slaProfile: context.slaProfile,
    domain: context.domain,
    taskType: context.taskType,
    weights,
    candidates: open.map((_, at) => numbersOf(planning, at, chain.indexOf(at))),
    excluded: [...context.excluded],
    hedgeAfterMs: isWidening ? null : hedgeOf(planning, chain),
    preflightBudgetMicro: budgetOf(beliefs, chain),
    siteProfile: {
      defense: here.conditions.cluster,
      cluster: here.conditions.cluster,
      source: here.source,
      seenAt: here.site.seenAtMs === null ? null : new Date(here.site.seenAtMs).toISOString(),
      tags: [...here.conditions.tags],
    },
    evidenceDepth: depthOf(planning, here.conditions),
    neighborsUsed: here.neighbors,
    appliedHints: hints,
    explorationQuota: quota,
    widening:
      isWidening && first !== undefined
        ? {
            runner: runnerAt(planning, first),
            expectedCostUsd: rounded(cell(beliefs.costUsd, first)),
            headroomUsd: rounded(leftUsd),
          }
        : null,
  };
  return { ...decision, summary: summaryOf(decision, context) };
}

interface Planning {
  context: DecideContext;
  state: State;
  weights: Weights;
  beliefs: Beliefs;
  /** The candidates as believed, and with the share of optimism that exploration asks for. */
  plain: View;
  hoped: View;
  factors: number[];
  isWidening: boolean;
  site: Site;
  winner: string | null;
}

interface Choice {
  order: number[];
  strategy: Strategy;
  reason: Reason;
}

/** The first rule that applies. */
function choose(planning: Planning, quota: Decision['explorationQuota'], isReadable: boolean): Choice {
  const { context, beliefs, winner, isWidening } = planning;
  const { candidates } = beliefs;
  const hopeful = planOf(planning, planning.hoped);
  if (isWidening)
    return { order: hopeful.slice(0, 1), strategy: 'explore', reason: 'explore_budget_widening' };
  if (context.isForced && context.candidates.length === 1)
    return { order: hopeful, strategy: 'forced', reason: 'forced_by_caller' };
  const plain = planOf(planning, planning.plain);
  if (!isReadable) return { order: plain, strategy: 'fallback', reason: 'fallback_static_chain' };
  const record = candidates.findIndex(({ runner }) => runner === REPLAY_RUNNER);
  if (record >= 0 && isWorthIt(planning, record))
    return { order: led(record, hopeful, context), strategy: 'exploit', reason: 'exploit_recent_winner' };
  const isFirst = context.attempts.length === 0;
  const mayExplore = isFirst && candidates.length > 1 && (quota === null || quota.used <= quota.allowed);
  const isDrawn = context.runId !== null && lotOf(`quota|${context.runId}`) < EXPLORATION.rate;
  if (mayExplore && isDrawn) {
    const at = boldest(planning);
    if (at !== null)
      return { order: led(at, hopeful, context), strategy: 'explore', reason: 'explore_floor' };
  }
  const [primary] = hopeful;
  const leader = primary === undefined ? null : runnerAt(planning, primary);
  const streak = planning.site.tasks[context.taskType]?.primary;
  if (mayExplore && streak && streak.runner === leader && streak.runs > EXPLORATION.streak) {
    const at = bestOther(planning, primary ?? 0);
    const order = led(at, hopeful, context);
    return { order, strategy: 'explore', reason: 'explore_streak_breaker' };
  }
  if (primary === plain[0]) {
    const reason =
      leader !== null && leader === winner ? 'exploit_recent_winner' : 'exploit_expected_utility';
    return { order: hopeful, strategy: 'exploit', reason };
  }
  const isCold = domainEvidence(planning) < EXPLORATION.coldEvidence;
  return {
    order: hopeful,
    strategy: 'explore',
    reason: isCold ? 'explore_cold_domain' : 'explore_low_confidence',
  };
}

/** The best chain over the candidates that are worth an attempt. */
function planOf(planning: Planning, view: View): number[] {
  const { context, weights, beliefs, isWidening } = planning;
  const made = context.attempts.length;
  const worth = (at: number) => worthOf(view, at, weights);
  const fitting: number[] = [];
  const worthy: number[] = [];
  for (let at = 0; at < beliefs.candidates.length; at += 1) {
    if (beliefs.isTooSlow[at] || beliefs.isTooDear[at]) continue;
    fitting.push(at);
    if (worth(at) > 0) worthy.push(at);
  }
  // A run always makes its first attempt, even at a negative utility.
  const pool = fitting.length > 0 || made > 0 ? fitting : [...beliefs.candidates.keys()];
  const worthwhile = worthy.length > 0 ? worthy : pool.length > 0 ? [best(pool, worth)] : [];
  const { order } = bestChain(view, worthwhile, {
    most: isWidening ? 1 : 1 + context.maxFallbacks - made,
    value: weights.value,
    factor: (failures) => planning.factors[failures] ?? 1,
  });
  const isStart = made === 0 && order.length === 0 && worthwhile.length > 0;
  return isStart ? [best(worthwhile, worth)] : order;
}

/** The utility of an attempt if it were the only one. */
function worthOf({ success, price }: Options, at: number, { value }: Weights): number {
  return cell(success, at) * value - cell(price, at);
}

function runnerAt({ beliefs }: Planning, at: number): string {
  return beliefs.candidates[at]?.runner ?? '';
}

/** Failures of one run belong together: the worth of a later attempt comes from the record of later attempts. */
function positionFactors(state: State, made: number, attempts: number): number[] {
  const { priorSuccess, prior, least, most, last } = POSITIONS;
  const known = state.sums.get('positions');
  const share = (position: number, column: 1 | 2) => {
    const sums = known?.get(String(Math.min(last, position)))?.values ?? [];
    const raw = ((sums[0] ?? 0) + priorSuccess) / ((sums[column] ?? 0) + prior);
    return Math.min(most, Math.max(least, raw));
  };
  return Array.from({ length: attempts }, (_, failures) =>
    made === 0 ? share(failures, 1) : (share(made, 2) * share(made + failures, 1)) / share(made, 1),
  );
}

/** A single later attempt must be worth most of its price; a widened one too. */
function mayGoOn(planning: Planning, order: readonly number[]): boolean {
  const { context, weights, plain, factors, isWidening } = planning;
  const made = context.attempts.length;
  const [only] = order;
  if (made === 0) return true;
  if (only === undefined) return false;
  if (isWidening) {
    const isAllowed = context.maxFallbacks > 0 && made < 1 + context.maxFallbacks + WIDENING.most;
    const hasRoom = leastOf(context.maxCostMicro, context.budgetMicro);
    if (!isAllowed || hasRoom === null || hasRoom <= context.spentMicro) return false;
  }
  if (order.length > 1) return true;
  const [factor = 1] = factors;
  const odds = cell(plain.success, only) * factor;
  return odds * weights.value > WIDENING.worth * cell(plain.price, only);
}

/** The candidate whose try would teach most: far better than believed, if the hope is right. */
function boldest({ beliefs, plain, weights }: Planning): number | null {
  const bold = viewOf(beliefs, { runner: 1, domain: 0 }, weights);
  let [found, most] = [-1, 0];
  for (const at of beliefs.candidates.keys()) {
    const worth = worthOf(bold, at, weights);
    const lure = (worth - worthOf(plain, at, weights)) * worth;
    if (worth > 0 && !beliefs.isTooSlow[at] && lure > most) [found, most] = [at, lure];
  }
  return found < 0 ? null : found;
}

function bestOther({ beliefs, hoped, weights }: Planning, primary: number): number {
  const others = [...beliefs.candidates.keys()].filter((at) => at !== primary);
  return best(others, (at) => worthOf(hoped, at, weights));
}

function isWorthIt({ beliefs, plain, weights }: Planning, at: number): boolean {
  return !beliefs.isTooSlow[at] && worthOf(plain, at, weights) > 0;
}

function led(at: number, order: readonly number[], { maxFallbacks }: DecideContext): number[] {
  return [at, ...order.filter((other) => other !== at)].slice(0, 1 + maxFallbacks);
}

function best(indexes: readonly number[], worth: (at: number) => number): number {
  return indexes.reduce((one, other) => (worth(other) > worth(one) ? other : one));
}

/** The site with the observations of this run, and the suggestions of its neighbours. */
function siteOf(context: DecideContext, state: State) {
  const key = context.domain === null ? null : siteKey(context.workspaceId, context.domain);
  const site = (key !== null && state.sites.get(key)) || newSite();
  const met = context.attempts.findLast(({ defense }) => defense !== null && defense !== 'unknown')?.defense;
  const neighbors = (key !== null && state.neighbors.get(key)) || [];
  const alike = neighbors.find(({ defense, similarity }) => defense !== 'unknown' && similarity >= 0.5);
  const isGuess = !met && site.defense === 'unknown' && alike !== undefined;
  const cluster = met ?? (isGuess ? alike.defense : site.defense);
  const tags = site.tags.length > 0 || !alike ? site.tags : alike.tags;
  const conditions: Conditions = { nowMs: context.nowMs, site: key, cluster, tags, task: context.taskType };
  const hints = [
    ...(isGuess ? [`defense_from_neighbor:${alike.domain}`] : []),
    ...(cluster === 'unknown' && context.domain !== null ? ['unknown_defence_average'] : []),
  ];
  return {
    site,
    conditions,
    hints,
    source: met ? ('attempt' as const) : isGuess ? ('neighbor' as const) : site.source,
    neighbors: neighbors.map(({ domain, similarity, evidence }) => ({
      domain,
      similarity: rounded(similarity),
      evidence: rounded(evidence),
    })),
  };
}

function hopeFor(site: Site, hasWinner: boolean): Optimism {
  const scale = hasWinner ? OPTIMISM.besideWinner : 1;
  const share = Math.min(1, Math.sqrt(site.visits / OPTIMISM.fullVisits));
  return { runner: scale * OPTIMISM.runner, domain: scale * OPTIMISM.domain * share };
}

/** The recent winner here: two successes without a failure since, or the best of a sweep. */
function winnerOf(task: SiteTask | undefined, nowMs: number): string | null {
  if (!task) return null;
  const { winner, sweep } = task;
  if (winner && winner.successes >= WINNER.successes && nowMs - winner.atMs <= WINNER.forMs)
    return winner.runner;
  return sweep && nowMs - sweep.atMs <= WINNER.sweepForMs ? sweep.runner : null;
}

/** The number of the last thousand runs like this one whose first try was for learning. */
function quotaOf(state: State, { cluster, task }: Conditions): Decision['explorationQuota'] {
  const scope = `${cluster}|${task}`;
  const [runs = 0, used = 0] = readSum(state, 'quota', scope, 0, null);
  const allowed = Math.max(1, EXPLORATION.limit * Math.min(EXPLORATION.window, runs));
  return { rate: EXPLORATION.rate, scope, used: rounded(used), allowed: rounded(allowed) };
}

function hintsOf(
  { context, beliefs, site, winner }: Planning,
  own: string[],
  reason: Reason | null,
): string[] {
  const task = site.tasks[context.taskType];
  const isSwept = task?.sweep && task.sweep.runner === winner;
  const down = new Set<string>();
  beliefs.availability.forEach((up, at) => {
    if (up < 0.7) down.add(beliefs.candidates[at]?.provider ?? '');
  });
  const has = (why: string) => context.excluded.some((one) => one.why === why);
  return [
    ...(reason === 'exploit_recent_winner'
      ? [isSwept ? `learning_winner:${task.sweep?.id}` : 'recent_winner']
      : []),
    ...context.excluded.filter(({ why }) => why === 'probation').map(({ runner }) => `probation:${runner}`),
    ...[...down].map((provider) => `low_availability:${provider}`),
    ...own,
    ...(has('custody') ? ['custody'] : []),
    ...(beliefs.isTooDear.includes(1) ? ['budget_headroom'] : []),
    ...(context.timeLeftMs !== null ? ['time_window'] : []),
  ];
}

function depthOf(planning: Planning, { site }: Conditions): Decision['evidenceDepth'] {
  const rows = site === null ? undefined : planning.state.effects.get(`rd|${site}`);
  return {
    domainVisits: planning.site.visits,
    domainEvidence: rounded(domainEvidence(planning)),
    runnersTried: rows?.size ?? 0,
  };
}

function domainEvidence({ context, state }: Planning): number {
  if (context.domain === null) return 0;
  const rows = state.effects.get(`rd|${siteKey(context.workspaceId, context.domain)}`);
  return rows ? [...rows.values()].reduce((sum, effect) => sum + effect[BLOCK_N], 0) : 0;
}

function numbersOf(planning: Planning, at: number, position: number): CandidateNumbers {
  const { plain, hoped, beliefs } = planning;
  const { predicted } = beliefs;
  const unknown = cell(predicted.complete.general, at) + cell(predicted.complete.local, at);
  return {
    runner: runnerAt(planning, at),
    success: rounded(cell(plain.success, at)),
    optimisticSuccess: rounded(cell(hoped.success, at)),
    block: rounded(cell(plain.block, at)),
    optimisticBlock: rounded(cell(hoped.block, at)),
    availability: rounded(cell(beliefs.availability, at)),
    costUsd: rounded(cell(beliefs.costUsd, at)),
    latencyMs: Math.round(cell(beliefs.seconds, at) * 1000),
    confidence: rounded(1 - Math.min(1, Math.sqrt(unknown) / 2)),
    priorLevel: priorLevelOf(predicted, at),
    evidence: evidenceAt(predicted, at),
    position: position < 0 ? null : position,
    leftOut: position < 0 ? whyLeftOut(planning, at) : null,
  };
}

function whyLeftOut({ beliefs, hoped, weights }: Planning, at: number): CandidateNumbers['leftOut'] {
  if (beliefs.isTooSlow[at]) return 'time';
  if (beliefs.isTooDear[at]) return 'headroom';
  return worthOf(hoped, at, weights) > 0 ? 'other_plan' : 'not_worth_it';
}

/** Rounds to millionths, which are finer than the evidence. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function hedgeOf({ beliefs, plain, context, state, weights }: Planning, [first, second]: number[]) {
  const candidate = beliefs.candidates[first ?? -1];
  if (first === undefined || second === undefined || !candidate) return null;
  const { latency } = new Paces(state, context.taskType).of(candidate.runner, kindOf(candidate));
  const seconds = hedgeAfterSeconds(
    { success: cell(plain.success, first), latency },
    {
      success: cell(plain.success, second),
      expectedSeconds: cell(beliefs.seconds, second),
      price: weights.cost * cell(beliefs.costUsd, second) + weights.block * cell(plain.block, second),
    },
    weights.latency,
  );
  return seconds === null ? null : Math.round(seconds * 1000);
}

/** One and a half times the planned attempts at their high price. */
function budgetOf({ highCostUsd }: Beliefs, chain: readonly number[]): number {
  const high = chain.reduce((sum, at) => sum + cell(highCostUsd, at), 0);
  return Math.max(1, Math.ceil(high * BUDGET.margin * 1e6));
}

function isTried({ attempts, inFlight }: DecideContext, runner: string): boolean {
  return inFlight.includes(runner) || attempts.some((attempt) => attempt.runner === runner);
}

/** Of equals the first one leads: runners that nobody compared with their provider come last until they worked once. */
function provenFirst(candidates: readonly Candidate[], state: State): Candidate[] {
  const worked = state.sums.get(WORKED);
  const isUnproven = ({ isUnverified, runner }: Candidate) => isUnverified === true && !worked?.has(runner);
  return [...candidates.filter((one) => !isUnproven(one)), ...candidates.filter(isUnproven)];
}

function leastOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
