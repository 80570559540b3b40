import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot, stickingOut } from '../support/console.ts';

let it: OpenConsole;
let page: Page;
let db: pg.Client;
beforeAll(async () => {
  it = await openConsole();
  page = it.page;
  db = new pg.Client(it.databaseUrl);
  await db.connect();
  await db.query('set session_replication_role = replica');
});
afterAll(async () => {
  await db.end();
  await it[Symbol.asyncDispose]();
});

const kettle = () => `${it.demo}/products/fernfall-camp-kettle`;

/** An ended run whose outcome has other members. */
async function runWith(outcome: Record<string, unknown>, status = 'succeeded', task = 'What does it cost?') {
  const { id } = await it.api.runs.create({ task, url: kettle(), routing: 'local-fetch' });
  await db.query(`update runs set status = $3, outcome = (outcome::jsonb || $2::jsonb)::json where id = $1`, [
    id,
    JSON.stringify(outcome),
    status,
  ]);
  return id;
}

test('the answer is first, with its origin in one line, one confidence and thumbs', async () => {
  const { id } = await it.api.runs.create({ task: 'What does the kettle cost?', url: kettle() });
  const titles: string[] = [];
  await page.exposeFunction('heardTitle', (title: string) => titles.push(title));
  await page.addInitScript(() => {
    const watch = () =>
      new MutationObserver(() =>
        (window as never as { heardTitle(t: string): void }).heardTitle(document.title),
      ).observe(document.head, { subtree: true, childList: true, characterData: true });
    addEventListener('DOMContentLoaded', watch);
  });
  await it.go(`/runs/${id}`);
  await page.getByRole('heading', { level: 1, name: 'What does the kettle cost?' }).waitFor();
  await page.getByText('$58.00', { exact: true }).waitFor();
  await page.getByText(/^Found by local-fetch in .+ for \$0\.0005 · Confidence \d+%$/).waitFor();
  const words = (await page.locator('main').textContent())?.match(/\d+ ?%|\d in 10/g);
  expect(words).toHaveLength(1);
  await page.getByRole('button', { name: 'Correct' }).click();
  await page.getByRole('button', { name: 'Correct', pressed: true }).waitFor();
  expect((await it.api.runs.get(id)).feedback).toMatchObject({ correct: true });
  await page.getByRole('button', { name: 'Wrong' }).click();
  await page.getByRole('button', { name: 'Wrong', pressed: true }).waitFor();
  expect((await it.api.runs.get(id)).feedback).toMatchObject({ correct: false });
  expect(titles.filter((title) => title.includes('http'))).toEqual([]);
  await checkAxe(page);
  await shot(page, 'run-answer');
});

test('a value, passages and the text of a page look different', async () => {
  const reading = (rung: string) => ({ reading: { rung, passages: [], facts: [] } });
  const looks: string[] = [];
  for (const [rung, label, title] of [
    ['value', 'Answered', 'Answer'],
    ['passages', 'Nearest passages', 'Nearest passages, no answer'],
    ['text', 'Page text', 'Text of the page'],
  ] as const) {
    await it.go(`/runs/${await runWith(reading(rung))}`);
    await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
    const badge = page.locator('header').getByText(label, { exact: true });
    looks.push(await badge.evaluate((element) => getComputedStyle(element).color));
    expect(await page.getByText(/Confidence/).count()).toBe(rung === 'value' ? 1 : 0);
    expect(await page.getByRole('button', { name: 'Answer it with a model' }).count()).toBe(
      rung === 'passages' ? 1 : 0,
    );
  }
  expect(new Set(looks).size).toBe(3);
});

test('Markdown is drawn without its HTML, pictures and scripts', async () => {
  const answer = [
    '# Kettles',
    '<img src=x onerror="window.hacked=1"> **bold** [site](https://example.com) [bad](javascript:alert(1))',
    '![tracker](https://tracker.example/pixel.png)',
    '- one\n- two',
    '| Name | Price |\n|---|---|\n| Kettle | =1+1 |\n| "Pan", big | 12 |',
    'مرحبا بالعالم e\u0301\u0301\u0301',
  ].join('\n\n');
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== it.service.url) foreign.push(request.url());
  });
  await it.go(`/runs/${await runWith({ answer, output: answer })}`);
  await page.getByRole('heading', { name: 'Kettles' }).waitFor();
  expect(await page.getByRole('link', { name: 'site', exact: true }).getAttribute('rel')).toBe('noreferrer');
  expect(await page.getByRole('link', { name: 'bad' }).count()).toBe(0);
  expect(await page.locator('main li').filter({ hasText: /^one$/ }).count()).toBe(1);
  await page.getByRole('cell', { name: 'Kettle', exact: true }).waitFor();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toBe(
    'Name,Price\r\nKettle,\'=1+1\r\n"""Pan"", big",12',
  );
  expect(foreign).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await checkAxe(page);
});

test('rows are a table, also with 200 columns, and data of another shape is a tree', async () => {
  const row = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`column ${at}`, `value ${at}`]));
  await it.go(`/runs/${await runWith({ answer: null, output: { rows: Array(300).fill(row) } })}`);
  await page.getByText('300 rows, 200 columns').waitFor();
  await page.getByRole('columnheader', { name: 'column 29' }).waitFor();
  expect(await page.getByRole('columnheader').count()).toBe(30);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await stickingOut(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Show 170 more columns' }).click();
  expect(await page.getByRole('columnheader').count()).toBe(200);
  await it.go(`/runs/${await runWith({ answer: null, output: { a: { b: [1, 'two'] } } })}`);
  await page.getByRole('region', { name: 'Result' }).getByText('b:').waitFor();
});

test('one card explains a failure and has the button that helps', async () => {
  const failed = (code: string, message: string) =>
    runWith({ answer: null, output: 'words of the page', error: { code, message } }, 'failed');
  for (const [code, whose, button] of [
    ['budget_exhausted', 'Your spend ceiling', 'Raise the ceiling'],
    ['run_timeout', 'Your time limit', 'Give it more time'],
    ['blocked', 'The site', 'Run again with another runner'],
    ['internal_error', 'This service', 'Run again'],
    ['insufficient_credits', 'Your credits', 'Add credits'],
    ['model_required', 'This service has no language model', 'Connect a model'],
  ] as const) {
    await it.go(`/runs/${await failed(code, 'It failed (PUT /v1/keys): set `max`.')}`);
    const card = page.getByRole('region', { name: 'Why it failed' });
    await card.getByRole('heading', { name: 'It failed: set max.' }).waitFor();
    await card.getByText(whose, { exact: true }).waitFor();
    await card
      .getByRole('button', { name: button, exact: true })
      .or(card.getByRole('link', { name: button }))
      .waitFor();
    expect(await page.getByText('words of the page').count()).toBe(0);
    expect(await page.getByText(/Confidence/).count()).toBe(0);
  }
  await checkAxe(page);
  const { id } = await it.api.runs
    .create({ task: 'What does it cost?', url: kettle(), max_cost_usd: 0.00001 })
    .catch((error) => error.run);
  await it.go(`/runs/${id}`);
  await page.getByRole('button', { name: 'Raise the ceiling' }).click();
  expect(Number(await page.getByLabel('Ceiling in USD').inputValue())).toBeGreaterThan(0.0005);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('$58.00', { exact: true }).waitFor();
});

test('a pinned run asks for no explanation, and no request of the page is refused', async () => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  const { id } = await it.api.runs.create({ task: 'Price?', url: kettle(), routing: 'local-fetch' });
  await it.go(`/runs/${id}?open=decision,playback,cost,evidence,compare,raw`);
  await page.getByText('You chose the runner of this run.').waitFor();
  expect(refused).toEqual([]);
});

test('a recording is read once somebody plays it', async () => {
  const read: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/artifacts/')) read.push(request.url());
  });
  const { id, artifacts } = await it.api.runs.create({
    task: 'Add the kettle to the basket.',
    url: kettle(),
    routing: 'local-chromium',
  });
  const recording = artifacts.find(({ kind }) => kind === 'recording')?.id ?? 'none';
  await it.go(`/runs/${id}?open=playback`);
  await page.getByRole('img', { name: /What the browser showed/ }).waitFor();
  expect(read.filter((url) => url.includes(recording))).toEqual([]);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => read.filter((url) => url.includes(recording)).length).toBe(1);
});

test('a question has a countdown by the clock of the service, more time and a picture; unsent text stays', async () => {
  const { hostname } = new URL(it.demo);
  const login = await it.api.credentials.create({ domain: hostname, username: 'demo', password: 'campfire' });
  const { id } = await it.api.runs.start({
    task: 'Sign in and tell me the number of my latest order.',
    url: `${it.demo}/login`,
    credential_id: login.id,
    allow_interaction: true,
  });
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await it.go(`/runs/${id}`);
  const timer = page.getByRole('timer');
  await timer.waitFor({ timeout: 60_000 });
  expect(await timer.textContent()).toMatch(/^[34]:\d\d left$/);
  await page.getByRole('img', { name: 'What the browser shows' }).waitFor();
  await page.getByRole('button', { name: '+5 minutes' }).click();
  await expect.poll(() => timer.textContent()).toMatch(/^[89]:\d\d left$/);
  await checkAxe(page);
  await shot(page, 'run-question');
  await page.getByRole('textbox', { name: 'Code' }).fill('000111');
  await it.api.runs.cancel(id);
  await page.getByText('The question closed before you sent your answer.').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Copy your text' }).waitFor();
  expect(it.troubles).toEqual([]);
});
