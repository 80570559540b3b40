import { type Finding, isMet } from './report.ts';
import { createRandom } from './router-world/baselines.ts';
import { createRouter, type PublishedRate } from './router-world/create-router.ts';
import { figuresOf, mean } from './router-world/figures.ts';
import { Luck } from './router-world/luck.ts';
import { createOracle } from './router-world/oracle.ts';
import { simulate } from './router-world/simulate.ts';
import { World } from './router-world/world.ts';

// Other worlds than those of the choice of the parameters.
const SEEDS = [911, 912, 913, 914, 915, 916, 917, 918];
const FIRST_RUNS = 500;
/** How far a published rate is from the truth, either way. */
const ERROR = { least: 0.1, most: 0.2 };

/** The first runs of an installation, with and without published figures about its runners. */
export async function routerPriors(): Promise<Finding[]> {
  const played = SEEDS.map((seed) => {
    const world = new World({ seed, runners: 54, runs: 12_000 });
    const [oracle, random] = [createOracle(world), createRandom(world)].map((one) =>
      simulate(world, one, FIRST_RUNS),
    );
    if (!oracle || !random) throw new Error('nothing was played');
    const gapWith = (published: PublishedRate[]) => {
      const record = simulate(world, createRouter({ seed, published }), FIRST_RUNS);
      return figuresOf(world, record, oracle, random).first;
    };
    const all = publishedRates(world, seed);
    return { none: gapWith([]), half: gapWith(all.filter((_, at) => at % 2 === 0)), all: gapWith(all) };
  });
  const none = mean(played.map((one) => one.none));
  return (['none', 'half', 'all'] as const).map((which) => {
    const gaps = played.map((one) => one[which]);
    return {
      what: `gap closed, runs 0-${FIRST_RUNS}, published rates of ${which === 'none' ? 'no' : which} runners`,
      baseline: none.toFixed(3),
      product: '',
      value: mean(gaps).toFixed(3),
      spread: `${Math.min(...gaps).toFixed(3)}-${Math.max(...gaps).toFixed(3)}`,
      bar: which === 'all' ? `> ${none.toFixed(3)}` : '',
      isMet: which !== 'all' || isMet(mean(gaps), { atLeast: none }),
    };
  });
}

/** The true rate of each runner over the runs of its world, with an error as published figures have it. */
function publishedRates(world: World, seed: number): PublishedRate[] {
  const luck = new Luck(seed * 31);
  const sample = world.runs.filter((_, at) => at % 40 === 0);
  const [atMs = 0] = world.runs.map(({ nowMs }) => nowMs);
  return world.runners.map((runner) => {
    const truth = mean(sample.map((run) => world.chances(runner, run, 0).complete));
    const error = luck.between(ERROR.least, ERROR.most) * (luck.next() < 0.5 ? -1 : 1);
    return { runner: runner.info, success: Math.min(1, Math.max(0, truth + error)), atMs };
  });
}
