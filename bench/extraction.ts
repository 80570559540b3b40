/**
 * What reading a page is worth and what it costs: our reading against Readability and Turndown alone on the same
 * pages, and a warm `local-chromium` run against hand-written Playwright scripts.
 */
import { homedir } from 'node:os';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { chromium } from 'playwright-core';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';
import facts from '../catalog/local.json' with { type: 'json' };
import { gateFor, openPool, serveSite } from '../src/browser/browser.fixture.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { systemClock } from '../src/platform/clock.ts';
import { Extractor } from '../src/reading/extractor.ts';
import type { RunnerFacts } from '../src/runners/contract.ts';
import { createLocalChromium } from '../src/runners/local/local-chromium.ts';
import { loadPages, type PageCase, type Score, scorePage, textScores } from '../test/pages/score.ts';
import { attemptScope } from '../test/support/scope.ts';
import { type Finding, figure, isMet, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';

const NOTHING_ASKED = { goal: '', instructions: null, outputSchema: null };
const ROUNDS = 5;

export async function extraction(): Promise<Finding[]> {
  const sets = {
    seen: await loadPages('seen'),
    'held out': await loadPages('held-out'),
    'fresh (1)': await loadPages('fresh-1'),
  };
  await using extractor = new Extractor();
  const findings: Finding[] = [];
  for (const [name, pages] of Object.entries(sets)) findings.push(...(await quality(extractor, pages, name)));
  findings.push(await speed(extractor, Object.values(sets).flat()));
  findings.push(...(await browsing(extractor, sets.seen)));
  return findings;
}

async function quality(extractor: Extractor, pages: PageCase[], name: string): Promise<Finding[]> {
  const ours: Score[] = [];
  const theirs: Score[] = [];
  for (const page of pages) {
    theirs.push(...textScores(page, readability(page)));
    const scores = await scorePage(page, async (html, url, asked) => {
      const { answer } = await extractor.read({ body: html, url, contentType: null }, asked);
      return answer?.found ? answer.output : undefined;
    });
    ours.push(...scores);
  }
  const share = (scores: Score[]) => (100 * scores.filter(({ isRight }) => isRight).length) / scores.length;
  const of = (kind: Score['kind']) => ours.filter((score) => score.kind === kind);
  const finding = (what: string, value: number, baseline: number | null, atLeast: number): Finding => ({
    what: `${what}, ${name} pages`,
    baseline: baseline === null ? '' : `${figure(baseline)} %`,
    product: `${figure(value)} %`,
    value: `${figure(value)} %`,
    spread: '',
    bar: `>= ${figure(atLeast)} %`,
    isMet: isMet(value, { atLeast }),
  });
  return [
    finding('parts of the text, and nothing around it', share(of('text')), share(theirs), share(theirs)),
    finding('questions answered or rightly not', share(of('ask')), null, 70),
    finding('schemas filled exactly', share(of('schema')), null, 70),
  ];
}

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
});
turndown.use(gfm);

/** As its readme shows it. */
function readability({ html }: PageCase): string {
  const { document } = parseHTML(html);
  const article = new Readability(document as unknown as Document).parse();
  return article?.content ? turndown.turndown(article.content) : '';
}

async function speed(extractor: Extractor, pages: PageCase[]): Promise<Finding> {
  const rounds = await inTurns(
    ROUNDS,
    async () => rate(pages, async (page) => void readability(page)),
    async () => {
      const read = ({ html, url }: PageCase) =>
        extractor.read({ body: html, url, contentType: null }, NOTHING_ASKED);
      return rate(pages, async (page) => void (await read(page)));
    },
  );
  return ratioFinding('pages read to Markdown', '/s', rounds, { atLeast: 0.5 });
}

async function rate(pages: PageCase[], work: (page: PageCase) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (const page of pages) await work(page);
  return (1_000 * pages.length) / (performance.now() - startedAt);
}

async function browsing(extractor: Extractor, pages: PageCase[]): Promise<Finding[]> {
  const page = pages.find(({ name }) => name === 'blog-code') ?? pages[0];
  await using site = await serveSite({ '/': page?.html ?? '' });
  const gate = gateFor(site);
  await using opened = await openPool({ gate });
  const runner = createLocalChromium({
    facts: facts.find(({ slug }) => slug === 'local-chromium') as RunnerFacts,
    pool: opened.pool,
    gate,
    extractor,
    clock: systemClock,
  });
  const task = { ...NOTHING_ASKED, url: `${site.origin}/`, steps: [], successCriteria: null };
  const product = () =>
    timed(async () => {
      const result = await runner.run(task, attemptScope());
      if (!result.ok) throw new Error(result.message);
    });
  const found = await findChromium({
    configuredPath: process.env.CHROMIUM_PATH ?? null,
    playwrightBrowsersPath: process.env.PLAYWRIGHT_BROWSERS_PATH ?? null,
    home: homedir(),
    platform: process.platform,
  });
  if (!found.ok || found.path === null) throw new Error('this benchmark needs a Chromium');
  const launch = { executablePath: found.path, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
  const warm = await chromium.launch(launch);
  const read = async (browser: typeof warm) => {
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.goto(`${site.origin}/`, { waitUntil: 'load' });
    await tab.content();
    await tab.screenshot();
    await context.close();
  };
  const cold = await inTurns(
    3,
    () =>
      timed(async () => {
        const browser = await chromium.launch(launch);
        await read(browser);
        await browser.close();
      }),
    product,
  );
  const bare = await inTurns(ROUNDS, () => timed(() => read(warm)), product);
  await warm.close();
  return [
    ratioFinding('a page read by local-chromium, against Playwright with a cold launch', 'ms', cold, {
      atMost: 0.25,
    }),
    ratioFinding('the same, against Playwright on a warm browser', 'ms', bare, { atMost: 1.5 }),
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
