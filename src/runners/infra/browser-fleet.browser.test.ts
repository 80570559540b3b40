import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOON } from '../../../test/support/soon.ts';
import { launchRemoteChromium } from '../../../test/support/stand-ins/browser-infra.ts';
import { gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { readCatalog } from '../catalog.ts';
import { BrowserFleet } from './browser-fleet.ts';
import { type FleetEntry, parseFleet, remoteSource } from './fleet-sources.ts';

const owned = new AsyncDisposableStack();
let site: Site;
let browsers: Array<Awaited<ReturnType<typeof launchRemoteChromium>>>;
const lines: string[] = [];

beforeAll(async () => {
  site = owned.use(await serveSite({ '/': '<title>Shop</title><h1>Mugs</h1>' }));
  browsers = await Promise.all([launchRemoteChromium(), launchRemoteChromium()]);
  for (const browser of browsers) owned.use(browser);
});
afterAll(() => owned.disposeAsync());

function fleetOf(ports: number[], slots: number, waitMs = 60_000): BrowserFleet {
  const parsed = parseFleet(ports.map((port) => `cdp=http://127.0.0.1:${port}#${slots}`).join());
  const facts = readCatalog().facts.find(({ slug }) => slug === 'local-chromium');
  if (!parsed.ok || !facts) throw new Error('not readable');
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const tools = { facts, gate: gateFor(site), clock: systemClock, log, folder: tmpdir() };
  const sources = parsed.entries.flatMap((entry: FleetEntry) => remoteSource(entry, tools) ?? []);
  return new BrowserFleet({ sources, clock: systemClock, log, lookEveryMs: 500, waitMs });
}

const asked = { localAllowed: true };
const portOf = (index: number) => browsers[index]?.port ?? 0;

/** The number of pages of the site that a browser has open, by its own account. */
async function pagesAt(index: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${portOf(index)}/json/list`);
  return ((await answer.json()) as Array<{ url: string }>).filter(({ url }) => url.startsWith(site.origin))
    .length;
}

async function visit(run: BrowserRun): Promise<string | null> {
  expect(await run.goto(`${site.origin}/`, 60_000)).toBeNull();
  return run.page.textContent('h1');
}

test('runs spread over the sources, share nothing, and leave nothing', async () => {
  await using fleet = fleetOf([portOf(0), portOf(1)], 2);
  const runs = await Promise.all([1, 2, 3, 4].map(() => fleet.acquire(asked)));
  expect(await Promise.all(runs.map(visit))).toEqual(['Mugs', 'Mugs', 'Mugs', 'Mugs']);
  expect([await pagesAt(0), await pagesAt(1)]).toEqual([2, 2]);
  await Promise.all(
    runs.map((run, index) => run.context.addCookies([{ name: 'n', value: String(index), url: site.origin }])),
  );
  const seen = await Promise.all(
    runs.map(async (run) => (await run.context.cookies()).map(({ value }) => value)),
  );
  expect(seen).toEqual([['0'], ['1'], ['2'], ['3']]);
  expect(fleet.load).toEqual({ slots: 4, busy: 4, waiting: 0 });
  await Promise.all(runs.map((run) => run[Symbol.asyncDispose]()));
  await expect.poll(() => fleet.load.busy, SOON).toBe(0);
  await expect.poll(async () => [await pagesAt(0), await pagesAt(1)], SOON).toEqual([0, 0]);
});

test('while all are full a run waits for its turn, and is told so when that takes too long', async () => {
  await using fleet = fleetOf([portOf(0)], 1);
  const first = await fleet.acquire(asked);
  const order: string[] = [];
  const next = ['second', 'third'].map(async (name) => {
    const run = await fleet.acquire(asked);
    order.push(name);
    await run[Symbol.asyncDispose]();
  });
  const gone = new AbortController();
  const cancelled = fleet.acquire({ ...asked, signal: gone.signal });
  await expect.poll(() => fleet.load.waiting, SOON).toBe(3);
  gone.abort(new Error('cancelled'));
  await expect(cancelled).rejects.toThrow('cancelled');
  await first[Symbol.asyncDispose]();
  await Promise.all(next);
  expect(order).toEqual(['second', 'third']);

  await using hasty = fleetOf([portOf(0)], 1, 300);
  await using _held = await hasty.acquire(asked);
  await expect(hasty.acquire(asked)).rejects.toThrow(
    'all 1 slots of the browser sources were busy for 0.3 s',
  );
});

test('a source that is killed in the middle loses its runs only, and gets more once it answers again', async () => {
  const doomed = await launchRemoteChromium();
  await using fleet = fleetOf([doomed.port, portOf(1)], 2);
  const runs = await Promise.all([1, 2].map(() => fleet.acquire(asked)));
  await Promise.all(runs.map(visit));
  expect(await pagesAt(1)).toBe(1);
  await doomed[Symbol.asyncDispose]();
  await expect.poll(() => runs.filter(({ page }) => page.isClosed()).length, SOON).toBe(1);
  // Already looked at or not: both go to the browser that lives.
  const [living] = runs.filter(({ page }) => !page.isClosed());
  expect(await living?.page.textContent('h1')).toBe('Mugs');
  await using late = await fleet.acquire(asked);
  expect(await visit(late)).toBe('Mugs');
  await expect.poll(() => fleet.load.slots, SOON).toBe(2);
  expect(
    lines.filter((line) => line.includes(`cdp at 127.0.0.1:${doomed.port} does not answer`)),
  ).toHaveLength(1);
  await Promise.all(runs.map((run) => run[Symbol.asyncDispose]()));
  await expect.poll(() => fleet.load.busy, SOON).toBe(1);
});

test('where no source answers, that is said at once; one that comes up is found', async () => {
  const later = await launchRemoteChromium();
  const { port } = later;
  await later[Symbol.asyncDispose]();
  await using fleet = fleetOf([port], 1);
  await expect(fleet.acquire(asked)).rejects.toThrow('none of the 1 browser sources responds');
  await using _back = await launchRemoteChromium(port);
  await expect.poll(() => fleet.load.slots, SOON).toBe(1);
  await using run = await fleet.acquire(asked);
  expect(await visit(run)).toBe('Mugs');
});
