import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { SOON } from '../../../test/support/soon.ts';
import { gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import type { BrowserPool } from '../../browser/browser-pool.ts';
import type { DirectRunner, Step, Task } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

let site: Site;
let runner: DirectRunner;
let pool: BrowserPool;
/** Called when the page `/fatal` is requested. */
let onFatal = () => {};
const owned = new AsyncDisposableStack();

const play = (name: string) =>
  `<li><h2>${name}</h2><p>Tickets cost ${name.length * 4} euros.</p><p>${name.length * 20} minutes</p></li>`;

const pages: Record<string, string> = {
  '/app': `<title>App</title><div id="root">Loading...</div><script>
    fetch('/data').then((answer) => answer.text()).then((text) => setTimeout(() => {
      document.querySelector('#root').innerHTML = '<h1>Stock</h1><dl><dt>Kettles</dt><dd>' + text + '</dd></dl>';
    }, 300));</script>`,
  '/data': '42 pieces',
  '/long': `<h1>Stock</h1>${'<p>The kettles are in the yard, the pots in the hall.</p>'.repeat(400)}`,
  '/fatal': '<h1>Stock</h1><p>Kettles: 42 pieces</p>',
  '/check': `<title>Just a moment...</title><p>Verifying you are human.</p>
    <script>setTimeout(() => location.replace('/fatal'), 3500)</script>`,
  '/again': `<h1>Stock</h1><p>Kettles: 42 pieces</p><script>
    const times = Number(sessionStorage.times ?? 0);
    if (times < 3) setTimeout(() => { sessionStorage.times = times + 1; location.reload(); }, 200);</script>`,
  '/plays': `<h1>Plays</h1><ul class="plays">${['Storm', 'Glass', 'Harbour'].map(play).join('')}</ul><a href="/plays-2">Later plays</a>`,
  '/plays-2': `<h1>Plays</h1><ul class="plays">${['Moons', 'Orchard', 'Lantern'].map(play).join('')}</ul><a href="/plays">Later plays</a>`,
  '/ways-in': `<h1>Ways</h1><a href="https://127.0.0.1:9201/">Safe copy</a> <a href="http://127.0.0.1:9200/y" target="_blank">New window</a>
    <form action="http://127.0.0.1:9200/post" method="post"><button>Send report</button></form>`,
  '/blank': '<!doctype html><html><head><title></title></head><body>\n<div></div></body></html>',
  '/round': '<script>location.replace("/round?" + performance.now())</script><h1>Round</h1>',
  '/snare': '<h1>Snare</h1><button onclick="for (;;) {}">Go on</button>',
  '/loop': '<h1>Loop</h1><script>addEventListener("load", () => { for (;;) {} })</script>',
};

const FILES: Record<string, string> = { '/picture': 'image/png', '/document': 'application/pdf' };
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  site = owned.use(
    await serveSite((request, response) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      if (path === '/hang') return;
      if (path === '/fatal') onFatal();
      if (path === '/reset') return void request.socket.destroy();
      if (path === '/half') {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
        return void response.write('<h1>Half</h1>', () => request.socket.destroy());
      }
      if (path === '/inward') response.writeHead(302, { location: 'http://127.0.0.1:9200/' });
      else if (FILES[path]) response.writeHead(200, { 'content-type': FILES[path] });
      else if (path === '/file') response.writeHead(200, { 'content-type': 'application/zip' });
      else response.writeHead(pages[path] ? 200 : 404, { 'content-type': 'text/html' });
      response.end(path === '/picture' ? PIXEL : (pages[path] ?? 'nothing'));
    }),
  );
  const gate = gateFor(site);
  ({ runner, pool } = owned.use(await openLocalChromium(gate, { settleTimeoutMs: 5_000 })));
});

afterAll(() => owned.disposeAsync());

function attempt(task: Partial<Task>, signal = new AbortController().signal, by = runner) {
  const steps: Step[] = [];
  const whole = {
    goal: '',
    instructions: null,
    url: null,
    steps: [],
    successCriteria: null,
    outputSchema: null,
    ...task,
  };
  const result = by.run(whole, attemptScope({ signal, onStep: (step) => steps.push(step) }));
  return { result, steps };
}

test('content rendered by script is read, answered from and pictured', async () => {
  const { result, steps } = attempt({ url: `${site.origin}/app`, goal: 'How many kettles are there?' });
  const done = await result;
  expect(done).toMatchObject({
    ok: true,
    output: expect.stringContaining('42 pieces'),
    page: { httpStatus: 200, title: 'App' },
  });
  const [screenshot] = done.files;
  expect(screenshot).toMatchObject({ kind: 'screenshot', contentType: 'image/png' });
  expect([...(screenshot?.bytes.subarray(0, 8) ?? [])]).toEqual([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a,
  ]);
  expect(steps.map(({ action, ok }) => [action, ok])).toEqual([
    ['goto', true],
    ['read', true],
    ['screenshot', true],
  ]);
});

test.each([
  ['/check', 'a robot check that opens by itself is waited for'],
  ['/again', 'a page that loads again while it is read is read'],
])('%s: %s', async (path) => {
  const { result } = attempt({ url: site.origin + path, goal: 'How many kettles are there?' });
  expect(await result).toMatchObject({ ok: true, output: expect.stringContaining('42 pieces') });
});

test('a list whose pages lead to each other is read as one, and ends', async () => {
  const url = `${site.origin}/plays`;
  const outputSchema = {
    type: 'object',
    properties: {
      plays: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
    },
  };
  const all = await attempt({ url, goal: 'List all plays', outputSchema }).result;
  expect(all).toMatchObject({ ok: true });
  const { plays } = (all.ok ? all.output : {}) as { plays: { title: string }[] };
  expect(plays.map(({ title }) => title)).toEqual([
    'Storm',
    'Glass',
    'Harbour',
    'Moons',
    'Orchard',
    'Lantern',
  ]);
});

test('a missing page is the fault of the site and still has its picture', async () => {
  const done = await attempt({ url: `${site.origin}/nowhere` }).result;
  expect(done).toMatchObject({ ok: false, fault: 'site', code: 'not_found', page: { httpStatus: 404 } });
  expect(done.files).toHaveLength(1);
});

test('a redirect to a private place is refused as unsafe', async () => {
  const done = await attempt({ url: `${site.origin}/inward` }).result;
  expect(done).toMatchObject({ ok: false, fault: 'site', code: 'unsafe_redirect' });
});

test.each(['Send report', 'Safe copy', 'New window'])(
  'a private place that a page leads to is refused as unsafe, and the site does not block: %s',
  async (way) => {
    const done = await attempt({ url: `${site.origin}/ways-in`, goal: `Click "${way}"` }).result;
    expect(done).toMatchObject({ ok: false, fault: 'site', code: 'unsafe_redirect', page: null });
  },
);

test.each([
  ['/picture', 'What is the price?', 'not_readable', /image\/png/],
  ['/document', '', 'not_readable', /file/],
  ['/blank', '', 'empty_page', /empty page/],
])('what is no page is not read as one: %s %s', async (path, goal, code, message) => {
  const done = await attempt({ url: site.origin + path, goal }).result;
  expect(done).toMatchObject({ ok: false, code, message: expect.stringMatching(message) });
});

test('a private target is refused before a browser is used', async () => {
  const done = await attempt({ url: 'http://127.0.0.1:9200/' }).result;
  expect(done).toMatchObject({ ok: false, fault: 'caller', code: 'unsafe_url' });
});

test.each([
  ['/half', 'The page broke off before it was complete (CONTENT_LENGTH_MISMATCH).'],
  ['/reset', 'The site could not be reached.'],
])('a connection that breaks is named as such: %s', async (path, message) => {
  const done = await attempt({ url: `${site.origin}${path}` }).result;
  expect(done).toMatchObject({ ok: false, fault: 'site', code: 'site_unreachable', message });
});

test('a file is not a page', async () => {
  const done = await attempt({ url: `${site.origin}/file` }).result;
  expect(done).toMatchObject({ ok: false, fault: 'runner', code: 'not_readable' });
});

test('a browser that ends under a run that has done nothing yet is replaced', async () => {
  await using other = await pool.acquire({ localAllowed: false });
  const session = await other.context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
  onFatal = () => {
    onFatal = () => {};
    process.kill(pid, 'SIGKILL');
  };
  const { result, steps } = attempt({
    url: `${site.origin}/fatal`,
    goal: 'How many kettles are there?',
  });
  expect(await result).toMatchObject({ ok: true, output: expect.stringContaining('42 pieces') });
  expect(steps.map(({ action, ok }) => `${action} ${ok}`)).toEqual([
    'goto false',
    'goto true',
    'read true',
    'screenshot true',
  ]);
});

test('a page that is not read within the time is the doing of the site, and not a missing answer', async () => {
  await using hasty = await openLocalChromium(gateFor(site), { readMs: 1, pool });
  const task = { goal: 'How many kettles are there?', url: `${site.origin}/long` };
  const rest = { instructions: null, steps: [], successCriteria: null, outputSchema: null };
  expect(await hasty.runner.run({ ...task, ...rest }, attemptScope())).toMatchObject({
    ok: false,
    fault: 'site',
    code: 'read_too_long',
    message: 'The page could not be read within the time for it.',
  });
});

test('a page whose script never ends is given up', async () => {
  await using hasty = await openLocalChromium(gateFor(site), { silentMs: 1_000, pool });
  const tasks = [{ url: `${site.origin}/loop` }, { url: `${site.origin}/snare`, goal: 'Press "Go on"' }];
  const ends = await Promise.all(tasks.map((task) => attempt(task, undefined, hasty.runner).result));
  const lost = { ok: false, fault: 'site', code: 'page_unresponsive' };
  expect(ends).toMatchObject([lost, lost]);
});

test('pages that lead on without end are named as such', async () => {
  const done = await attempt({ url: `${site.origin}/round` }).result;
  expect(done).toMatchObject({ ok: false, fault: 'site', code: 'navigation_loop' });
});

test('an abort in the middle of a navigation ends the attempt at once', async () => {
  const abort = new AbortController();
  const { result } = attempt({ url: `${site.origin}/hang` }, abort.signal);
  await expect.poll(() => site.requests, SOON).toContain('/hang');
  const startedAt = performance.now();
  abort.abort();
  expect(await result).toMatchObject({ ok: false, code: 'cancelled' });
  expect(performance.now() - startedAt).toBeLessThan(25_000);
});
