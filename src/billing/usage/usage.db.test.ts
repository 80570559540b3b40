import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addUp } from './store.ts';

let service: TestApp;
let tenant: AddedWorkspace;
const lines: string[] = [];

beforeAll(async () => {
  service = await startTestApp({
    runners: ['one', 'two'].map((slug) => scriptedRunner(slug)),
    onLog: (line) => lines.push(line),
  });
  tenant = await addWorkspace(service);
  await service.app.context.db.query(
    sql`update workspaces set topped_up_at = db_now() where id = ${tenant.workspaceId}`,
  );
  const limited = (await tenant.client.post('/v1/keys', { name: 'Second' })).json;
  for (const [client, input, routing] of [
    [tenant.client, 'Say [[cost=100000]]', 'one'],
    [tenant.client, 'Fail [[one|fail=runner:broken:It broke]] [[cost=200000]]', ['one', 'two']],
    [tenant.client.withKey(limited.key), 'Say [[cost=400000]]', 'two'],
  ] as const) {
    const url = client === tenant.client ? undefined : `${service.app.demoOrigin}/`;
    const metadata =
      routing === 'one' ? { team: 'shop', 'what=ever': 'x' } : routing === 'two' ? { team: 'search' } : {};
    const { status, json } = await client.create({ input, routing, url, metadata });
    expect(status, JSON.stringify(json)).toBe(200);
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const usage = async (query = '') => (await tenant.client.get(`/v1/billing/usage${query}`)).json;

/** As if all of it had happened a while ago: the next look adds it up. */
async function age(): Promise<void> {
  const { db } = service.app.context;
  await db.script(
    `begin; set local session_replication_role = replica;
     update ledger_entries set created_at = created_at - interval '10 minutes';
     update usage_mark set added_until = (select min(created_at) from ledger_entries); commit`,
    5_000,
  );
  while (await addUp(db));
}

async function statements() {
  return {
    days: await usage(),
    all: await usage('?group_by=site,key,runner,day'),
    runner: await usage('?group_by=runner'),
  };
}

test('a statement tells the same before and after it was added up', async () => {
  const before = await statements();
  expect(before.days.data).toHaveLength(1);
  expect(before.days.total).toMatchObject({
    attempts: 4,
    runner_usd: 0.9,
    platform_fee_usd: 0.045,
    normalization_usd: 0,
    total_usd: 0.945,
  });
  expect(
    before.runner.data.map((row: { runner: string; attempts: number }) => [row.runner, row.attempts]),
  ).toEqual([
    ['one', 2],
    ['two', 2],
  ]);
  expect(before.all.group_by).toEqual(['day', 'runner', 'key', 'site']);
  expect(before.all.data.map((row: { site: string }) => row.site).toSorted()).toEqual(['', '', '127.0.0.1']);
  expect(new Set(before.all.data.map((row: { key_id: string }) => row.key_id)).size).toBe(2);
  await age();
  const [row] = await service.app.context.db.query(
    sql`select count(*)::int as rows from usage_days where workspace_id = ${tenant.workspaceId}`,
  );
  expect(row?.rows).toBe(3);
  expect(await statements()).toEqual(before);
  await service.app.context.db.query(
    sql`update usage_mark set added_until = db_now() - interval '3 minutes'`,
  );
  await Promise.all([addUp(service.app.context.db), addUp(service.app.context.db)]);
  expect(await statements()).toEqual(before);
});

test('by tag: a run counts for each of its tags, and the total counts it once', async () => {
  const tagged = await usage('?group_by=tag');
  expect(tagged.data.map((row: { tag: string; total_usd: number }) => [row.tag, row.total_usd])).toEqual([
    ['', 0.42],
    ['team=search', 0.42],
    ['team=shop', 0.105],
    ['what=ever=x', 0.105],
  ]);
  expect(tagged.total).toEqual((await usage()).total);
  expect((await usage('?group_by=tag&from=2026-01-01&to=2026-01-02')).data).toEqual([]);
});

test('as CSV, for a spreadsheet', async () => {
  const response = await fetch(`${service.app.url}/v1/billing/usage?group_by=runner&format=csv`, {
    headers: { 'x-api-key': tenant.key },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header, ...rows] = (await response.text()).trimEnd().split('\r\n');
  expect(header).toBe('runner,attempts,runner_usd,platform_fee_usd,normalization_usd,total_usd');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['one', 'two']);
});

test.each([
  '?from=2026-01-02&to=2026-01-01',
  '?from=2020-01-01',
  '?from=yesterday',
  '?to=0000-12-31',
  '?to=0001-01-01',
  '?group_by=user',
  '?group_by=',
  '?group_by=tag,day',
  '?format=xml',
])('%s is refused', async (query) => {
  const { status, json } = await tenant.client.get(`/v1/billing/usage${query}`);
  expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'invalid_request' });
});

test('credits that run out are said once in the log, and in `me`', async () => {
  const poor = await addWorkspace(service, 1_100_000);
  expect((await poor.client.get('/v1/me')).json.low_balance).toBe(false);
  await poor.client.create({ input: 'Costly [[cost=500000]]', routing: 'one' });
  expect((await poor.client.get('/v1/me')).json.low_balance).toBe(true);
  await using _other = await startTestApp({
    runners: [scriptedRunner('one')],
    databaseUrl: service.databaseUrl,
    onLog: (line) => lines.push(line),
  });
  const said = () =>
    lines.filter((line) => line.includes(poor.workspaceId) && line.includes('credits are running out'));
  await expect.poll(said, SOON).toHaveLength(1);
});
