import { TASK_TYPES, type TaskType } from '../../task/index.ts';
import { type Kind, PACE, TYPICAL_SECONDS } from './parameters.ts';
import type { State, Sum, SumDelta } from './state.ts';

/** Cost over list price, or seconds, as a log-normal: the mean and variance of its logarithm. */
export interface Pace {
  mean: number;
  variance: number;
}

/** Cost and time of attempts on a kind of task. Anchored on the list price: a new price acts at once. */
export class Paces {
  readonly #runners: Block;
  readonly #ofTask: Block;
  readonly #shared: readonly number[];
  readonly #found = { cost: { mean: 0.5, variance: 0.5 }, latency: { mean: 0.5, variance: 0.5 } };

  constructor(state: State, task: TaskType) {
    this.#runners = state.sums.get('pace');
    this.#ofTask = state.sums.get(TASK_KEYS[task]);
    this.#shared = this.#runners?.get(TASK_COLUMNS[task])?.values ?? NONE;
  }

  /** Valid until the next call. */
  of(runner: string, kind: Kind): { cost: Readonly<Pace>; latency: Readonly<Pace> } {
    const own = this.#runners?.get(runner)?.values ?? NONE;
    const both = this.#ofTask?.get(runner)?.values ?? NONE;
    const count = Math.min(PACE.countLimit, both[2] ?? 0);
    const weight = count / (count + 4);
    const { cost, latency } = this.#found;
    cost.mean = LOG_LIST + (this.#shared[0] ?? 0) + (own[0] ?? 0) + weight * (both[0] ?? 0);
    cost.variance = Math.max(LEAST_SPREAD, PACE.costSpread + (own[1] ?? 0));
    latency.mean = LOG_SECONDS[kind] + (this.#shared[1] ?? 0) + (own[2] ?? 0) + weight * (both[1] ?? 0);
    latency.variance = Math.max(0.01, PACE.latencySpread + (own[3] ?? 0));
    return this.#found;
  }
}

type Block = ReadonlyMap<string, Sum> | undefined;

function rowsOf(state: State, runner: string, task: TaskType) {
  const all = state.sums.get('pace');
  return {
    shared: all?.get(TASK_COLUMNS[task])?.values ?? NONE,
    own: all?.get(runner)?.values ?? NONE,
    both: state.sums.get(TASK_KEYS[task])?.get(runner)?.values ?? NONE,
  };
}

/** An unknown runner is expected to cost its list price, neither more nor less. */
const LOG_LIST = -PACE.costSpread / 2;
// A runner with a fixed price has next to no spread.
const LEAST_SPREAD = 1e-4;
const LOG_SECONDS = Object.fromEntries(
  Object.entries(TYPICAL_SECONDS).map(([kind, seconds]) => [kind, Math.log(seconds)]),
) as Record<Kind, number>;

export function expectedFactor({ mean, variance }: Pace): number {
  return Math.exp(mean + variance / 2);
}

export function expectedSeconds({ mean, variance }: Pace): number {
  return Math.min(PACE.maxSeconds, Math.exp(mean + variance / 2));
}

/** The changes that one attempt makes in both. */
export function paceDeltas(
  state: State,
  attempt: { runner: string; kind: Kind; task: TaskType; costRatio: number; seconds: number },
): SumDelta[] {
  const { runner, kind, task } = attempt;
  const model = modelOf(state, runner, kind, task);
  const cost = moved(model.cost, Math.log(attempt.costRatio), 3);
  const latency = moved(model.latency, Math.log(attempt.seconds), 2);
  return [
    sum('pace', TASK_COLUMNS[task], [cost.shared, latency.shared, 1]),
    sum('pace', runner, [cost.own, cost.spread, latency.own, latency.spread, 1]),
    sum(TASK_KEYS[task], runner, [cost.ofTask, latency.ofTask, 1]),
  ];
}

interface Model {
  shared: number;
  own: number;
  ofTask: number;
  /** The weight of `ofTask`. */
  weight: number;
  spread: number;
  counts: { task: number; runner: number; both: number };
}

function modelOf(state: State, runner: string, kind: Kind, task: TaskType): { cost: Model; latency: Model } {
  const { shared, own, both } = rowsOf(state, runner, task);
  const counts = {
    task: shared[2] ?? 0,
    runner: Math.min(PACE.countLimit, own[4] ?? 0),
    both: Math.min(PACE.countLimit, both[2] ?? 0),
  };
  const weight = counts.both / (counts.both + 4);
  return {
    cost: {
      shared: shared[0] ?? 0,
      own: LOG_LIST + (own[0] ?? 0),
      ofTask: both[0] ?? 0,
      weight,
      spread: Math.max(LEAST_SPREAD, PACE.costSpread + (own[1] ?? 0)),
      counts,
    },
    latency: {
      shared: shared[1] ?? 0,
      own: LOG_SECONDS[kind] + (own[2] ?? 0),
      ofTask: both[1] ?? 0,
      weight,
      spread: Math.max(0.01, PACE.latencySpread + (own[3] ?? 0)),
      counts,
    },
  };
}

const NONE: readonly number[] = [];
// Made once: joining strings for every candidate costs more than reading its numbers.
const TASK_KEYS = named((task) => `pace|${task}`);
const TASK_COLUMNS = named((task) => `task|${task}`);

function named(name: (task: TaskType) => string): Record<TaskType, string> {
  return Object.fromEntries(TASK_TYPES.map((task) => [task, name(task)])) as Record<TaskType, string>;
}

type Move = Pick<Model, 'shared' | 'own' | 'ofTask' | 'spread'>;

/** How far each part moves towards the observation; additive, so that concurrent writers lose nothing. */
function moved({ shared, own, ofTask, weight, spread, counts }: Model, seen: number, inertia: number): Move {
  const dShared = (0.5 * (seen - own - shared)) / (counts.task + 20);
  const rest = seen - (shared + dShared) - weight * ofTask;
  const dOwn = (rest - own) / (counts.runner + inertia);
  const dOfTask =
    (seen - (own + dOwn) - (shared + dShared) - ofTask) / Math.min(PACE.countLimit, counts.both + 1);
  const dSpread = ((rest - (own + dOwn)) ** 2 - spread) / (counts.runner + 10);
  return { shared: dShared, own: dOwn, ofTask: dOfTask, spread: dSpread };
}

function sum(key: string, column: string, add: number[]): SumDelta {
  return { key, column, halfLifeMs: null, fade: 1, add };
}
