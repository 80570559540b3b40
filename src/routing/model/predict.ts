import type { TaskType } from '../../task/index.ts';
import { type Candidate, DEFENSES, type Defense, type PriorLevel } from '../port.ts';
import { cell } from './columns.ts';
import { type Kind, kindOf, LEVELS, levelAt, priorMean } from './parameters.ts';
import {
  AT,
  BLOCK_H,
  BLOCK_LAM,
  BLOCK_N,
  COMPLETE_H,
  COMPLETE_LAM,
  type Effect,
  effectHalfLifeMs,
  readSum,
  remaining,
  type State,
} from './state.ts';

/** Where and when a prediction is made. */
export interface Conditions {
  nowMs: number;
  /** The workspace and the domain in one, as `siteKey` makes it; null without a domain. */
  site: string | null;
  cluster: Defense;
  tags: readonly string[];
  task: TaskType;
}

/** Logits and their uncertainty: of the runner in general, and of the runner on this domain. */
export interface Logits {
  mean: Float64Array;
  general: Float64Array;
  local: Float64Array;
}

/** Of several candidates, in columns by their places. */
export interface Predictions {
  block: Logits;
  complete: Logits;
  /** Discounted attempts behind the runner's levels, six numbers for each: domain_task, domain, cluster_task, cluster, task, global. */
  evidence: Float64Array;
}

const index: Record<string, number> = Object.fromEntries(LEVELS.map(({ name }, at) => [name, at]));
export const LEVEL_INDEX = index;
const RUNNER_LEVELS = LEVELS.flatMap(({ column }, at) => (column === 'runner' ? [at] : []));
const SHOWN = ['rdt', 'rd', 'rct', 'rc', 'rt', 'r'].map((name) => index[name] ?? 0);
const AVERAGED = new Set(['c', 'ct', 'kc', 'rc', 'rct'].map((name) => index[name] ?? 0));
const AVERAGED_RUNNER_LEVELS = RUNNER_LEVELS.filter((level) => AVERAGED.has(level));

/** The key of a level here; null where it has none: no domain, no tag, an unknown defence. */
export function keyAt(
  level: number,
  conditions: Conditions,
  cluster: Defense = conditions.cluster,
): string | null {
  const { site, task, tags } = conditions;
  switch (LEVELS[level]?.name) {
    case 'g':
      return 'g';
    case 'k':
      return 'k';
    case 'r':
      return 'r';
    case 't':
      return `t|${task}`;
    case 'kt':
      return `kt|${task}`;
    case 'rt':
      return `rt|${task}`;
    case 'd':
      return site && `d|${site}`;
    case 'dt':
      return site && `dt|${task}|${site}`;
    case 'rd':
      return site && `rd|${site}`;
    case 'rdt':
      return site && `rdt|${task}|${site}`;
    case 'f0':
      return tags[0] ? `f0|${tags[0]}` : null;
    case 'f1':
      return tags[1] ? `f1|${tags[1]}` : null;
    default:
      return cluster === 'unknown' ? null : clusterKey(LEVELS[level]?.name ?? '', cluster, task);
  }
}

/** When the latest evidence about these runners here was learned; null where there is none. */
export function evidenceAtMs(
  state: State,
  conditions: Conditions,
  runners: readonly string[],
): number | null {
  const times = RUNNER_LEVELS.flatMap((level) => {
    const block = state.effects.get(keyAt(level, conditions) ?? '');
    return runners.flatMap((runner) => block?.get(runner)?.[AT] ?? []);
  });
  return times.length === 0 ? null : Math.max(...times);
}

function clusterKey(name: string, cluster: Defense, task: TaskType): string {
  return name === 'ct' || name === 'rct' ? `${name}|${cluster}|${task}` : `${name}|${cluster}`;
}

/** Level by level, for all candidates at once; effects shared by all, or by a kind, are added up once. */
export function predict(
  state: State,
  conditions: Conditions,
  candidates: readonly Pick<Candidate, 'runner' | 'kind'>[],
): Predictions {
  const count = candidates.length;
  const found = {
    block: newLogits(count),
    complete: newLogits(count),
    evidence: new Float64Array(SHOWN.length * count),
  };
  const shares = conditions.cluster === 'unknown' ? labelShares(state) : [];
  const shared = sumOf(state, conditions, shares, 'shared', '');
  const kinds = new Map<Kind, [number, number]>();
  const indexes = new Map<string, number>();
  for (let at = 0; at < count; at += 1) {
    const candidate = candidates[at];
    if (!candidate) continue;
    const kind = kindOf(candidate);
    let own = kinds.get(kind);
    if (!own) {
      own = sumOf(state, conditions, shares, 'kind', kind);
      kinds.set(kind, own);
    }
    found.block.mean[at] = shared[0] + own[0];
    found.complete.mean[at] = shared[1] + own[1];
    indexes.set(candidate.runner, at);
  }
  const spreads = [new Float64Array(count), new Float64Array(count)] as const;
  for (const level of RUNNER_LEVELS) {
    const key = keyAt(level, conditions);
    if (key === null) continue;
    addLevel(found, spreads, level, effectsOf(state.effects.get(key), indexes), conditions.nowMs);
  }
  if (shares.length > 0)
    for (const level of AVERAGED_RUNNER_LEVELS) {
      const [block, complete] = levelAt(level).tau2;
      add(found.block.general, spreads[0].fill(block));
      add(found.complete.general, spreads[1].fill(complete));
      for (const { label, share } of shares) {
        const effects = effectsOf(state.effects.get(keyAt(level, conditions, label) ?? ''), indexes);
        addShare(found, level, effects, share, conditions.nowMs);
      }
    }
  return found;
}

/** The same of one runner. */
export function predictOne(
  state: State,
  conditions: Conditions,
  candidate: Pick<Candidate, 'runner' | 'kind'>,
) {
  const { block, complete } = predict(state, conditions, [candidate]);
  return { block: only(block), complete: only(complete) };
}

function only({ mean: [mean = 0], general: [general = 0], local: [local = 0] }: Logits) {
  return { mean, general, local };
}

/** The effects of a block that belong to a candidate, each with its place. The shorter list is gone through. */
function effectsOf(
  block: ReadonlyMap<string, Effect> | undefined,
  indexes: ReadonlyMap<string, number>,
): Found {
  const found: Found = { indexes: [], effects: [] };
  const keep = (at: number | undefined, effect: Effect | undefined) => {
    if (at === undefined || effect === undefined) return;
    found.indexes.push(at);
    found.effects.push(effect);
  };
  if (!block) return found;
  if (block.size < indexes.size)
    block.forEach((effect, runner) => {
      keep(indexes.get(runner), effect);
    });
  else
    indexes.forEach((at, runner) => {
      keep(at, block.get(runner));
    });
  return found;
}

interface Found {
  indexes: number[];
  effects: Effect[];
}

function newLogits(count: number): Logits {
  return {
    mean: new Float64Array(count),
    general: new Float64Array(count),
    local: new Float64Array(count),
  };
}

/** Adds one level to the logits, and its uncertainty; `spreads` is room to work in. */
function addLevel(
  { block, complete, evidence }: Predictions,
  [blockSpread, completeSpread]: readonly [Float64Array, Float64Array],
  level: number,
  { indexes, effects }: Found,
  nowMs: number,
): void {
  const { tau2, of } = levelAt(level);
  const spread = of === 'domain' ? 'local' : 'general';
  const shown = SHOWN.indexOf(level);
  const halfLifeMs = effectHalfLifeMs(level);
  blockSpread.fill(tau2[0]);
  completeSpread.fill(tau2[1]);
  for (let i = 0; i < indexes.length; i += 1) {
    const at = cell(indexes, i);
    const effect = effects[i];
    if (!effect) continue;
    const rho = remaining(nowMs - effect[AT], halfLifeMs);
    const blockV = tau2[0] / (1 + tau2[0] * rho * effect[BLOCK_LAM]);
    const completeV = tau2[1] / (1 + tau2[1] * rho * effect[COMPLETE_LAM]);
    block.mean[at] = cell(block.mean, at) + rho * effect[BLOCK_H] * blockV;
    complete.mean[at] = cell(complete.mean, at) + rho * effect[COMPLETE_H] * completeV;
    blockSpread[at] = blockV;
    completeSpread[at] = completeV;
    if (shown >= 0) evidence[SHOWN.length * at + shown] = rho * effect[BLOCK_N];
  }
  add(block[spread], blockSpread);
  add(complete[spread], completeSpread);
}

function add(to: Float64Array, more: Float64Array): void {
  for (let at = 0; at < to.length; at += 1) to[at] = cell(to, at) + cell(more, at);
}

/** The same of one defence among those that it might be, by its share. */
function addShare(
  { block, complete }: Predictions,
  level: number,
  { indexes, effects }: Found,
  share: number,
  nowMs: number,
): void {
  const { tau2 } = levelAt(level);
  const halfLifeMs = effectHalfLifeMs(level);
  for (let i = 0; i < indexes.length; i += 1) {
    const at = cell(indexes, i);
    const effect = effects[i];
    if (!effect) continue;
    const rho = remaining(nowMs - effect[AT], halfLifeMs);
    const blockH = (share * rho * effect[BLOCK_H]) / (1 / tau2[0] + rho * effect[BLOCK_LAM]);
    const completeH = (share * rho * effect[COMPLETE_H]) / (1 / tau2[1] + rho * effect[COMPLETE_LAM]);
    block.mean[at] = cell(block.mean, at) + blockH;
    complete.mean[at] = cell(complete.mean, at) + completeH;
  }
}

type Share = { label: Defense; share: number };

/** Means of the levels that have no runner in them. */
function sumOf(
  state: State,
  conditions: Conditions,
  shares: readonly Share[],
  column: 'shared' | 'kind',
  kind: Kind | '',
): [number, number] {
  const sum: [number, number] = [0, 0];
  const sure = [{ label: conditions.cluster, share: 1 }];
  for (const [level, { column: own, name }] of LEVELS.entries()) {
    if (own !== column) continue;
    const labels = AVERAGED.has(level) && shares.length > 0 ? shares : sure;
    for (const { label, share } of labels) {
      const key = keyAt(level, conditions, label);
      const effect = key === null ? undefined : state.effects.get(key)?.get(kind);
      const prior = priorMean(name, kind, conditions.task, label);
      if (key === null && prior[0] === 0 && prior[1] === 0) continue;
      const [block, complete] = meansOf(level, effect, prior, conditions.nowMs);
      sum[0] += share * block;
      sum[1] += share * complete;
    }
  }
  return sum;
}

function meansOf(level: number, effect: Effect | undefined, prior: readonly [number, number], nowMs: number) {
  if (!effect) return prior;
  const { tau2 } = levelAt(level);
  const rho = remaining(nowMs - effect[AT], effectHalfLifeMs(level));
  return [
    (prior[0] / tau2[0] + rho * effect[BLOCK_H]) / (1 / tau2[0] + rho * effect[BLOCK_LAM]),
    (prior[1] / tau2[1] + rho * effect[COMPLETE_H]) / (1 / tau2[1] + rho * effect[COMPLETE_LAM]),
  ] as const;
}

/** How often each defence was met, for sites with an unknown defence. */
function labelShares(state: State): Share[] {
  const seen = DEFENSES.map((label) => 1 + (readSum(state, 'labels', label, 0, null)[0] ?? 0));
  const all = seen.reduce((sum, count) => sum + count, 0);
  return DEFENSES.map((label, at) => ({ label, share: (seen[at] ?? 0) / all }));
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The probability behind an uncertain logit. */
export function probability(mean: number, variance: number): number {
  return sigmoid(mean / Math.sqrt(1 + (Math.PI / 8) * Math.max(0, variance)));
}

const DEEP_ENOUGH = [3, 3, 8, 8, 8];
const NAMES: readonly PriorLevel[] = ['domain_task', 'domain', 'cluster_task', 'cluster', 'task'];

/** The deepest level with enough evidence. */
export function priorLevelOf({ evidence }: Predictions, at: number): PriorLevel {
  for (let position = 0; position < NAMES.length; position += 1)
    if ((evidence[SHOWN.length * at + position] ?? 0) >= (DEEP_ENOUGH[position] ?? 0))
      return NAMES[position] ?? 'global';
  return 'global';
}

/** Rounded to tenths, for display. */
export function evidenceAt({ evidence }: Predictions, at: number): number[] {
  return SHOWN.map((_, position) => Math.round(cell(evidence, SHOWN.length * at + position) * 10) / 10);
}
