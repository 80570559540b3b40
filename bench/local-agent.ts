/**
 * How often the browser agent without a language model does what it is told, by kind of widget.
 * `node bench/local-agent.ts [--seeds 5] [--from 1] [--only click/,value/stars] [--limit 20] [--verbose]`
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createJournal } from '../src/browser/agent/journal.ts';
import { runAgent } from '../src/browser/agent/run-agent.ts';
import { gateFor, openPool, serveSite } from '../src/browser/browser.fixture.ts';
import type { BrowserPool } from '../src/browser/browser-pool.ts';
import { readPage } from '../src/browser/read-page.ts';
import { systemClock } from '../src/platform/clock.ts';
import { Extractor } from '../src/reading/extractor.ts';
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
  const { pool, ...opened } = await openPool({ gate: gateFor(site) });
  await pool.warm();
  const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => Number(options.from) + index);
  const queue = widgets.flatMap((widget) => seeds.map((seed) => ({ widget, seed })));
  const trials = await runTrials(queue, ({ widget, seed }) => attempt(pool, site.origin, widget, seed), {
    parallel: Number(options.parallel),
    verbose: options.verbose,
  });
  await opened[Symbol.asyncDispose]();
  await extractor[Symbol.asyncDispose]();
  printTrials(trials, 'pages');
}

async function attempt(pool: BrowserPool, origin: string, widget: string, seed: number): Promise<Trial> {
  await using run = await pool.acquire({ localAllowed: true });
  await run.goto(`${origin}/${widget}?seed=${seed}`, 10_000);
  const goal = await run.page.evaluate<string>('window.task');
  const steps: string[] = [];
  const journal = createJournal(({ action, target, detail, ok }) =>
    steps.push(`${ok ? '' : '!'}${action} ${target}${detail ? ` = ${detail}` : ''}`),
  );
  const startedAt = performance.now();
  let note = '';
  let isRight = false;
  let isClaimed = false;
  try {
    const end = await runAgent(
      { goal, steps: [] },
      {
        run,
        clock: systemClock,
        signal: new AbortController().signal,
        journal,
        ask: async () => ({ answered: false, value: '' }),
        timeLimitMs: 1_000 * Number(options.limit),
      },
    );
    const asked = { goal: end.question, instructions: null, outputSchema: null };
    const reading =
      end.question === '' ? null : await readPage(run, extractor, new AbortController().signal, asked);
    const answer = reading?.answer?.found ? reading.answer.output : end.report;
    isClaimed = end.status === 'done';
    isRight = await run.page.evaluate(
      ([text, claimed]) => (globalThis as unknown as Judged).outcome(text, claimed),
      [String(end.found ?? answer), isClaimed] as const,
    );
    note = `${goal}\n      ${end.status} ${end.reason}; ${steps.join('; ')}`;
  } catch (error) {
    note = `${goal}\n      threw ${String(error).slice(0, 300)}`;
  }
  const kind = widget.split('/')[0] ?? '';
  return {
    name: `${widget}?seed=${seed}`,
    kind,
    isRight,
    isClaimed,
    ms: performance.now() - startedAt,
    note,
  };
}

await main();
