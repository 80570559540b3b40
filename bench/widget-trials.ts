/** The pages of the archives `widgets-open` and `widgets-held`, each drawn by a seed, given to the browser agent and asked for their verdict. */
import { createJournal, readPage, runTask } from '../src/agent/index.ts';
import { gateFor, openPool, serveSite } from '../src/browser/browser.fixture.ts';
import type { BrowserPool } from '../src/browser/browser-pool.ts';
import type { BrowserRun } from '../src/browser/browser-run.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Gate } from '../src/platform/net/gate.ts';
import { Extractor } from '../src/reading/index.ts';
import { readCatalog } from '../src/runners/catalog.ts';
import type { RunnerFacts, Step } from '../src/runners/contract.ts';
import { createLocalChromium } from '../src/runners/local/local-chromium.ts';
import { readTask } from '../src/task/index.ts';
import { attemptScope } from '../test/support/scope.ts';
import { readArchive } from './archive.ts';
import { runTrials, SURE, type Trial } from './trials.ts';

const { facts } = readCatalog();

export interface WidgetOptions {
  /** The half of the pages. */
  set?: 'open' | 'held';
  /** The beginnings of the pages' names. */
  only: string[];
  seeds: number[];
  parallel: number;
  /** Seconds a task may take; more than 20 only where other work slows the machine down. */
  limit: number;
  verbose: boolean;
}

/** The part of `widget.js` that judges: the answer, and the agent's claim to be done. */
interface Judged {
  outcome(answer: string, isClaimed: boolean): boolean;
}

export async function runWidgets({
  set = 'open',
  only,
  seeds,
  parallel,
  limit,
  verbose,
}: WidgetOptions): Promise<Trial[]> {
  await using extractor = new Extractor();
  const files = await readArchive(`widgets-${set}`);
  const pages = [...files.keys()].filter((file) => file.endsWith('.html'));
  const widgets = pages.filter((file) => only.some((start) => file.startsWith(start)));
  await using site = await serveSite(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const body = files.get(pathname.slice(1));
    response.writeHead(body ? 200 : 404, {
      'content-type': pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
    });
    response.end(body ?? 'nothing');
  });
  const gate = gateFor(site);
  const { pool, ...opened } = await openPool({ gate });
  await pool.warm();
  const queue = widgets.flatMap((widget) => seeds.map((seed) => ({ widget, seed })));
  const stage = { files, pool, gate, extractor, limitMs: 1_000 * limit };
  const trials = await runTrials(
    queue,
    ({ widget, seed }) => attempt(stage, `${site.origin}/${widget}?seed=${seed}`),
    { parallel, verbose },
  );
  await opened[Symbol.asyncDispose]();
  return trials;
}

interface Stage {
  files: ReadonlyMap<string, string>;
  pool: BrowserPool;
  gate: Gate;
  extractor: Extractor;
  limitMs: number;
}

async function attempt(stage: Stage, url: string): Promise<Trial> {
  await using run = await stage.pool.acquire({ localAllowed: true });
  const name = url.replace(/^\w+:\/\/[^/]+\//u, '');
  const text = stage.files.get(name.replace(/\.html.*$/u, '.json'));
  const told: Told | null = text === undefined ? null : JSON.parse(text);
  await run.goto(url, 10_000);
  const goal = told?.task ?? (await run.page.evaluate<string>('window.task'));
  const startedAt = performance.now();
  try {
    const isActing = !told && readTask({ goal, steps: [], url: null, outputSchema: null }).acts;
    const { answer, isClaimed, isSure, note } = await (isActing
      ? act(stage, run, goal)
      : ask(stage, run, url, goal));
    const isRight = await (told ? judgeTold(run, told, isClaimed) : judgeDrawn(run, answer, isClaimed));
    return trial(name, startedAt, { isRight, isClaimed, isSure, note: `${goal}\n      ${note}` });
  } catch (error) {
    const note = `${goal}\n      threw ${String(error).slice(0, 300)}`;
    return trial(name, startedAt, { isRight: false, isClaimed: false, note });
  }
}

/** The task of a page that is not drawn by a seed, and whether it can be done at all. */
interface Told {
  task: string;
  possible: boolean;
}

/** Such a page judges itself, and says nothing where nothing was decided. */
async function judgeTold(run: BrowserRun, { possible }: Told, isClaimed: boolean): Promise<boolean> {
  const outcome = await run.page.evaluate(() => document.documentElement.dataset.outcome ?? '');
  return possible ? outcome === 'right' : !isClaimed && outcome !== 'wrong';
}

function judgeDrawn(run: BrowserRun, answer: string, isClaimed: boolean): Promise<boolean> {
  return run.page.evaluate(([text, isSaid]) => (globalThis as unknown as Judged).outcome(text, isSaid), [
    answer,
    isClaimed,
  ] as const);
}

function trial(
  name: string,
  startedAt: number,
  verdict: Pick<Trial, 'isRight' | 'isClaimed' | 'isSure' | 'note'>,
): Trial {
  return { name, kind: name.split('/')[0] ?? '', ...verdict, ms: performance.now() - startedAt };
}

interface Attempted {
  answer: string;
  isClaimed: boolean;
  isSure: boolean;
  note: string;
}

async function act({ extractor, limitMs }: Stage, run: BrowserRun, goal: string): Promise<Attempted> {
  const steps: string[] = [];
  const { signal } = new AbortController();
  const end = await runTask(
    { goal, steps: [], acts: true },
    {
      run,
      clock: systemClock,
      signal,
      journal: createJournal((step) => steps.push(toldStep(step))),
      ask: async () => ({ answered: false, value: '' }),
      timeLimitMs: limitMs,
    },
  );
  const asked = { goal: end.question, instructions: null, outputSchema: null };
  const reading = end.question === '' ? null : await readPage(run, extractor, signal, asked);
  const answer = reading?.answer?.found ? reading.answer.output : end.report;
  return {
    answer: String(answer),
    isClaimed: end.code === null,
    isSure: (end.likely ?? 1) >= SURE,
    note: `${end.code ?? 'done'} ${end.reason}; ${steps.join('; ')}\n      -> ${String(answer).replace(/\s+/gu, ' ').slice(0, 200)}`,
  };
}

/** A question goes to the runner itself, which looks further than the page as it stands. */
async function ask(
  { gate, extractor, limitMs }: Stage,
  run: BrowserRun,
  url: string,
  goal: string,
): Promise<Attempted> {
  const steps: string[] = [];
  // The page is judged when the runner has finished with it.
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
      signal: AbortSignal.timeout(3 * limitMs),
      onStep: (step) => steps.push(toldStep(step)),
    }),
  );
  const told = result.ok ? result.output : result.message;
  const answer = typeof told === 'string' ? told : JSON.stringify(told);
  return {
    answer: result.ok ? answer : '',
    isClaimed: result.ok && (result.likely?.share ?? 1) >= 0.5,
    isSure: result.ok && (result.likely?.share ?? 1) >= SURE,
    note: `${steps.join('; ')}\n      -> ${answer.replace(/\s+/gu, ' ').slice(0, 300)}`,
  };
}

function toldStep({ action, target, detail, ok }: Pick<Step, 'action' | 'target' | 'detail' | 'ok'>): string {
  return `${ok ? '' : '!'}${action} ${target ?? ''}${detail ? ` = ${detail}` : ''}`;
}
