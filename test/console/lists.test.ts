import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Switchyard } from '../../sdk/src/sdk.ts';
import { checkAxe, type OpenConsole, openConsole, shot } from '../support/console.ts';

let it: OpenConsole;
let db: pg.Client;
beforeAll(async () => {
  it = await openConsole();
  db = new pg.Client(it.databaseUrl);
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await it[Symbol.asyncDispose]();
});

const kettle = () => `${it.demo}/products/fernfall-camp-kettle`;

test('usage names keys, also a deleted one, and a key near its limit is announced', async () => {
  const { page, api, service } = it;
  const made = await api.keys.create({ name: 'Nightly job', spend_limit_usd: 1 });
  const job = new Switchyard({ baseUrl: service.url, apiKey: made.key });
  await job.runs.create({ task: 'What does it cost?', url: kettle(), routing: 'local-fetch' });
  for (const [spent, words] of [
    [500_000, 'used 50% of its spend limit ($0.50 of $1.00)'],
    [850_000, 'used 80% of its spend limit'],
    [1_000_000, 'reached its spend limit'],
  ] as const) {
    await db.query('update key_budgets set spent_micro = $2 where key_id = $1', [made.id, spent]);
    await it.go('/');
    await page.getByRole('region', { name: 'Spend limits' }).getByText(words).waitFor();
  }
  await checkAxe(page);
  await api.keys.delete(made.id);
  await it.go('/');
  await page.getByText('Nightly job').waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: 'Spend limits' }).count()).toBe(0);
  await it.go('/usage?by=key');
  await page.getByRole('cell', { name: 'Nightly job' }).waitFor();
  await checkAxe(page);
});

test('a webhook that fails is not shown as on, its log is a click away, and only events that occur are offered', async () => {
  const { page, api } = it;
  const { id } = await api.webhooks.create({ url: 'https://93.184.215.14/switchyard' });
  await db.query(
    'update webhook_endpoints set last_http_status = 500, last_delivery_at = now() where id = $1',
    [id],
  );
  await it.go('/webhooks');
  await page.getByText('Failing: HTTP 500').waitFor();
  expect(await page.getByText('On', { exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: /^Show log/ }).click();
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  await it.go('/webhooks?new=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('response.completed').waitFor();
  expect(await dialog.getByText('long_task').count()).toBe(0);
});

test('scripts can be pinned and deleted', async () => {
  const { page, api } = it;
  await it.go('/scripts');
  await page.getByText('No scripts yet').waitFor();
  await checkAxe(page);
  await api.runs.create({ task: 'Add the kettle to the basket.', url: kettle(), routing: 'local-chromium' });
  await it.go('/scripts');
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await page.getByText('Pinned', { exact: true }).waitFor();
  expect((await api.scripts.list()).data[0]?.pinned).toBe(true);
  await checkAxe(page);
  await shot(page, 'scripts');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No scripts yet').waitFor();
  await it.go('/workspace');
  await page.getByText('No connected apps.').waitFor();
  await checkAxe(page);
});

test('a password in a task stays out of address, title and history, and the vault is offered', async () => {
  const { page } = it;
  await it.go('/playground');
  const task = 'Sign in with username demo and password hunter2-secret, then read the page';
  await page.getByRole('textbox', { name: 'Task', exact: true }).fill(task);
  await page.getByRole('link', { name: 'Store as login' }).waitFor();
  await checkAxe(page);
  await page.getByLabel('Address').fill(kettle());
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.waitForURL(/runs=resp_/);
  expect(page.url()).not.toContain('hunter2');
  const id = new URL(page.url()).searchParams.get('runs') ?? '';
  for (const path of [`/runs/${id}`, '/runs', '/', '/playground']) {
    await it.go(path);
    await page
      .getByText(/Sign in with username demo and password ••••/)
      .first()
      .waitFor();
    expect(await page.title()).not.toContain('hunter2');
    expect(await page.locator('body').textContent()).not.toContain('hunter2');
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    expect(links.filter((link) => link.includes('hunter2'))).toEqual([]);
  }
  expect(it.troubles).toEqual([]);
});
