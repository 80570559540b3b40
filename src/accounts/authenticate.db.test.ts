import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';
import { mintKey } from './authenticate.ts';

let service: TestApp;
let second: TestApp;
let tenant: AddedWorkspace;

beforeAll(async () => {
  const runners = [scriptedRunner('only')];
  service = await startTestApp({ runners });
  second = await startTestApp({ runners, databaseUrl: service.databaseUrl });
  tenant = await addWorkspace(service);
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function me(headers: Record<string, string>, at = service): Promise<{ status: number; body: string }> {
  const response = await fetch(`${at.app.url}/api/v1/me`, { headers });
  return { status: response.status, body: await response.text() };
}

test.each([
  ['authorization', (key: string) => `Bearer ${key}`],
  ['authorization', (key: string) => `bearer   ${key}  `],
  ['x-api-key', (key: string) => key],
])('a key is taken from %s', async (name, value) => {
  const { status, body } = await me({ [name]: value(tenant.key) });
  expect(status).toBe(200);
  expect(JSON.parse(body).workspace_id).toBe(tenant.workspaceId);
});

test('a missing, malformed, unknown and revoked key get the same answer', async () => {
  const revoked = await addWorkspace(service);
  await service.app.context.db.query(
    sql`update api_keys set revoked_at = db_now() where id = ${revoked.keyId}`,
  );
  const key = tenant.key;
  const answers = await Promise.all(
    [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: key },
      { authorization: `Basic ${btoa(`${key}:`)}` },
      { authorization: `Bearer ${key} ${key}` },
      { authorization: `Bearer ${key.slice(0, -1)}` },
      { authorization: `Bearer ${key}x` },
      { authorization: `Bearer ${mintKey()}` },
      { authorization: `Bearer ${'x'.repeat(8_000)}` },
      { 'x-api-key': '' },
      { 'x-api-key': 'é' },
      { 'x-api-key': `Bearer ${key}` },
      { authorization: `Bearer ${revoked.key}` },
    ].map((headers) => me(headers as Record<string, string>)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(JSON.parse(answers[0]?.body ?? '').error).toMatchObject({
    code: 'invalid_api_key',
    type: 'authentication_error',
  });
});

test('a revoked key stops working on another instance within seconds', async () => {
  const leaving = await addWorkspace(service);
  const headers = { 'x-api-key': leaving.key };
  expect((await me(headers)).status).toBe(200);
  expect((await me(headers, second)).status).toBe(200);
  await service.app.context.db.query(
    sql`update api_keys set revoked_at = db_now() where id = ${leaving.keyId}`,
  );
  await expect
    .poll(async () => (await me(headers, second)).status, { timeout: 20_000, interval: 50 })
    .toBe(401);
});

test('a dump of the database holds no key', async () => {
  await tenant.client.create({ input: 'Say something' });
  const { db } = service.app.context;
  const tables = await db.query<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const dump: string[] = [];
  for (const { name } of tables)
    dump.push(JSON.stringify(await db.query(sql`select t::text as row from ${raw(name)} t`)));
  expect(dump.join()).toContain(tenant.workspaceId);
  for (const key of [tenant.key, TEST_KEY]) {
    for (const form of [
      key,
      key.slice(4),
      Buffer.from(key).toString('hex'),
      Buffer.from(key).toString('base64'),
    ])
      expect(dump.join()).not.toContain(form);
  }
});
