import { sigmoid } from '../../src/routing/model/predict.ts';
import { DEFENSES, type Defense, type SlaProfile } from '../../src/routing/port.ts';
import { TASK_TYPES } from '../../src/task/index.ts';
import type { Candidate } from './create-router.ts';
import { Luck, normal, uniform } from './luck.ts';

/** A world of runners and sites with known truths: a router must find them out, an oracle knows them. */

const DAY_MS = 86_400_000;
const DAYS = 60;
const KINDS = ['hosted_agent', 'infra', 'extraction', 'oss'] as const;
const KIND_SHARES = [0.42, 0.2, 0.18, 0.2];
const PRICES = [
  [0.03, 0.5],
  [0.004, 0.1],
  [0.001, 0.02],
  [0.01, 0.15],
] as const;
const STEALTH = [0.9, 1.3, 0.6, -0.5];
const SECONDS = [60, 15, 3, 45];
const CLUSTER_SHARES: Record<(typeof DEFENSES)[number], number> = {
  none: 0.4,
  cloudflare: 0.22,
  recaptcha: 0.09,
  turnstile: 0.07,
  akamai: 0.09,
  datadome: 0.07,
  perimeterx: 0.06,
};
const STRENGTH: Record<(typeof DEFENSES)[number], number> = {
  none: -3.4,
  cloudflare: -0.6,
  recaptcha: -0.5,
  turnstile: -0.1,
  akamai: 0.3,
  datadome: 0.9,
  perimeterx: 0.6,
};
// By task: extract, form, download, search, multistep, monitor.
const TASK_BLOCK = [0, 0.4, 0.1, 0.1, 0.3, -0.2];
const TASK_COST = [0.7, 1.1, 1, 0.9, 1.8, 0.6];
const TASK_SECONDS = [0.7, 1.2, 1.2, 1, 2.2, 0.6];
const COMPLETION = [
  [1.7, 1.5, 1, 1.9, 0.9, 1.3],
  [1.1, 0.6, 0.5, 1, -0.3, 1.3],
  [2.2, -2.8, -0.9, 1.4, -3.2, 2],
  [1.1, 0.4, 0.1, 0.9, -0.5, 0.9],
];
const ARCHETYPES = 12;

export interface Runner {
  index: number;
  info: Candidate;
  kind: number;
  quality: number;
  stealth: number;
  faultRate: number;
  costNoise: number;
  seconds: number;
  secondsNoise: number;
  driftDays: number;
  appearsAtMs: number;
}

export interface Domain {
  index: number;
  name: string;
  cluster: (typeof DEFENSES)[number];
  archetype: number;
  tags: string[];
  /** The defence that a router assumes before its first visit. */
  told: Defense;
  tasks: number[];
}

export interface Run {
  index: number;
  id: string;
  nowMs: number;
  domain: Domain;
  isFirstVisit: boolean;
  task: number;
  slaProfile: SlaProfile;
  maxFallbacks: number;
  maxCostUsd: number | null;
  difficulty: number;
  isSweep: boolean;
}

export interface Break {
  runner: number;
  cluster: (typeof DEFENSES)[number];
  fromMs: number;
  untilMs: number;
}

/** The chances of an attempt, for a run of a given difficulty. */
export interface Chances {
  fault: number;
  block: number;
  complete: number;
}

export interface Result {
  status: 'succeeded' | 'blocked' | 'failed' | 'empty';
  errorClass: 'none' | 'bot_challenge' | 'bad_output' | 'empty_output' | 'provider_5xx';
  costUsd: number;
  seconds: number;
}

export interface WorldSize {
  seed: number;
  runners: number;
  runs: number;
}

export class World {
  readonly size: WorldSize;
  readonly runners: Runner[];
  readonly runs: Run[] = [];
  readonly breaks: Break[] = [];
  readonly #outages: { provider: string; fromMs: number; untilMs: number }[] = [];
  readonly #prices: { runner: number; atMs: number; factor: number }[] = [];
  readonly #bases = new Map<number, { block: Float64Array; complete: Float64Array }>();

  constructor(size: WorldSize) {
    this.size = size;
    const luck = new Luck(size.seed);
    const providers = Math.max(30, Math.round(size.runners * 0.55));
    const newcomers = 3;
    this.runners = Array.from({ length: size.runners + newcomers }, (_, index) =>
      makeRunner(luck, index, providers, index >= size.runners),
    );
    this.#makeRuns(luck);
    this.#makeEvents(luck);
  }

  /** The runners that exist now, at today's prices. */
  present(nowMs: number): Runner[] {
    return this.runners.filter(({ appearsAtMs }) => appearsAtMs <= nowMs);
  }

  priceOf(runner: Runner, nowMs: number): number {
    return this.#prices.reduce(
      (price, change) =>
        change.runner === runner.index && change.atMs <= nowMs ? price * change.factor : price,
      runner.info.listPriceUsd,
    );
  }

  infoOf(runner: Runner, nowMs: number): Candidate {
    return { ...runner.info, listPriceUsd: this.priceOf(runner, nowMs) };
  }

  chances(runner: Runner, run: Run, difficulty: number): Chances {
    const { domain, task, nowMs } = run;
    const base = this.#baseOf(domain, task);
    const drift = 0.25 * Math.sin((2 * Math.PI * nowMs) / (runner.driftDays * DAY_MS) + runner.index);
    const isBroken = this.breaks.some(
      (one) =>
        one.runner === runner.index &&
        one.cluster === domain.cluster &&
        one.fromMs <= nowMs &&
        nowMs < one.untilMs,
    );
    const block = (base.block[runner.index] ?? 0) + 0.5 * difficulty;
    const complete = (base.complete[runner.index] ?? 0) + drift - difficulty;
    const isDown = this.#outages.some(
      ({ provider, fromMs, untilMs }) =>
        provider === runner.info.provider && fromMs <= nowMs && nowMs < untilMs,
    );
    return {
      fault: isDown ? 0.92 : runner.faultRate,
      block: sigmoid(block + (isBroken && domain.cluster !== 'none' ? 4 : 0)),
      complete: sigmoid(complete - (isBroken && domain.cluster === 'none' ? 4 : 0)),
    };
  }

  /** Expected cost and seconds of a plain success, before the factors of how it ends. */
  effort(runner: Runner, run: Run): { costUsd: number; seconds: number } {
    const { seed } = this.size;
    const raw =
      this.priceOf(runner, run.nowMs) *
      (TASK_COST[run.task] ?? 1) *
      Math.exp(0.25 * normal(seed, 61, runner.index, run.task));
    return {
      costUsd: Math.min(0.6, Math.max(0.001, raw)) * Math.exp(runner.costNoise ** 2 / 2),
      seconds: runner.seconds * (TASK_SECONDS[run.task] ?? 1) * Math.exp(runner.secondsNoise ** 2 / 2),
    };
  }

  attempt(runner: Runner, run: Run): Result {
    const { seed } = this.size;
    const draw = (what: number) => uniform(seed, 71, run.index, runner.index, what);
    const chances = this.chances(runner, run, run.difficulty);
    const effort = this.effort(runner, run);
    const noise = (what: number, deviation: number) =>
      Math.exp(deviation * normal(seed, 72, run.index, runner.index, what) - deviation ** 2 / 2);
    const [status, errorClass, ofCost, ofTime] =
      draw(1) < chances.fault
        ? (['failed', 'provider_5xx', 0.3, 0.3] as const)
        : draw(2) < chances.block
          ? (['blocked', 'bot_challenge', 0.8, 0.5] as const)
          : draw(3) < chances.complete
            ? (['succeeded', 'none', 1, 1] as const)
            : draw(4) < 0.2
              ? (['empty', 'empty_output', 1.1, 1.35] as const)
              : (['failed', 'bad_output', 1.1, 1.35] as const);
    return {
      status,
      errorClass,
      costUsd: effort.costUsd * noise(5, runner.costNoise) * ofCost,
      seconds: Math.min(300, Math.max(1, effort.seconds * noise(6, runner.secondsNoise) * ofTime)),
    };
  }

  /** The parts of both logits that do not change from run to run, for all runners on a site and task. */
  #baseOf(domain: Domain, task: number): { block: Float64Array; complete: Float64Array } {
    const key = domain.index * 6 + task;
    const known = this.#bases.get(key);
    if (known) return known;
    const { seed } = this.size;
    const cluster = DEFENSES.indexOf(domain.cluster);
    const isOpen = domain.cluster === 'none';
    const n = (what: number, ...of: number[]) => normal(seed, what, ...of);
    const made = {
      block: new Float64Array(this.runners.length),
      complete: new Float64Array(this.runners.length),
    };
    const siteBlock = (isOpen ? 0.35 : 1) * 0.6 * n(1, domain.index);
    const siteComplete =
      -0.7 * n(2, domain.index) - 0.4 * n(3, domain.index, task) + 0.2 * n(4, cluster, task);
    for (const { index, kind, quality, stealth } of this.runners) {
      made.block[index] =
        STRENGTH[domain.cluster] -
        stealth +
        (isOpen ? 0.3 : 0.9) * n(5, index, cluster) +
        (TASK_BLOCK[task] ?? 0) +
        siteBlock +
        (isOpen ? 0.35 : 1) * (0.5 * n(6, index, domain.archetype) + 0.4 * n(7, index, domain.index));
      made.complete[index] =
        (COMPLETION[kind]?.[task] ?? 0) +
        quality +
        0.5 * n(8, index, task) +
        0.35 * n(9, index, cluster, task) +
        siteComplete +
        0.55 * n(10, index, domain.archetype) +
        0.5 * n(11, index, domain.index) +
        0.3 * n(12, index, domain.index, task);
    }
    this.#bases.set(key, made);
    return made;
  }

  #makeRuns(luck: Luck): void {
    const { runs } = this.size;
    const count = 3000;
    const domains = Array.from({ length: count }, (_, index) => makeDomain(luck, index));
    const weights = domains.map((_, rank) => (rank + 1) ** -1.05);
    const running = new Float64Array(count);
    let sum = 0;
    for (let at = 0; at < count; at += 1) {
      sum += weights[at] ?? 0;
      running[at] = sum;
    }
    const total = sum;
    const visited = new Set<number>();
    for (let index = 0; index < runs; index += 1) {
      const isNew = luck.next() < 0.08;
      const domain = isNew
        ? makeDomain(luck, count + index)
        : (domains[placeIn(running, luck.next() * total)] as Domain);
      this.runs.push({
        index,
        id: `run${index}`,
        nowMs: Math.round(((index + luck.next()) / runs) * DAYS * DAY_MS),
        domain,
        isFirstVisit: !visited.has(domain.index),
        task: luck.pick(domain.tasks),
        slaProfile: (['balanced', 'cheapest', 'fastest', 'most_reliable'] as const)[
          luck.pick([0.7, 0.1, 0.1, 0.1])
        ] as SlaProfile,
        maxFallbacks: [5, 0, 1, 2, 12][luck.pick([0.75, 0.08, 0.05, 0.07, 0.05])] as number,
        maxCostUsd: luck.next() < 0.12 ? luck.logBetween(0.03, 0.6) : null,
        difficulty: luck.normal(0.7),
        isSweep: luck.next() < 0.002,
      });
      visited.add(domain.index);
    }
  }

  #makeEvents(luck: Luck): void {
    const end = DAYS * DAY_MS;
    const often = this.#frequentBest();
    for (let at = 0; at < 8 && often.length > 0; at += 1) {
      const [chosen] = often.splice(luck.below(Math.min(12, often.length)), 1);
      const fromMs = luck.between(0.15, 0.85) * end;
      const stays = luck.next() < 0.4;
      if (chosen)
        this.breaks.push({ ...chosen, fromMs, untilMs: stays ? end : fromMs + luck.between(3, 12) * DAY_MS });
    }
    for (let at = 0; at < 20; at += 1) {
      const fromMs = luck.next() * end;
      const provider = (this.runners[luck.below(this.size.runners)] as Runner).info.provider;
      this.#outages.push({ provider, fromMs, untilMs: fromMs + luck.between(1 / 3, 5.5) * 3_600_000 });
    }
    for (let at = 0; at < 6; at += 1) {
      const factor = luck.next() < 0.5 ? luck.between(0.4, 0.7) : luck.between(1.6, 3.2);
      this.#prices.push({ runner: luck.below(this.size.runners), atMs: luck.next() * end, factor });
    }
  }

  /** Runners that are often the best single choice on a defence: their break matters. */
  #frequentBest(): { runner: number; cluster: (typeof DEFENSES)[number] }[] {
    const counts = new Map<string, number>();
    for (const run of this.runs.filter((_, at) => at % 40 === 0)) {
      let [found, most] = [-1, Number.NEGATIVE_INFINITY];
      for (const runner of this.present(0)) {
        const { fault, block, complete } = this.chances(runner, run, 0);
        const { costUsd, seconds } = this.effort(runner, run);
        const worth = (1 - fault) * (1 - block) * complete - costUsd - 0.001 * seconds - 0.02 * block;
        if (worth > most) [found, most] = [runner.index, worth];
      }
      const key = `${found}|${run.domain.cluster}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts]
      .sort((one, other) => other[1] - one[1])
      .map(([key]) => {
        const [runner, cluster] = key.split('|');
        return { runner: Number(runner), cluster: cluster as (typeof DEFENSES)[number] };
      });
  }
}

function makeRunner(luck: Luck, index: number, providers: number, isNew: boolean): Runner {
  const kind = luck.pick(KIND_SHARES);
  const place = luck.next();
  const [low, high] = PRICES[kind] as readonly [number, number];
  const lift = isNew ? 0.8 : 0;
  return {
    index,
    kind,
    info: {
      slug: `${KINDS[kind]}-${index}`,
      kind: KINDS[kind] as Candidate['kind'],
      provider: `p${luck.below(providers)}`,
      listPriceUsd: low * (high / low) ** place,
    },
    quality: luck.normal(0.65) + 0.7 * (place - 0.5) + lift,
    stealth: (STEALTH[kind] ?? 0) + luck.normal(0.75) + 0.6 * (place - 0.5) + lift,
    faultRate: luck.logBetween(0.004, 0.06),
    costNoise: luck.between(0.2, 0.45),
    seconds: (SECONDS[kind] ?? 30) * Math.exp(luck.normal(0.45)),
    secondsNoise: luck.between(0.3, 0.6),
    driftDays: luck.between(25, 75),
    appearsAtMs: isNew ? luck.between(0.3, 0.6) * DAYS * DAY_MS : 0,
  };
}

function makeDomain(luck: Luck, index: number): Domain {
  const cluster = DEFENSES[luck.pick(DEFENSES.map((label) => CLUSTER_SHARES[label]))] as Domain['cluster'];
  const archetype = luck.below(ARCHETYPES);
  const shown = () => (luck.next() < 0.7 ? archetype : luck.below(ARCHETYPES));
  const told = luck.next();
  return {
    index,
    name: `site${index}.example`,
    cluster,
    archetype,
    tags: [`a${shown()}`, `b${shown()}`],
    told: told < 0.35 ? 'unknown' : told < 0.4 ? (DEFENSES[luck.below(DEFENSES.length)] as Defense) : cluster,
    // Dirichlet(0.5): squares of normals are gammas of one half.
    tasks: TASK_TYPES.map(() => luck.normal() ** 2),
  };
}

function placeIn(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
