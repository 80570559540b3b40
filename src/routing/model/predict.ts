import { type Candidate, DEFENSES, type Defense, type PriorLevel } from '../port.ts';
import type { TaskType } from '../task-words.ts';
import { type Kind, kindOf, LEVELS, priorMean } from './parameters.ts';
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
export interface Setting {
  nowMs: number;
  /** The workspace and the domain in one, as `siteKey` makes it; null without a domain. */
  site: string | null;
  cluster: Defense;
  tags: readonly string[];
  task: TaskType;
}

/** Logit and what is unknown about it: of the runner in general, and of the runner on this domain. */
export interface Logit {
  mean: number;
  general: number;
  local: number;
}

export interface Prediction {
  block: Logit;
  complete: Logit;
  /** Discounted attempts behind the runner's levels: domain_task, domain, cluster_task, cluster, task, global. */
  evidence: number[];
}

const index = Object.fromEntries(LEVELS.map(({ name }, at) => [name, at])) as Record<string, number>;
export const LEVEL_INDEX = index;
const RUNNER_LEVELS = LEVELS.flatMap(({ column }, at) => (column === 'runner' ? [at] : []));
const SHOWN = ['rdt', 'rd', 'rct', 'rc', 'rt', 'r'].map((name) => index[name] ?? 0);
const AVERAGED = new Set(['c', 'ct', 'kc', 'rc', 'rct'].map((name) => index[name] ?? 0));

/** The key of a level here; null where it has none: no domain, no tag, a defence that nobody knows. */
export function keyAt(level: number, setting: Setting, cluster: Defense = setting.cluster): string | null {
  const { site, task, tags } = setting;
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

function clusterKey(name: string, cluster: Defense, task: TaskType): string {
  return name === 'ct' || name === 'rct' ? `${name}|${cluster}|${task}` : `${name}|${cluster}`;
}

type Block = ReadonlyMap<string, Effect> | undefined;

interface Facts {
  tau2: readonly [number, number];
  isLocal: boolean;
  /** Its place in `evidence`; -1 for a level that is not shown. */
  place: number;
  halfLifeMs: number;
}

function factsOf(level: number): Facts {
  const { tau2, of } = LEVELS[level] as (typeof LEVELS)[number];
  return { tau2, isLocal: of === 'domain', place: SHOWN.indexOf(level), halfLifeMs: effectHalfLifeMs(level) };
}

/** Predicts for any runner in one setting: what all share, and what a kind shares, is added up once. */
export class Predictor {
  readonly #state: State;
  readonly #setting: Setting;
  readonly #shared: [number, number];
  readonly #kinds = new Map<Kind, [number, number]>();
  readonly #blocks: (Facts & { block: Block })[];
  readonly #shares: { label: Defense; share: number }[];
  readonly #averaged: (Facts & { blocks: { share: number; block: Block }[] })[];
  // One for all: a decision asks for hundreds, and garbage is what makes it wait.
  readonly #prediction: Prediction = {
    block: { mean: 0.5, general: 0.5, local: 0.5 },
    complete: { mean: 0.5, general: 0.5, local: 0.5 },
    evidence: [0, 0, 0, 0, 0, 0],
  };

  constructor(state: State, setting: Setting) {
    this.#state = state;
    this.#setting = setting;
    this.#shares = setting.cluster === 'unknown' ? labelShares(state) : [];
    this.#shared = this.#sumOf('shared', '', '');
    this.#blocks = RUNNER_LEVELS.flatMap((level) => {
      const key = keyAt(level, setting);
      return key === null ? [] : [{ ...factsOf(level), block: state.effects.get(key) }];
    });
    this.#averaged = this.#shares.length === 0 ? [] : this.#averagedBlocks(RUNNER_LEVELS);
  }

  /** Good until it is asked again. */
  of(candidate: Pick<Candidate, 'runner' | 'kind'>): Readonly<Prediction> {
    const { nowMs } = this.#setting;
    const kind = this.#kindSum(kindOf(candidate));
    let block = this.#shared[0] + kind[0];
    let complete = this.#shared[1] + kind[1];
    let blockGeneral = 0;
    let blockLocal = 0;
    let completeGeneral = 0;
    let completeLocal = 0;
    const { evidence } = this.#prediction;
    evidence.fill(0);
    for (const { block: effects, tau2, isLocal, place, halfLifeMs } of this.#blocks) {
      const effect = effects?.get(candidate.runner);
      let blockV = tau2[0];
      let completeV = tau2[1];
      if (effect) {
        const rho = remaining(nowMs - effect[AT], halfLifeMs);
        blockV /= 1 + blockV * rho * effect[BLOCK_LAM];
        completeV /= 1 + completeV * rho * effect[COMPLETE_LAM];
        block += rho * effect[BLOCK_H] * blockV;
        complete += rho * effect[COMPLETE_H] * completeV;
        if (place >= 0) evidence[place] = rho * effect[BLOCK_N];
      }
      if (isLocal) {
        blockLocal += blockV;
        completeLocal += completeV;
      } else {
        blockGeneral += blockV;
        completeGeneral += completeV;
      }
    }
    for (const { tau2, halfLifeMs, blocks } of this.#averaged) {
      blockGeneral += tau2[0];
      completeGeneral += tau2[1];
      for (const { share, block: effects } of blocks) {
        const effect = effects?.get(candidate.runner);
        if (!effect) continue;
        const rho = remaining(nowMs - effect[AT], halfLifeMs);
        block += (share * rho * effect[BLOCK_H]) / (1 / tau2[0] + rho * effect[BLOCK_LAM]);
        complete += (share * rho * effect[COMPLETE_H]) / (1 / tau2[1] + rho * effect[COMPLETE_LAM]);
      }
    }
    const found = this.#prediction;
    found.block.mean = block;
    found.block.general = blockGeneral;
    found.block.local = blockLocal;
    found.complete.mean = complete;
    found.complete.general = completeGeneral;
    found.complete.local = completeLocal;
    return found;
  }

  #kindSum(kind: Kind): [number, number] {
    const sum = this.#kinds.get(kind) ?? this.#sumOf('kind', kind, kind);
    this.#kinds.set(kind, sum);
    return sum;
  }

  /** Means of the levels that have no runner in them. */
  #sumOf(column: 'shared' | 'kind', name: string, kind: Kind | ''): [number, number] {
    const sum: [number, number] = [0, 0];
    for (const [level, { column: own, name: levelName }] of LEVELS.entries()) {
      if (own !== column) continue;
      const labels =
        AVERAGED.has(level) && this.#shares.length > 0
          ? this.#shares
          : [{ label: this.#setting.cluster, share: 1 }];
      for (const { label, share } of labels) {
        const key = keyAt(level, this.#setting, label);
        const effect = key === null ? undefined : this.#state.effects.get(key)?.get(name);
        const prior = priorMean(levelName, kind, this.#setting.task, label);
        if (key === null && prior[0] === 0 && prior[1] === 0) continue;
        const [block, complete] = meansOf(level, effect, prior, this.#setting.nowMs);
        sum[0] += share * block;
        sum[1] += share * complete;
      }
    }
    return sum;
  }

  #averagedBlocks(levels: number[]) {
    return levels
      .filter((level) => AVERAGED.has(level))
      .map((level) => ({
        ...factsOf(level),
        blocks: this.#shares.map(({ label, share }) => ({
          share,
          block: this.#state.effects.get(keyAt(level, this.#setting, label) ?? ''),
        })),
      }));
  }
}

function meansOf(level: number, effect: Effect | undefined, prior: readonly [number, number], nowMs: number) {
  if (!effect) return prior;
  const { tau2 } = LEVELS[level] as (typeof LEVELS)[number];
  const rho = remaining(nowMs - effect[AT], effectHalfLifeMs(level));
  return [
    (prior[0] / tau2[0] + rho * effect[BLOCK_H]) / (1 / tau2[0] + rho * effect[BLOCK_LAM]),
    (prior[1] / tau2[1] + rho * effect[COMPLETE_H]) / (1 / tau2[1] + rho * effect[COMPLETE_LAM]),
  ] as const;
}

/** How often each defence was met, for sites whose defence nobody knows. */
function labelShares(state: State): { label: Defense; share: number }[] {
  const seen = DEFENSES.map((label) => 1 + (readSum(state, 'labels', label, 0, null)[0] ?? 0));
  const all = seen.reduce((sum, count) => sum + count, 0);
  return DEFENSES.map((label, at) => ({ label, share: (seen[at] ?? 0) / all }));
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The probability behind a logit that is known only so well. */
export function probability(mean: number, variance: number): number {
  return sigmoid(mean / Math.sqrt(1 + (Math.PI / 8) * Math.max(0, variance)));
}

const DEEP_ENOUGH = [3, 3, 8, 8, 8];
const NAMES: readonly PriorLevel[] = ['domain_task', 'domain', 'cluster_task', 'cluster', 'task'];

/** The deepest level with evidence enough to speak of. */
export function priorLevelOf(evidence: readonly number[]): PriorLevel {
  for (let at = 0; at < NAMES.length; at += 1)
    if ((evidence[at] ?? 0) >= (DEEP_ENOUGH[at] ?? 0)) return NAMES[at] ?? 'global';
  return 'global';
}
