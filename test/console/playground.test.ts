import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot, stickingOut } from '../support/console.ts';

let it: OpenConsole;
beforeAll(async () => {
  it = await openConsole();
});
afterAll(() => it[Symbol.asyncDispose]());

test('price and ranking appear while typing, and a schema made with the form is filled', async () => {
  const { page, demo } = it;
  await it.go('/playground');
  await checkAxe(page);
  await page.getByRole('textbox', { name: 'Task', exact: true }).fill('Get the product.');
  await page.getByLabel('Address').fill(`${demo}/products/fernfall-camp-kettle`);
  await page.getByText('fees included').waitFor();
  await page.getByRole('region', { name: 'Who would do it' }).getByText('local-fetch').waitFor();
  for (const [at, name, type] of [
    [1, 'name', 'string'],
    [2, 'price', 'number'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel(`Name of field ${at}`).fill(name);
    await page.getByLabel(`Type of field ${at}`).selectOption(type);
  }
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByText('additionalProperties').first().waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: /^Run/ }).click();
  const run = page.getByRole('article');
  await run.getByText('Fernfall Camp Kettle').first().waitFor();
  await run.getByText('58', { exact: true }).waitFor();
  await checkAxe(page);
  await shot(page, 'playground-run');
});

test('two runners do one task side by side', async () => {
  const { page, demo } = it;
  const task = encodeURIComponent('What is the price of this product?');
  const url = encodeURIComponent(`${demo}/products/fernfall-camp-kettle`);
  await it.go(`/playground?task=${task}&url=${url}&compare=local-fetch`);
  await page.getByRole('button', { name: 'Add a runner' }).click();
  await page.getByPlaceholder('Search', { exact: true }).fill('local-chro');
  await page.getByRole('option', { name: 'local-chromium', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove local-chromium' }).waitFor();
  await page.getByRole('button', { name: 'Run all' }).click();
  for (const runner of ['local-fetch', 'local-chromium']) {
    const column = page.getByRole('article').filter({ has: page.getByRole('heading', { name: runner }) });
    // A run that fails is told by its words, not by a wait in vain.
    await column.getByRole('heading', { name: 'Answer' }).waitFor();
    expect(await column.textContent()).toContain('$58');
  }
  await checkAxe(page);
  await shot(page, 'playground-compare');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await stickingOut(page)).toEqual([]);
  }
});

test('a runner that the service refuses is told in its place, beside those that run', async () => {
  const { page, demo } = it;
  const url = encodeURIComponent(`${demo}/products/fernfall-camp-kettle`);
  await it.go(`/playground?task=What%20does%20it%20cost%3F&url=${url}&compare=local-fetch,browser-use`);
  await page.getByRole('button', { name: 'Run all' }).click();
  await page.getByRole('article').getByText('$58').first().waitFor();
  const card = page.locator('section', {
    has: page.getByRole('heading', { name: 'Not started: browser-use' }),
  });
  await card.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await card.getByRole('alert').textContent()).toContain('runner_unavailable');
  // Price and start of that runner are refused with a status that looks like trouble.
  for (const trouble of it.troubles.splice(0))
    expect(trouble).toMatch(/^503 \/api\/v1\/(?:estimate|responses):/);
});

test('a run that asks for a code is answered where it runs', async () => {
  const { page, demo, api } = it;
  await api.credentials.create({ domain: demo, username: 'demo', password: 'campfire' });
  await it.go(`/playground?url=${encodeURIComponent(`${demo}/account`)}`);
  await page.getByRole('textbox', { name: 'Task', exact: true }).fill('How many loyalty points do I have?');
  await page.getByLabel('Login').selectOption({ index: 1 });
  await page.getByRole('button', { name: /^Run/ }).click();
  const box = page.getByRole('region', { name: 'Waiting for you' });
  await box.getByText(/Enter your code\. We sent/).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  await shot(page, 'playground-question');
  const { mails } = await (await fetch(`${demo}/demo/inbox.json`)).json();
  await box.getByLabel('Code').fill(mails[0].code);
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByText('412').first().waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
});

test('a fault of a field is shown beside it', async () => {
  const { page } = it;
  await it.go('/playground');
  await page.getByLabel('Ceiling in USD').fill('-3');
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByText('Say what to do first.').waitFor();
  await page.getByText('Give an amount above zero').waitFor();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('textbox', { name: /JSON Schema/ }).fill('{"type":');
  await page.getByText('This is not JSON').waitFor();
  expect(it.troubles).toEqual([]);
});
