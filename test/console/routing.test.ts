import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot } from '../support/console.ts';
import { writeHistory } from '../support/history.ts';

let it: OpenConsole;
beforeAll(async () => {
  it = await openConsole();
});
afterAll(() => it[Symbol.asyncDispose]());

test('without runs the screen says what teaches it; a sweep shows its price first and is watched to its end', async () => {
  const { page, api, demo, go } = it;
  await go('/routing');
  await page.getByText('Nothing to learn from yet').waitFor();
  await checkAxe(page);

  await page.keyboard.press('s');
  const sheet = page.getByRole('dialog', { name: 'Start a sweep' });
  await sheet.getByRole('button', { name: 'Show the price' }).click();
  await sheet.getByText('A task is needed.').waitFor();
  await sheet.getByText('A whole address is needed').waitFor();

  await sheet.getByLabel('Task').fill('What is the price of this product? <img src=x onerror=alert(1)>');
  await sheet.getByLabel('Address of the page').fill(`${demo}/products/fernfall-camp-kettle`);
  await sheet.getByRole('button', { name: 'Show the price' }).click();
  await sheet.getByRole('button', { name: /^Start for about \$/ }).waitFor();
  expect((await api.runs.list()).data).toEqual([]);
  await checkAxe(page);
  await shot(page, 'sweep-price');

  await sheet.getByRole('button', { name: /^Start for about \$/ }).click();
  await sheet.getByText('The sweep is over.').waitFor({ timeout: 60_000 });
  await sheet.getByRole('row', { name: /local-fetch.*Succeeded/ }).waitFor();
  await checkAxe(page);
  await shot(page, 'sweep-over');
  const [run] = (await api.runs.list()).data;
  expect(run).toMatchObject({ routing: 'learning', status: 'succeeded' });
  await sheet.getByRole('link', { name: 'Open the run' }).click();
  await page.waitForURL(new RegExp(`/console/runs/${run?.id}`));
});

test('a past draws every chart, and a cell of the heat map opens its runs by keyboard', async () => {
  const { page, go, databaseUrl } = it;
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await writeHistory(pool, { runs: 600, nowMs: Date.now() });
  await pool.end();
  await go('/routing?days=90');
  await page.getByText(/^Smart routing succeeded in \d+% \(\d+–\d+%\) of \d+ runs for \$/).waitFor();
  for (const name of [
    'Success of the first choice',
    'Cost per success over time',
    'Do predictions come true?',
  ])
    await page.getByRole('img', { name }).waitFor();
  await page
    .getByRole('list', { name: 'Smart routing against one runner' })
    .getByRole('listitem')
    .first()
    .waitFor();
  await checkAxe(page);

  const first = page.getByRole('link', { name: /attempts? succeeded/ }).first();
  await first.focus();
  await page
    .getByRole('tooltip')
    .getByText(/95% interval: \d+% to \d+%/)
    .waitFor();
  await page.keyboard.press('ArrowDown');
  const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const [, runner, site] = /^(\S+) on (\S+):/.exec(label) ?? [];
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/console/runs');
  const search = new URL(page.url()).searchParams;
  expect([search.get('runner'), search.get('site')]).toEqual([runner, site]);
});

test('at 360 px nothing sticks out, and a chart has a table', async () => {
  const { page, go } = it;
  await page.setViewportSize({ width: 360, height: 740 });
  await go('/routing?days=nonsense');
  await page.getByRole('img', { name: 'Success of the first choice' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  await page
    .getByRole('cell', { name: /\d+% to \d+%/ })
    .first()
    .waitFor();
  await checkAxe(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(it.troubles).toEqual([]);
});
