import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillRuns } from '../../bench/fill-runs.ts';
import { Switchyard } from '../../sdk/src/sdk.ts';
import { agentAccount } from '../support/agent-account.ts';
import { checkAxe, type OpenConsole, openConsole, shot } from '../support/console.ts';

let it: OpenConsole;
let page: Page;
beforeAll(async () => {
  it = await openConsole();
  page = it.page;
});
afterAll(() => it[Symbol.asyncDispose]());

const kettle = () => `${it.demo}/products/fernfall-camp-kettle`;
/** Opens a part of the run page. */
const open = (part: string) => page.getByRole('button', { name: part, expanded: false }).click();
const shows = (text: string | RegExp) => page.getByText(text).last().waitFor();

test('a run tells what came out, why that runner, where the time went and what it cost', async () => {
  const task = `Get the product. <img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' } },
    required: ['name', 'price'],
  };
  const { id } = await it.api.runs.create({
    task,
    url: kettle(),
    output_schema: schema,
    metadata: { team: 'blue' },
  });
  await it.go('/runs?tag=team%3Dblue');
  await page.getByRole('link', { name: /Get the product/ }).waitFor();
  await checkAxe(page);
  await shot(page, 'runs');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.getByRole('heading', { level: 1, name: /<script>/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/runs/${id}`);
  await page.getByRole('cell', { name: '58', exact: true }).waitFor();
  await open('Why this runner');
  await page
    .getByRole('list', { name: /weighed or tried/ })
    .getByText('local-fetch')
    .waitFor();
  await open('What happened');
  const head = page.getByRole('slider', { name: 'Playhead' });
  await head.press('Home');
  expect(await head.getAttribute('aria-valuetext')).toMatch(/^0 ms of .*\$0\.00 spent$/);
  await checkAxe(page);
  await shot(page, 'run');
  await open('Cost');
  await page.getByRole('button', { name: /^attempt:att_/ }).waitFor();
  await checkAxe(page);
  await open('Raw data');
  await page.getByRole('region', { name: /Everything the API returns/ }).waitFor();
  await checkAxe(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('run again with another runner, and see what differs', async () => {
  const first = await it.api.runs.create({
    task: 'What does the kettle cost?',
    url: kettle(),
    routing: 'local-fetch',
  });
  await it.go(`/runs/${first.id}`);
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('combobox', { name: 'Routing' }).or(page.getByLabel('Routing')).first().click();
  await page.getByPlaceholder('Search').pressSequentially('local-chromium');
  await page.keyboard.press('Enter');
  await checkAxe(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('with') === first.id);
  await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
  await page.getByRole('row', { name: /Runner.*local-chromium.*local-fetch/ }).waitFor();
  await checkAxe(page);
  await shot(page, 'run-compare');
});

/** A run that signs in to the demo shop, which then asks for the code that it mailed. */
async function waitingRun(): Promise<string> {
  const { hostname } = new URL(it.demo);
  const login = await it.api.credentials.create({ domain: hostname, username: 'demo', password: 'campfire' });
  const { id } = await it.api.runs.start({
    task: 'Sign in and tell me the number of my latest order.',
    url: `${it.demo}/login`,
    credential_id: login.id,
    allow_interaction: true,
  });
  return id;
}

test('a run that waits is answered on its page, and says so in the title', async () => {
  const id = await waitingRun();
  await it.go(`/runs/${id}`);
  const box = page.getByRole('textbox', { name: 'Code' });
  await box.waitFor({ timeout: 60_000 });
  await expect.poll(() => page.title()).toMatch(/^\(1\) Sign in/);
  await checkAxe(page);
  await shot(page, 'run-waiting');
  const { mails } = (await (await fetch(`${it.demo}/demo/inbox.json`)).json()) as {
    mails: Array<{ code: string }>;
  };
  await box.fill(mails[0]?.code ?? '');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page
    .getByText(/^(Found|Read|Done) by|^What helps/)
    .first()
    .waitFor({ timeout: 60_000 });
  await expect.poll(() => page.title()).toMatch(/^Sign in/);
  await shows('Waiting for a person');
});

test('a run is cancelled on its page, and one that is deleted elsewhere says so', async () => {
  const id = await waitingRun();
  await it.go(`/runs/${id}`);
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  await it.api.runs.delete(id);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await shows('This run was deleted');
  await checkAxe(page);
});

test('several runs are cancelled at once, and the list comes as a file', async () => {
  const ids = [await waitingRun(), await waitingRun()];
  await it.go('/runs?status=running%2Cneeds_human');
  await page.getByText('2 runs').waitFor();
  await page.getByLabel('Choose every run').check();
  await page.getByRole('button', { name: 'Cancel 2 live' }).click();
  await page.getByRole('button', { name: 'Cancel them' }).click();
  await shows('2 cancelled');
  for (const id of ids) expect(await it.api.runs.get(id)).toMatchObject({ status: 'cancelled' });
  await it.go('/runs?status=cancelled');
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const lines = (await readFile(await (await file).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^id,/);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(expect.arrayContaining(ids));
  expect(lines.slice(1).every((line) => line.includes(',cancelled,'))).toBe(true);
});

test('failures explain themselves: the reason in the row, groups with the common cure, saved views, two compared', async () => {
  const ask = (path: string) =>
    it.api.runs.create({ task: 'What does it cost?', url: it.demo + path }).catch((e) => e.run);
  const [first, second] = [await ask('/no-such-page-1'), await ask('/no-such-page-2')];
  await it.go('/runs?status=failed');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${second.id}"]`) });
  await row.getByText('404').waitFor();
  expect(await row.getByRole('time').textContent()).toMatch(/^just now$|ago$/);
  expect(await row.getByRole('time').getAttribute('title')).toMatch(/UTC$/);
  await page.getByLabel('Grouping').selectOption('reason');
  const reasons = page.getByRole('region', { name: 'Reasons of failures' });
  await reasons.getByRole('row', { name: /^2 .*404.*Make the task more specific/ }).waitFor();
  await checkAxe(page);
  await shot(page, 'runs-groups');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name of the view').fill('Broken pages');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL((url) => url.search === '');
  await page.reload();
  await page.getByRole('button', { name: 'Broken pages', exact: true }).click();
  await page.waitForURL(/status=failed/);
  await page.getByLabel('Grouping').selectOption('site');
  await page
    .getByRole('region', { name: 'Sites' })
    .getByRole('row', { name: /127\.0\.0\.1/ })
    .waitFor();
  await page.getByLabel('Grouping').selectOption('');
  for (const { id } of [first, second])
    await page
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href$="${id}"]`) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('row', { name: /Cost/ }).first().waitFor();
});

test('a run of another tenant is not found, and bad filters are explained', async () => {
  const { api_key: apiKey } = await agentAccount(it.service.url);
  const other = new Switchyard({ baseUrl: it.service.url, apiKey });
  const theirs = await other.runs.create({ task: 'Price?', url: kettle(), routing: 'local-fetch' });
  await page.goto(`${it.service.url}/console/runs/${theirs.id}`);
  await shows('This run is not here');
  await it.go('/runs?status=wonderful');
  await shows('invalid_list_filter');
  await it.go('/runs?q=nothing-has-these-words');
  await shows('No run fits these filters');
  await checkAxe(page);
});

test('3,000 runs: as many elements as for a few, however far one scrolls; chosen ones are deleted', async () => {
  await it.api.runs.create({ task: 'What does the kettle cost?', url: kettle(), routing: 'local-fetch' });
  // Filling locks tables for seconds: no open list may ask meanwhile.
  await page.goto('about:blank');
  const pool = new pg.Pool({ connectionString: it.databaseUrl });
  await fillRuns(pool, 3_000);
  await pool.end();
  await it.go('/runs');
  const list = page.getByRole('region', { name: 'Runs' });
  await list.getByRole('listitem').first().waitFor();
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  const before = await elements();
  for (let times = 0; times < 10; times += 1) {
    await list.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
    await page.waitForFunction(
      (least) => Number(document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')) > least,
      100 * (times + 1),
    );
  }
  expect(Math.abs((await elements()) - before)).toBeLessThan(before / 2);
  await list.evaluate((frame) => frame.scrollTo(0, 0));
  await list.getByRole('checkbox').first().check();
  await page.getByRole('toolbar', { name: 'Chosen runs' }).waitFor();
  await page.getByRole('searchbox').fill('words that no task has');
  await page.getByText('No run fits these filters').waitFor();
  expect(await page.getByRole('toolbar', { name: 'Chosen runs' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('button', { name: 'Delete 1' }).click();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Delete them' }).click();
  await shows('1 deleted');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await checkAxe(page);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the times of steps after minutes fit on one line', async () => {
  const { id } = await it.api.runs.create({
    task: 'What does the kettle cost?',
    url: kettle(),
    routing: 'local-fetch',
  });
  const db = new pg.Client(it.databaseUrl);
  await db.connect();
  await db.query('set session_replication_role = replica');
  await db.query(`update runs set created_at = created_at - interval '11 minutes' where id = $1`, [id]);
  await db.end();
  await it.go(`/runs/${id}?open=playback`);
  const time = page.getByRole('button', { name: /fetch/ }).getByText(/^11 min/);
  await time.waitFor();
  expect(await time.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await time.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(25);
});

test('an answer of 5 MB is shown in part, as text', async () => {
  const { id } = await it.api.runs.create({
    task: 'What does the kettle cost?',
    url: kettle(),
    routing: 'local-fetch',
  });
  const answer = `<script>window.hacked=1</script>${'long '.repeat(1_000_000)}`;
  const db = new pg.Client(it.databaseUrl);
  await db.connect();
  await db.query('set session_replication_role = replica');
  await db.query(
    `update runs set outcome = (outcome::jsonb || jsonb_build_object('answer', $2::text, 'output', $2::text))::json where id = $1`,
    [id, answer],
  );
  await db.end();
  await it.go(`/runs/${id}`);
  await shows(/^<script>window\.hacked=1<\/script>long/);
  await shows('5.0 MB of text');
  expect(await page.evaluate(() => document.body.textContent?.length ?? 0)).toBeLessThan(50_000);
  await open('Raw data');
  await shows(/more characters/);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(it.troubles).toEqual([]);
});
