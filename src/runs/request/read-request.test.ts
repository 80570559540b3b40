import { afterAll, expect, test } from 'vitest';
import { SchemaChecker } from '../../judge/schema-checker.ts';
import { createBody } from '../schema-create.ts';
import { readRequest } from './read-request.ts';

const schemas = new SchemaChecker();
afterAll(() => schemas[Symbol.asyncDispose]());

const read = async (body: Record<string, unknown>) => readRequest(createBody.parse(body), schemas);
const taskOf = async (body: Record<string, unknown>) => (await read(body)).request.task;

const user = (content: unknown, more = {}) => ({ role: 'user', content, ...more });
const part = (text: string, type = 'input_text') => ({ type, text });

test.each([
  ['a string', 'Find it'],
  ['an easy message', [user('Find it')]],
  ['a full message', [user([part('Find it')], { type: 'message', id: 'msg_1', status: 'completed' })]],
  [
    'parts',
    [user([part('Find it'), { type: 'input_image', detail: 'low', image_url: 'https://example.com/a.png' }])],
  ],
  ['parts of the Chat form', [user([part('Find it', 'text')])]],
  [
    'a file beside the text',
    [user([{ type: 'input_file', filename: 'a.pdf', file_data: 'data:,' }, part('Find it')])],
  ],
  ['bare parts', [part('Find it')]],
  ['bare strings', ['Find it']],
  [
    'items of other types',
    [{ type: 'reasoning', summary: [] }, user('Find it'), { type: 'item_reference', id: 'x' }],
  ],
  ['a structured goal', { goal: 'Find it' }],
])('the task is read from %s', async (_name, input) => {
  expect(await taskOf({ input })).toEqual({
    goal: 'Find it',
    instructions: null,
    url: null,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  });
});

test.each([
  [{ goal: 5 }, 'input.goal'],
  [{ goal: 'Find it', url: 5 }, 'input.url'],
  [{ goal: 'Find it', steps: 'Look' }, 'input.steps'],
  [{ goal: 'Find it', steps: ['Look', 5] }, 'input.steps.1'],
  [{ goal: 'Find it', success_criteria: [] }, 'input.success_criteria'],
  [{ task: 'Find it' }, 'input'],
])('a structured input that cannot be read is refused: %j', async (input, param) => {
  await expect(read({ input, url: 'https://example.com' })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { param },
  });
});

test('a task beyond what rules read carries a warning', async () => {
  const long = 'Read the page. '.repeat(300);
  const code = 'text_shortened';
  expect((await read({ input: long })).request.warnings).toMatchObject([{ code, param: 'input' }]);
  expect((await read({ input: 'Read it', instructions: long })).request.warnings).toHaveLength(1);
  expect((await read({ input: `Read${' '.repeat(9_000)}it` })).request.warnings).toEqual([]);
});

test('a request names at most 500 URLs', async () => {
  const urls = (count: number) => Array.from({ length: count }, (_, i) => `https://a.example/${i}`).join(' ');
  expect((await read({ input: urls(500) })).urls).toHaveLength(500);
  await expect(read({ input: urls(501) })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('an empty structured input leaves the task to the other fields', async () => {
  expect(await taskOf({ input: {}, url: 'https://example.com' })).toMatchObject({
    goal: '',
    url: 'https://example.com',
  });
});

test('the last user turn is the task, earlier turns are context, system and developer text is instruction', async () => {
  const task = await taskOf({
    instructions: 'Be brief.',
    input: [
      { role: 'system', content: 'Be kind.' },
      user('Who are you?'),
      { role: 'assistant', content: [{ type: 'output_text', text: 'An agent.' }] },
      { role: 'developer', content: 'Be right.' },
      user([part('Find'), part('it')]),
      { role: 'assistant', content: '' },
    ],
  });
  expect(task.goal).toBe('Find\nit');
  expect(task.instructions).toBe(
    'Be brief.\n\nBe kind.\n\nBe right.\n\nEarlier in this conversation:\nuser: Who are you?\nassistant: An agent.',
  );
});

test('structured input brings its url, steps and criteria, and the fields beside it come first', async () => {
  const input = {
    url: 'https://example.com/a',
    goal: 'Find it',
    success_criteria: 'found',
    steps: ['one', 'two'],
  };
  expect(await taskOf({ input })).toMatchObject({
    goal: 'Find it',
    url: 'https://example.com/a',
    steps: ['one', 'two'],
    successCriteria: 'found',
  });
  const beside = { url: 'https://example.com/b', steps: ['three'], success_criteria: 'seen' };
  expect(await taskOf({ input, ...beside })).toMatchObject({
    url: 'https://example.com/b',
    steps: ['three'],
    successCriteria: 'seen',
  });
});

test.each([
  ['a url alone', { url: 'https://example.com/a' }, ''],
  [
    'a url in the task',
    { input: 'Read https://example.com/a, please.' },
    'Read https://example.com/a, please.',
  ],
  ['a url in a message', { input: [user('See https://example.com/a')] }, 'See https://example.com/a'],
  [
    'the field before the text',
    { url: ' https://example.com/a ', input: 'Read https://example.com/b' },
    'Read https://example.com/b',
  ],
])('the target is found from %s', async (_name, body, goal) => {
  expect(await taskOf(body)).toMatchObject({ url: 'https://example.com/a', goal });
});

test('every URL that the request names is to be vetted', async () => {
  const { urls } = await read({
    url: 'https://a.example/',
    input: 'Compare https://b.example/ and https://a.example/',
    instructions: 'As on https://c.example/',
    totp_url: 'https://d.example/',
  });
  expect(urls.toSorted()).toEqual([
    'https://a.example/',
    'https://b.example/',
    'https://c.example/',
    'https://d.example/',
  ]);
});

test('a field that is left out has its documented default', async () => {
  const { request, custody } = await read({ input: 'Find it', model: null, metadata: null, routing: null });
  expect(custody).toBeNull();
  expect(request).toMatchObject({
    model: 'svc',
    routing: 'smart',
    slaProfile: 'balanced',
    maxFallbacks: 5,
    maxCostMicro: null,
    timeBudgetMs: null,
    allowInteraction: null,
    interactionTimeoutMs: 240_000,
    normalize: false,
    background: false,
    metadata: {},
    textFormat: { format: { type: 'text' } },
  });
});

const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
const other = { type: 'object', properties: { name: { type: 'string' } } };

test.each([
  ['output_schema', { output_schema: schema }],
  ['a property map', { output_schema: { price: 'number' } }],
  ['text.format', { text: { format: { type: 'json_schema', name: 'x', schema } } }],
  ['the Chat form', { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }],
  ['the flat form in response_format', { response_format: { type: 'json_schema', name: 'x', schema } }],
  [
    'output_schema before the others',
    { output_schema: schema, text: { format: { type: 'json_schema', name: 'x', schema: other } } },
  ],
  [
    'text.format before response_format',
    {
      text: { format: { type: 'json_schema', name: 'x', schema } },
      response_format: { type: 'json_schema', schema: other },
    },
  ],
  [
    'response_format beside a plain text.format',
    { text: { format: { type: 'text' } }, response_format: { type: 'json_schema', schema } },
  ],
])('the schema is taken from %s', async (_name, body) => {
  expect((await taskOf({ input: 'Find it', ...body })).outputSchema).toMatchObject({
    properties: { price: { type: 'number' } },
  });
});

test('any object is asked for by json_object, and nothing by text', async () => {
  expect((await taskOf({ input: 'x', response_format: { type: 'json_object' } })).outputSchema).toEqual({
    type: 'object',
  });
  expect(
    (await taskOf({ input: 'x', text: { format: { type: 'text' }, verbosity: 'low' } })).outputSchema,
  ).toBeNull();
});

test('secrets do not get past the reading', async () => {
  const { request } = await read({
    input: 'Sign in',
    totp_secret: 'JBSWY3DPEHPK3PXP',
    totp_identifier: 'me@example.com',
  });
  expect(JSON.stringify(request)).not.toMatch(/JBSWY3DPEHPK3PXP|me@example/);
});
