import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot } from '../support/console.ts';

let it: OpenConsole;
beforeAll(async () => {
  it = await openConsole();
});
afterAll(() => it[Symbol.asyncDispose]());

test.for([
  ['/docs', 1440, 'light'],
  ['/docs/guides/vault', 360, 'dark'],
  ['/docs/api/runs.create', 1440, 'dark'],
  ['/docs/providers/browserbase', 360, 'light'],
] as const)('%s at %d px, %s: nothing sticks out, no findings', async ([path, width, colorScheme]) => {
  const { page, service } = it;
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await page.goto(service.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await checkAxe(page);
  await shot(page, `docs-${path.split('/').at(-1)}-${width}-${colorScheme}`);
});

test('search leads to a page by keyboard alone, and samples show the address and a key of the reader', async () => {
  const { page, service } = it;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${service.url}/docs`);
  await page.keyboard.press('/');
  await page.keyboard.type('custody vault');
  await page.getByRole('option').first().waitFor();
  await checkAxe(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/.*vault|concepts/);

  await page.goto(`${service.url}/docs`);
  const sample = page.locator('.code', { hasText: '/v1/responses' }).first();
  expect(await sample.textContent()).toContain(service.url);
  await page.getByRole('button', { name: 'Create a key for the samples' }).click();
  await page.getByRole('dialog').getByText('can spend $1 and expires after 24 hours').waitFor();
  await checkAxe(page);
  await shot(page, 'docs-create-key');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect.poll(() => sample.textContent()).toMatch(/Bearer svc_/);

  await page.goto(`${service.url}/docs/api/runs.create`);
  const call = page.locator('.code', { hasText: 'curl' }).first();
  await expect.poll(() => call.textContent()).toMatch(/Bearer svc_/);
  expect(await call.textContent()).toContain(`${service.url}/v1/responses`);
  expect(await page.locator('.code', { hasText: '"output_text"' }).count()).toBe(1);
  expect(it.troubles).toEqual([]);
});

test('every page has a Markdown twin, and a missing page is explained', async () => {
  const { url } = it.service;
  const twin = await fetch(`${url}/docs/guides/vault.md`);
  expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const asked = await fetch(`${url}/docs/guides/vault`, { headers: { accept: 'text/markdown' } });
  expect(await asked.text()).toBe(await twin.text());
  expect(await (await fetch(`${url}/llms.txt`)).text()).toContain('/docs/guides/vault.md');
  for (const path of ['/docs/no-such-page', '/docs/..%2F..%2Fpackage.json', '/docs/../package.json'])
    expect((await fetch(url + path)).status, path).toBe(404);
});

test('a missing page has the search, and agents and programs get JSON', async () => {
  const { page, service } = it;
  const answer = await page.goto(`${service.url}/docs/guides/no-such-page`);
  expect([answer?.status(), answer?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await checkAxe(page);
  await page.keyboard.press('/');
  await page.keyboard.type('2fa');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/guides/questions');
  const twin = await fetch(`${service.url}/docs/no-such-page.md`);
  expect(await twin.json()).toMatchObject({ error: { code: 'not_found' } });
});

test('every page is listed for agents, linked for people and described for search engines', async () => {
  const { url } = it.service;
  const listed = [...(await (await fetch(`${url}/llms.txt`)).text()).matchAll(/\]\((\/docs\/\S+)\.md\)/g)];
  const addresses = listed.map(([, address = '']) => (address === '/docs/index' ? '/docs' : address));
  expect(addresses.length).toBeGreaterThan(150);
  const pages = await Promise.all(addresses.map(async (one) => [one, await (await fetch(url + one)).text()]));
  const linked = new Set<string>();
  for (const [address = '', html = ''] of pages) {
    const of = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
    expect(of(/<meta name="description" content="([^"]{10,170})"/g), address).toHaveLength(1);
    expect(of(/(<h1)/g), address).toHaveLength(1);
    const ids = of(/ id="([^"]+)"/g);
    expect(ids, address).toEqual([...new Set(ids)]);
    for (const href of of(/<a [^>]*href="([^"#]+)/g)) if (href !== address) linked.add(href);
    // Operations and providers have neighbours, too.
    expect(of(/rel="(prev|next)"/g).length, address).toBeGreaterThan(0);
  }
  expect(addresses.filter((address) => !linked.has(address))).toEqual([]);
  const dead = [...linked].filter((href) => href.startsWith('/docs/') && !/\.\w{2,4}$/.test(href));
  expect(dead.filter((href) => !addresses.includes(href))).toEqual([]);
});

test('one choice of language holds for every sample, and a copied sample is the whole sample', async () => {
  const { page, service } = it;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${service.url}/docs/guides/structured-answers`);
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  expect(await tabs.allTextContents()).toEqual(['curl', 'TypeScript', 'Python', 'Command line']);
  await tabs.nth(1).focus();
  await page.keyboard.press('ArrowRight');
  const python = page.getByRole('tabpanel', { name: 'Python' }).first();
  await python.getByRole('button', { name: 'Copy' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('from openai import OpenAI');
  expect(copied).toContain(`base_url="${service.url}/v1"`);
  expect(copied.trimEnd().split('\n').at(-1)).toBe('print(response.output_text)');
  await checkAxe(page);

  await page.goto(`${service.url}/docs/api/keys.create`);
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Python');
  await page.getByRole('cell', { name: 'invalid_api_key' }).waitFor();
  expect(await page.evaluate(() => document.fonts.check('15px "Inter Variable"'))).toBe(true);
});
