/** What a model gets of pages and can do on them: ours beside Playwright MCP, agent-browser and Stagehand. */
import { openPageTools } from '../../src/agent/index.ts';
import { gateFor, openPool } from '../../src/browser/browser.fixture.ts';
import type { BrowserRun } from '../../src/browser/browser-run.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createGate } from '../../src/platform/net/gate.ts';
import { systemResolver } from '../../src/platform/net/resolver.ts';
import { Extractor } from '../../src/reading/index.ts';
import { SCENARIOS } from '../../test/support/agent-scenarios.ts';
import { ownHands } from '../../test/support/own-hands.ts';
import { type Outcome, runScenario, serveScenarios } from '../../test/support/run-scenario.ts';
import type { Finding } from '../report.ts';
import { type BenchPage, openPages } from './pages.ts';
import { installPeers, PEERS, type Peer } from './peers.ts';
import { countTokens } from './tokens.ts';
import { noteListeners, readTruth, type Score, score, type Truth } from './truth.ts';

interface Seen {
  tokens: number;
  score: Score;
}

interface Result {
  seen: Seen[];
  outcomes: Outcome[];
}

/** One reference each, with the words beside it. */
const ENTRIES: Record<string, RegExp> = {
  ours: /\[\d+\] (.*?)(?= \*?\[\d+\] |\n|$)/gu,
  'Playwright MCP': /^(.*\[ref=\w+\].*)$/gmu,
  'agent-browser': /^(.*\bref=e\d+.*)$/gmu,
  Stagehand: /^\s*\[\d+-\d+\] (.*)$/gmu,
};

export async function agent(): Promise<Finding[]> {
  await installPeers();
  await using extractor = new Extractor();
  const results: Record<string, Result> = {};
  const truths = await lookAtPages(results, extractor);
  await playScenarios(results, extractor);
  for (const [name, open] of Object.entries(PEERS)) {
    await using peer = await open();
    const opened = await withPeer(peer, truths).catch((error: unknown) => String(error));
    if (typeof opened === 'string') console.error(`${name}: ${opened}`);
    else results[name] = opened;
  }
  return findings(results);
}

type Truths = { page: BenchPage; truth: Truth }[];

async function settle(page: BrowserRun['front']): Promise<void> {
  await page.waitForLoadState('load', { timeout: 5_000 }).catch(() => {});
  await page.waitForTimeout(500);
}

async function lookAtPages(results: Record<string, Result>, extractor: Extractor): Promise<Truths> {
  await using pages = await openPages();
  const { pool, ...opened } = await openPool({ gate: gateFor(pages.site) });
  await using _ = opened;
  const ours: Result = { seen: [], outcomes: [] };
  results.ours = ours;
  const truths: Truths = [];
  for (const page of pages.pages) {
    await using run = await pool.acquire({ localAllowed: true });
    await run.context.addInitScript(noteListeners);
    await run.goto(page.url, 20_000);
    await settle(run.front);
    const truth = (await run.front.evaluate(readTruth)) as Truth;
    const signal = AbortSignal.timeout(60_000);
    const tools = openPageTools({ run, clock: systemClock, extractor, signal });
    ours.seen.push(measured('ours', truth, await tools.observe()));
    truths.push({ page, truth });
  }
  return truths;
}

function measured(name: string, truth: Truth, text: string): Seen {
  const entries = [...text.matchAll(ENTRIES[name] ?? /$^/gu)].map(([, entry]) => entry ?? '');
  return { tokens: countTokens(text), score: score(truth, text, entries) };
}

async function playScenarios(results: Record<string, Result>, extractor: Extractor): Promise<void> {
  await using site = await serveScenarios(SCENARIOS);
  const localTargets = site.ports.map((port) => ({ host: '127.0.0.1', port }));
  const gate = createGate({ resolver: systemResolver, localTargets });
  const { pool, ...opened } = await openPool({ gate });
  await using _ = opened;
  for (const [index, scenario] of SCENARIOS.entries()) {
    await using run = await pool.acquire({ localAllowed: true });
    await run.goto(`${site.origin}/${index}`, 20_000);
    const signal = AbortSignal.timeout(60_000);
    const tools = openPageTools({ run, clock: systemClock, extractor, signal });
    results.ours?.outcomes.push(await runScenario(scenario, run.page, ownHands(tools)));
  }
}

async function withPeer(peer: Peer, truths: Truths): Promise<Result> {
  const result: Result = { seen: [], outcomes: [] };
  await using pages = await openPages();
  for (const { page, truth } of truths) {
    const { url } = pages.pages.find(({ name }) => name === page.name) ?? page;
    await peer.page().goto(url, { timeout: 20_000 });
    await settle(peer.page());
    const text = await within(peer.hands.observe(), 30_000, '');
    result.seen.push(measured(peer.name, truth, text));
  }
  await using site = await serveScenarios(SCENARIOS);
  for (const [index, scenario] of SCENARIOS.entries()) {
    await peer
      .page()
      .goto(`${site.origin}/${index}`, { timeout: 20_000 })
      .catch(() => {});
    const late = { isDone: false, isFalse: false, note: 'it took longer than a minute' };
    const playing = runScenario(scenario, peer.page(), peer.hands).catch(
      (error: unknown): Outcome => ({ isDone: false, isFalse: false, note: String(error).slice(0, 200) }),
    );
    const outcome = await within(playing, 60_000, late);
    if (process.env.BENCH_NOTES) console.error(peer.name, scenario.name, outcome);
    result.outcomes.push(outcome);
    for (const other of peer.page().context().pages().slice(1)) await other.close().catch(() => {});
  }
  return result;
}

async function within<T>(work: Promise<T>, limitMs: number, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(late), limitMs);
  work.then(resolve, () => resolve(late));
  return promise.finally(() => clearTimeout(timer));
}

type Share = 'first' | 'all' | 'scripted' | 'text';

function findings(results: Record<string, Result>): Finding[] {
  const { ours, ...peers } = results;
  if (!ours) return [];
  const line = (
    what: string,
    of: (result: Result) => number,
    unit: string,
    bar: { atLeast?: number; atMost?: number },
  ): Finding => {
    const value = of(ours);
    const shown = (result: Result) =>
      `${of(result).toFixed(unit === '%' ? 1 : 0)}${unit === '%' ? ' %' : ` ${unit}`}`;
    return {
      what,
      baseline: Object.entries(peers)
        .map(([name, peer]) => `${name} ${shown(peer)}`)
        .join(', '),
      product: shown(ours),
      value: shown(ours),
      spread: '',
      bar: bar.atMost === undefined ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`,
      isMet: value <= (bar.atMost ?? Infinity) && value >= (bar.atLeast ?? -Infinity),
    };
  };
  const share = (key: Share) => (result: Result) => {
    const pairs = result.seen.map(({ score: one }) => one[key]);
    const whole = pairs.reduce((sum, [, all]) => sum + all, 0);
    return (100 * pairs.reduce((sum, [part]) => sum + part, 0)) / Math.max(1, whole);
  };
  const mean = ({ seen }: Result) =>
    seen.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, seen.length);
  const worked = ({ outcomes }: Result) => outcomes.filter(({ isDone }) => isDone).length;
  return [
    line('tokens of a page, mean (o200k)', mean, 'tokens', { atMost: 6_500 }),
    line('controls of the first screen', share('first'), '%', { atLeast: 97 }),
    line('all controls', share('all'), '%', { atLeast: 95 }),
    line('controls made by scripts', share('scripted'), '%', { atLeast: 95 }),
    line('visible text', share('text'), '%', { atLeast: 95 }),
    line(`scenarios of ${SCENARIOS.length}`, worked, 'done', { atLeast: Math.ceil(0.9 * SCENARIOS.length) }),
    line('false reports', ({ outcomes }) => outcomes.filter(({ isFalse }) => isFalse).length, '', {
      atMost: 0,
    }),
  ];
}
