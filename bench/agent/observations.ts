/** Tokens and completeness of the observations of the pages. */
import { openPageTools } from '../../src/agent/index.ts';
import { gateFor, openPool } from '../../src/browser/browser.fixture.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { Extractor } from '../../src/reading/index.ts';
import { type BenchPage, openPages } from './pages.ts';
import { countTokens } from './tokens.ts';
import { noteListeners, readTruth, type Score, score, type Truth } from './truth.ts';

export interface Measured {
  page: BenchPage;
  tokens: number;
  score: Score;
  ms: number;
}

const only = process.argv[2] ?? '';
await using pages = await openPages();
const { pool, ...opened } = await openPool({ gate: gateFor(pages.site) });
await using extractor = new Extractor();
const all: Measured[] = [];
for (const page of pages.pages.filter(({ name }) => name.includes(only))) {
  await using run = await pool.acquire({ localAllowed: true });
  await run.context.addInitScript(noteListeners);
  await run.goto(page.url, 20_000);
  await run.front.waitForLoadState('load', { timeout: 5_000 }).catch(() => {});
  await run.front.waitForTimeout(500);
  const truth = (await run.front.evaluate(readTruth)) as Truth;
  const tools = openPageTools({ run, clock: systemClock, extractor, signal: AbortSignal.timeout(120_000) });
  const startedAt = performance.now();
  const text = await tools.observe();
  const ms = performance.now() - startedAt;
  const entries = [...text.matchAll(/\[\d+\] (.*?)(?= \*?\[\d+\] |\n|$)/gu)].map(([, entry]) => entry ?? '');
  all.push({ page, tokens: countTokens(text), score: score(truth, text, entries), ms });
  if (process.argv[3] === '--text') console.log(text);
  if (process.argv[3] && !page.isHeld) console.log(all.at(-1)?.score.missing.slice(0, 40).join('\n'));
}
await opened[Symbol.asyncDispose]();
const share = (pairs: [number, number][]) => {
  const [part, whole] = pairs.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}% (${part}/${whole})`;
};
for (const { page, tokens, score: one, ms } of all)
  if (!page.isHeld)
    console.log(
      page.name.padEnd(70),
      tokens,
      Math.round(ms),
      'first',
      share([one.first]),
      'all',
      share([one.all]),
      'script',
      share([one.scripted]),
      'text',
      share([one.text]),
    );
for (const isHeld of [false, true]) {
  const some = all.filter(({ page }) => page.isHeld === isHeld);
  const mean = some.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, some.length);
  console.log(
    isHeld ? 'HELD' : 'OPEN',
    some.length,
    'mean tokens',
    Math.round(mean),
    'first',
    share(some.map((one) => one.score.first)),
    'all',
    share(some.map((one) => one.score.all)),
    'script',
    share(some.map((one) => one.score.scripted)),
    'text',
    share(some.map((one) => one.score.text)),
  );
}
