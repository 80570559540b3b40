import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
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

test('an Enterprise workspace chooses its retention', async () => {
  const { client, workspaceId } = await addWorkspace(service);
  await service.app.context.db.query(
    sql`update workspaces set plan = 'enterprise' where id = ${workspaceId}`,
  );
  expect((await patch(client, '24h')).json).toMatchObject({ plan: 'enterprise', retention: '24h' });
  expect((await client.get('/v1/workspace')).json.retention).toBe('24h');
});

test('a purge deletes finished runs and leaves the others', async () => {
  const { client } = await addWorkspace(service);
  const done = await client.create({ input: 'Say something', routing: 'first' });
  const live = await client.create({ input: 'Hang [[hang]]', routing: 'first', background: true });
  expect((await client.post('/v1/workspace/purge')).json.removed).toEqual({ runs: 1 });
  expect((await client.get(`/v1/responses/${done.json.id}`)).status).toBe(404);
  expect((await client.get(`/v1/responses/${live.json.id}`)).status).toBe(200);
});

test('a deleted account leaves nothing but its payments, and says what went', async () => {
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
