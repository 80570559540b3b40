import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath, type Site, serveSite } from '../src/browser/browser.fixture.ts';
import { launchRemoteChromium } from '../test/support/stand-ins/browser-infra.ts';
import { readJson } from './api.ts';
import { residentBytes } from './browsers.ts';
import { type Finding, figure, ratioFinding } from './report.ts';
import { inTurns, quantile } from './rounds.ts';
import { Stage } from './stage.ts';

const ROUNDS = 11;
const OPERATIONS = 40;
const STARTS = 5;
const IDLE = 4;
/** A picture takes time by its size, and the windows of both browsers differ. */
const VIEWPORT = { width: 1_280, height: 720 };
/** Long enough for the browser that is made ready for the next session. */
const REST_MS = 2_500;

const PAGE = `<!doctype html><title>Bench</title><h1>Heading</h1><input id="name">
<button onclick="document.querySelector('h1').textContent = 'Clicked'">Go</button><p>${'words '.repeat(500)}</p>`;

/** A session through the relay, against the same Chromium on a port of its own, both driven by Playwright from here. */
export async function sessions(): Promise<Finding[]> {
  await using site = await serveSite({ '/': PAGE });
  await using stage = await Stage.open();
  const env = { SVC_LOCAL_TARGETS: `127.0.0.1:${site.port}` };
  const { url } = await stage.service({ env });
  return [...(await speed(url, site)), await starts(url), await memory(url)];
}

async function speed(url: string, site: Site): Promise<Finding[]> {
  await using bare = await launchRemoteChromium();
  const direct = await chromium.connectOverCDP(`ws://127.0.0.1:${bare.port}${bare.path}`);
  const relayed = await chromium.connectOverCDP(await create(url));
  const [one, other] = [await pageOf(direct, site), await pageOf(relayed, site)];
  const measure = (deeds: Deeds) =>
    inTurns(
      ROUNDS,
      () => operate(one, deeds),
      () => operate(other, deeds),
    );
  const [all, small, views] = [await measure(ALL), await measure(SMALL), await measure(viewsOf(site))];
  await direct.close();
  await relayed.close();
  const perSecond = (times: number[]) => (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0);
  const middle = (times: number[]) => quantile(times, 0.5);
  const pairs = (rounds: Rounds, figureOf: (times: number[]) => number) =>
    rounds.map(({ baseline, product }) => ({ baseline: figureOf(baseline), product: figureOf(product) }));
  return [
    ratioFinding(
      'page operations through the relay, against a direct connection',
      '/s',
      pairs(all, perSecond),
      {
        atLeast: 0.8,
      },
    ),
    ratioFinding('evaluate and textContent, p50', 'ms', pairs(small, middle), { atMost: 1.15 }),
    ratioFinding('navigation with screenshot, p50', 'ms', pairs(views, middle), { atMost: 1.1 }),
  ];
}

async function pageOf(browser: Browser, site: Site): Promise<Page> {
  const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
  await page.setViewportSize(VIEWPORT);
  await page.goto(`${site.origin}/`);
  return page;
}

type Deeds = { times: number; deeds: Array<(page: Page) => Promise<unknown>> };
type Rounds = Array<{ baseline: number[]; product: number[] }>;

/** Small operations of drivers. */
const SMALL: Deeds = {
  times: OPERATIONS,
  deeds: [(page) => page.evaluate('document.title'), (page) => page.locator('h1').textContent()],
};
const ALL: Deeds = {
  times: OPERATIONS,
  deeds: [
    ...SMALL.deeds,
    (page) => page.locator('#name').fill('Ada'),
    (page) => page.locator('button').click(),
  ],
};

function viewsOf(site: Site): Deeds {
  const view = async (page: Page) => {
    await page.goto(`${site.origin}/`);
    await page.screenshot();
  };
  return { times: 4, deeds: [view] };
}

/** The time of each in milliseconds. */
async function operate(page: Page, { times, deeds }: Deeds): Promise<number[]> {
  const took = [];
  for (let count = 0; count < times; count += 1) {
    const startedAt = performance.now();
    await deeds[count % deeds.length]?.(page);
    took.push(performance.now() - startedAt);
  }
  return took;
}

/** From nothing to a page that answers: a session of ours, and a browser that is launched by hand. */
async function starts(url: string): Promise<Finding> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const launch = { executablePath: await chromiumPath(), args };
  const timed = async (open: () => Promise<Browser>) => {
    await delay(REST_MS);
    const startedAt = performance.now();
    const browser = await open();
    const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
    await page.evaluate('1');
    const took = performance.now() - startedAt;
    await browser.close();
    return took;
  };
  const rounds = await inTurns(
    STARTS,
    () => timed(() => chromium.launch(launch)),
    () => timed(async () => chromium.connectOverCDP(await create(url))),
  );
  return ratioFinding('from create to a connected page, against a cold launch by hand', 'ms', rounds, {
    atMost: 0.5,
  });
}

/** Proportional, of all processes of Chromium; the browser that stands ready is there before and after. */
async function memory(url: string): Promise<Finding> {
  await delay(REST_MS);
  const before = await residentBytes();
  for (let count = 0; count < IDLE; count += 1) {
    await create(url, { keepAlive: true });
    await delay(REST_MS);
  }
  const value = `${figure(((await residentBytes()) - before) / IDLE / 2 ** 20)} MB`;
  const facts = {
    baseline: `${figure(before / 2 ** 20)} MB`,
    product: `${IDLE} sessions`,
    value,
    spread: '',
  };
  return { what: 'memory of an idle session', ...facts, bar: '', isMet: true };
}

async function create(url: string, body: object = {}): Promise<string> {
  return String((await readJson(url, 'POST', '/api/v1/sessions', body)).connectUrl);
}
