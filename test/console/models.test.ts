import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAxe, type OpenConsole, openConsole, shot, stickingOut } from '../support/console.ts';
import { overlaps } from '../support/overlaps.ts';
import {
  type LlmStandIn,
  type StandInAnswer,
  type StandInQuestion,
  startLlmStandIn,
} from '../support/stand-ins/llm.ts';

const owned = new AsyncDisposableStack();
let model: LlmStandIn;
let it: OpenConsole;
let page: Page;
let isOut = false;
let turns = 0;

const call = (name: string, thought: string, input: object): StandInAnswer => ({
  calls: [{ name, input: { thought, memory: '', ...input } }],
});

/** Calls tools and fills schemas, sees no pictures; of a run it looks further down, then answers. */
function answer({ tools, whole, format }: StandInQuestion): StandInAnswer {
  if (isOut) return { fault: 401, words: 'no' };
  if (/Open the page of the Fernfall/.test(whole)) return call('click', 'There it is.', { n: 12 });
  if (/Search the shop for a grinder/.test(whole)) return call('type', 'Search.', { n: 3, text: 'grinder' });
  if (/code word/.test(whole)) return { text: 'heron' };
  if (/cheapest kettle/.test(whole)) return { text: '{"name": "Fernfall Camp Kettle", "price": 58}' };
  if (format !== 'text' || !tools.includes('finish')) return { text: '{}' };
  turns += 1;
  return turns === 1
    ? call('scroll', 'I look further down the page.', { direction: 'down' })
    : call('finish', 'The price is on the page.', { status: 'done', answer: '$58.00' });
}

beforeAll(async () => {
  model = owned.use(await startLlmStandIn(answer));
  it = owned.use(await openConsole({ LLM_BASE_URL: model.url, LLM_MODEL: 'first, second' }));
  page = it.page;
});
afterAll(() => owned.disposeAsync());

test('each model is examined: checks, roles, price and speed, or why it does not answer', async () => {
  await it.go('/models');
  const first = page.getByRole('region', { name: 'first', exact: true });
  await page.getByRole('region', { name: 'second', exact: true }).waitFor();
  await first.getByRole('button', { name: 'Examine' }).click();
  await first.getByText('Task with 10 steps').waitFor();
  for (const check of ['Tool calls', 'JSON', 'Vision', 'Context', 'Speed', 'Caching'])
    await first.getByText(check, { exact: true }).first().waitFor();
  expect(await first.getByText(/^Not for/).count()).toBe(0);
  await first.getByText(/^\$0\.\d+$/).waitFor();
  expect(await first.getByLabel('Failed').count()).toBe(2);
  await checkAxe(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await stickingOut(page)).toEqual([]);
  expect(await overlaps(page)).toEqual([]);
  await shot(page, 'models-360');
  await page.setViewportSize({ width: 1440, height: 900 });
  await shot(page, 'models-1440');
  await it.go('/runs');
  isOut = true;
  await it.go('/models');
  const second = page.getByRole('region', { name: 'second', exact: true });
  await second.getByRole('button', { name: 'Examine' }).click();
  await second.getByText('model_auth').waitFor();
  isOut = false;
});

test('a run shows thoughts, tokens, price and what the model saw of each step', async () => {
  const url = `${it.demo}/products/fernfall-camp-kettle`;
  const { id } = await it.api.runs.create({
    task: 'What does it cost?',
    url,
    routing: 'local-agent',
  });
  const run = await it.api.runs.get(id);
  const step = run.steps.findLast(({ observation }) => observation !== null);
  expect(step?.tokens).not.toBeNull();
  await it.go(`/runs/${id}?open=playback,cost`);
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('button');
  await steps.nth(run.steps.indexOf(step as never)).click();
  const details = page.getByRole('region', { name: 'Model call of this step' });
  await details.getByText(/[\d,]+ tokens in \(\d+% cached\), \d+ out · \$/).waitFor();
  if (step?.thought) await details.getByText(step.thought).waitFor();
  await details.getByRole('button', { name: 'Show what the model saw' }).click();
  await details.getByText(/Fernfall Camp Kettle/).waitFor();
  const models = page.getByRole('region', { name: 'Language models' });
  await models.getByText('first').first().waitFor();
  await models
    .getByText(/% cached/)
    .first()
    .waitFor();
  await checkAxe(page);
  await shot(page, 'run-model-1440');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await stickingOut(page)).toEqual([]);
  expect(await overlaps(page)).toEqual([]);
  await shot(page, 'run-model-360');
  expect(it.troubles).toEqual([]);
});
