import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot } from '../support/console.ts';
import { startBrowserUseStandIn } from '../support/stand-ins/browser-use.ts';

const resources = new AsyncDisposableStack();
let it: OpenConsole;
beforeAll(async () => {
  const standIn = resources.use(await startBrowserUseStandIn());
  it = resources.use(await openConsole({ BROWSER_USE_BASE_URL: standIn.url }));
});
afterAll(() => resources.disposeAsync());

test('the catalog is searched and opened by keyboard alone, and the address keeps the search', async () => {
  const { page, go } = it;
  await go('/runners');
  await page.getByRole('region', { name: 'Runners' }).waitFor();
  await checkAxe(page);
  await shot(page, 'runners');
  await page.keyboard.press('/');
  await page.keyboard.type('local fetch');
  await page.getByText(/^1 of \d+ runners/).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('local fetch');
  await page.keyboard.press('Enter');
  await page.keyboard.press('o');
  const sheet = page.getByRole('dialog', { name: 'Local fetch' });
  await sheet.getByRole('link', { name: 'Try this runner' }).waitFor();
  await checkAxe(page);
  await page.reload();
  await sheet.getByRole('link', { name: 'Try this runner' }).click();
  await page.waitForURL(
    (url) => url.pathname === '/console/playground' && url.searchParams.get('routing') === 'local-fetch',
  );
});

test('facets narrow the list, and one that leaves nothing is taken away again', async () => {
  const { page, go } = it;
  await go('/runners?state=available&kind=hosted_agent');
  await page.getByText('No matching runners').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByText(/^(\d+) of \1 runners/).waitFor();
  await page.getByLabel('Pool').selectOption('EU');
  expect(new URL(page.url()).searchParams.get('pool')).toBe('EU');
  await go('/runners?kind=%3Cscript%3E&q=%3Cimg%20src=x%20onerror=alert(1)%3E');
  await page.getByText('No matching runners').waitFor();
});

test('a key of the workspace turns a runner on, is never shown, and is removed again', async () => {
  const { page, go, api } = it;
  await go('/runners?runner=browser-use');
  const sheet = page.getByRole('dialog', { name: 'Browser Use' });
  await sheet.getByText('It needs an account at Browser Use').waitFor();
  await sheet.getByRole('button', { name: 'Store key' }).click();
  await sheet.getByText('Required').waitFor();

  await sheet.getByLabel('API key').fill('own-key-8812');
  await sheet.getByRole('button', { name: 'Store key' }).click();
  await page.getByText('Browser Use accepted the key. Key stored.').waitFor();
  await sheet.getByText('Your key is stored.').waitFor();
  await sheet.getByText('On', { exact: true }).waitFor();
  expect(await page.content()).not.toContain('own-key-8812');
  expect((await api.keys.listProviderKeys()).data.map(({ family }) => family)).toEqual(['browser-use']);
  await checkAxe(page);

  await sheet.getByRole('button', { name: 'Remove key' }).click();
  await page
    .getByRole('dialog', { name: 'Remove your Browser Use key?' })
    .getByRole('button', { name: 'Remove key' })
    .click();
  await sheet.getByText('It needs an account at Browser Use').waitFor();
  expect((await api.keys.listProviderKeys()).data).toEqual([]);
});

test('the models screen says that there is none and how to get one', async () => {
  const { page, go } = it;
  await go('/models');
  await page.getByText('No language model').waitFor();
  await page.getByText(/LLM_BASE_URL/).waitFor();
  await page.getByText('Off: no model').first().waitFor();
  await checkAxe(page);
  expect(it.troubles).toEqual([]);
});
