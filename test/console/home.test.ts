import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot } from '../support/console.ts';

let it: OpenConsole;
beforeAll(async () => {
  it = await openConsole();
});
afterAll(() => it[Symbol.asyncDispose]());

test('the first run starts from the empty state, and the home then shows what happened', async () => {
  const { page } = it;
  await page.getByRole('heading', { name: 'Run your first task' }).waitFor();
  expect(await page.getByLabel('Task').inputValue()).toMatch(/price/);
  await checkAxe(page);
  await shot(page, 'home-first');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/\/console\/runs\/resp_/);
  await page.getByText('$58').first().waitFor();

  await it.go('/');
  const figures = page.getByRole('region', { name: 'Today against the seven days before' });
  await figures.getByText('100%').waitFor();
  await checkAxe(page);
  await shot(page, 'home-after');
});

test('a run from elsewhere changes the home without a reload', async () => {
  const { page, api, demo } = it;
  await it.go('/');
  const runs = page.getByRole('region', { name: 'Today against' }).locator('dl', { hasText: 'Runs' });
  await runs.getByText('1', { exact: true }).waitFor();
  await api.runs.create({ task: 'What is the price?', url: `${demo}/products/fernfall-camp-kettle` });
  await runs.getByText('2', { exact: true }).waitFor();
});

test('markup in a task is text', async () => {
  const { page, api, demo } = it;
  const task = 'Price? <img src=x onerror="document.title=1"><script>document.title=2</script>';
  const { id } = await api.runs.start({ task, url: `${demo}/products/fernfall-camp-kettle` });
  await api.runs.settled(id);
  await it.go(`/playground?runs=${id}`);
  await page.getByRole('article').waitFor();
  await it.go('/');
  expect(await page.title()).toContain('Switchyard');
  expect(it.troubles).toEqual([]);
});

test('a lost service is reported, the shown data stays, and so does the console on a screen that was not open yet', async () => {
  const { page, service } = it;
  await it.go('/');
  await page.getByRole('region', { name: 'Today against' }).waitFor();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/webhooks-screen.*\.js/.test(name)),
  );
  await service.end('SIGKILL');
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Playground' }).click();
  await page.getByText('The service does not answer').waitFor();
  await checkAxe(page);
  await shot(page, 'home-offline');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('alert').getByText('Check your connection, and that the service runs.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
});
