import { seeded } from '../../test/support/seeded.ts';
import { quantile } from '../rounds.ts';
import type { Costs } from './measure.ts';

export interface World {
  runsPerSecond: number;
  instances: number;
  slotsPerInstance: number;
  databaseCores: number;
  /** How often a caller reads its run; streams and webhooks spare that. */
  readsPerRun: number;
  runSeconds: { median: number; spread: number };
}

export interface Outcome {
  databaseBusy: number;
  /** 95 of 100 statements wait at most so long for a core of the database. */
  databaseWaitP95Ms: number;
  slotsBusy: number;
  /** 95 of 100 runs wait at most so long for a place on a worker. */
  slotWaitP95Seconds: number;
}

const STEP_SECONDS = 0.01;
const WARM_UP_SECONDS = 300;
const MEASURED_SECONDS = 120;
/** No run of the simulation takes longer. */
const LONGEST_SECONDS = 900;

/**
 * One peak, in steps of ten milliseconds: runs arrive at random, wait for a place, hold it for as long as an attempt takes,
 * and ask the database for processor time when they begin, when they end, when they are read, and while they live.
 */
export function simulate(costs: Costs, world: World, seed = 1): Outcome {
  const random = seeded(seed);
  const slots = world.instances * world.slotsPerInstance;
  const steps = (WARM_UP_SECONDS + MEASURED_SECONDS) / STEP_SECONDS;
  const endings = new Uint32Array(steps + LONGEST_SECONDS / STEP_SECONDS + 1);
  const perArrival = costs.run.databaseSeconds + world.readsPerRun * costs.read.databaseSeconds;
  const perLiveSecond = costs.liveMinute.databaseSeconds / 60;
  const waiting: Array<{ since: number; count: number }> = [];
  const databaseWaits: number[] = [];
  const slotWaits: number[] = [];
  let [live, backlog, databaseWork, liveSum] = [0, 0, 0, 0];

  for (let step = 0; step < steps; step += 1) {
    const isMeasured = step >= WARM_UP_SECONDS / STEP_SECONDS;
    live -= endings[step] ?? 0;
    const arrived = poisson(world.runsPerSecond * STEP_SECONDS, random);
    if (arrived > 0) waiting.push({ since: step, count: arrived });
    while (live < slots && waiting[0]) {
      const [first] = waiting;
      first.count -= 1;
      live += 1;
      const end = step + Math.ceil(durationOf(world, random) / STEP_SECONDS);
      endings[end] = (endings[end] ?? 0) + 1;
      if (isMeasured) slotWaits.push((step - first.since) * STEP_SECONDS);
      if (first.count === 0) waiting.shift();
    }
    const asked = arrived * perArrival + live * perLiveSecond * STEP_SECONDS;
    const room = world.databaseCores * STEP_SECONDS;
    const served = Math.min(backlog + asked, room);
    backlog += asked - served;
    if (!isMeasured) continue;
    databaseWork += served;
    liveSum += live;
    databaseWaits.push((backlog / world.databaseCores) * 1_000);
  }
  const measuredSteps = MEASURED_SECONDS / STEP_SECONDS;
  return {
    databaseBusy: databaseWork / (world.databaseCores * MEASURED_SECONDS),
    databaseWaitP95Ms: quantile(databaseWaits, 0.95),
    slotsBusy: liveSum / measuredSteps / slots,
    slotWaitP95Seconds: quantile(slotWaits, 0.95),
  };
}

/** The highest rate at which a world still meets the demands. */
export function highestRate(costs: Costs, world: World, isGood: (outcome: Outcome) => boolean): number {
  let [good, bad] = [0, 20_000];
  while (bad - good > 25) {
    const rate = (good + bad) / 2;
    if (isGood(simulate(costs, { ...world, runsPerSecond: rate }))) good = rate;
    else bad = rate;
  }
  return good;
}

/** Log-normal: most runs are short, a few take minutes. */
function durationOf({ runSeconds: { median, spread } }: World, random: () => number): number {
  return Math.min(LONGEST_SECONDS, median * Math.exp(spread * normal(random)));
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Near enough for the many arrivals of a step; exact for few. */
function poisson(mean: number, random: () => number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = -1;
  for (let product = 1; product > Math.exp(-mean); count += 1) product *= random();
  return count;
}
