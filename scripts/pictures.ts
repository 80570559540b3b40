import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { Switchyard } from '../sdk/src/sdk.ts';
import { EmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { agentAccount } from '../test/support/agent-account.ts';
import { launchChromium, printed, signIn } from '../test/support/console-page.ts';
import { writeHistory } from '../test/support/history.ts';
import { type ServiceProcess, startService } from '../test/support/service-process.ts';

/**
 * `npm run pictures [home|runs|...]`: every screen of the console and the pages around it, with a past and real runs on the demo site, light and
 * dark, on a phone, a tablet and a desk, into `pictures/`; `readme` makes those of the README.
 */
const FOLDER = fileURLToPath(new URL('../pictures/', import.meta.url));
const SIZES = { 360: 740, 768: 1024, 1440: 900 };
const THEMES = ['light', 'dark'] as const;
/** The best ones, as they stand in the README. */
const README = [
  ['runs', 'light'],
  ['run', 'light'],
  ['compare', 'dark'],
  ['routing', 'light'],
  ['waiting', 'dark'],
] as const;
const KEY = `svc_${'p'.repeat(40)}`;
const PAST_RUNS = 2_000;

await using resources = new AsyncDisposableStack();
const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-pictures-'));
resources.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 30 }));
const log = createLog('error');
const { url: databaseUrl } = resources.use(
  await EmbeddedPostgres.start({ dataDir: join(dataDir, 'db'), log }),
);
const service = resources.use(
  await startService({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SVC_API_KEY: KEY }),
);
const browser = await launchChromium();
resources.defer(() => browser.close());
await mkdir(FOLDER, { recursive: true });

const page = await signIn(await browser.newContext(), service);
const state = await page.context().storageState();
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
await takeAll({ first: '/console' });
console.log('Making runs');
const runs = await makeRuns(service);
const links = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').all();
const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
const screens = paths.filter((path) => path?.startsWith('/console'));
const named = Object.fromEntries(screens.map((path) => [path?.split('/')[2] || 'home', path ?? '']));
const places = { ...named, ...runs, ...(await ownPages(service)) };
await takeAll(places);
if (isWanted('readme'))
  for (const [name, theme] of README) await takeForReadme(name, theme, places[name] ?? '');
console.log(`The pictures are in ${FOLDER}`);

/** A past for the charts, and runs of today: two side by side, one that failed, one that waits. */
async function makeRuns({ url }: ServiceProcess): Promise<Record<string, string>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await writeHistory(pool, { runs: PAST_RUNS, nowMs: Date.now() });
  await pool.end();
  const demo = printed(service, /Demo site\s+(\S+)/);
  const api = new Switchyard({ baseUrl: url, apiKey: KEY });
  const kettle = `${demo}/products/fernfall-camp-kettle`;
  const task = 'What is the price of this product?';
  const both = await Promise.all(
    ['local-fetch', 'local-chromium'].map((routing) =>
      api.runs.start({ task, url: kettle, routing, metadata: { source: 'playground' } }),
    ),
  );
  const basket = await api.runs.start({ task: 'Add the kettle to the basket.', url: kettle });
  await api.runs.start({ task: 'Get the delivery times.', url: `${demo}/no-such-page` });
  const login = await api.credentials.create({ domain: demo, username: 'demo', password: 'campfire' });
  const endpoint = await api.webhooks.create({ url: 'https://93.184.215.14/switchyard' });
  const session = await api.sessions.create({});
  const points = {
    task: 'How many loyalty points do I have?',
    url: `${demo}/account`,
    credential_id: login.id,
  };
  const waiting = await api.runs.start(points);
  for (const { id } of [...both, basket, waiting]) await api.runs.settled(id);
  const shown = both.map(({ id }) => id).join(',');
  return {
    compare: `/console/playground?task=${encodeURIComponent(task)}&url=${encodeURIComponent(kettle)}&compare=local-fetch,local-chromium&runs=${shown}`,
    run: `/console/runs/${basket.id}`,
    waiting: `/console/runs/${waiting.id}`,
    cost: `/console/runs/${basket.id}?open=cost`,
    files: `/console/runs/${basket.id}?open=files`,
    raw: `/console/runs/${basket.id}?open=raw`,
    diff: `/console/runs/${both[0]?.id}?open=compare&with=${both[1]?.id}`,
    runner: '/console/runners?runner=browser-use',
    webhook: `/console/webhooks/${endpoint.id}`,
    session: `/console/sessions/${session.id}`,
  };
}

/** The service's own pages around the console. */
async function ownPages({ url }: ServiceProcess): Promise<Record<string, string>> {
  const { claim_url } = await agentAccount(url);
  const claim = new URL(claim_url).pathname;
  return { 'sign-in': '/sign-in', 'sign-up': '/sign-up', reset: '/reset', account: '/account', claim };
}

/** One tab for all: a screen is loaded once and then drawn in each size and theme. */
async function takeAll(shots: Record<string, string>): Promise<void> {
  const context = await browser.newContext({ storageState: state, reducedMotion: 'reduce' });
  const shown = await context.newPage();
  for (const [name, path] of Object.entries(shots).filter(([name]) => isWanted(name))) {
    const startedAt = performance.now();
    await open(shown, path);
    for (const [width, height] of Object.entries(SIZES)) {
      await shown.setViewportSize({ width: Number(width), height });
      for (const colorScheme of THEMES) {
        await shown.emulateMedia({ colorScheme });
        await settle(shown);
        const file = join(FOLDER, `${name}-${colorScheme}-${width}.png`);
        await shown.screenshot({ path: file, fullPage: true, animations: 'disabled' });
        const wide = await shown.evaluate(() => document.documentElement.scrollWidth);
        if (wide > Number(width)) console.log(`${name} is ${wide} px wide at ${width}`);
      }
    }
    console.log(`${name} ${Math.round(performance.now() - startedAt)} ms`);
  }
  await context.close();
}

async function takeForReadme(name: string, colorScheme: 'light' | 'dark', path: string): Promise<void> {
  const context = await browser.newContext({
    storageState: state,
    viewport: { width: 1440, height: 900 },
    colorScheme,
  });
  const opened = await context.newPage();
  await open(opened, path);
  const file = fileURLToPath(new URL(`../docs/images/console-${name}.jpg`, import.meta.url));
  await opened.screenshot({ path: file, type: 'jpeg', quality: 72, animations: 'disabled' });
  await context.close();
}

async function open(shown: Page, path: string): Promise<void> {
  await shown.goto(service.url + path);
  await shown.getByRole('heading', { level: 1 }).waitFor();
  await settle(shown);
  // Content that is still missing when the network is silent: pictures of a run, fonts.
  await shown.waitForTimeout(400);
}

/** Nothing is being fetched or drawn any more; a live run never rests, so this has an end. */
async function settle(shown: Page): Promise<void> {
  await shown
    .waitForFunction(() => !document.querySelector('[role="status"][aria-label="Loading"]'), null, {
      timeout: 5_000,
    })
    .catch(() => undefined);
  await shown.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
