import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Browserbase from '@browserbasehq/sdk';
import { Stagehand } from '@browserbasehq/stagehand';
import { unzipSync } from 'fflate';
import { chromium, type Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isOutsideWeb, RelayClient } from '../support/relay-client.ts';
import { fuzzRelay } from '../support/relay-fuzz.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { seeded } from '../support/seeded.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

// Hostile and honest drivers of browser sessions, over HTTP, with pages on loopback. A session with a PDF viewer is the hardest
// case: its browser has tabs, settings pages and shortcuts.

const KEY = `svc_${'w'.repeat(40)}`;
const VIEWER = { enablePdfViewer: true };
const EXTENSION = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html';
const PDF = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/MediaBox[0 0 300 300]/Parent 2 0 R>>endobj
trailer<</Root 1 0 R>>`;
const PAGE = `<!doctype html><title>Loopback</title><h1>Hello</h1><input>
<iframe sandbox="allow-scripts" srcdoc="<p>inside</p>"></iframe>`;

const owned = new AsyncDisposableStack();
let origin: string;
let service: ServiceProcess;
let client: Browserbase;

beforeAll(async () => {
  const database = owned.use(await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-walls-'));
  owned.defer(() => removeFolder(dataDir));
  await writeFile(join(dataDir, 'api-key'), 'canary-of-the-data-folder');
  const site = createServer((request, response) => {
    const isPdf = request.url?.endsWith('.pdf');
    response.setHeader('content-type', isPdf ? 'application/pdf' : 'text/html');
    response.end(isPdf ? PDF : PAGE);
  }).listen(0, '127.0.0.1');
  owned.defer(() => void site.close().closeAllConnections());
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  service = owned.use(
    await startService({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SVC_API_KEY: KEY,
      SVC_LOCAL_TARGETS: `127.0.0.1:${port}`,
      SVC_DEMO_PORT: '0',
      MAX_SESSIONS: '2',
    }),
  );
  client = new Browserbase({ apiKey: KEY, baseURL: service.url, maxRetries: 0 });
});
afterAll(() => owned.disposeAsync());

async function openSession(browserSettings: object = {}) {
  const created = await client.sessions.create({ browserSettings, keepAlive: true });
  return {
    ...created,
    async [Symbol.asyncDispose]() {
      await client.sessions.update(created.id, { status: 'REQUEST_RELEASE', projectId: 'any' });
    },
  };
}

/** A hostile driver on a page of the site. */
async function attacker(connectUrl: string) {
  const relay = await RelayClient.connect(connectUrl);
  await relay.follow();
  const page = await relay.page();
  const run = (expression: string) =>
    relay.send('Runtime.evaluate', { expression, userGesture: true, returnByValue: true }, page);
  await relay.send('Page.navigate', { url: `${origin}/` }, page);
  await expect.poll(async () => JSON.stringify(await run('document.title'))).toContain('Loopback');
  return { relay, page, run };
}

async function closedBy(id: string): Promise<string[]> {
  const entries = (await client.sessions.logs.list(id)) as {
    method: string;
    response?: { result: { url?: string } };
  }[];
  return entries.flatMap(({ method, response }) =>
    method === 'Target.closed' ? String(response?.result.url) : [],
  );
}

test('no key press opens a tab of the browser', async () => {
  await using session = await openSession(VIEWER);
  const { relay, page } = await attacker(session.connectUrl);
  await using _relay = relay;
  const tabs = async () =>
    (await relay.list()).filter(({ type }) => type === 'tab' || type === 'page').length;
  const before = await tabs();
  for (const [key, code, modifiers] of [
    ['t', 84, 2],
    ['n', 78, 2],
    ['u', 85, 2],
    ['h', 72, 2],
    ['j', 74, 2],
    ['Home', 36, 1],
    ['F1', 112, 0],
    ['F12', 123, 0],
  ] as const)
    for (const type of ['rawKeyDown', 'keyUp']) {
      const native = { nativeVirtualKeyCode: code, isSystemKey: true };
      const pressed = { type, modifiers, key, windowsVirtualKeyCode: code, ...native };
      await relay.send('Input.dispatchKeyEvent', pressed, page);
    }
  expect(await tabs()).toBe(before);
  expect(relay.targets.filter(isOutsideWeb)).toEqual([]);
  expect(await closedBy(session.id)).toEqual([]);
});

test('a tab that leaves the web is closed, tells nothing any more, and stands in the log', async () => {
  await using session = await openSession(VIEWER);
  const { relay, page, run } = await attacker(session.connectUrl);
  await using _relay = relay;
  void run(`location.href = '${EXTENSION}'`);
  const asked = await Promise.all(Array.from({ length: 200 }, () => run('location.href')));
  expect(asked.map((answer) => JSON.stringify(answer)).join()).not.toContain('chrome-extension');
  await expect.poll(() => closedBy(session.id)).toEqual([expect.stringMatching(/^chrome-extension:/)]);
  await expect.poll(() => relay.sessions.has(page)).toBe(false);
  expect(await run('1')).toMatchObject({ error: { message: 'Session with given id not found.' } });
  expect(relay.targets.filter(isOutsideWeb)).toEqual([]);
});

test('nor is a window opened outside the web, or a link dropped there', async () => {
  await using session = await openSession(VIEWER);
  const { relay, page, run } = await attacker(session.connectUrl);
  await using _relay = relay;
  const outside = ['file:///etc/passwd', 'chrome://settings/', 'about:version', 'view-source:about:blank'];
  for (const url of [...outside, EXTENSION]) {
    await run(`void window.open('${url}')`);
    const items = [{ mimeType: 'text/uri-list', data: url }];
    const data = { items, files: [], dragOperationsMask: 17 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await relay.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data }, page);
  }
  await expect.poll(() => closedBy(session.id)).toEqual([EXTENSION]);
  expect((await relay.list()).filter(isOutsideWeb)).toEqual([]);
  expect(relay.targets.filter(isOutsideWeb)).toEqual([]);
  expect(relay.heard('canary-of-the-data-folder')).toBe(false);
});

test.each([
  ['a browser with tabs', VIEWER, 300],
  ['the usual browser', {}, 200],
])('no random commands to %s yield a target outside the web', async (_name, settings, commands) => {
  await using session = await openSession(settings);
  const { connectUrl } = session;
  expect(await fuzzRelay({ connectUrl, page: `${origin}/`, random: seeded(42), commands })).toEqual([]);
});

test('the token of the live view opens the picture and nothing else', async () => {
  await using session = await openSession();
  const { debuggerUrl, wsUrl } = await client.sessions.debug(session.id);
  const control = new URL(session.connectUrl).searchParams.get('token');
  const watch = new URL(debuggerUrl).searchParams.get('token');
  expect(new URL(wsUrl).searchParams.get('token')).toBe(control);
  expect((await fetch(debuggerUrl)).status).toBe(200);
  expect((await fetch(debuggerUrl.replace(`${watch}`, `${control}`))).status).toBe(404);
  const socket = new WebSocket(session.connectUrl.replace(`${control}`, `${watch}`));
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('401');
});

test('an instance holds as many sessions as its limit, and more when one ends', async () => {
  await using _one = await openSession();
  const other = await openSession(VIEWER);
  const created = await Promise.allSettled([openSession(), openSession(VIEWER)]);
  for (const result of created)
    expect(result).toMatchObject({ reason: { status: 429, error: { code: 'saturated' } } });
  await other[Symbol.asyncDispose]();
  await using _third = await openSession();
});

/** The acts of a person at a page. */
async function workOn(page: Page): Promise<void> {
  await page.goto(`${origin}/`);
  await page.locator('input').pressSequentially('gone');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('typed');
  expect(await page.inputValue('input')).toBe('typed');
  expect(await page.frameLocator('iframe').locator('p').textContent()).toBe('inside');
  const opened = page.waitForEvent('popup');
  await page.evaluate(`void window.open('${origin}/?popup')`);
  const popup = await opened;
  await popup.waitForLoadState();
  expect(await popup.title()).toBe('Loopback');
  await popup.close();
}

test('Playwright works as ever, and a second connection finds its pages', async () => {
  await using session = await openSession();
  const browser = await chromium.connectOverCDP(session.connectUrl);
  const page = browser.contexts()[0]?.pages()[0] as Page;
  await workOn(page);
  expect((await page.pdf()).subarray(0, 4).toString()).toBe('%PDF');
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${origin}/`);
  await browser.close();
  const again = await chromium.connectOverCDP(session.connectUrl);
  expect(again.contexts()[0]?.pages()[0]?.url()).toBe(`${origin}/`);
  await again.close();
});

test('a PDF is a download, or a page where the session has a viewer', async () => {
  await using plain = await openSession();
  const browser = await chromium.connectOverCDP(plain.connectUrl);
  const page = browser.contexts()[0]?.pages()[0] as Page;
  await page.goto(`${origin}/report.pdf`).catch(() => undefined);
  const files = async () => {
    const answer = await client.sessions.downloads.list(plain.id);
    return Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  };
  await expect.poll(files).toEqual([expect.stringMatching(/\.pdf$/)]);
  await browser.close();

  await using session = await openSession(VIEWER);
  const viewing = await chromium.connectOverCDP(session.connectUrl);
  const shown = viewing.contexts()[0]?.pages()[0] as Page;
  const response = await shown.goto(`${origin}/report.pdf`);
  expect(response?.headers()['content-type']).toBe('application/pdf');
  expect(shown.url()).toBe(`${origin}/report.pdf`);
  expect((await shown.screenshot()).length).toBeGreaterThan(1_000);
  await shown.route('**/*', (route) => route.continue());
  await workOn(shown);
  expect(await closedBy(session.id)).toEqual([]);
  await viewing.close();
});

test('Puppeteer works as ever', async () => {
  await using session = await openSession();
  const browser = await puppeteer.connect({ browserWSEndpoint: session.connectUrl });
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  await page.type('input', 'gone');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('typed');
  expect(await page.$eval('input', (input) => input.value)).toBe('typed');
  const opened = new Promise<{ url(): string } | null>((resolve) => page.once('popup', resolve));
  await page.evaluate(`void window.open('${origin}/?popup')`);
  expect((await opened)?.url()).toContain(origin);
  expect((await page.pdf()).length).toBeGreaterThan(500);
  await browser.disconnect();
});

test('Stagehand works as ever', async () => {
  await using session = await openSession();
  const stagehand = new Stagehand({
    env: 'LOCAL',
    localBrowserLaunchOptions: { cdpUrl: session.connectUrl },
    verbose: 0,
    disablePino: true,
  });
  await stagehand.init();
  const page = await stagehand.context.newPage(`${origin}/`);
  await page.locator('input').fill('typed');
  expect(await page.evaluate(`document.querySelector('input').value`)).toBe('typed');
  await page.keyPress('Control+A');
  await page.type('again');
  expect(await page.evaluate(`document.querySelector('input').value`)).toBe('again');
  await stagehand.close();
});
