import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { gateFor, openPool, type Site, serveSite } from './browser.fixture.ts';
import { OWN_PREFIX } from './browser-home.ts';
import { type BrowserPool, BrowserUnavailable } from './browser-pool.ts';

const pages: Record<string, string> = {
  '/': '<title>Home</title><h1>Home</h1>',
  '/cookie': '<script>document.cookie="seen=1"</script>',
  '/blob':
    '<script>location.href = URL.createObjectURL(new Blob(["<h1>blob</h1>"], {type: "text/html"}))</script>',
  '/frame': '<iframe src="data:text/html,<h1>data</h1>"></iframe>',
  '/opens': '<button onclick="window.open(\'/\')">Open</button>',
  '/hoard': `<script>const held = []; setInterval(() => held.push(new Uint8Array(4e7).fill(1)), 5)</script>`,
};

const owned = new AsyncDisposableStack();
let site: Site;
/** For tests that are not about the life of the browser itself. */
let pool: BrowserPool;
beforeAll(async () => {
  site = owned.use(
    await serveSite(({ url = '' }, response) => {
      if (url === '/never') return;
      response.writeHead(200, { 'content-type': 'text/html' }).end(pages[url]);
    }),
  );
  ({ pool } = owned.use(await openPool({ gate: gateFor(site) })));
});
afterAll(() => owned.disposeAsync());

/** All contexts but the browser's own, which no run gets. */
function placesIn(browser: Browser | null): BrowserContext[] {
  return browser?.contexts().slice(1) ?? [];
}

/** Runs in the page. */
async function hoard(): Promise<string> {
  const cache = await caches.open('hoard');
  const put = cache.put('/much', new Response(new Uint8Array(60_000_000)));
  return put.then(
    () => 'kept',
    (error: Error) => error.name,
  );
}

test('nothing is left behind, however long the name of the folder, and leftovers of a killed process are removed', async () => {
  // First of all, for the shared pool starts its own with its first run.
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = servers();
  await using base = await openPool({ gate: gateFor() });
  const folder = path.join(base.folder, 'a-folder-whose-name-is-longer-than-a-socket-address-has-room-for');
  await using opened = { ...(await openPool({ gate: gateFor(), folder })), folder };
  const [, host] = OWN_PREFIX.split('-');
  // No process has this number: it is above the limit of Linux. In a container, the next process has the number of the killed one.
  for (const dead of [4_194_305, process.pid])
    await mkdir(path.join(opened.folder, `chromium-${host}-${dead}-dead-x`), { recursive: true });
  const elsewhere = `chromium-${host === '0000' ? '1111' : '0000'}-4194305-dead-x`;
  await mkdir(path.join(opened.folder, elsewhere));
  const run = await opened.pool.acquire({ localAllowed: false });
  const kept = await readdir(opened.folder);
  expect(kept.filter((name) => name !== elsewhere)).toEqual([expect.stringMatching(`^${OWN_PREFIX}`)]);
  expect(kept).toContain(elsewhere);
  await run[Symbol.asyncDispose]();
  await opened.pool[Symbol.asyncDispose]();
  expect(await readdir(opened.folder)).toEqual([elsewhere]);
  await expect.poll(servers).toBe(before);
});

test('two runs share one browser, see nothing of each other, and cannot fill its memory with their storage', async () => {
  await using one = await pool.acquire({ localAllowed: true });
  await using other = await pool.acquire({ localAllowed: true });
  await one.goto(`${site.origin}/cookie`, 10_000);
  await other.goto(`${site.origin}/`, 10_000);
  expect(one.context.browser()).toBe(other.context.browser());
  expect(await one.page.evaluate(() => document.cookie)).toBe('seen=1');
  expect(await other.page.evaluate(() => document.cookie)).toBe('');
  await expect.poll(() => other.page.evaluate(hoard), { timeout: 60_000 }).toBe('QuotaExceededError');
});

test('a run that may not reach local places gets only the proxy refusal', async () => {
  await using run = await pool.acquire({ localAllowed: false });
  const before = site.requests.length;
  await run.goto(`${site.origin}/`, 10_000);
  expect(site.requests).toHaveLength(before);
  expect(run.refusals).toEqual([new URL(site.origin).host]);
});

test('the driver goes to http and https only', async () => {
  await using run = await pool.acquire({ localAllowed: true });
  for (const url of [
    'file:///etc/hostname',
    `view-source:${site.origin}/`,
    'chrome://version',
    'devtools://devtools/',
    'data:text/html,x',
    'about:settings',
    'nonsense',
  ]) {
    expect(await run.goto(url, 5_000), url).toBeInstanceOf(Error);
  }
  expect(await run.goto('about:blank', 5_000)).toBeNull();
  expect(await run.goto(`${site.origin}/`, 5_000)).toBeNull();
});

test('a page that moves to a data or blob address is taken back to the empty page', async () => {
  await using run = await pool.acquire({ localAllowed: true });
  const emptied = run.page.waitForEvent('framenavigated', (frame) => frame.url() === 'about:blank');
  await run.goto(`${site.origin}/blob`, 10_000);
  await emptied;
  const frameEmptied = run.page.waitForEvent(
    'framenavigated',
    (frame) => frame !== run.page.mainFrame() && frame.url() === 'about:blank',
  );
  await run.goto(`${site.origin}/frame`, 10_000);
  await frameEmptied;
  expect(run.refusedNavigations.map((url) => url.split(':')[0])).toEqual(['blob', 'data']);
});

test('a window that a script opens can be spoken to, every time', async () => {
  await using run = await pool.acquire({ localAllowed: true });
  await run.goto(`${site.origin}/opens`, 10_000);
  for (let round = 0; round < 4; round += 1) {
    const window = run.context.waitForEvent('page');
    await run.page.getByRole('button').click();
    run.front = await window;
    expect(await run.answers(5_000)).toBe(true);
    await run.front.close();
  }
});

test('popups are allowed but bounded, dialogs are answered', async () => {
  await using run = await pool.acquire({ localAllowed: true });
  await run.goto(`${site.origin}/`, 10_000);
  const answers = await run.page.evaluate(() => {
    for (let index = 0; index < 30; index++) window.open('about:blank');
    alert('hello');
    return [confirm('sure?'), prompt('name?')];
  });
  expect(answers).toEqual([false, null]);
  await expect.poll(() => run.context.pages().length, SOON).toBeLessThanOrEqual(10);
});

test('an unused place stands ready for the next run', async () => {
  const first = await pool.acquire({ localAllowed: true });
  const browser = first.context.browser();
  await first.goto(`${site.origin}/cookie`, 10_000);
  await first[Symbol.asyncDispose]();
  await expect.poll(() => placesIn(browser).flatMap((context) => context.pages()).length, SOON).toBe(1);
  const [ready] = placesIn(browser);
  await using next = await pool.acquire({ localAllowed: false });
  expect(next.context).toBe(ready);
  expect(await next.context.cookies()).toEqual([]);
  await next.goto(`${site.origin}/`, 10_000);
  expect(next.refusals).toEqual([new URL(site.origin).host]);
});

test('a run with its own state, and one whose place was lost, get a place made for them', async () => {
  await using opened = await openPool({ gate: gateFor(site) });
  await opened.pool.warm();
  const storageState = { cookies: [], origins: [] };
  await using own = await opened.pool.acquire({ localAllowed: true, storageState });
  const ready = () => placesIn(own.context.browser()).find((context) => context !== own.context);
  await expect.poll(() => ready()?.pages().length, SOON).toBe(1);
  const lost = ready();
  await lost?.pages()[0]?.close();
  await using next = await opened.pool.acquire({ localAllowed: true });
  expect(next.context).not.toBe(lost);
  expect(await next.goto(`${site.origin}/`, 10_000)).toBeNull();
});

test('a crashed tab ends its own run only', async () => {
  await using broken = await pool.acquire({ localAllowed: true });
  await using healthy = await pool.acquire({ localAllowed: true });
  const crashed = broken.page.waitForEvent('crash');
  broken.page.goto('chrome://crash').catch(() => {});
  await crashed;
  expect(broken.hasCrashed).toBe(true);
  expect(await healthy.goto(`${site.origin}/`, 10_000)).toBeNull();
});

test.runIf(process.platform === 'linux')(
  'a page that takes memory outside the heap ends its own run only',
  async () => {
    const memoryLimits = { each: 600_000_000, together: 10_000_000_000 };
    await using opened = await openPool({ gate: gateFor(site), memoryLimits });
    await using greedy = await opened.pool.acquire({ localAllowed: true });
    await using healthy = await opened.pool.acquire({ localAllowed: true });
    const crashed = greedy.page.waitForEvent('crash');
    await greedy.goto(`${site.origin}/hoard`, 10_000);
    await crashed;
    expect(greedy.hasCrashed).toBe(true);
    expect(await healthy.goto(`${site.origin}/`, 10_000)).toBeNull();
  },
);

test('runs beyond the limit wait their turn, and a waiting one can be aborted; a worn browser is replaced, and its files go', async () => {
  await using opened = await openPool({ gate: gateFor(), maxRuns: 2, runsPerBrowser: 1 });
  const first = await opened.pool.acquire({ localAllowed: false });
  await using second = await opened.pool.acquire({ localAllowed: false });
  expect(second.context.browser()).not.toBe(first.context.browser());
  const abort = new AbortController();
  const third = opened.pool.acquire({ localAllowed: false, signal: abort.signal });
  const fourth = opened.pool.acquire({ localAllowed: false });
  abort.abort(new Error('enough'));
  await expect(third).rejects.toThrow('enough');
  await first[Symbol.asyncDispose]();
  await using run = await fourth;
  expect(run.page.isClosed()).toBe(false);
  await expect.poll(async () => (await readdir(opened.folder)).length, SOON).toBe(2);
});

test('a browser that no longer answers is killed in a bounded time, and waiting runs get another', async () => {
  await using opened = await openPool({ gate: gateFor() });
  const run = await opened.pool.acquire({ localAllowed: false });
  const session = await run.context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
  process.kill(pid, 'SIGSTOP');
  const waiting = opened.pool.acquire({ localAllowed: false });
  await run[Symbol.asyncDispose]();
  await using next = await waiting;
  expect(next.page.isClosed()).toBe(false);
  await expect.poll(() => isRunning(pid), SOON).toBe(false);
});

test('aborting ends a run in the middle of a navigation', async () => {
  const abort = new AbortController();
  await using run = await pool.acquire({ localAllowed: true, signal: abort.signal });
  const going = run.goto(`${site.origin}/never`, 30_000);
  await expect.poll(() => site.requests.at(-1), SOON).toBe('/never');
  const startedAt = performance.now();
  abort.abort();
  expect(await going).toBeInstanceOf(Error);
  expect(performance.now() - startedAt).toBeLessThan(25_000);
});

test('a browser that cannot start says so, and the pool can be asked again', async () => {
  await using opened = await openPool({ gate: gateFor(), executablePath: '/bin/false' });
  await expect(opened.pool.acquire({ localAllowed: false })).rejects.toThrow(BrowserUnavailable);
  await expect(opened.pool.warm()).rejects.toThrow('the browser did not start');
  await using missing = await openPool({ gate: gateFor(), executablePath: '/nowhere/chromium' });
  await expect(missing.pool.warm()).rejects.toThrow(
    'the browser did not start: spawn /nowhere/chromium ENOENT',
  );
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
