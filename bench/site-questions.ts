/**
 * How often plain questions to ordinary sites are answered and schemas filled, by `local-fetch` and, where that finds nothing, by
 * `local-chromium`, as the service does. `node bench/site-questions.ts [--only bakery] [--fetch] [--verbose]`
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import facts from '../catalog/local.json' with { type: 'json' };
import { gateFor, serveSite } from '../src/browser/browser.fixture.ts';
import { systemClock } from '../src/platform/clock.ts';
import { Extractor } from '../src/reading/extractor.ts';
import type { AttemptResult, DirectRunner, RunnerFacts } from '../src/runners/contract.ts';
import { openLocalChromium } from '../src/runners/local/local-chromium.fixture.ts';
import { createLocalFetch } from '../src/runners/local/local-fetch.ts';
import { attemptScope } from '../test/support/scope.ts';
import {
  answers,
  FOLDER,
  pagesIn,
  questionsIn,
  type SiteQuestion,
  type SiteSchema,
  schemasIn,
  sitesIn,
} from './questions.ts';
import { printTrials, runTrials, SURE, type Trial } from './trials.ts';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: FOLDER },
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '2' },
    /** Only what is read without a browser. */
    fetch: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

type Stand = (SiteQuestion | SiteSchema) & { name: string; origin: string };

async function main(): Promise<void> {
  await using owned = new AsyncDisposableStack();
  const built = await Promise.all((await sitesIn(options.folder)).map(build));
  for (const { site } of built) owned.use(site);
  const gate = gateFor(...built.map(({ site }) => site));
  const reader = createLocalFetch({
    facts: facts.find(({ slug }) => slug === 'local-fetch') as RunnerFacts,
    gate,
    extractor: owned.use(new Extractor()),
    clock: systemClock,
  });
  const browser = options.fetch ? null : owned.use(await openLocalChromium(gate)).runner;
  const stands = built
    .flatMap((each) => each.stands)
    .filter(({ name }) => options.only.split(',').some((start) => name.startsWith(start)));
  const trials = await runTrials(stands, (stand) => attempt(reader, browser, stand), {
    parallel: Number(options.parallel),
    verbose: options.verbose,
  });
  printTrials(trials, 'sites');
}

async function build(name: string) {
  const pages = await pagesIn(name, options.folder);
  const site = await serveSite((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const body = pages.get(pathname.replace(/(?<=\/)index\.html$/, ''));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body ?? '<h1>No such page</h1>');
  });
  const questions = (await questionsIn(name, options.folder)).map(
    (question, at): Stand => ({ ...question, name: `${name}/${at + 1}`, origin: site.origin }),
  );
  const schemas = (await schemasIn(name, options.folder)).map(
    (schema, at): Stand => ({ ...schema, name: `${name}/schema-${at + 1}`, origin: site.origin }),
  );
  return { site, stands: [...questions, ...schemas] };
}

async function attempt(reader: DirectRunner, browser: DirectRunner | null, stand: Stand): Promise<Trial> {
  const { name, ask, at, origin } = stand;
  const startedAt = performance.now();
  const visited: string[] = [];
  const run = (runner: DirectRunner) =>
    runner.run(
      {
        goal: ask,
        url: `${origin}${at}`,
        instructions: null,
        steps: [],
        successCriteria: null,
        outputSchema: 'schema' in stand ? stand.schema : null,
      },
      attemptScope({
        signal: AbortSignal.timeout(90_000),
        onStep: ({ url }) => visited.push(new URL(url ?? origin).pathname),
      }),
    );
  const read = await run(reader);
  const isOver = browser === null || (read.ok && !read.isStopgap);
  const seen = isOver ? read : await run(browser);
  // What is told for want of something better is told where the browser finds nothing.
  const result = read.ok && !seen.ok ? read : seen;
  const told = result.ok ? textOf(result.output) : '';
  return {
    name,
    kind: name.split('/')[0] ?? '',
    isClaimed: result.ok,
    isSure: result.ok && !result.isStopgap && (result.likely?.share ?? 1) >= SURE,
    isRight: isRight(stand, result, told),
    ms: performance.now() - startedAt,
    note: `${ask} (from ${at})\n      ${[...new Set(visited)].join(' ')}\n      -> ${told.replace(/\s+/g, ' ').slice(0, 300)}`,
  };
}

function isRight(question: Stand, result: AttemptResult, told: string): boolean {
  if ('schema' in question) return result.ok && isDeepStrictEqual(result.output, question.gives);
  if (question.answer === null) return !result.ok && result.code === 'answer_not_found';
  return result.ok && answers(question, told);
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

await main();
