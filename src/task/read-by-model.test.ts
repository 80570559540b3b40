import { expect, test } from 'vitest';
import { type StandInAnswer, startLlmStandIn } from '../../test/support/stand-ins/llm.ts';
import { systemClock } from '../platform/clock.ts';
import { Llm } from '../platform/llm.ts';
import { createLog } from '../platform/log.ts';
import { isUnsure, readByModel } from './read-by-model.ts';
import { readTask, type TaskText } from './read-task.ts';

const told = (goal: string, more: Partial<TaskText> = {}): TaskText => ({
  goal,
  steps: [],
  url: null,
  outputSchema: null,
  ...more,
});
const GREETING = 'Hello, my aunt sent me this page about a tent. Its weight and who makes it would help us.';

async function read(task: TaskText, answer: StandInAnswer, signal = new AbortController().signal) {
  await using standIn = await startLlmStandIn(() => answer);
  const prices = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
  const settings = { baseUrl: standIn.url, apiKey: null, model: 'm', ...prices };
  const llm = new Llm({ settings, clock: systemClock, log: createLog('silent'), longestWaitMs: 0 });
  const got = await readByModel(llm, task, readTask(task), signal);
  return { ...got, sent: standIn.seen.map(({ body }) => body) };
}

const says = (said: object): StandInAnswer => ({
  text: JSON.stringify({ acts: false, asks: 'question', facts: [], question: 'weight of the tent', ...said }),
});

test('the model says what is asked; addresses, files and logins stay with the words', async () => {
  const facts = ['weight', 'who makes it'];
  const { reading, costMicroUsd } = await read(told(GREETING), says({ asks: 'facts', facts }));
  expect(reading).toMatchObject({ acts: false, asks: { kind: 'facts', facts }, text: 'weight of the tent' });
  expect(reading).toMatchObject({ searchWords: ['weight', 'tent'], type: 'search', file: null });
  expect(costMicroUsd).toBe(120);
  const acting = await read(
    told('I would love this tent in my basket'),
    says({ acts: true, question: 'tent in my basket' }),
  );
  expect(acting.reading).toMatchObject({ acts: true, type: 'multistep' });
});

test.each<[string, StandInAnswer]>([
  ['is no JSON', { text: 'The weight, I think.' }],
  ['lacks a part', { text: '{"acts": true}' }],
  ['has a kind that does not exist', says({ asks: 'poem' })],
  ['speaks of another task', says({ question: 'capital city of France' })],
  ['invents something to look for', says({ asks: 'facts', facts: ['weight', 'favourite colour'] })],
  ['is a refusal', { fault: 400, words: 'no' }],
])('a reading that %s is refused', async (_, answer) => {
  expect((await read(told(GREETING), answer)).reading).toBeNull();
});

test('a model that does not answer is left in time, and one that gets too much is sent its beginning', async () => {
  expect((await read(told(GREETING), { fault: 'hang' }, AbortSignal.timeout(50))).reading).toBeNull();
  const { sent } = await read(told(`${GREETING} ${'and more '.repeat(5_000)}`), says({}));
  expect(sent[0]?.length).toBeLessThan(25_000);
});

test.each<[boolean, string, Partial<TaskText>?]>([
  [true, GREETING],
  [true, 'Add the kettle to the basket'],
  [true, 'the name, the price and the weight of this tent'],
  [false, 'What is the price of this product?'],
  [false, ''],
  [false, 'Return the main text of the page.'],
  [false, GREETING, { outputSchema: {} }],
  [false, 'Add the kettle', { steps: ['Click "Add"'] }],
  [
    false,
    'Log in with username ann and password Tr0ub4dor, then tell me the weight of every tent in my account',
  ],
])('whether the model can tell more than the words: %s, %s', (expected, goal, more) => {
  const task = told(goal, more);
  expect(isUnsure(task, readTask(task))).toBe(expected);
});
