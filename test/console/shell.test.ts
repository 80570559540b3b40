import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot } from '../support/console.ts';
import { goTo } from '../support/console-page.ts';

let it: OpenConsole;
beforeAll(async () => {
  it = await openConsole();
});
afterAll(() => it[Symbol.asyncDispose]());

test('the shell is complete: navigation, palette, shortcuts and themes, by keyboard alone and without axe findings', async () => {
  const { page } = it;
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).waitFor();
  await checkAxe(page);
  await shot(page, 'shell-light');

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search screens').pressSequentially('dark th');
  await checkAxe(page);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await checkAxe(page);
  await shot(page, 'shell-dark');

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search screens').pressSequentially('local chrom');
  await page.getByRole('option', { name: 'local-chromium' }).waitFor();
  for (const [typed, first] of [
    ['keys', 'Keys'],
    ['new webhook', 'New webhook'],
    ['add provider', 'Add provider key'],
    ['idempotency', 'Idempotency'],
  ] as const) {
    await page.getByPlaceholder('Search screens').fill(typed);
    await page.getByRole('option', { name: first, selected: true }).waitFor();
  }
  await page.getByPlaceholder('Search screens').fill('onkey');
  await page.getByText('Nothing').waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await checkAxe(page);
  await page.keyboard.press('Escape');

  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('at 360 px nothing sticks out and the navigation is a sheet', async () => {
  const { page } = it;
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Home' }).waitFor();
  await checkAxe(page);
  await shot(page, 'shell-360');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('more tabs than a browser has connections hear of a run, also when the first of them is gone', async () => {
  const { page, service, api, demo } = it;
  const tabs = await Promise.all(Array.from({ length: 7 }, () => page.context().newPage()));
  for (const tab of [page, ...tabs]) await goTo(tab, service, '/runs');
  const heardOf = async (task: string, all: Page[]) => {
    await api.runs.create({ task, url: `${demo}/products/fernfall-camp-kettle`, routing: 'local-fetch' });
    for (const tab of all) await tab.getByRole('link', { name: task }).waitFor();
  };
  await heardOf('What does the kettle cost?', [page, ...tabs]);
  await it.go('/status');
  await tabs.shift()?.close();
  await heardOf('Is the kettle in stock?', tabs);
  for (const tab of tabs) await tab.close();
});

test('on a slow line the page says that it loads, and then stands', async () => {
  const { page, service } = it;
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 600, downloadThroughput: 150_000, uploadThroughput: 50_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await page.goto(`${service.url}/console/runners`, { waitUntil: 'commit' });
  await page.getByRole('status', { name: 'Loading' }).first().waitFor();
  await page.getByRole('region', { name: 'Runners' }).getByText('local-chromium').waitFor();
  await line.detach();
});

test('an unknown page is explained, a session that ended leads to sign-in and back to the same place', async () => {
  const { page, service } = it;
  await page.goto(`${service.url}/console/no-such-page`);
  await page.getByText('There is no such page').waitFor();

  await it.go('/status');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByText('You are signed out').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/sign-in\?next=%2Fconsole%2Fkeys/);
  await page.goto(`${service.url}/console?from=mail`);
  await page.waitForURL(/\/sign-in\?next=/);
  expect(new URL(page.url()).searchParams.get('next')).toBe('/console?from=mail');
  expect(it.troubles).toEqual([]);
});
