import { access, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gateFor, type Site, serveSite } from './browser.fixture.ts';
import { openPipeDriver } from './pipe-browser.fixture.ts';

let site: Site;
let secret: Site;
let driver: Awaited<ReturnType<typeof openPipeDriver>>;
const owned = new AsyncDisposableStack();

beforeAll(async () => {
  site = owned.use(await serveSite({ '/': '<title>Open</title><h1>Hello</h1>' }));
  secret = owned.use(await serveSite({ '/': 'inside' }));
  driver = owned.use(await openPipeDriver(gateFor(site)));
});

afterAll(() => owned.disposeAsync());

test('a driver reaches allowed pages through the proxy and nothing else', async () => {
  await driver.visit(`${site.origin}/`);
  expect(await driver.evaluate('document.title')).toBe('Open');
  expect(driver.browser.documentOf(`${site.origin}/#part`)).toMatchObject({ status: 200 });
  await driver.command('Page.navigate', { url: `${secret.origin}/` });
  await driver.evaluate(`fetch('${secret.origin}/').catch(() => 0)`);
  expect(secret.requests).toEqual([]);
  expect(driver.browser.refusals).toContain(`127.0.0.1:${secret.port}`);
});

test.each([
  ['Page.navigate', { url: 'file:///etc/passwd' }],
  ['Page.navigate', { url: 'chrome://version' }],
  ['Page.navigate', { url: 'view-source:http://a.example/' }],
  ['Target.createTarget', { url: 'file:///etc/passwd' }],
  ['Target.createBrowserContext', { proxyServer: 'http://127.0.0.1:1' }],
  ['DOM.setFileInputFiles', { files: ['/etc/passwd'] }],
  ['Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: '/' }],
  ['Network.loadNetworkResource', { url: 'file:///etc/passwd' }],
  ['SystemInfo.getInfo', {}],
  ['Storage.getCookies', {}],
  ['Fetch.enable', {}],
  ['Future.command', {}],
])('%s %j never reaches the browser', async (method, params) => {
  expect((await driver.command(method, params)).error.message).toMatch(/allowed|only|own/);
});

test('everything of it is gone when it ends', async () => {
  const other = await openPipeDriver(gateFor(site));
  const { downloadFolder } = other.browser;
  await access(downloadFolder);
  await other[Symbol.asyncDispose]();
  await expect(access(downloadFolder)).rejects.toThrow();
});

test('pages that put more on the disk than a run may end their browser', async () => {
  await using full = await openPipeDriver(gateFor(site));
  const file = await open(join(full.browser.downloadFolder, 'flood.bin'), 'w');
  await file.truncate(600_000_000);
  await file.close();
  await expect.poll(() => full.browser.exceeded, { timeout: 60_000 }).toBe('temp_bytes');
});
