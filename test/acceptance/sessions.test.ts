import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Browserbase from '@browserbasehq/sdk';
import { unzipSync } from 'fflate';
import { type Browser, chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Switchyard } from '../../sdk/src/sdk.ts';
import { processTree } from '../support/process-tree.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// The official Browserbase client, Playwright and Puppeteer, with only address and key changed.

const KEY = `svc_${'s'.repeat(40)}`;
let database: TestDatabase;
let dataDir: string;
let service: ServiceProcess;
let shop: string;
let client: Browserbase;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'switchyard-sessions-'));
  service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir, SVC_API_KEY: KEY });
  shop = /Demo site\s+(\S+)/.exec(service.output())?.[1] ?? '';
  client = new Browserbase({ apiKey: KEY, baseURL: service.url, maxRetries: 0 });
});
afterAll(async () => {
  await service.end('SIGKILL');
  await database[Symbol.asyncDispose]();
  await removeFolder(dataDir);
});

async function firstPage(browser: Browser) {
  const context = browser.contexts()[0];
  return context?.pages()[0] ?? (await context?.newPage()) ?? Promise.reject(new Error('no context'));
}

async function settled(id: string) {
  await expect.poll(async () => (await client.sessions.retrieve(id)).status).not.toBe('RUNNING');
  return client.sessions.retrieve(id);
}

test('a session is created, driven by Playwright, listed and released', async () => {
  const created = await client.sessions.create({
    userMetadata: { order: '7' },
    keepAlive: true,
    browserSettings: { viewport: { width: 900, height: 600 } },
  });
  expect(created).toMatchObject({ status: 'RUNNING', keepAlive: true, userMetadata: { order: '7' } });
  const browser = await chromium.connectOverCDP(created.connectUrl);
  const page = await firstPage(browser);
  await page.goto(`${shop}/products/fernfall-camp-kettle`);
  expect(await page.locator('h1').textContent()).toContain('Kettle');
  const other = await browser.newContext();
  const inside = await other.newPage();
  await inside.goto(shop);
  expect(await inside.title()).not.toBe('');
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 600]);
  const live = await client.sessions.debug(created.id);
  const title = await page.title();
  expect(live.pages).toContainEqual(expect.objectContaining({ url: page.url(), title }));
  const view = await fetch(live.debuggerFullscreenUrl);
  expect(await view.text()).toContain('<img');
  const screen = await firstPicture(live.debuggerFullscreenUrl.replace('?', '/frames?'));
  expect(screen.startsWith(`${HEAD}\xff\xd8`)).toBe(true);
  await page.goto(`${shop}/products`);
  const recorded = () => client.sessions.recording.retrieve(created.id);
  await expect.poll(async () => (await recorded()).length).toBeGreaterThan(2);
  await browser.close();
  expect(await client.sessions.list({ status: 'PENDING' })).toEqual([]);
  const found = await client.sessions.list({ q: "user_metadata['order']:'7'" });
  expect(found.map(({ id }) => id)).toEqual([created.id]);
  expect(found[0]).not.toHaveProperty('connectUrl');
  const released = await client.sessions.update(created.id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  expect(released.status).toBe('COMPLETED');
  expect(await client.sessions.retrieve(created.id)).not.toHaveProperty('connectUrl');
  expect((await client.sessions.logs.list(created.id)).some(({ method }) => method === 'Page.navigate')).toBe(
    true,
  );
  expect((await recorded()).length).toBeGreaterThan(2);
  await expect(chromium.connectOverCDP(created.connectUrl)).rejects.toThrow();
});

test('a new context has the pages of its driver alone', async () => {
  const { id, connectUrl } = await client.sessions.create({});
  const browser = await chromium.connectOverCDP(connectUrl);
  const contexts = Array.from({ length: 8 }, () => browser.newContext());
  await Promise.all(contexts);
  expect((await client.sessions.debug(id)).pages).toHaveLength(1);
  await browser.close();
});

test('Puppeteer drives a session, and leaving it ends it', async () => {
  const { id, connectUrl } = await client.sessions.create({});
  const browser = await puppeteer.connect({ browserWSEndpoint: connectUrl });
  const page = await browser.newPage();
  await page.goto(shop);
  expect(await page.title()).not.toBe('');
  await browser.disconnect();
  expect(await settled(id)).toMatchObject({ status: 'COMPLETED' });
});

test('files go in by upload and come out as a zip', async () => {
  const { id, connectUrl } = await client.sessions.create({ keepAlive: true });
  await client.sessions.uploads.create(id, { file: new File(['hello'], 'note.txt', { type: 'text/plain' }) });
  const ours = new Switchyard({ apiKey: KEY, baseUrl: service.url });
  await ours.sessions.upload(id, new Blob(['by our SDK']), 'ours.txt');
  const browser = await chromium.connectOverCDP(connectUrl);
  const page = await firstPage(browser);
  await page.goto(shop);
  await page.evaluate(
    `document.body.innerHTML = '<input type=file><a download="list.csv" href="data:text/csv,a">get</a>'`,
  );
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input' });
  await session.send('DOM.setFileInputFiles', { nodeId, files: ['/tmp/.uploads/note.txt'] });
  expect(await page.evaluate(`document.querySelector('input').files[0].text()`)).toBe('hello');
  await session.send('DOM.setFileInputFiles', { nodeId, files: ['ours.txt'] });
  expect(await page.evaluate(`document.querySelector('input').files[0].text()`)).toBe('by our SDK');
  await expect(session.send('DOM.setFileInputFiles', { nodeId, files: ['/etc/passwd'] })).rejects.toThrow(
    /upload/,
  );
  await page.click('a');
  const zip = async () =>
    Object.keys(unzipSync(new Uint8Array(await (await client.sessions.downloads.list(id)).arrayBuffer())));
  await expect.poll(zip).toEqual([expect.stringMatching(/^list(-\d+)?\.csv$/)]);
  await browser.close();
  await client.sessions.update(id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  expect(await zip()).toHaveLength(1);
});

test('a context keeps cookies and stored data for the next session', async () => {
  const context = await client.contexts.create({ projectId: 'any' });
  const settings = { context: { id: context.id, persist: true } };
  const first = await client.sessions.create({ browserSettings: settings, keepAlive: true });
  const browser = await chromium.connectOverCDP(first.connectUrl);
  const page = await firstPage(browser);
  await page.goto(shop);
  await page.evaluate(`document.cookie = 'kept=yes; max-age=999'; localStorage.setItem('seen', 'before')`);
  await browser.close();
  await client.sessions.update(first.id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  const second = await client.sessions.create({ browserSettings: settings });
  const again = await chromium.connectOverCDP(second.connectUrl);
  const other = await firstPage(again);
  await other.goto(shop);
  expect(await other.evaluate(`[document.cookie, localStorage.getItem('seen')].join()`)).toMatch(
    /kept=yes.*before/,
  );
  await again.close();
});

describe('forbidden acts of a session', () => {
  let browser: Browser;
  beforeAll(async () => {
    const { connectUrl } = await client.sessions.create({ keepAlive: true });
    browser = await chromium.connectOverCDP(connectUrl);
  });

  test.each([
    'http://127.0.0.1/',
    'http://localhost:5432/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'chrome://version/',
    'view-source:http://127.0.0.1/',
  ])('opening %s is refused', async (url) => {
    const page = await firstPage(browser);
    await expect(page.goto(url)).rejects.toThrow(/may not be opened|only http/);
  });

  test('the service itself is out of reach', async () => {
    const page = await firstPage(browser);
    await page.goto(shop);
    expect(
      await page.evaluate(`fetch('${service.url}/api/status').then((r) => r.status, () => 'refused')`),
    ).not.toBe(200);
  });

  test.each(['SystemInfo.getInfo', 'Browser.getBrowserCommandLine', 'Browser.crash', 'Tethering.bind'])(
    '%s is refused, also inside a nested session',
    async (method) => {
      const outer = await browser.newBrowserCDPSession();
      await expect(outer.send(method as never)).rejects.toThrow(/not allowed/);
      const inner = await (await firstPage(browser)).context().newCDPSession(await firstPage(browser));
      await expect(inner.send(method as never)).rejects.toThrow(/not allowed/);
    },
  );

  test('a context may not bring a proxy', async () => {
    await expect(browser.newContext({ proxy: { server: 'http://127.0.0.1:1' } })).rejects.toThrow(/proxy/);
  });
});

test('errors wear the shape of Browserbase', async () => {
  await expect(client.sessions.retrieve('sess_nope')).rejects.toMatchObject({
    status: 404,
    error: { statusCode: 404, error: 'Not Found' },
  });
  await expect(client.sessions.create({ api_timeout: 5 })).rejects.toMatchObject({
    status: 400,
    error: { statusCode: 400 },
  });
  const stranger = new Browserbase({ apiKey: 'svc_nobody', baseURL: service.url, maxRetries: 0 });
  await expect(stranger.sessions.list()).rejects.toMatchObject({ status: 401, error: { statusCode: 401 } });
});

test('no browser outlives the service', async () => {
  await client.sessions.create({ keepAlive: true });
  const { pid = 0 } = service.child;
  const children = (await processTree(pid)).map((child) => child.pid);
  await service.end('SIGTERM');
  const isRunning = (child: number) => {
    try {
      return process.kill(child, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => children.filter(isRunning)).toEqual([]);
});

const HEAD = '--frame\r\ncontent-type: image/jpeg\r\n\r\n';

/** The pictures up to the first that a browser shows: Chromium waits for the head of the next. */
async function firstPicture(url: string): Promise<string> {
  let seen = '';
  for await (const chunk of (await fetch(url)).body ?? []) {
    seen += Buffer.from(chunk).toString('latin1');
    if (seen.endsWith(`\xff\xd9\r\n${HEAD}`)) break;
  }
  return seen;
}
