import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath, gateFor, openPool, type Site, serveSite } from '../src/browser/browser.fixture.ts';
import type { BrowserPool } from '../src/browser/browser-pool.ts';
import { systemClock } from '../src/platform/clock.ts';
import { Extractor } from '../src/reading/index.ts';
import { readCatalog } from '../src/runners/catalog.ts';
import type { RunnerFacts } from '../src/runners/contract.ts';
import { createLocalChromium } from '../src/runners/local/local-chromium.ts';
import { attemptScope } from '../test/support/scope.ts';
import { readArchive } from './archive.ts';
import { readability } from './extraction.ts';
import { type Finding, figure, isMet, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';

const { facts } = readCatalog();

const COLD_ROUNDS = 5;
const WARM_ROUNDS = 11;
const FOUR_ROUNDS = 5;
const FOUR_PAGES = 12;
/** Deferred work of one side must not weigh on the other. */
const REST_MS = 500;
const CONCURRENT = [1, 4, 8];

/** A warm `local-chromium` run against hand-written Playwright scripts that do the same; and the memory of each run. */
export async function browsers(): Promise<Finding[]> {
  const html = (await readArchive('text-pages')).get('blog-code.html') ?? '';
  await using site = await serveSite({ '/': html });
  await using extractor = new Extractor();
  const gate = gateFor(site);
  await using opened = await openPool({ gate });
  const runner = createLocalChromium({
    facts: facts.find(({ slug }) => slug === 'local-chromium') as RunnerFacts,
    browsers: opened.pool,
    gate,
    extractor,
    clock: systemClock,
  });
  const asked = { goal: '', instructions: null, outputSchema: null, steps: [], successCriteria: null };
  const product = async () => {
    const result = await runner.run({ ...asked, url: `${site.origin}/` }, attemptScope());
    if (!result.ok) throw new Error(result.message);
  };
  return [...(await speed(site, product)), ...(await memory(site, opened.pool))];
}

async function speed(site: Site, product: () => Promise<void>): Promise<Finding[]> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const launch = { executablePath: await chromiumPath(), args };
  const fromCold = async () => {
    const browser = await chromium.launch(launch);
    await read(browser, site);
    await browser.close();
  };
  const cold = await inTurns(
    COLD_ROUNDS,
    () => timed(fromCold),
    () => timed(product),
  );
  const warmBrowser = await chromium.launch(launch);
  const warm = await inTurns(
    WARM_ROUNDS,
    () => timed(() => readText(warmBrowser, site)),
    () => timed(product),
  );
  const four = await inTurns(
    FOUR_ROUNDS,
    () => pagesPerSecond(() => readAsGateway(warmBrowser, site)),
    () => pagesPerSecond(product),
  );
  await warmBrowser.close();
  return [
    ratioFinding('a page read by local-chromium, against Playwright with a cold launch', 'ms', cold, {
      atMost: 0.25,
    }),
    ratioFinding(
      'the same, against Playwright on a warm browser that opens it and reads its text',
      'ms',
      warm,
      { atMost: 1.5 },
    ),
    ratioFinding('pages, four at a time, against the steps of a browser gateway', '/s', four, {
      atLeast: 1.3,
    }),
  ];
}

async function readText(browser: Browser, site: Site): Promise<void> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(`${site.origin}/`, { waitUntil: 'load' });
  await tab.evaluate('document.body.innerText');
  await context.close();
}

/** The default work of browser-gateway's `POST /v1/content`, without its HTTP; Readability and Turndown for its Defuddle. */
async function readAsGateway(browser: Browser, site: Site): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const tab = await context.newPage();
  await tab.goto(`${site.origin}/`, { waitUntil: 'domcontentloaded' });
  readability(await tab.content());
  await tab.evaluate('Array.from(document.links, (link) => ({ url: link.href, text: link.textContent }))');
  await context.close();
}

async function pagesPerSecond(visit: () => Promise<void>): Promise<number> {
  await delay(REST_MS);
  let left = FOUR_PAGES;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left > 0) {
        left -= 1;
        await visit();
      }
    }),
  );
  return FOUR_PAGES / ((performance.now() - startedAt) / 1_000);
}

async function read(browser: Browser, site: Site): Promise<void> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(`${site.origin}/`, { waitUntil: 'load' });
  await tab.content();
  await tab.screenshot();
  await context.close();
}

async function timed(work: () => Promise<void>): Promise<number> {
  await delay(REST_MS);
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Runs that are on the page at the same time; shared memory of processes is counted once. */
async function memory(site: Site, pool: BrowserPool): Promise<Finding[]> {
  const findings: Finding[] = [];
  await delay(REST_MS);
  const idle = await residentBytes();
  for (const count of CONCURRENT) {
    await using stack = new AsyncDisposableStack();
    const runs = await Promise.all(Array.from({ length: count }, () => pool.acquire({ localAllowed: true })));
    for (const run of runs) stack.use(run);
    await Promise.all(runs.map((run) => run.goto(`${site.origin}/`, 30_000)));
    const used = new Set(runs.map((run) => run.context.browser())).size;
    const perRun = ((await residentBytes()) - idle) / count / 2 ** 20;
    findings.push({
      what: `memory of a run, ${count} at once`,
      baseline: `${figure(idle / 2 ** 20)} MB idle`,
      product: `${used} browser`,
      value: `${figure(perRun)} MB`,
      spread: '',
      bar: '<= 100 MB',
      isMet: used === 1 && isMet(perRun, { atMost: 100 }),
    });
  }
  return findings;
}

/** The memory of all Chromium processes below this one. */
export async function residentBytes(): Promise<number> {
  const parents = new Map<number, number>();
  for (const pid of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  let bytes = 0;
  for (const pid of parents.keys()) {
    if (pid === process.pid || !isOurs(pid)) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    bytes += 1024 * Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return bytes;
}
