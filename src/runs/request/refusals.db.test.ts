import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({
    runners: [scriptedRunner('plain'), scriptedRunner('paged', { needsUrl: true })],
    env: { SVC_SEARCH_URL: 'https://search.example/?q=%s' },
    resolver: async (name) => (name === 'inside.example' ? ['10.0.0.7'] : []),
  });
});
afterAll(() => service[Symbol.asyncDispose]());

type Refusal = [
  name: string,
  body: unknown,
  expected: { status: number; code: string; param?: string | null },
];

const bad = (code: string, param: string | null = null) => ({ status: 400, code, param });
const task = { input: 'Do something' };
const schemaOfDepth = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { deeper: schemaOfDepth(depth - 1) } };

const REFUSALS: Refusal[] = [
  ['an empty object', {}, bad('missing_input', 'input')],
  ['an empty text', { input: '' }, bad('missing_input', 'input')],
  ['white space', { input: ' \n\t' }, bad('missing_input', 'input')],
  ['an empty list', { input: [] }, bad('missing_input', 'input')],
  ['a list without text', { input: [{ type: 'reasoning', summary: [] }] }, bad('missing_input', 'input')],
  [
    'only an assistant turn',
    { input: [{ role: 'assistant', content: 'Hi' }] },
    bad('missing_input', 'input'),
  ],
  [
    'only an image',
    {
      input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA==' }] }],
    },
    bad('missing_input', 'input'),
  ],
  [
    'an empty structured input',
    { input: { success_criteria: 'all', steps: ['one'] } },
    bad('missing_input', 'input'),
  ],
  ['instructions alone', { instructions: 'Be brief' }, bad('missing_input', 'input')],
  ['nulls for everything', { input: null, url: null }, bad('missing_input', 'input')],
  ['a number as input', { input: 7 }, bad('invalid_request', 'input')],
  ['a list as the whole body', [], bad('invalid_request')],
  ['a text as the whole body', 'task', bad('invalid_request')],
  ['a null body', null, bad('invalid_request')],
  ['a number as url', { ...task, url: 7 }, bad('unsafe_url', 'url')],
  ['a url that is none', { ...task, url: 'not a url' }, bad('unsafe_url', 'url')],
  ['a file url', { ...task, url: 'file:///etc/passwd' }, bad('unsafe_url', 'url')],
  ['a loopback url', { ...task, url: 'http://127.0.0.1/' }, bad('unsafe_url', 'url')],
  ['a dword host', { ...task, url: 'http://2130706433/' }, bad('unsafe_url', 'url')],
  ['a metadata address', { ...task, url: 'http://169.254.169.254/latest' }, bad('unsafe_url', 'url')],
  ['credentials in a url', { ...task, url: 'https://user:secret@example.com/' }, bad('unsafe_url', 'url')],
  ['a name that leads inside', { ...task, url: 'https://inside.example/' }, bad('unsafe_url', 'url')],
  ['a name that leads nowhere', { ...task, url: 'https://nowhere.example/' }, bad('unsafe_url', 'url')],
  ['an inside url in the task', { input: 'Read http://10.1.2.3/admin' }, bad('unsafe_url', 'url')],
  [
    'an inside url in the structured input',
    { input: { url: 'http://[::1]/', goal: 'Read' } },
    bad('unsafe_url', 'url'),
  ],
  [
    'an inside url in the instructions',
    { ...task, instructions: 'See http://10.1.2.3/' },
    bad('unsafe_url', 'input'),
  ],
  ['an inside totp_url', { ...task, totp_url: 'http://10.1.2.3/' }, bad('unsafe_url', 'totp_url')],
  ['an unknown runner', { ...task, routing: 'nobody' }, bad('invalid_routing', 'routing')],
  ['an empty routing', { ...task, routing: '' }, bad('invalid_routing', 'routing')],
  ['an empty chain', { ...task, routing: [] }, bad('invalid_routing', 'routing')],
  ['a chain with a stranger', { ...task, routing: ['plain', 'nobody'] }, bad('invalid_routing', 'routing')],
  ['a chain with a mode in it', { ...task, routing: ['plain', 'smart'] }, bad('invalid_routing', 'routing')],
  ['a chain with a number', { ...task, routing: ['plain', 7] }, bad('invalid_routing', 'routing')],
  ['an object as routing', { ...task, routing: { runner: 'plain' } }, bad('invalid_routing', 'routing')],
  ['a category in another case', { ...task, routing: 'soc2' }, bad('invalid_routing', 'routing')],
  ['an unknown profile', { ...task, sla_profile: 'luxurious' }, bad('invalid_request', 'sla_profile')],
  ['settings as a text', { ...task, agent: 'fast' }, bad('invalid_request', 'agent')],
  ['an unknown vision', { ...task, agent: { vision: 'maybe' } }, bad('invalid_request', 'agent.vision')],
  ['no steps at all', { ...task, agent: { max_steps: 0 } }, bad('invalid_request', 'agent.max_steps')],
  ['an unknown effort', { ...task, agent: { effort: 'huge' } }, bad('invalid_request', 'agent.effort')],
  ['a model that is not there', { ...task, agent: { model: 'gpt' } }, bad('invalid_request', 'agent.model')],
  ['learning without a url', { ...task, routing: 'learning' }, bad('missing_url', 'url')],
  ['normalize without a schema', { ...task, normalize: true }, bad('missing_output_schema', 'output_schema')],
  [
    'normalize with any object',
    { ...task, normalize: true, text: { format: { type: 'json_object' } } },
    bad('missing_output_schema', 'output_schema'),
  ],
  ['a text as schema', { ...task, output_schema: 'string' }, bad('invalid_output_schema', 'output_schema')],
  ['a list as schema', { ...task, output_schema: [] }, bad('invalid_output_schema', 'output_schema')],
  [
    'an unknown type in a schema',
    { ...task, output_schema: { type: 'object', properties: { a: { type: 'strnig' } } } },
    bad('invalid_output_schema', 'output_schema'),
  ],
  [
    'a remote reference in a schema',
    { ...task, output_schema: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } } },
    bad('invalid_output_schema', 'output_schema'),
  ],
  [
    'a schema nested too deep',
    { ...task, output_schema: schemaOfDepth(20) },
    bad('invalid_output_schema', 'output_schema'),
  ],
  [
    'a format without a schema',
    { ...task, text: { format: { type: 'json_schema', name: 'x' } } },
    bad('invalid_output_schema', 'text'),
  ],
  [
    'a format of Chat without a schema',
    { ...task, response_format: { type: 'json_schema', json_schema: { name: 'weather', strict: true } } },
    bad('invalid_output_schema', 'response_format'),
  ],
  [
    'an envelope without a schema',
    { ...task, output_schema: { type: 'json_schema', json_schema: { name: 'weather' } } },
    bad('invalid_output_schema', 'output_schema'),
  ],
  [
    'an unknown format',
    { ...task, response_format: { type: 'xml' } },
    bad('invalid_output_schema', 'response_format'),
  ],
  ['a text as text', { ...task, text: 'json' }, bad('invalid_request', 'text')],
  ...[0, -1, '5', true, 'much', {}, Number.MAX_VALUE].map(
    (value): Refusal => [
      `max_cost_usd ${JSON.stringify(value)}`,
      { ...task, max_cost_usd: value },
      bad('invalid_max_cost_usd', 'max_cost_usd'),
    ],
  ),
  ...[-1, 13, 1.5, '3', true].map(
    (value): Refusal => [
      `max_fallbacks ${JSON.stringify(value)}`,
      { ...task, max_fallbacks: value },
      bad('invalid_max_fallbacks', 'max_fallbacks'),
    ],
  ),
  ...[0, -1, 29_999, 30_000.5, '60000', true].flatMap((value): Refusal[] =>
    ['time_budget_ms', 'timeout_ms'].map((field) => [
      `${field} ${JSON.stringify(value)}`,
      { ...task, [field]: value },
      bad('invalid_time_budget_ms', field),
    ]),
  ),
  [
    'two budgets that differ',
    { ...task, time_budget_ms: 60_000, timeout_ms: 45_000 },
    bad('invalid_time_budget_ms', 'timeout_ms'),
  ],
  [
    'a budget on a pinned runner',
    { ...task, routing: 'plain', time_budget_ms: 60_000 },
    bad('time_budget_unsupported', 'time_budget_ms'),
  ],
  [
    'a budget on a chain',
    { ...task, routing: ['plain'], timeout_ms: 60_000 },
    bad('time_budget_unsupported', 'time_budget_ms'),
  ],
  ['metadata that is no text', { ...task, metadata: { a: 1 } }, bad('invalid_request', 'metadata.a')],
  ['metadata that is a list', { ...task, metadata: ['a'] }, bad('invalid_request', 'metadata')],
  ['a text as flag', { ...task, background: 'yes' }, bad('invalid_request', 'background')],
  ['a number as model', { ...task, model: 4 }, bad('invalid_request', 'model')],
  ['a step that is no text', { ...task, steps: ['one', 2] }, bad('invalid_request', 'steps.1')],
  [
    'an interaction wait of nothing',
    { ...task, interaction_timeout_ms: 0 },
    bad('invalid_request', 'interaction_timeout_ms'),
  ],
  ['a NUL in the task', { input: 'a\0b' }, bad('invalid_request', 'input')],
  ['an unknown custody policy', { ...task, custody: 'nobody' }, bad('invalid_custody', 'custody')],
  ['custody without a runner', { ...task, custody: 'pinned:' }, bad('invalid_custody', 'custody')],
  ['custody pinned to a stranger', { ...task, custody: 'pinned:nobody' }, bad('invalid_custody', 'custody')],
  [
    'a long idempotency key',
    { ...task, idempotency_key: 'k'.repeat(256) },
    bad('invalid_idempotency_key', 'idempotency_key'),
  ],
  [
    'a credential nobody has',
    { ...task, credential_id: 'cred_1' },
    { status: 404, code: 'credential_not_found', param: 'credential_id' },
  ],
  [
    'its alias',
    { ...task, credentials_ref: 'cred_1' },
    { status: 404, code: 'credential_not_found', param: 'credential_id' },
  ],
  [
    'custody that shares no runner',
    { ...task, routing: 'plain', custody: 'trusted_runners' },
    { status: 409, code: 'custody_unsatisfiable' },
  ],
  [
    'a runner without its key',
    { ...task, routing: 'browser-use' },
    { status: 503, code: 'runner_unavailable', param: 'routing' },
  ],
  [
    'a chain of absent runners',
    { ...task, routing: ['browser-use', 'local-chromium'] },
    { status: 503, code: 'runner_unavailable', param: 'routing' },
  ],
  [
    'a category without runners',
    { ...task, routing: 'HIPAA' },
    { status: 503, code: 'runner_unavailable', param: 'routing' },
  ],
  [
    'a category of absent runners',
    { ...task, routing: 'SOC2' },
    { status: 503, code: 'runner_unavailable', param: 'routing' },
  ],
  [
    'a demand for runners that relay',
    { ...task, allow_interaction: true },
    { status: 503, code: 'runner_unavailable' },
  ],
];

async function counts() {
  const [row] = await service.app.context.db.query(
    sql`select (select count(*) from runs) as runs, (select count(*) from attempts) as attempts,
               (select count(*) from ledger_entries) as entries, (select count(*) from idempotency_keys) as keys,
               (select count(*) from pgboss.job) as jobs, (select sum(held_micro) from balances) as held`,
  );
  return row;
}

test.each(REFUSALS)(
  'a create with %s is refused and leaves nothing behind',
  async (_name, body, expected) => {
    const before = await counts();
    const { status, json } = await service.client.post('/v1/responses', body, {
      'idempotency-key': headerKey(body),
    });
    expect({ status, ...json.error }).toMatchObject(expected);
    expect(await counts()).toEqual(before);
  },
);

test.each(REFUSALS)('an estimate with %s is refused in the same way', async (_name, body, expected) => {
  const { status, json } = await service.client.post('/v1/estimate', body);
  expect({ status, ...json.error }).toMatchObject(expected);
});

test('a refused create leaves its key for the corrected one', async () => {
  const headers = { 'idempotency-key': 'corrected' };
  await service.client.create({ input: 'Try', routing: 'nobody' }, headers);
  const custody = await service.client.create(
    { input: 'Try', routing: 'plain', custody: 'trusted_runners' },
    headers,
  );
  expect(custody.status).toBe(409);
  expect(custody.headers.get('x-should-retry')).toBe('false');
  const { status, headers: answered } = await service.client.create({ input: 'Try' }, headers);
  expect(status).toBe(200);
  expect(answered.get('idempotent-replayed')).toBeNull();
});

test('the message names the field and the rule and never the value', async () => {
  const { json } = await service.client.create({ input: 'Try', max_cost_usd: 'hunter2' });
  expect(json.error.message).toBe('`max_cost_usd`: must be a positive number');
  expect(JSON.stringify(json)).not.toContain('hunter2');
});

test.each([
  ['not JSON', '{"input": ', 'invalid_json', 400],
  ['broken UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'invalid_json', 400],
  ['nothing', '', 'invalid_request', 400],
  ['over 1 MB', JSON.stringify({ input: 'x'.repeat(1_000_001) }), 'payload_too_large', 413],
])('a body that is %s is refused', async (_name, body, code, status) => {
  const before = await counts();
  const response = await fetch(`${service.client.url}/api/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.client.key}`, 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { code } });
  expect(await counts()).toEqual(before);
});

test.each([{}, { routing: 'paged' }, { routing: ['paged', 'plain'] }])(
  'a task without a URL is accepted with %j',
  async (routing) => {
    const { status, json } = await service.client.create({ input: 'Find it [[steps=1]]', ...routing });
    expect(status).toBe(200);
    expect(json.svc.url).toBeNull();
    const start =
      json.svc.runner === 'paged' ? 'https://search.example/?q=Find%20it%20%5B%5Bsteps%3D1%5D%5D' : null;
    expect(json.svc.steps[0].url).toBe(start);
  },
);

test('a chain that skips a runner says so', async () => {
  const { json } = await service.client.create({ ...task, routing: ['browser-use', 'plain'] });
  expect(json.svc.routing_note).toMatch(/^Skipped in the chain: browser-use \(.+\)\.$/);
  expect(json.svc.scale_hint).toBeNull();
});

test('a task for many entities is marked, and refused nowhere', async () => {
  const { json } = await service.client.create({ input: 'Get the population of all 50 states' });
  expect(json.svc.scale_hint).toBe('multi');
});

test('a target that redirects to a forbidden place is refused and free, on every way in', async () => {
  const site = createServer((request, response) => {
    if (request.url === '/trap') response.writeHead(302, { location: 'http://169.254.169.254/latest' });
    if (request.url === '/moved') response.writeHead(302, { location: '/' });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const runner = scriptedRunner('plain', { kind: 'open_source', family: 'local' });
  await using allowed = await startTestApp({ runners: [runner], env: { SVC_LOCAL_TARGETS: host } });
  const { client } = allowed;
  const url = `http://${host}/trap`;
  const ways: Array<[path: string, body: object]> = [
    ['/v1/responses', { ...task, url }],
    ['/v1/responses', { ...task, url, stream: true }],
    ['/v1/estimate', { ...task, url }],
    ['/v1/messages', { model: 'svc', max_tokens: 9, messages: [{ role: 'user', content: `Read ${url}` }] }],
  ];
  for (const [path, body] of ways) {
    const { status, json } = await client.post(path, body);
    expect({ path, status, said: JSON.stringify(json) }).toEqual({
      path,
      status: 400,
      said: expect.stringContaining('redirect was refused'),
    });
  }
  expect((await client.get('/v1/runs')).json.data).toEqual([]);
  const behind: Array<[path: string, body: object]> = [
    ['/v1/responses', { ...task, url, background: true }],
    ['/v1/responses', { ...task, url, routing: 'plain', background: true }],
    ['/v1/responses', { ...task, url, routing: 'learning' }],
    ['/v1/responses', { ...task, url, routing: 'learning-all' }],
    ['/v1/responses', { input: `Read ${url}`, background: true }],
    ['/wrappers/browser-use/api/v2/tasks', { task: 'Read it', startUrl: url }],
  ];
  for (const [path, body] of behind) {
    const { status } = await client.post(path, body);
    expect({ path, isAccepted: status < 300 }).toEqual({ path, isAccepted: true });
    const [created] = (await client.get('/v1/runs')).json.data;
    expect(await client.untilOver(created.id)).toMatchObject({
      status: 'failed',
      error: { code: 'unsafe_url', message: expect.stringContaining('redirect was refused') },
      svc: { cost: { total_usd: 0 } },
    });
  }
  expect(runner.executed).toEqual([]);
  const moved = { ...task, url: `http://${host}/moved`, background: true };
  const { status, json } = await client.create(moved);
  expect(status).toBe(202);
  expect(await client.untilOver(json.id)).toMatchObject({ status: 'completed' });
  site.close();
});

test.each(['plain', 'smart', 'learning'])(
  'a background create does not wait for a slow page: %s',
  async (routing) => {
    const open = Promise.withResolvers<void>();
    let asked = 0;
    const site = createServer(async (_request, response) => {
      asked += 1;
      await open.promise;
      response.end('<p>The kettle costs 12 USD.</p>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const runner = scriptedRunner('plain', { kind: 'open_source', family: 'local' });
    await using slow = await startTestApp({ runners: [runner], env: { SVC_LOCAL_TARGETS: host } });
    const create = { ...task, url: `http://${host}/`, routing, background: true };
    let askedBefore = -1;
    // The run exists, and its answer is on the way.
    const pass = (point: string) => {
      if (point === 'after-admission-commit') askedBefore = asked;
    };
    Object.assign(slow.app.context, { faults: { pass } });
    const { status, json } = await slow.client.create(create);
    expect({ status, askedBefore }).toEqual({ status: 202, askedBefore: 0 });
    open.resolve();
    expect(await slow.client.untilOver(json.id)).toMatchObject({ status: 'completed' });
    expect(asked).toBeGreaterThan(0);
    site.close();
  },
);

test('a task of just under 1 MB is accepted', async () => {
  const { status, json } = await service.client.create({ input: 'x'.repeat(999_000), background: true });
  expect(status).toBe(202);
  await service.client.untilOver(json.id);
});

/** The header repeats a key of the body, so that only the tested rule is broken. */
function headerKey(body: unknown): string {
  const key = body !== null && typeof body === 'object' && 'idempotency_key' in body && body.idempotency_key;
  return typeof key === 'string' ? key : 'unused';
}
