import type { AttemptOutcome, Defense } from '../port.ts';
import { noteChange } from './change-test.ts';
import { noteDiffering } from './differing.ts';
import { paceDeltas } from './pace.ts';
import {
  AVAILABILITY,
  EXPLORATION,
  kindOf,
  LATER_WEIGHT,
  LEVELS,
  POSITIONS,
  priorMean,
  TENANT,
  WEIGHTS,
} from './parameters.ts';
import { type Conditions, keyAt, predictOne, probability } from './predict.ts';
import { noteProbation } from './probation.ts';
import { newSite, type SiteChange } from './site.ts';
import {
  AT,
  BLOCK_H,
  BLOCK_LAM,
  COMPLETE_H,
  COMPLETE_LAM,
  type Deltas,
  type Effect,
  type EffectDelta,
  effectHalfLifeMs,
  readSum,
  remaining,
  type State,
  type SumDelta,
  scaled,
  siteKey,
  WORKED,
} from './state.ts';
import { readTimeout } from './timeouts.ts';

/** The changes that one attempt makes in the evidence; pure. Null for an observation that cannot be true. */
export function observe(state: State, outcome: AttemptOutcome): Deltas | null {
  if (!isPossible(outcome)) return null;
  const timeout = readTimeout(state, outcome);
  const fault = timeout.isOutage ? 'platform' : outcome.fault;
  const isReached = fault !== 'platform' || outcome.isCostly === true;
  const seen = seenSite(state, outcome);
  const deltas: Deltas = {
    effects: [],
    sums: upDeltas(outcome, isReached),
    sites: [],
    changes: [],
    probation: noteProbation(state, outcome, fault),
    differing: noteDiffering(state, outcome),
    reopened: [],
    retracted: timeout.retracted,
    recent: timeout.recent,
  };
  const lesson = lessonOf(outcome, fault);
  if (lesson) learn(state, outcome, seen.conditions, lesson, deltas);
  if (isReached && outcome.costMicro > 0 && outcome.runner.listPriceMicro > 0)
    deltas.sums.push(
      ...paceDeltas(state, {
        runner: outcome.runner.runner,
        kind: kindOf(outcome.runner),
        task: outcome.taskType,
        costRatio: outcome.costMicro / outcome.runner.listPriceMicro,
        seconds: Math.max(0.05, outcome.latencyMs / 1000),
      }),
    );
  if (seen.key !== null) deltas.sites.push({ key: seen.key, change: changeOf(outcome, lesson) });
  return deltas;
}

function isPossible({ costMicro, latencyMs, nowMs, position, runner }: AttemptOutcome): boolean {
  const amounts = [costMicro, latencyMs, position, runner.listPriceMicro, nowMs];
  return amounts.every((amount) => Number.isFinite(amount) && amount >= 0);
}

interface Lesson {
  isBlocked: boolean;
  isSuccess: boolean;
}

/** The evidence of an attempt about its runner; null where there is none: our fault, the caller's, or a site that is down. */
function lessonOf({ verdict, answerPresent }: AttemptOutcome, fault: AttemptOutcome['fault']): Lesson | null {
  if (fault === 'platform' || fault === 'caller') return null;
  if (verdict === 'blocked') return { isBlocked: true, isSuccess: false };
  if (fault === 'site') return null;
  return { isBlocked: false, isSuccess: verdict === 'succeeded' || (verdict === 'empty' && answerPresent) };
}

function seenSite(state: State, { workspaceId, domain, defense, nowMs, taskType }: AttemptOutcome) {
  const key = domain === null ? null : siteKey(workspaceId, domain);
  const site = (key !== null && state.sites.get(key)) || newSite();
  const cluster: Defense = defense !== null && defense !== 'unknown' ? defense : site.defense;
  const conditions: Conditions = { nowMs, site: key, cluster, tags: site.tags, task: taskType };
  return { key, conditions };
}

/** Effects, change tests and counts: all beliefs about the runner that this attempt changes. */
function learn(
  state: State,
  outcome: AttemptOutcome,
  conditions: Conditions,
  lesson: Lesson,
  deltas: Deltas,
): void {
  const weight = outcome.position === 0 ? 1 : LATER_WEIGHT;
  const { runner } = outcome.runner;
  const before = predictOne(state, conditions, outcome.runner);
  const touched = touchedEffects(state, outcome, conditions);
  const block = movesOf(touched, 0, before.block.mean, lesson.isBlocked, weight);
  const complete = lesson.isBlocked
    ? null
    : movesOf(touched, 1, before.complete.mean, lesson.isSuccess, weight);
  const share = sharedWeight(state, outcome, conditions);
  for (const [at, { level, key, column }] of touched.entries()) {
    const scale = LEVELS[level]?.of === 'domain' ? 1 : share;
    const [lam = 0, h = 0] = block[at] ?? [];
    const [completeLam = 0, completeH = 0] = complete?.[at] ?? [];
    const moved = [lam, h, weight, completeLam, completeH, complete ? weight : 0];
    deltas.effects.push({
      level,
      key,
      column,
      add: scaled(moved, scale),
    });
  }
  const add = (key: string, column: string, values: number[], fade = 1, halfLifeMs: number | null = null) =>
    deltas.sums.push({ key, column, halfLifeMs, fade, add: values });
  for (const key of ['share', `share|${outcome.workspaceId}`])
    for (const scope of ['all', scopeOf(runner, conditions)]) add(key, scope, [weight], 1, TENANT.halfLifeMs);
  if (lesson.isSuccess && outcome.runner.isUnverified && !state.sums.get(WORKED)?.has(runner))
    add(WORKED, runner, [1]);
  const unblocked = 1 - probability(before.block.mean, before.block.general + before.block.local);
  const completes = probability(before.complete.mean, before.complete.general + before.complete.local);
  noteChange(state, deltas, {
    runner,
    cluster: conditions.cluster,
    site: conditions.site,
    isSuccess: lesson.isSuccess,
    expected: unblocked * (lesson.isBlocked ? 0.75 : completes),
  });
  if (outcome.source !== 'smart') return;
  const { predicted, position } = outcome;
  if (predicted)
    add(
      'positions',
      String(Math.min(POSITIONS.last, position)),
      [lesson.isSuccess ? 1 : 0, predicted.first, predicted.last],
      POSITIONS.fade,
    );
  if (position > 0) return;
  const isForLearning = outcome.reason === 'explore_floor' || outcome.reason === 'explore_streak_breaker';
  add(
    'quota',
    `${conditions.cluster}|${conditions.task}`,
    [1, isForLearning ? 1 : 0],
    1 - 1 / EXPLORATION.window,
  );
  if (conditions.cluster !== 'unknown') add('labels', conditions.cluster, [1]);
}

function scopeOf(runner: string, { cluster, task }: Conditions): string {
  return `${runner}|${cluster}|${task}`;
}

/**
 * How far an attempt moves the shared evidence of all workspaces, 0 to 1. Beyond some attempts a day a workspace counts no more than the
 * others together; one that is alone counts in full.
 */
function sharedWeight(state: State, { workspaceId, runner }: AttemptOutcome, conditions: Conditions): number {
  const count = (key: string, scope: string) =>
    readSum(state, key, scope, conditions.nowMs, TENANT.halfLifeMs)[0] ?? 0;
  const own = `share|${workspaceId}`;
  if (count('share', 'all') - count(own, 'all') < 1) return 1;
  const scope = scopeOf(runner.runner, conditions);
  const given = count(own, scope);
  const others = Math.max(0, count('share', scope) - given);
  return Math.min(1, (TENANT.attempts + others) / Math.max(1, given));
}

type Touched = Pick<EffectDelta, 'level' | 'key' | 'column'> & {
  effect: Effect | undefined;
  rho: number;
  prior: readonly [number, number];
};

function touchedEffects(state: State, outcome: AttemptOutcome, conditions: Conditions): Touched[] {
  const kind = kindOf(outcome.runner);
  return LEVELS.flatMap(({ column: of, name }, level) => {
    const key = keyAt(level, conditions);
    if (key === null) return [];
    const column = of === 'runner' ? outcome.runner.runner : of === 'kind' ? kind : '';
    const effect = state.effects.get(key)?.get(column);
    const rho = effect ? remaining(conditions.nowMs - effect[AT], effectHalfLifeMs(level)) : 1;
    const prior = priorMean(name, of === 'kind' ? kind : '', conditions.task, conditions.cluster);
    return [{ level, key, column, effect, rho, prior }];
  });
}

/** The closed-form update of one question: the additions to each effect's precision, and to precision times mean. */
function movesOf(
  touched: readonly Touched[],
  question: 0 | 1,
  mean: number,
  isTrue: boolean,
  weight: number,
): [number, number][] {
  const parts = touched.map(({ level, effect, rho, prior }) => {
    const tau2 = LEVELS[level]?.tau2[question] ?? 1;
    const lam = rho * (effect?.[question === 0 ? BLOCK_LAM : COMPLETE_LAM] ?? 0);
    const h = rho * (effect?.[question === 0 ? BLOCK_H : COMPLETE_H] ?? 0);
    const precision = 1 / tau2 + lam;
    return {
      tau2,
      lam,
      h,
      v: 1 / precision,
      mu: (prior[question] / tau2 + h) / precision,
      m0: prior[question],
    };
  });
  const variance = parts.reduce((sum, { v }) => sum + v, 0);
  const expected = probability(mean, variance);
  const curvature = weight * Math.max(0.02, expected * (1 - expected));
  const push = (weight * ((isTrue ? 1 : 0) - expected)) / (1 + variance * curvature);
  return parts.map(({ tau2, lam, h, v, mu, m0 }) => {
    const dLam = curvature / (1 + (variance - v) * curvature);
    const dH = (mu + v * push) * (1 / tau2 + lam + dLam) - m0 / tau2 - h;
    return [dLam, dH];
  });
}

function upDeltas({ runner, workspaceId, ownAccount }: AttemptOutcome, isReached: boolean): SumDelta[] {
  // A refusal of the workspace's own key concerns that workspace alone; a provider that answers is news for all.
  const scope = ownAccount && !isReached ? `|${workspaceId}` : '';
  const { halfLifeMs } = AVAILABILITY;
  const add = isReached ? [1, 0] : [0, 1];
  return [
    { key: `up${scope}`, column: runner.runner, halfLifeMs, fade: 1, add },
    { key: `up-provider${scope}`, column: runner.provider, halfLifeMs, fade: 1, add },
  ];
}

/** The memory of a site: its defence, its visits, its winners. */
function changeOf(outcome: AttemptOutcome, lesson: Lesson | null): SiteChange {
  const { nowMs: atMs, taskType: task, source, position, defense, runId: id, costMicro, latencyMs } = outcome;
  const { cost, latency } = WEIGHTS.balanced;
  const score = (cost * costMicro) / 1e6 + (latency * latencyMs) / 1e3;
  return {
    by: 'attempt',
    atMs,
    defense,
    task,
    runner: outcome.runner.runner,
    isVisit: source === 'smart' && position === 0,
    isSuccess: lesson?.isSuccess ?? null,
    sweep: source === 'learning' ? { id, score } : null,
  };
}
