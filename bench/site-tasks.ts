/**
 * How often `local-chromium` does what people ask of whole sites: several pages, prose, answers read at the end.
 * `node bench/site-tasks.ts [--only gear-shop,allotment/ask] [--verbose]`; each task meets a site nobody has visited.
 */
import { parseArgs } from 'node:util';
import { gateFor, type Site, serveSite } from '../src/browser/browser.fixture.ts';
import type { DirectRunner, Step } from '../src/runners/contract.ts';
import { openLocalChromium } from '../src/runners/local/local-chromium.fixture.ts';
import { attemptScope } from '../test/support/scope.ts';
import { allotment } from './sites/allotment.ts';
import { backOffice } from './sites/back-office.ts';
import { bank } from './sites/bank.ts';
import { type BenchSite, listener, type SiteTask } from './sites/bench-site.ts';
import { bikeWorkshop } from './sites/bike-workshop.ts';
import { codeForge } from './sites/code-forge.ts';
import { ferries } from './sites/ferries.ts';
import { gearShop } from './sites/gear-shop.ts';
import { inn } from './sites/inn.ts';
import { knitwear } from './sites/knitwear.ts';
import { library } from './sites/library.ts';
import { planner } from './sites/planner.ts';
import { playhouse } from './sites/playhouse.ts';
import { railway } from './sites/railway.ts';
import { softwareHouse } from './sites/software-house.ts';
import { trattoria } from './sites/trattoria.ts';
import { vetClinic } from './sites/vet-clinic.ts';
import { printTrials, runTrials, type Trial } from './trials.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
  },
});

interface Stand {
  name: string;
  goal: string;
  url: string;
  site: Site;
  outputSchema: Record<string, unknown> | null;
  isRight(answer: string, files: string[], failure: string | null, reason: string): boolean;
}

async function main(): Promise<void> {
  await using owned = new AsyncDisposableStack();
  const built = [
    ...(await build(gearShop)),
    ...(await build(allotment)),
    ...(await build(inn)),
    ...(await build(library)),
    ...(await build(bikeWorkshop)),
    ...(await build(playhouse)),
    ...(await build(softwareHouse)),
    ...(await build(trattoria)),
    ...(await build(vetClinic)),
    ...(await build(codeForge)),
    ...(await build(backOffice)),
    ...(await build(railway)),
    ...(await build(bank)),
    ...(await build(knitwear)),
    ...(await build(planner)),
    ...(await build(ferries)),
  ];
  for (const { site } of built) owned.use(site);
  const stands = built.filter(({ name }) => options.only.split(',').some((start) => name.startsWith(start)));
  const { runner } = owned.use(await openLocalChromium(gateFor(...stands.map(({ site }) => site))));
  const trials = await runTrials(stands, (stand) => attempt(runner, stand), {
    parallel: Number(options.parallel),
    verbose: options.verbose,
  });
  printTrials(trials, 'tasks');
  printTrials(
    trials.map((trial) => ({ ...trial, kind: trial.name.split('/')[0] ?? '' })),
    'tasks',
  );
}

/** A server of its own for every task, so that none sees what another did. */
async function build<State>({ name, open, tasks }: BenchSite<State>): Promise<Stand[]> {
  const build = async (
    { kind, goal, at, outputSchema, isRight }: SiteTask<State>,
    index: number,
  ): Promise<Stand> => {
    const { state, answer } = open();
    const site = await serveSite(listener(answer));
    return {
      name: `${name}/${kind}/${index + 1}`,
      goal,
      url: `${site.origin}${at ?? '/'}`,
      site,
      outputSchema: outputSchema ?? null,
      isRight: (text, files, failure, reason) => isRight(state, text, files, failure, reason),
    };
  };
  return Promise.all(tasks.map(build));
}

async function attempt(
  runner: DirectRunner,
  { name, goal, url, outputSchema, isRight }: Stand,
): Promise<Trial> {
  const steps: Step[] = [];
  const startedAt = performance.now();
  const result = await runner.run(
    { goal, url, instructions: null, steps: [], successCriteria: null, outputSchema },
    attemptScope({
      signal: AbortSignal.timeout(90_000),
      onStep: (step) => steps.push(step),
    }),
  );
  const files = result.files.filter(({ kind }) => kind !== 'screenshot').map((file) => file.name);
  const told = result.ok ? textOf(result.output) : `${result.code}: ${result.message}`;
  const acts = steps
    .map(
      ({ action, target, detail, ok }) =>
        `${ok ? '' : '!'}${action} ${target ?? ''}${detail ? ` = ${detail}` : ''}`,
    )
    .join('; ');
  return {
    name,
    kind: name.split('/')[1] ?? '',
    isClaimed: result.ok,
    isRight: isRight(result.ok ? told : '', files, result.ok ? null : result.code, result.ok ? '' : told),
    ms: performance.now() - startedAt,
    note: `${goal}\n      ${acts}\n      -> ${told.replace(/\s+/g, ' ').slice(0, 300)}`,
  };
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

await main();
