import { type Finding, figure } from './report.ts';
import { type Cost, measureCosts } from './scale/measure.ts';
import { highestRate, simulate, type World } from './scale/simulate.ts';

/** A large installation at its peak hour, which has three times the rate of an average one. */
const WORLD: World = {
  runsPerSecond: 0,
  instances: 1_000,
  slotsPerInstance: 64,
  databaseCores: 96,
  readsPerRun: 3,
  // Median half a minute, mean 46 s, one in twenty over two and a half minutes.
  runSeconds: { median: 28, spread: 1 },
};
const PEAK = 3;
const DAY_SECONDS = 86_400;

/** The cost of a run, measured, and the limit of one primary, simulated. It has no bar: docs/scale.md draws the conclusions. */
export async function scale(): Promise<Finding[]> {
  const costs = await measureCosts();
  const days = [1e6, 1e7, 1e8].map((runs) => {
    const runsPerSecond = (PEAK * runs) / DAY_SECONDS;
    const outcome = simulate(costs, { ...WORLD, runsPerSecond });
    return plain(
      `${(runs / 1e6).toFixed(0)} million runs a day, peak ${figure(runsPerSecond)}/s`,
      `database ${percent(outcome.databaseBusy)}, waits ${figure(outcome.databaseWaitP95Ms)} ms; slots ${percent(outcome.slotsBusy)}, waits ${figure(outcome.slotWaitP95Seconds)} s`,
    );
  });
  const byDatabase = highestRate(
    costs,
    { ...WORLD, slotsPerInstance: 1_000 },
    ({ databaseWaitP95Ms }) => databaseWaitP95Ms < 100,
  );
  const bySlots = highestRate(
    costs,
    { ...WORLD, databaseCores: 1_000 },
    ({ slotWaitP95Seconds }) => slotWaitP95Seconds < 1,
  );
  return [
    ...Object.entries(costs).map(([name, cost]) => plain(`one ${name}`, costLine(cost))),
    ...days,
    plain('peak rate at which the database is full', `${figure(byDatabase)} runs/s`),
    plain('peak rate at which the slots are full', `${figure(bySlots)} runs/s`),
  ];
}

function costLine(cost: Cost): string {
  return `service ${figure(cost.serviceSeconds * 1e3)} ms, database ${figure(cost.databaseSeconds * 1e3)} ms, commits ${figure(cost.commits)}, rows ${figure(cost.rows)}, WAL ${figure(cost.walBytes / 1024)} kB, disk ${figure(cost.diskBytes / 1024)} kB`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function plain(what: string, value: string): Finding {
  return { what, baseline: '', product: '', value, spread: '', bar: '', isMet: true };
}
