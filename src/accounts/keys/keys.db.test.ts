import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { ConsoleBrowser } from '../../../test/support/console-browser.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
let tenant: AddedWorkspace;

beforeAll(async () => {
  const price = { unit: 'task' as const, microUsd: 10_000, typicalTaskMicroUsd: 10_000 };
  service = await startTestApp({ runners: ['one', 'two'].map((slug) => scriptedRunner(slug, { price })) });
  tenant = await addWorkspace(service);
});
afterAll(() => service[Symbol.asyncDispose]());

async function newKey(body: Record<string, unknown>, client = tenant.client) {
  const { status, json } = await client.post('/v1/keys', body);
  expect(status).toBe(201);
  return { ...json, client: client.withKey(json.key) };
}

async function keyOf(id: string) {
  const { json } = await tenant.client.get('/v1/keys');
  return json.data.find((key: { id: string }) => key.id === id);
}

test('a key is shown once, works, and tells when it was last used', async () => {
  const made = await newKey({ name: '  Night batch ' });
  expect(made).toMatchObject({ object: 'svc.key', name: 'Night batch', spend_limit_usd: null, spent_usd: 0 });
  expect(made.key.slice(-4)).toBe(made.last_four);
  expect((await keyOf(made.id)).last_used_at).toBeNull();
  expect((await made.client.get('/v1/me')).json.workspace_id).toBe(tenant.workspaceId);
  const listed = await keyOf(made.id);
  expect(listed.last_used_at).not.toBeNull();
  expect(JSON.stringify(listed)).not.toContain(made.key);
});

test('the run names its key, and the key the cost of its runs', async () => {
  const made = await newKey({ name: 'Costly' });
  const { json } = await made.client.create({ input: 'Say [[cost=30000]]' });
  const [row] = await service.app.context.db.query(sql`select key_id from runs where id = ${json.id}`);
  expect(row).toEqual({ key_id: made.id });
  expect((await keyOf(made.id)).spent_usd).toBe(0.03);
});

test('a revoked key stops, and cannot be revoked again', async () => {
  const made = await newKey({ name: 'Leaving' });
  const path = `/v1/keys/${made.id}`;
  expect((await tenant.client.request('DELETE', path)).json).toEqual({
    object: 'svc.key',
    id: made.id,
    deleted: true,
  });
  expect((await tenant.client.request('DELETE', path)).json.error.code).toBe('key_not_found');
  expect(await keyOf(made.id)).toBeUndefined();
  await expect.poll(async () => (await made.client.get('/v1/me')).status).toBe(401);
});

test('a spend limit holds when many runs come at once', async () => {
  const made = await newKey({ name: 'Three runs', spend_limit_usd: 0.035 });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => made.client.create({ input: 'Say something' })),
  );
  const refused = answers.filter(({ status }) => status === 402);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(refused).toHaveLength(27);
  expect(refused[0]?.json.error).toMatchObject({
    code: 'insufficient_credits',
    message: expect.stringContaining('spend limit of 0.035 USD'),
    remediation: expect.stringContaining('Use a key with a higher spend limit'),
  });
  expect((await keyOf(made.id)).spent_usd).toBe(0.03);
  // The limit does not bind the other keys of the workspace.
  expect((await tenant.client.create({ input: 'Say something' })).status).toBe(200);
});

test('an estimate knows the spend limit of its key', async () => {
  const made = await newKey({ name: 'Half a run', spend_limit_usd: 0.005 });
  const estimateOf = (client: typeof made.client) => client.post('/v1/estimate', { input: 'Say something' });
  expect((await estimateOf(made.client)).json.sufficient_credits).toBe(false);
  expect((await estimateOf(tenant.client)).json.sufficient_credits).toBe(true);
});

test('a further attempt that the limit does not cover ends the run', async () => {
  const made = await newKey({ name: 'One attempt', spend_limit_usd: 0.015 });
  const { json } = await made.client.create({
    input: 'Fail [[fail=runner:broken:It broke]]',
    routing: ['one', 'two'],
  });
  expect(json.svc.routing_attempts).toHaveLength(1);
  expect(json.error.code).toBe('insufficient_credits');
  expect((await keyOf(made.id)).spent_usd).toBe(0.01);
});

test('a key with a limit makes and revokes no keys', async () => {
  const made = await newKey({ name: 'Limited', spend_limit_usd: 1 });
  expect((await made.client.post('/v1/keys', { name: 'Free' })).json.error.code).toBe('limited_key');
  const removed = await made.client.request('DELETE', `/v1/keys/${tenant.keyId}`);
  expect({ status: removed.status, code: removed.json.error.code }).toEqual({
    status: 403,
    code: 'limited_key',
  });
});

const CALLS = {
  runs: ['GET', '/v1/responses'],
  vault: ['GET', '/v1/credentials'],
  webhooks: ['GET', '/v1/webhooks'],
  workspace: ['GET', '/v1/keys'],
} as const;

test.each(Object.keys(CALLS) as Array<keyof typeof CALLS>)(
  'a key with `%s` alone does nothing else',
  async (own) => {
    const made = await newKey({ name: own, permissions: [own] });
    expect(made.permissions).toEqual([own]);
    for (const [permission, [method, path]] of Object.entries(CALLS)) {
      const { status, json } = await made.client.request(method, path);
      const expected = permission === own ? [200, undefined] : [403, 'limited_key'];
      expect([status, json.error?.code], path).toEqual(expected);
    }
    for (const path of ['/v1/me', '/v1/capabilities', '/v1/rankings'])
      expect((await made.client.get(path)).status, path).toBe(200);
  },
);

test('a key with a spend limit has `runs`, and one without a limit everything', async () => {
  const all = ['runs', 'vault', 'webhooks', 'workspace'];
  expect((await newKey({ name: 'Small', spend_limit_usd: 1 })).permissions).toEqual(['runs']);
  expect((await newKey({ name: 'Free' })).permissions).toEqual(all);
  const wide = await newKey({ name: 'Wide', spend_limit_usd: 1, permissions: ['vault', 'runs'] });
  expect(wide.permissions).toEqual(['runs', 'vault']);
  expect((await wide.client.get('/v1/credentials')).status).toBe(200);
});

test('a key from before permissions keeps what it had', async () => {
  const made = await newKey({ name: 'Old', spend_limit_usd: 1 });
  await service.app.context.db.query(sql`update api_keys set permissions = null where id = ${made.id}`);
  await expect.poll(async () => (await made.client.get('/v1/webhooks')).status, SOON).toBe(200);
  expect((await made.client.post('/v1/keys', { name: 'Free' })).json.error.code).toBe('limited_key');
});

test('a key gives no permission that it lacks, and its session has no more', async () => {
  const made = await newKey({ name: 'Office', permissions: ['workspace'] });
  expect((await newKey({ name: 'Same' }, made.client)).permissions).toEqual(['workspace']);
  const more = await made.client.post('/v1/keys', { name: 'More', permissions: ['runs'] });
  expect([more.status, more.json.error.code]).toEqual([403, 'limited_key']);
  const link = (await made.client.post('/v1/sign-in-links', {})).json.url.split('/').at(-1);
  const browser = new ConsoleBrowser(service.app.url);
  await browser.enter('/api/account/sign-in-link', { token: link });
  expect((await browser.send('GET', '/api/v1/keys')).status).toBe(200);
  expect((await browser.send('GET', '/api/v1/responses')).json.error.code).toBe('limited_key');
});

test('an export holds everything although its key reads nothing else', async () => {
  const made = await newKey({ name: 'Office', permissions: ['workspace'] });
  const answer = await fetch(`${service.app.url}/api/v1/workspace/export`, {
    headers: { authorization: `Bearer ${made.key}`, 'x-svc-inside': 'guessed' },
  });
  expect(await answer.text()).toContain('"kind":"run"');
  const guess = await made.client.get('/v1/responses', { 'x-svc-inside': 'guessed' });
  expect(guess.status).toBe(403);
});

test('an expired key is refused everywhere', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const made = await newKey({ name: 'Today', expires_at });
  expect(made.expires_at).toBe(expires_at);
  const run = await made.client.create({ input: 'Say something' });
  const token = await made.client.post(`/v1/responses/${run.json.id}/tokens`, {});
  const reader = tenant.client.withKey(token.json.token);
  expect((await reader.get(`/v1/responses/${run.json.id}`)).status).toBe(200);
  await service.app.context.db.query(sql`update api_keys set expires_at = db_now() where id = ${made.id}`);
  await expect
    .poll(async () => (await made.client.get('/v1/me')).json.error?.code, SOON)
    .toBe('invalid_api_key');
  expect((await reader.get(`/v1/responses/${run.json.id}`)).status).toBe(401);
});

test.each([
  [{}, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'a', spend_limit_usd: 0 }, 'spend_limit_usd'],
  [{ name: 'a', spend_limit_usd: -5 }, 'spend_limit_usd'],
  [{ name: 'a', spend_limit_usd: 1e12 }, 'spend_limit_usd'],
  [{ name: 'a', spend_limit_usd: '5' }, 'spend_limit_usd'],
  [{ name: 'a', permissions: [] }, 'permissions'],
  [{ name: 'a', permissions: ['everything'] }, 'permissions.0'],
  [{ name: 'a', expires_at: 'tomorrow' }, 'expires_at'],
  [{ name: 'a', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
])('%j is refused and makes no key', async (body, param) => {
  const before = (await tenant.client.get('/v1/keys')).json.data.length;
  const { status, json } = await tenant.client.post('/v1/keys', body);
  expect({ status, param: json.error.param, code: json.error.code }).toEqual({
    status: 400,
    param,
    code: 'invalid_request',
  });
  expect((await tenant.client.get('/v1/keys')).json.data).toHaveLength(before);
});
