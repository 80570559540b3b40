import { access } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { gateFor, openPool, type Site, serveSite } from './browser.fixture.ts';
import { findChromium } from './find-chromium.ts';
import { PipeBrowser } from './pipe-browser.ts';

let site: Site;
let secret: Site;
let folder: string;
let executablePath: string;
const owned = new AsyncDisposableStack();

beforeAll(async () => {
  site = owned.use(await serveSite({ '/': '<title>Open</title><h1>Hello</h1>' }));
  secret = owned.use(await serveSite({ '/': 'inside' }));
  ({ folder } = owned.use(await openPool({ gate: gateFor(site) })));
  const found = await findChromium({
    configuredPath: process.env.CHROMIUM_PATH ?? null,
    playwrightBrowsersPath: process.env.PLAYWRIGHT_BROWSERS_PATH ?? null,
    home: '/',
    platform: process.platform,
  });
  executablePath = found.ok ? (found.path ?? '') : '';
});

afterAll(() => owned.disposeAsync());

/** A tiny driver: commands with their answers, and the events. */
async function open() {
  const browser = await PipeBrowser.open({
    executablePath,
    isRoot: process.getuid?.() === 0,
    platform: process.platform,
    folder,
    gate: gateFor(site),
    localAllowed: true,
    log: createLog('silent'),
  });
  const waiting = new Map<number, (message: { result?: unknown; error?: { message: string } }) => void>();
  let lastId = 0;
  browser.onMessage = (text) => {
    const message = JSON.parse(text);
    waiting.get(message.id)?.(message);
  };
  const command = async (method: string, params: object = {}, sessionId?: string) => {
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<{ result?: unknown; error?: { message: string } }>();
    waiting.set(lastId, resolve);
    browser.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    // biome-ignore lint/suspicious/noExplicitAny: answers of the protocol, read by their documented names
    return (await promise) as any;
  };
  const created = await command('Target.createTarget', { url: 'about:blank' });
  const attached = await command('Target.attachToTarget', {
    targetId: created.result.targetId,
    flatten: true,
  });
  const { sessionId } = attached.result;
  await command('Network.enable', {}, sessionId);
  const visit = async (url: string) => {
    const answer = await command('Page.navigate', { url }, sessionId);
    for (let round = 0; round < 50; round += 1) {
      const read = await command(
        'Runtime.evaluate',
        { expression: 'document.readyState + location.href' },
        sessionId,
      );
      if (read.result.result.value === `complete${url}`) break;
      await systemClock.sleep(20);
    }
    return answer;
  };
  return { browser, command, visit, sessionId, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() };
}

test('a driver reaches allowed pages through the proxy and nothing else', async () => {
  await using driver = await open();
  await driver.visit(`${site.origin}/`);
  const read = await driver.command('Runtime.evaluate', { expression: 'document.title' }, driver.sessionId);
  expect(read.result.result.value).toBe('Open');
  expect(driver.browser.documentOf(`${site.origin}/#part`)).toMatchObject({ status: 200 });
  const before = secret.requests.length;
  const refused = await driver.command('Page.navigate', { url: `${secret.origin}/` }, driver.sessionId);
  expect(refused.result.errorText ?? 'shown').toBeTruthy();
  await driver.command(
    'Runtime.evaluate',
    { expression: `fetch('${secret.origin}/').catch(() => 0)`, awaitPromise: true },
    driver.sessionId,
  );
  expect(secret.requests).toHaveLength(before);
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
])('%s %j never reaches the browser', async (method, params) => {
  await using driver = await shared();
  expect((await driver.command(method, params, driver.sessionId)).error.message).toMatch(/allowed|only|own/);
});

test('everything of it is gone when it ends', async () => {
  const driver = await open();
  const { downloadFolder } = driver.browser;
  await access(downloadFolder);
  await driver[Symbol.asyncDispose]();
  await expect(access(downloadFolder)).rejects.toThrow();
});

let one: ReturnType<typeof open> | null = null;

/** The filter needs no browser of its own each time. */
async function shared() {
  one ??= open().then((driver) => {
    owned.use(driver);
    return driver;
  });
  const driver = await one;
  return { ...driver, [Symbol.asyncDispose]: async () => undefined };
}
