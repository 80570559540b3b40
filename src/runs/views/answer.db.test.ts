import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { DirectRunner } from '../../runners/contract.ts';

let service: TestApp;

const filing: DirectRunner = {
  ...scriptedRunner('filing'),
  run: async (_task, scope) => {
    scope.onStep({ action: 'read', target: null, detail: 'a\0b', url: null, ok: true, durationMs: 1 });
    const bytes = Buffer.from('bytes');
    const files = [{ kind: 'screenshot' as const, name: 'page.png', contentType: 'image/png', bytes }];
    const headers = {};
    const page = {
      finalUrl: 'https://example.com/\ud800',
      httpStatus: 200,
      title: null,
      headers,
      markup: null,
    };
    return {
      ok: true,
      output: { text: 'a\0b \udfff', undefined: undefined, nan: Number.NaN },
      page,
      files,
      costMicroUsd: 0,
    };
  },
};

const guessing: DirectRunner = {
  ...scriptedRunner('guessing'),
  run: async () => ({
    ok: true,
    output: 'Rooms from $140 per night.',
    likely: { share: 0.3, of: 'answer' },
    reading: {
      rung: 'passages',
      passages: [
        { text: 'Rooms from $140 per night.', under: ['Rooms'], at: 0, url: 'https://inn.example/' },
      ],
      facts: [],
    },
    page: null,
    files: [],
    costMicroUsd: 0,
  }),
};

beforeAll(async () => {
  const runners = [scriptedRunner('first'), scriptedRunner('second'), filing, guessing];
  service = await startTestApp({ runners });
});
afterAll(() => service[Symbol.asyncDispose]());

const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

test.each([
  ['a text', { input: 'Say something', metadata: { b: '1', a: '2' } }],
  [
    'structured output',
    {
      input: 'Say [[output={"price": 3, "z": [1.0, -0, 1e21]}]]',
      output_schema: { ...schema, additionalProperties: true },
    },
  ],
  ['a schema violation', { input: 'Say [[output={"cost": 3}]]', output_schema: schema }],
  ['an empty result', { input: 'List the offers [[output=[]]]' }],
  ['a fallback', { input: 'Try [[first|fail=runner:nope:No]] [[steps=2]]', routing: ['first', 'second'] }],
  ['a failure', { input: 'Try [[fail=site:down:The site is down]]', routing: ['first', 'second'] }],
  ['a block', { input: 'Try [[fail=site:captcha:A captcha]]', routing: 'first' }],
  ['a budget', { input: 'Try [[fail=runner:nope:No]]', routing: ['first', 'second'], max_cost_usd: 0.001 }],
  ['a platform fault', { input: 'Try [[fail=platform:connect:Away]]', routing: 'first' }],
  [
    'an answer for want of a better one',
    { input: 'Try [[first|fail=runner:nope:No]]', routing: ['guessing', 'first'] },
  ],
  ['files, steps and characters that cannot be stored', { input: 'Give', routing: 'filing' }],
])('a synchronous answer with %s is what a later reading gives', async (_name, body) => {
  const { json } = await service.client.create(body);
  expect((await service.client.get(`/v1/responses/${json.id}`)).json).toEqual(json);
  const { json: page } = await service.client.get('/v1/runs?limit=1');
  expect(page.data[0]).toEqual(json.svc);
});

test('digits that no double holds reach the caller: as numbers where the schema wants them, else as text', async () => {
  const output = '{"id": 1786543210987654321, "of": "[9007199254740993]"}';
  const body = { input: `Say [[output=${JSON.stringify(output)}]]`, routing: 'first' };
  const textOf = async (sent: object) => {
    const { json } = await service.client.create(sent as Record<string, unknown>);
    const headers = { authorization: `Bearer ${service.client.key}` };
    const answer = await fetch(`${service.client.url}/api/v1/responses/${json.id}`, { headers });
    return (await answer.text()).replace(/^.*"output":(\{.*?\}),"answer":("(?:[^"\\]|\\.)*").*$/s, '$1 $2');
  };
  const texts = await textOf(body);
  expect(texts).toContain('{"id":"1786543210987654321","of":["9007199254740993"]}');
  const output_schema = {
    type: 'object',
    properties: { id: { type: 'integer' }, of: { type: 'array', items: { type: 'string' } } },
  };
  const numbers = await textOf({ ...body, output_schema });
  expect(numbers).toContain('{"id":1786543210987654321,"of":["9007199254740993"]}');
  expect(numbers).toContain('\\"id\\": 1786543210987654321,');
});

test('a weak answer ends the run when no other runner does better', async () => {
  const routing = ['guessing', 'first'];
  const { json: told } = await service.client.create({ input: 'Try [[first|fail=runner:nope:No]]', routing });
  expect(told.svc).toMatchObject({
    status: 'succeeded',
    runner: 'guessing',
    answer: 'Rooms from $140 per night.',
    output: 'Rooms from $140 per night.',
    quality: { verdict: 'succeeded', confidence: 0.3, reason: expect.stringContaining('nearest passages') },
    evidence: { reading: { rung: 'passages', passages: [{ under: ['Rooms'], at: 0 }] } },
  });
  expect(told.svc.routing_attempts).toHaveLength(2);
});

test('the notice of an own new run wakes no waiter; that of a change does', async () => {
  const { watch } = service.app.context;
  const heard = new Set<string>();
  watch.onChange((id) => heard.add(id));
  // Sent again until the service listens.
  await expect
    .poll(() => {
      watch.changed('first');
      return heard;
    }, SOON)
    .toContain('first');
  watch.created('made');
  watch.changed('sent-with-it');
  await expect.poll(() => heard, SOON).toContain('sent-with-it');
  expect(heard).not.toContain('made');
  watch.created('made-and-changed');
  watch.changed('made-and-changed');
  await expect.poll(() => heard, SOON).toContain('made-and-changed');
});
