import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot, stickingOut } from '../support/console.ts';
import { overlaps } from '../support/overlaps.ts';

let it: OpenConsole;
let page: Page;
let paths: string[];
beforeAll(async () => {
  it = await openConsole();
  page = it.page;
  const kettle = `${it.demo}/products/fernfall-camp-kettle`;
  const { id } = await it.api.runs.create({ task: 'Add the kettle to the basket.', url: kettle });
  await it.api.runs.create({ task: 'What does it cost?', url: `${it.demo}/no-such-page` }).catch(() => null);
  const endpoint = await it.api.webhooks.create({ url: 'https://93.184.215.14/switchyard' });
  const links = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
  const screens = hrefs.flatMap((href) =>
    href?.startsWith('/console') ? [href.slice('/console'.length) || '/'] : [],
  );
  paths = [
    ...screens,
    `/runs/${id}`,
    `/runs/${id}?open=evidence,decision,playback,cost,files,compare`,
    `/webhooks/${endpoint.id}`,
    '/runners?runner=browser-use',
  ];
});
afterAll(() => it[Symbol.asyncDispose]());

/** What a screen loads until nothing more comes, as it went over the line. */
async function loaded(path: string): Promise<{ dataBytes: number; refused: string[] }> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.setCacheDisabled', { cacheDisabled: true });
  const data = new Set<string>();
  const refused: string[] = [];
  let dataBytes = 0;
  line.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.status >= 400) refused.push(`${response.status} ${response.url}`);
    if (type === 'Fetch' || type === 'XHR') data.add(requestId);
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (data.has(requestId)) dataBytes += encodedDataLength;
  });
  await it.go(path);
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null);
  await page.waitForLoadState('load');
  await line.detach();
  return { dataBytes, refused };
}

test('no screen loads over 60 KB of data, and none makes a request that is refused', async () => {
  for (const path of paths) {
    const { dataBytes, refused } = await loaded(path);
    expect.soft(dataBytes, path).toBeGreaterThan(0);
    expect.soft(dataBytes, path).toBeLessThan(60_000);
    expect.soft(refused, path).toEqual([]);
  }
});

test('signed out, console and documentation ask for nothing that is refused', async () => {
  const context = await it.browser.newContext();
  const stranger = await context.newPage();
  const refused: string[] = [];
  stranger.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await stranger.goto(`${it.service.url}/console/runs?status=failed`);
  await stranger.waitForURL(/\/sign-in\?next=/);
  await stranger.goto(`${it.service.url}/docs`, { waitUntil: 'networkidle' });
  expect(refused).toEqual([]);
  await context.close();
});

test('the samples of the documentation get a key of $1 and 24 hours, after a question', async () => {
  await page.goto(`${it.service.url}/docs`);
  await page.getByRole('button', { name: 'Create a key for the samples' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key for the samples' });
  await dialog.getByText('can spend $1 and expires after 24 hours').waitFor();
  const before = (await it.api.keys.list()).data.length;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await it.api.keys.list()).data.length).toBe(before);
  await page.getByRole('button', { name: 'Create a key for the samples' }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.waitFor({ state: 'detached' });
  const made = (await it.api.keys.list()).data.find(({ name }) => name === 'Documentation samples');
  expect(made).toMatchObject({ spend_limit_usd: 1, permissions: ['runs'] });
  const hours = (Date.parse(made?.expires_at ?? '') - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
});

test('at 360 px nothing overlaps or sticks out, in both themes without axe findings', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  // The check itself: a control that is moved onto a text is found.
  await it.go('/keys');
  await page.getByRole('button', { name: 'New key' }).evaluate((button) => {
    button.style.transform = 'translate(-120px, 20px)';
  });
  expect(await overlaps(page)).not.toEqual([]);
  for (const path of paths) {
    await it.go(path);
    await page.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null);
    expect.soft(await stickingOut(page), path).toEqual([]);
    expect.soft(await overlaps(page), path).toEqual([]);
    await shot(page, `360${path.replace(/[^a-z]+/g, '-')}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await page.emulateMedia({ colorScheme: theme as 'light' });
    for (const path of paths) {
      await it.go(path);
      await checkAxe(page);
    }
  }
  expect(it.troubles).toEqual([]);
});

test('answers are compressed, but not those with a secret; what is known costs no second transfer', async () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(it.service.url + path, {
      headers: { authorization: `Bearer ${it.key}`, 'accept-encoding': 'br', ...headers },
    });
  for (const path of ['/v1/capabilities', '/v1/runners/health', '/v1/responses']) {
    const answer = await ask(path);
    expect([path, answer.headers.get('content-encoding')]).toEqual([path, 'br']);
    expect(typeof (await answer.json())).toBe('object');
  }
  for (const path of ['/v1/me', '/healthz'])
    expect((await ask(path)).headers.get('content-encoding')).toBeNull();
  for (const path of [
    '/v1/capabilities',
    '/console',
    '/docs',
    '/docs/assets/docs.css',
    '/api/openapi.json',
  ]) {
    const first = await ask(path);
    if (first.status === 404) continue;
    const tag = first.headers.get('etag') ?? 'none';
    expect([path, (await ask(path, { 'if-none-match': tag })).status]).toEqual([path, 304]);
  }
  const few = await (await ask('/v1/capabilities?fields=slug,status&limit=3&q=browser')).json();
  expect(few.runners).toHaveLength(3);
  expect(Object.keys(few.runners[0])).toEqual(['slug', 'status']);
  expect((await ask('/v1/capabilities?fields=slug,nonsense')).status).toBe(400);
  expect((await ask('/v1/runners/health?limit=0')).status).toBe(400);
  const busy = await (await ask('/v1/runners/health?state=not_off&limit=2&fields=runner,last_7d')).json();
  expect(busy.data).toHaveLength(2);
  expect(busy.data[0].last_7d.attempts).toBeGreaterThanOrEqual(busy.data[1].last_7d.attempts);
});
