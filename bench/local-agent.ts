/**
 * How often the browser agent without a language model does what it is told, by kind of widget.
 * `node bench/local-agent.ts [--seeds 5] [--from 1] [--only click/,value/stars] [--limit 20] [--verbose]`
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import facts from '../catalog/local.json' with { type: 'json' };
import { createJournal } from '../src/browser/agent/journal.ts';
import { wantsActing } from '../src/browser/agent/plan.ts';
import { runAgent } from '../src/browser/agent/run-agent.ts';
import { gateFor, openPool, serveSite } from '../src/browser/browser.fixture.ts';
import type { BrowserPool } from '../src/browser/browser-pool.ts';
import type { BrowserRun } from '../src/browser/browser-run.ts';
import { readPage } from '../src/browser/read-page.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Gate } from '../src/platform/net/gate.ts';
import { Extractor } from '../src/reading/extractor.ts';
import type { RunnerFacts, Step } from '../src/runners/contract.ts';
import { createLocalChromium } from '../src/runners/local/local-chromium.ts';
import { attemptScope } from '../test/support/scope.ts';
import { printTrials, runTrials, type Trial } from './trials.ts';

const FOLDER = path.join(import.meta.dirname, 'widgets');

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    from: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '3' },
    /** Seconds a task may take; more than 20 only where other work slows the machine down. */
    limit: { type: 'string', default: '20' },
    verbose: { type: 'boolean', default: false },
  },
});

/** What `widget.js` gives every page: its verdict on the answer, and on whether the agent says that it is done. */
interface Judged {
  outcome(answer: string, isClaimed: boolean): boolean;
}

const extractor = new Extractor();

async function main(): Promise<void> {
  const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith('.html')).sort();
  const widgets = files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => options.only.split(',').some((start) => file.startsWith(start)));
  await using site = await serveSite(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const body = await readFile(path.join(FOLDER, path.normalize(pathname))).catch(() => null);
    response.writeHead(body ? 200 : 404, {
      'content-type': pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
    });
    response.end(body ?? 'nothing');
  });
  const gate = gateFor(site);
  const { pool, ...opened } = await openPool({ gate });
  await pool.warm();
  const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => Number(options.from) + index);
  const queue = widgets.flatMap((widget) => seeds.map((seed) => ({ widget, seed })));
  const trials = await runTrials(
    queue,
    ({ widget, seed }) => attempt(pool, gate, `${site.origin}/${widget}?seed=${seed}`),
    {
      parallel: Number(options.parallel),
      verbose: options.verbose,
    },
  );
  await opened[Symbol.asyncDispose]();
  await extractor[Symbol.asyncDispose]();
  printTrials(trials, 'pages');
}

async function attempt(pool: BrowserPool, gate: Gate, url: string): Promise<Trial> {
  await using run = await pool.acquire({ localAllowed: true });
  await run.goto(url, 10_000);
  const goal = await run.page.evaluate<string>('window.task');
  const name = url.replace(/^\w+:\/\/[^/]+\//u, '');
  const startedAt = performance.now();
  try {
    const isActing = wantsActing({ goal, steps: [] });
    const { answer, isClaimed, note } = await (isActing ? act(run, goal) : ask(run, gate, url, goal));
    const isRight = await run.page.evaluate(
      ([text, claimed]) => (globalThis as unknown as Judged).outcome(text, claimed),
      [answer, isClaimed] as const,
    );
    return trial(name, startedAt, { isRight, isClaimed, note: `${goal}\n      ${note}` });
  } catch (error) {
    const note = `${goal}\n      threw ${String(error).slice(0, 300)}`;
    return trial(name, startedAt, { isRight: false, isClaimed: false, note });
  }
}

function trial(
  name: string,
  startedAt: number,
  verdict: Pick<Trial, 'isRight' | 'isClaimed' | 'note'>,
): Trial {
  return { name, kind: name.split('/')[0] ?? '', ...verdict, ms: performance.now() - startedAt };
}

interface Attempted {
  answer: string;
  isClaimed: boolean;
  note: string;
}

async function act(run: BrowserRun, goal: string): Promise<Attempted> {
  const steps: string[] = [];
  const { signal } = new AbortController();
  const end = await runAgent(
    { goal, steps: [] },
    {
      run,
      clock: systemClock,
      signal,
      journal: createJournal((step) => steps.push(toldStep(step))),
      ask: async () => ({ answered: false, value: '' }),
      timeLimitMs: 1_000 * Number(options.limit),
    },
  );
  const asked = { goal: end.question, instructions: null, outputSchema: null };
  const reading = end.question === '' ? null : await readPage(run, extractor, signal, asked);
  const answer = reading?.answer?.found ? reading.answer.output : end.report;
  return {
    answer: String(end.found ?? answer),
    isClaimed: end.status === 'done',
    note: `${end.status} ${end.reason}; ${steps.join('; ')}`,
  };
}

/** A question goes to the runner itself, which looks further than the page as it stands. */
async function ask(run: BrowserRun, gate: Gate, url: string, goal: string): Promise<Attempted> {
  const steps: string[] = [];
  // The page is judged when the runner is done with it.
  run[Symbol.asyncDispose] = async () => {};
  const runner = createLocalChromium({
    facts: facts.find(({ slug }) => slug === 'local-chromium') as RunnerFacts,
    browsers: { acquire: async () => run },
    gate,
    extractor,
    clock: systemClock,
  });
  const result = await runner.run(
    { goal, url, instructions: null, steps: [], successCriteria: null, outputSchema: null },
    attemptScope({
      signal: AbortSignal.timeout(3_000 * Number(options.limit)),
      onStep: (step) => steps.push(toldStep(step)),
    }),
  );
  const told = result.ok ? result.output : result.message;
  const answer = typeof told === 'string' ? told : JSON.stringify(told);
  return {
    answer: result.ok ? answer : '',
    isClaimed: result.ok,
    note: `${steps.join('; ')}\n      -> ${answer.replace(/\s+/gu, ' ').slice(0, 300)}`,
  };
}

function toldStep({ action, target, detail, ok }: Pick<Step, 'action' | 'target' | 'detail' | 'ok'>): string {
  return `${ok ? '' : '!'}${action} ${target ?? ''}${detail ? ` = ${detail}` : ''}`;
}

await main();
