import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('first')] });
});
afterAll(() => service[Symbol.asyncDispose]());

const patch = (client: TestApp['client'], retention: unknown) =>
  client.request('PATCH', '/v1/workspace', { body: { retention } });

test.each([
  ['24h', 403, 'enterprise_required'],
  ['90d', 400, 'retention_not_self_serve'],
  ['soon', 400, 'invalid_retention'],
  [7, 400, 'invalid_retention'],
])('retention %j of an ordinary workspace: %i %s', async (retention, status, code) => {
  const answer = await patch(service.client, retention);
  expect([answer.status, answer.json.error.code]).toEqual([status, code]);
});

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** `switchyard workspace plan ...` as its operator types it: its output, or the reason of a refusal. */
const plan = (...words: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [MAIN, 'workspace', 'plan', ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: service.databaseUrl,
    },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }) => stderr,
  );

test('an operator makes a workspace an Enterprise one, and its owner chooses from then on', async () => {
  const { client, workspaceId } = await addWorkspace(service);
  const retentionNow = async () => (await client.get('/v1/workspace')).json.retention;
  expect(await plan(workspaceId, 'standard', '--retention', '30d')).toContain('only an enterprise workspace');
  expect(await plan('ws_nobody', 'enterprise')).toContain('workspace ws_nobody not found');
  expect(await plan(workspaceId, 'enterprise', '--retention', '90d')).toContain(
    'Allowed choices are 24h, 7d, 30d',
  );
  expect(await retentionNow()).toBe('7d');
  expect(await plan(workspaceId, 'enterprise', '--retention', '30d')).toContain('plan enterprise');
  expect(await retentionNow()).toBe('30d');
  expect((await patch(client, '24h')).json).toMatchObject({ plan: 'enterprise', retention: '24h' });
  expect(await retentionNow()).toBe('24h');
  expect(await plan(workspaceId, 'standard')).toContain('7d');
  expect([await retentionNow(), (await patch(client, '24h')).json.error.code]).toEqual([
    '7d',
    'enterprise_required',
  ]);
});

test('an export has everything of its workspace as lines, and no secret', async () => {
  const [mine, other] = [await addWorkspace(service), await addWorkspace(service)];
  const login = { domain: 'shop.example', username: 'ada@shop.example', password: 'camp-fire-7' };
  await mine.client.post('/v1/credentials', login);
  const hook = await mine.client.post('/v1/webhooks', { url: 'https://93.184.215.14/in' });
  // One more than a page of the list.
  const some = (length: number) =>
    Promise.all(Array.from({ length }, () => mine.client.create({ input: 'Say it', routing: 'first' })));
  for (const length of [25, 25, 25, 26]) await some(length);
  const foreign = await other.client.create({ input: 'Not yours', routing: 'first' });
  const answer = await fetch(`${service.app.url}/v1/workspace/export`, {
    headers: { 'x-api-key': mine.key },
  });
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  const text = await answer.text();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: { id?: string } });
  const kinds = Map.groupBy(lines, ({ kind }) => kind);
  expect(kinds.get('run')).toHaveLength(101);
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(['workspace', 'key', 'credential', 'webhook', 'usage', 'audit']),
  );
  for (const secret of [mine.key, login.password, login.username, hook.json.secret, foreign.json.id])
    expect(text).not.toContain(secret);
  const refused = await fetch(`${service.app.url}/v1/workspace/export`, {
    headers: { 'x-api-key': 'svc_no' },
  });
  expect(refused.status).toBe(401);
});

test('a key with a spend limit deletes neither the runs nor the account, and chooses no retention', async () => {
  const { client } = await addWorkspace(service);
  const { json } = await client.post('/v1/keys', { name: 'Small', spend_limit_usd: 1 });
  const limited = client.withKey(json.key);
  const body = { confirm: 'delete everything' };
  for (const answer of [
    await limited.post('/v1/workspace/purge'),
    await limited.request('DELETE', '/v1/me', { body }),
    await patch(limited, '24h'),
  ])
    expect([answer.status, answer.json.error.code]).toEqual([403, 'limited_key']);
  expect((await client.get('/v1/me')).status).toBe(200);
});

test('a purge deletes finished runs and leaves the others', async () => {
  const { client } = await addWorkspace(service);
  const done = await client.create({ input: 'Say something', routing: 'first' });
  const live = await client.create({ input: 'Hang [[hang]]', routing: 'first', background: true });
  expect((await client.post('/v1/workspace/purge')).json.removed).toEqual({ runs: 1 });
  expect((await client.get(`/v1/responses/${done.json.id}`)).status).toBe(404);
  expect((await client.get(`/v1/responses/${live.json.id}`)).status).toBe(200);
});

test('a deleted account leaves nothing but its payments, and reports the removed rows', async () => {
  const { client, workspaceId } = await addWorkspace(service);
  const other = await addWorkspace(service);
  const { json: kept } = await other.client.create({ input: 'Say something', routing: 'first' });
  await client.create({ input: 'Say something', routing: 'first' });
  await client.create({ input: 'Hang [[hang]]', routing: 'first', background: true });
  await client.post('/v1/webhooks', { url: 'http://127.0.0.1:59999/' });
  const credential = { domain: 'shop.example', username: 'ann', password: 'canary-of-this-test' };
  await client.post('/v1/credentials', credential);
  expect((await client.request('DELETE', '/v1/me', { body: {} })).status).toBe(400);
  const { json } = await client.request('DELETE', '/v1/me', { body: { confirm: 'delete everything' } });
  expect(json).toMatchObject({
    deleted: true,
    removed: { runs: 2, credentials: 1, webhook_endpoints: 1, api_keys: 1 },
  });
  await expect.poll(async () => (await client.get('/v1/me')).status).toBe(401);
  const { db } = service.app.context;
  const left = await db.query(sql`select 1 from runs where workspace_id = ${workspaceId}`);
  expect(left).toEqual([]);
  expect(await db.query(sql`select 1 from ledger_entries where workspace_id = ${workspaceId}`)).not.toEqual(
    [],
  );
  expect((await other.client.get(`/v1/responses/${kept.id}`)).status).toBe(200);
});

test('runs are erased as many days after their end as the workspace says, and kept without a number', async () => {
  const keeping = await addWorkspace(service);
  const erasing = await addWorkspace(service);
  expect((await erasing.client.get('/v1/workspace')).json.run_retention_days).toBeNull();
  const set = (run_retention_days: unknown) =>
    erasing.client.request('PATCH', '/v1/workspace', { body: { run_retention_days } });
  for (const wrong of [0, 366, 1.5, '7'])
    expect((await set(wrong)).json.error.param, String(wrong)).toBe('run_retention_days');
  const answer = await set(7);
  expect([answer.status, answer.json.run_retention_days]).toEqual([200, 7]);
  const make = async ({ client }: typeof keeping) =>
    (await client.create({ input: 'Say something', routing: 'first' })).json.id;
  const [kept, young, old] = [await make(keeping), await make(erasing), await make(erasing)];
  const live = await erasing.client.create({ input: 'Hang [[hang]]', routing: 'first', background: true });
  const { db } = service.app.context;
  const aged = [kept, old, live.json.id];
  await db.query(sql`alter table runs disable trigger user`);
  await db.query(
    sql`update runs set created_at = created_at - interval '8 days', finished_at = finished_at - interval '8 days'
        where id = any(${aged})`,
  );
  await db.query(sql`alter table runs enable trigger user`);
  await expect.poll(async () => (await erasing.client.get(`/v1/responses/${old}`)).status, SOON).toBe(404);
  expect((await erasing.client.get(`/v1/responses/${young}`)).status).toBe(200);
  expect((await erasing.client.get(`/v1/responses/${live.json.id}`)).status).toBe(200);
  expect((await keeping.client.get(`/v1/responses/${kept}`)).status).toBe(200);
  expect((await set(null)).json.run_retention_days).toBeNull();
});
