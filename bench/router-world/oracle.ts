import { WEIGHTS } from '../../src/routing/model/parameters.ts';
import { planOver } from './plan-over.ts';
import type { Contender } from './simulate.ts';
import type { Run, Runner, World } from './world.ts';

// Five points of a normal distribution (Gauss-Hermite), with their weights.
const POINTS = [-2.8569700138728, -1.3556261799743, 0, 1.3556261799743, 2.8569700138728];
const SHARES = [0.0112574113277, 0.2220759220056, 0.5333333333333, 0.2220759220056, 0.0112574113277];
const DIFFICULTY = 0.7;

/** Knows every truth but the luck and the run's own difficulty, of which it learns from each failure. */
export function createOracle(world: World): Contender {
  const bySlug = new Map(world.runners.map((runner) => [runner.info.slug, runner]));
  return {
    decide({ attempts }, run) {
      const shares = posterior(world, run, attempts, bySlug);
      const tried = new Set(attempts.map(({ runner }) => runner));
      const open = world.present(run.nowMs).filter(({ info }) => !tried.has(info.slug));
      const chain = trueChain(world, run, open, shares, 1 + run.maxFallbacks - attempts.length);
      const order = chain.map(({ info }) => info.slug);
      const [first] = open;
      return { order: order.length > 0 || attempts.length > 0 || !first ? order : [first.info.slug] };
    },
    observe: () => undefined,
  };
}

/** The best chain by the truth, given the known difficulty. */
function trueChain(
  world: World,
  run: Run,
  open: readonly Runner[],
  shares: readonly number[],
  most: number,
): Runner[] {
  const weights = WEIGHTS[run.slaProfile];
  const options = open.map((runner) => {
    const effort = world.effort(runner, run);
    const option = { success: 0, price: 0 };
    for (const [at, share] of shares.entries()) {
      const { fault, block, complete } = world.chances(runner, run, (POINTS[at] ?? 0) * DIFFICULTY);
      const blocked = (1 - fault) * block;
      const success = (1 - fault) * (1 - block) * complete;
      const failed = (1 - fault) * (1 - block) * (1 - complete);
      option.success += share * success;
      option.price +=
        share *
        (weights.cost * effort.costUsd * (success + 0.8 * blocked + 1.1 * failed + 0.3 * fault) +
          weights.latency *
            Math.min(300, effort.seconds * (success + 0.5 * blocked + 1.35 * failed + 0.3 * fault)) +
          weights.block * blocked);
    }
    return option;
  });
  const order = planOver(options, most, weights.value);
  if (order.length === 0 && most > run.maxFallbacks && open.length > 0) {
    const worth = options.map(({ success, price }) => success * weights.value - price);
    return [open[worth.indexOf(Math.max(...worth))] as Runner];
  }
  return order.map((at) => open[at] as Runner);
}

function posterior(
  world: World,
  run: Run,
  attempts: readonly { runner: string; status: string; errorClass: string }[],
  bySlug: ReadonlyMap<string, Runner>,
): number[] {
  const shares = SHARES.map((share, at) =>
    attempts.reduce((left, { runner, status, errorClass }) => {
      const known = bySlug.get(runner);
      if (!known || errorClass === 'provider_5xx') return left;
      const { block, complete } = world.chances(known, run, (POINTS[at] ?? 0) * DIFFICULTY);
      return left * (status === 'blocked' ? block : (1 - block) * (1 - complete));
    }, share),
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / all);
}
