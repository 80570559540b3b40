/**
 * How often `local-chromium` does an everyday matter told in many ways on pages made in many ways: every wording of a matter
 * on every layout of it. `node bench/wordings.ts [--only contact,order/table] [--quarter worked|held] [--verbose]`.
 *
 * A matter is a folder of `bench/wordings`: its layouts are the pages, its wordings stand in `matter.json`. A page tells what
 * was done to it by opening or fetching `done?key=value`; right is a page that told it once, with just these values, and a run
 * that says it is done. Layouts named `held-…` and the wordings under `held` were never worked on: they say how far the skill
 * carries.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import * as z from 'zod';
import { gateFor, serveSite } from '../src/browser/browser.fixture.ts';
import type { DirectRunner } from '../src/runners/contract.ts';
import { openLocalChromium } from '../src/runners/local/local-chromium.fixture.ts';
import { attemptScope } from '../test/support/scope.ts';
import { printTrials, runTrials, type Trial } from './trials.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '2' },
    quarter: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const FOLDER = path.join(import.meta.dirname, 'wordings');

const Told = z.record(z.string(), z.string());
/** `null`: what the wording asks for is not there, so the page must tell nothing and the run must not say it is done. */
const Wording = z.union([z.string(), z.strictObject({ goal: z.string(), done: Told.nullable() })]);
const Matter = z.strictObject({
  /** What a page tells when the matter is done, for the wordings that say nothing else. */
  done: Told.default({}),
  wordings: z.array(Wording),
  held: z.array(Wording).default([]),
});

interface Stand {
  /** Matter, layout and the number of the wording. */
  name: string;
  matter: string;
  layout: string;
  wording: string;
  /** Whether its layout or its wording was never worked on. */
  isHeld: boolean;
  goal: string;
  done: Record<string, string> | null;
  html: string;
}

async function main(): Promise<void> {
  await using owned = new AsyncDisposableStack();
  const all = await Promise.all((await readdir(FOLDER)).map(standsOf));
  const stands = all.flat().filter(isWanted);
  const told = stands.map((): Record<string, string>[] => []);
  const site = owned.use(
    await serveSite((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      const [, number = '', place] = pathname.split('/');
      if (place === 'done') told[Number(number)]?.push(Object.fromEntries(searchParams));
      const page = place === 'done' ? '<h1>Thank you</h1><p>We have received it.</p>' : undefined;
      const body = page ?? (place === '' ? stands[Number(number)]?.html : undefined);
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body);
    }),
  );
  const { runner } = owned.use(await openLocalChromium(gateFor(site)));
  const trials = await runTrials(
    [...stands.entries()],
    async ([number, stand]) => ({
      stand,
      ...(await attempt(runner, stand, `${site.origin}/${number}/`, told[number] ?? [])),
    }),
    { parallel: Number(options.parallel), verbose: options.verbose },
  );
  const printBy = (kind: (stand: Stand) => string) =>
    printTrials(
      trials.map((trial) => ({ ...trial, kind: kind(trial.stand) })),
      'pages',
    );
  printBy(({ layout }) => layout);
  printBy(({ wording }) => wording);
  printBy(({ matter, isHeld }) => `${matter}, ${isHeld ? 'held out' : 'worked on'}`);
}

function isWanted({ name, isHeld }: Stand): boolean {
  const isNamed = options.only.split(',').some((start) => name.startsWith(start));
  return isNamed && (options.quarter === undefined || (options.quarter === 'held') === isHeld);
}

async function standsOf(matter: string): Promise<Stand[]> {
  const folder = path.join(FOLDER, matter);
  const { done, wordings, held } = Matter.parse(
    JSON.parse(await readFile(path.join(folder, 'matter.json'), 'utf8')),
  );
  const layouts = (await readdir(folder)).filter((file) => file.endsWith('.html'));
  const told = [
    ...wordings.map((wording, at) => ({ wording, name: `${matter} ${at + 1}`, isHeld: false })),
    ...held.map((wording, at) => ({ wording, name: `${matter} held ${at + 1}`, isHeld: true })),
  ];
  return Promise.all(
    layouts.flatMap((file) =>
      told.map(async ({ wording, name, isHeld }) => ({
        name: `${matter}/${path.parse(file).name}#${name}`,
        matter,
        layout: `${matter}/${path.parse(file).name}`,
        wording: name,
        isHeld: isHeld || file.startsWith('held-'),
        ...(typeof wording === 'string' ? { goal: wording, done } : wording),
        html: await readFile(path.join(folder, file), 'utf8'),
      })),
    ),
  );
}

async function attempt(
  runner: DirectRunner,
  { name, goal, layout, done }: Stand,
  url: string,
  told: Record<string, string>[],
): Promise<Trial> {
  const startedAt = performance.now();
  const result = await runner.run(
    { goal, url, instructions: null, steps: [], successCriteria: null, outputSchema: null },
    attemptScope({ signal: AbortSignal.timeout(90_000) }),
  );
  const isTold = done !== null && told.length === 1 && isDeepStrictEqual({ ...told[0] }, done);
  return {
    name,
    kind: layout,
    isClaimed: result.ok || (done === null && told.length > 0),
    isRight: done === null ? !result.ok && told.length === 0 : result.ok && isTold,
    ms: performance.now() - startedAt,
    note: `${goal}\n      told ${JSON.stringify(told)}\n      -> ${result.ok ? 'done' : result.message}`,
  };
}

await main();
