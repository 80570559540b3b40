import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import {
  type LlmStandIn,
  type StandInAnswer,
  type StandInQuestion,
  startLlmStandIn,
} from '../../../test/support/stand-ins/llm.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { DirectRunner } from '../../runners/contract.ts';

const KEY = 'sk-canary-model-key-0123456789abcdef';
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
  additionalProperties: false,
};

/** Answers with its reading of the task. */
const reader: DirectRunner = {
  ...scriptedRunner('reader'),
  goesByReading: true,
  run: async ({ reading }) => ({
    ok: true,
    output: `${reading?.asks.kind}: ${reading?.text} (42)`,
    page: null,
    files: [],
    costMicroUsd: null,
  }),
};

let standIn: LlmStandIn;
let withModel: TestApp;
let without: TestApp;
let answer: (question: StandInQuestion) => StandInAnswer;
const lines: string[] = [];
const owned = new AsyncDisposableStack();

beforeAll(async () => {
  standIn = owned.use(await startLlmStandIn((question) => answer(question), { key: KEY }));
  withModel = owned.use(
    await startTestApp({
      runners: [scriptedRunner('one'), scriptedRunner('two'), reader],
      env: { LLM_BASE_URL: standIn.url, LLM_API_KEY: KEY, LLM_MODEL: 'stand-in-1' },
      onLog: (line) => lines.push(line),
    }),
  );
  without = owned.use(await startTestApp({ runners: [scriptedRunner('one')] }));
});

afterAll(() => owned.disposeAsync());

async function create(app: TestApp, body: Record<string, unknown>) {
  const before = standIn.seen.length;
  const { json } = await app.client.create({ routing: 'one', ...body });
  return { json, svc: json.svc, asked: standIn.seen.length - before };
}

function opinion(verdict: string): StandInAnswer {
  return { text: JSON.stringify({ verdict, confidence: 0.93, reason: 'The result shows it.' }) };
}

async function revenueOf(app: TestApp, runId: string) {
  const rows = await app.app.context.db.query<{ credit: string; amount: string }>(
    sql`select credit, amount_micro::text as amount from ledger_entries where run_id = ${runId} and credit like 'platform:%' order by credit`,
  );
  return rows.map(({ credit, amount }) => `${credit} ${amount}`);
}

const REQUEST = 'Hello there, my aunt wonders about this kettle: every price of it would help us a lot';
const understood = JSON.stringify({ acts: false, asks: 'list', facts: [], question: 'every price' });

test('the model reads the task for a runner that goes by its reading, and is paid for', async () => {
  answer = () => ({ text: understood, tokens: [500, 50] });
  const { svc, asked } = await create(withModel, { input: REQUEST, routing: 'reader' });
  expect(asked).toBe(1);
  expect(svc).toMatchObject({ status: 'succeeded', answer: 'list: every price (42)' });
  expect(svc.cost.total_usd).toBe(0.00128);
  const tokens = { input: 500, cached: 0, output: 50 };
  const use = { model: 'stand-in-1', role: 'reading', calls: 1, tokens, cost_usd: 0.00028 };
  expect(svc.models).toEqual([use]);
});

test.each([
  ['a model that answers something else', { text: '{"acts": "perhaps"}' }, {}, 1],
  ['a model that is down', { fault: 503 }, {}, 1],
  ['a ceiling that does not cover the call', { text: understood }, { max_cost_usd: 0.002 }, 0],
  ['words that leave nothing open', { text: understood }, { input: 'What is the price of it?' }, 0],
] satisfies [string, StandInAnswer, object, number][])(
  'with %s the words stand',
  async (_, said, body, calls) => {
    answer = () => said;
    const before = standIn.seen.length;
    const { svc } = await create(withModel, { input: REQUEST, routing: 'reader', ...body });
    const readings = standIn.seen.slice(before).filter((call) => call.body.includes('what a task'));
    expect(readings).toHaveLength(calls);
    expect(svc.answer).toMatch(/^question: .*price/);
    expect(svc.answer).not.toContain('list');
  },
);

test('an answer that the rules are sure of is not graded', async () => {
  answer = () => opinion('failed');
  const { svc, asked } = await create(withModel, { input: 'Say something' });
  expect(asked).toBe(0);
  expect(svc.quality).toMatchObject({ verdict: 'succeeded', source: 'deterministic' });
});

test('success criteria that the result misses fail the run, and the next runner is tried', async () => {
  answer = ({ whole }) => opinion(/Result:\n\S+\nThe number is/.test(whole) ? 'succeeded' : 'failed');
  const { svc, asked } = await create(withModel, {
    input:
      'Say something [[one|output="The shop opens on Monday."]] [[two|output="The number is forty-two."]]',
    success_criteria: 'names a number',
    routing: ['one', 'two'],
  });
  expect(asked).toBe(2);
  expect(svc).toMatchObject({ status: 'succeeded', runner: 'two', answer: 'The number is forty-two.' });
  expect(svc.quality).toEqual({
    verdict: 'succeeded',
    confidence: 0.93,
    reason: 'The result shows it.',
    source: 'grader',
    answer_present: true,
  });
  expect(svc.routing_attempts[0]).toMatchObject({ verdict: 'failed', fault: 'runner' });
});

test('a grader that fails leaves the verdict of the rules', async () => {
  answer = () => ({ fault: 400, words: 'no' });
  const { svc } = await create(withModel, { input: 'Say something', success_criteria: 'is polite' });
  expect(svc.quality).toMatchObject({ verdict: 'succeeded', source: 'deterministic' });
});

test('an output is brought into shape by rules, billed once, and no model is asked', async () => {
  const { svc, json, asked } = await create(without, {
    input: 'Kettle? [[output={"Title":"Kettle","cost":"$58.00","mood":"good"}]]',
    output_schema: schema,
    normalize: true,
  });
  expect(asked).toBe(0);
  expect(svc.output).toEqual({ name: 'Kettle', price: 58 });
  expect(JSON.parse(json.output_text)).toEqual(svc.output);
  expect(svc.normalization).toEqual({ requested: true, applied: true, reason: null, addon_usd: 0.1 });
  expect(svc.cost).toMatchObject({ total_usd: 0.101, runner_usd: 0.001, normalization_usd: 0.1 });
  expect(await revenueOf(without, json.id)).toEqual([
    'platform:normalization 100000',
    'platform:runners 1000',
  ]);
  const [books] = await without.app.context.db.query<{ held: string }>(
    sql`select sum(held_micro)::text as held from balances`,
  );
  expect(books?.held).toBe('0');
});

test('where rules do not reach, the model does, with the values of the output only', async () => {
  answer = () => ({ text: '{"name": "Fernfall Kettle", "price": 58}' });
  const { svc, asked } = await create(withModel, {
    input: 'Kettle? [[output="We found the Fernfall Kettle, yours for 58 dollars."]]',
    output_schema: schema,
    normalize: true,
  });
  expect(asked).toBe(1);
  expect(svc).toMatchObject({ status: 'succeeded', output: { name: 'Fernfall Kettle', price: 58 } });
  expect(svc.normalization).toMatchObject({ applied: true, addon_usd: 0.1 });
});

test.each([
  ['invents a value', { text: '{"name": "Fernfall Kettle", "price": 59}' }, 'price'],
  ['misses the schema', { text: '{"name": "Fernfall Kettle"}' }, 'schema'],
  ['fails', { fault: 403 }, 'LLM_API_KEY'],
] satisfies [string, StandInAnswer, string][])(
  'a model that %s changes and costs nothing',
  async (_, said, word) => {
    answer = () => said;
    const { json, svc } = await create(withModel, {
      input: 'Kettle? [[output="We found the Fernfall Kettle, yours for 58 dollars."]]',
      output_schema: schema,
      normalize: true,
    });
    expect(svc).toMatchObject({ status: 'failed', error: { code: 'schema_violation' } });
    expect(svc.output).toContain('yours for 58 dollars');
    expect(svc.normalization).toMatchObject({ requested: true, applied: false, addon_usd: 0 });
    expect(svc.normalization.reason).toContain(word);
    expect(await revenueOf(withModel, json.id)).toEqual(['platform:runners 1000']);
  },
);

test.each([
  ['that fits already', { input: 'K [[output={"name":"K","price":1}]]' }, 'satisfied the schema already'],
  [
    'that no ceiling covers',
    { input: 'K [[output={"title":"K","price":1}]]', max_cost_usd: 0.05 },
    'spend ceiling',
  ],
  ['that never came', { input: 'K [[fail=site:down:Down]]' }, 'no output'],
])('an output %s is not normalized', async (_, body, word) => {
  const { svc } = await create(without, { ...body, output_schema: schema, normalize: true });
  expect(svc.normalization).toMatchObject({ applied: false, addon_usd: 0 });
  expect(svc.normalization.reason).toContain(word);
});

test('without the wish a missed schema stays a violation', async () => {
  const { svc } = await create(without, {
    input: 'K [[output={"title":"K","price":1}]]',
    output_schema: schema,
  });
  expect(svc).toMatchObject({ error: { code: 'schema_violation' } });
  expect(svc.normalization).toBeUndefined();
});

test('neither the key nor a prompt is in the log', () => {
  expect(lines.join('\n')).not.toMatch(/canary|Fernfall|forty-two/);
});
