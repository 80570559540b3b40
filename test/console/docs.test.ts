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
  await page.getByRole('button', { name: 'Put a key of mine into the samples' }).click();
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
