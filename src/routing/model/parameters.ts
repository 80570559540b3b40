import type { TaskType } from '../../task/index.ts';
import type { Candidate, Defense, SlaProfile, Weights } from '../port.ts';

/**
 * Every number that a decision depends on, besides the evidence. They were fitted in the simulator of `bench/router.ts`; a
 * change of any of them changes `POLICY_VERSION`.
 */

/** The model's classes of runners: a kind, or the repetition of a recorded success. */
export type Kind = Candidate['kind'] | 'replay';
export const REPLAY_RUNNER = 'local-replay';

export function kindOf({ runner, kind }: Pick<Candidate, 'runner' | 'kind'>): Kind {
  return runner === REPLAY_RUNNER ? 'replay' : kind;
}

export const WEIGHTS: Record<SlaProfile, Weights> = {
  balanced: { value: 1, cost: 1, latency: 0.001, block: 0.02 },
  cheapest: { value: 0.6, cost: 2, latency: 0.0002, block: 0.01 },
  fastest: { value: 1, cost: 0.5, latency: 0.006, block: 0.02 },
  most_reliable: { value: 3, cost: 0.5, latency: 0.0005, block: 0.1 },
};

/** One effect of the sum behind a probability: its sharers, its spread around the mean, its half-life. */
export interface Level {
  name: string;
  column: 'shared' | 'kind' | 'runner';
  /** Needs to know the domain, the defence, or a tag of the site. */
  of: 'all' | 'cluster' | 'domain' | 'tag';
  /** Prior variance, of the question "blocked?" and of "completed?". */
  tau2: readonly [block: number, complete: number];
  halfLifeDays: number;
  /** The variance never falls below it, so that a well-known runner can still change; 0: no floor. */
  floor: number;
}

const level = (
  name: string,
  column: Level['column'],
  of: Level['of'],
  block: number,
  complete: number,
  halfLifeDays: number,
  floor = 0,
): Level => ({ name, column, of, tau2: [block, complete], halfLifeDays, floor });

export const LEVELS: readonly Level[] = [
  level('g', 'shared', 'all', 4, 4, 1000),
  level('t', 'shared', 'all', 0.2, 0.6, 180),
  level('c', 'shared', 'cluster', 2, 0.2, 180),
  level('ct', 'shared', 'cluster', 0.15, 0.15, 120),
  level('d', 'shared', 'domain', 0.7, 0.7, 300),
  level('dt', 'shared', 'domain', 0.25, 0.25, 300),
  level('k', 'kind', 'all', 0.8, 0.8, 1000),
  level('kt', 'kind', 'all', 0.05, 1.5, 1000),
  level('kc', 'kind', 'cluster', 0.3, 0.05, 1000),
  level('r', 'runner', 'all', 1, 1, 300, 0.03),
  level('rt', 'runner', 'all', 0.1, 0.5, 300),
  level('rc', 'runner', 'cluster', 1.2, 0.2, 200, 0.15),
  level('rct', 'runner', 'cluster', 0.1, 0.2, 200),
  level('rd', 'runner', 'domain', 0.5, 0.7, 300),
  level('rdt', 'runner', 'domain', 0.05, 0.2, 300),
  level('f0', 'runner', 'tag', 0.2, 0.2, 120),
  level('f1', 'runner', 'tag', 0.2, 0.2, 120),
];

/** The largest precision that evidence may give a level. */
export function precisionLimit({ floor, tau2 }: Level, question: 0 | 1): number {
  return floor === 0 ? Number.POSITIVE_INFINITY : Math.max(0, 1 / floor - 1 / tau2[question]);
}

/** The prior: the mean of an effect, by level and by subject. */
const PRIOR_MEANS: Record<string, readonly [block: number, complete: number]> = {
  g: [-0.9, 0.8],
  'c|none': [-2, 0],
  'c|datadome': [0.6, 0],
  'c|perimeterx': [0.5, 0],
  'c|akamai': [0.3, 0],
  't|multistep': [0, -0.6],
  't|download': [0, -0.3],
  'k|hosted_agent': [0, 0.4],
  'k|browser_infra': [-0.3, 0],
  'k|open_source': [0.8, 0],
  // A repeated script has worked on this very page before.
  'k|replay': [0, 1.5],
  'kt|extraction|form': [0, -2.5],
  'kt|extraction|multistep': [0, -2.5],
  'kt|extraction|download': [0, -1],
  'kt|extraction|extract': [0, 0.5],
  'kt|extraction|monitor': [0, 0.5],
};
const NO_PRIOR = [0, 0] as const;

export function levelAt(index: number): Level {
  const level = LEVELS[index];
  if (!level) throw new RangeError(`Unknown level ${index}.`);
  return level;
}

export function priorMean(name: string, kind: Kind | '', task: TaskType, cluster: Defense) {
  return PRIOR_MEANS[priorName(name, kind, task, cluster)] ?? NO_PRIOR;
}

function priorName(name: string, kind: Kind | '', task: TaskType, cluster: Defense): string {
  switch (name) {
    case 'c':
      return `c|${cluster}`;
    case 't':
      return `t|${task}`;
    case 'k':
      return `k|${kind}`;
    case 'kt':
      return `kt|${kind}|${task}`;
    default:
      return name;
  }
}

/** How long a runner of a kind takes until more is known, in seconds. */
export const TYPICAL_SECONDS: Record<Kind, number> = {
  hosted_agent: 60,
  browser_infra: 15,
  extraction: 3,
  open_source: 45,
  replay: 5,
};

export const PACE = { costSpread: 0.12, latencySpread: 0.25, countLimit: 60, maxSeconds: 300 };
export const AVAILABILITY = { halfLifeMs: 30 * 60_000, prior: 3, priorUp: 2.955, providerShare: 0.5 };
export const OPTIMISM = { runner: 0.5, domain: 0.3, fullVisits: 30, besideWinner: 0.3 };
export const EXPLORATION = { rate: 0.01, streak: 40, limit: 0.02, window: 1000, coldEvidence: 3 };
export const WINNER = { successes: 2, forMs: 72 * 3_600_000, sweepForMs: 7 * 24 * 3_600_000 };
export const WIDENING = { most: 6, worth: 0.9 };
export const POSITIONS = { fade: 0.999, priorSuccess: 18.4, prior: 20, least: 0.3, most: 1.1, last: 12 };
export const BUDGET = { margin: 1.5, quantile: 1.28 };
export const LATER_WEIGHT = 0.7;
export const CHANGE = { shift: 3, alarm: 7, repeat: 0.3, keep: 0.25, least: 0.05, domains: 64 };
export const PROBATION = {
  faults: 3,
  faultsWithinMs: 10 * 60_000,
  sameErrors: 5,
  sites: 3,
  firstMs: 2 * 60_000,
  longestMs: 2 * 3_600_000,
};
export const TIMEOUTS = { withinMs: 15 * 60_000, attempts: 3, domains: 3 };
/** How much one workspace may move the shared evidence, per runner, defence and task: attempts, discounted with this half-life. */
export const TENANT = { attempts: 60, halfLifeMs: 24 * 3_600_000 };
/** A published success rate is worth so many attempts; none is believed to be nearer to 0 or 1. */
export const PUBLISHED = { attempts: 5, edge: 0.02 };
/** The weight of evidence from another installation. */
export const TRANSFER = { weight: 0.25 };

const CODE_VERSION = 1;
export const POLICY_VERSION = `learned-${CODE_VERSION}-${hashOf(
  JSON.stringify([
    WEIGHTS,
    LEVELS,
    PRIOR_MEANS,
    TYPICAL_SECONDS,
    PACE,
    AVAILABILITY,
    OPTIMISM,
    EXPLORATION,
    WINNER,
    WIDENING,
    POSITIONS,
    BUDGET,
    LATER_WEIGHT,
    CHANGE,
    PROBATION,
    TIMEOUTS,
    TENANT,
    PUBLISHED,
    TRANSFER,
  ]),
).toString(16)}`;

/** FNV-1a with a last stir: quick, the same everywhere, and good enough for lots and names. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 0 to 1, the same for the same text. */
export function lotOf(text: string): number {
  return hashOf(text) / 2 ** 32;
}
