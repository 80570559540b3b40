import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
let few: AddedWorkspace;
let many: AddedWorkspace;
const ids: Record<string, string> = {};

const RUNS: Record<string, Record<string, unknown>> = {
  kettle: { input: 'What does the Camp Kettle cost?', metadata: { team: 'shop', '=cmd': '1' } },
  pinned: { input: 'Say "hi", then =1+1', routing: 'second', metadata: { team: 'search' } },
  chain: { input: 'Say [[first|fail=runner:nope:No|cost=30000]]', routing: ['first', 'second'] },
  failed: { input: 'Try [[fail=site:down:The site is down]]', routing: 'first' },
  blocked: { input: 'Über Öl [[fail=site:captcha:A captcha]]', routing: 'first' },
  running: { input: 'Hang [[hang]]', background: true },
};

beforeAll(async () => {
  const price = { unit: 'task' as const, microUsd: 10_000, typicalTaskMicroUsd: 10_000 };
  service = await startTestApp({
    runners: ['first', 'second'].map((slug) => scriptedRunner(slug, { price })),
  });
  few = await addWorkspace(service);
  many = await addWorkspace(service);
  for (const [name, body] of Object.entries(RUNS)) ids[name] = (await few.client.create(body)).json.id;
  await db().query(sql`update runs set domain = 'shop.example' where id = ${ids.running}`);
  const { json } = await many.client.create({ input: 'Say something', routing: 'first' });
  // 2,600 runs; the words "rare pearl" stand in one, far behind the stretch that a filter looks at.
  await db().slowQuery(
    sql`insert into runs (id, workspace_id, created_at, status, request, routing_class, plan, expires_at, job_id, runner,
                          outcome, finished_at)
        select 'resp_' || lpad(to_hex(n), 32, '0'), workspace_id, created_at - (2600 - n) * interval '1 minute', status,
               case when n = 100 then jsonb_set(request::jsonb, '{task,goal}', '"Find the rare pearl"')::json else request end,
               routing_class, plan, expires_at, job_id, runner, outcome, finished_at
        from runs, generate_series(1, 2599) as n where id = ${json.id}`,
    30_000,
  );
});
afterAll(() => service[Symbol.asyncDispose]());

const db = () => service.app.context.db;
const names = (data: Array<{ id: string }>) =>
  data.map((run) => Object.entries(ids).find(([, id]) => id === run.id)?.[0]);
const rows = async (query: string, client = few.client) => (await client.get(`/v1/runs/rows?${query}`)).json;

test('a row has the fields of a list', async () => {
  const { data } = await rows('');
  expect(names(data)).toEqual(Object.keys(RUNS).reverse());
  const of = (name: string) => data.find(({ id }: { id: string }) => id === ids[name]);
  expect(of('kettle')).toMatchObject({
    object: 'svc.run_row',
    status: 'succeeded',
    verdict: 'succeeded',
    confidence: expect.any(Number),
    task: 'What does the Camp Kettle cost?',
    routing: 'smart',
    attempts: 1,
    cost_usd: 0.01,
    error: null,
    key_id: few.keyId,
    metadata: { team: 'shop', '=cmd': '1' },
  });
  expect(of('chain')).toMatchObject({ runner: 'second', attempts: 2 });
  expect(of('failed')).toMatchObject({ status: 'failed', error: { code: 'run_failed' } });
  expect(of('running')).toMatchObject({
    status: 'running',
    finished_at: null,
    timing_ms: null,
    verdict: null,
  });
});

test('a row has the cost of its run', async () => {
  const { data } = await rows('');
  for (const row of data) {
    const { json } = await few.client.get(`/v1/responses/${row.id}`);
    expect(row.cost_usd).toBe(json.svc.cost.total_usd);
  }
});

test.each([
  ['status=failed,blocked', ['blocked', 'failed']],
  ['verdict=blocked', ['blocked']],
  ['verdict=succeeded,failed', ['failed', 'chain', 'pinned', 'kettle']],
  ['runner=second', ['chain', 'pinned']],
  ['routing=runner,chain', ['blocked', 'failed', 'chain', 'pinned']],
  ['site=shop.example', ['running']],
  ['site=example', []],
  ['tag=team', ['pinned', 'kettle']],
  ['tag=team%3Dshop', ['kettle']],
  ['tag=team%3D', []],
  ['tag=%3Dcmd', []],
  ['min_cost_usd=0.02', ['chain']],
  ['max_cost_usd=0.005', ['running']],
  ['q=kettle', ['kettle']],
  ['q=KETT%20camp', ['kettle']],
  ['q=kettle%20pearl', []],
  ['q=ettle', []],
  ["q='%26!%20|", []],
  ['q=%C3%BCber%20%C3%B6l', ['blocked']],
  ['q=say&runner=second&routing=chain', ['chain']],
])('the filter %s leaves %j, in both lists', async (query, expected) => {
  expect(names((await rows(query)).data)).toEqual(expected);
  expect(names((await few.client.get(`/v1/runs?${query}`)).json.data)).toEqual(expected);
});

test('a filter by cost means the cost that a row shows: rounded fees, own keys and normalization', async () => {
  const paying = await addWorkspace(service);
  await db().query(sql`update workspaces set topped_up_at = db_now() where id = ${paying.workspaceId}`);
  const shape = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const tasks = [10, 30, 50, 333_333].map((micro) => ({ input: `Say something [[cost=${micro}]]` }));
  const normalized = { input: 'Get it [[output={"Name":"Kettle"}]]', normalize: true, output_schema: shape };
  for (const task of [...tasks, normalized]) await paying.client.create({ ...task, routing: 'first' });
  const { json: own } = await paying.client.create({ input: 'Say it under our key', routing: 'first' });
  await db().query(sql`update attempts set own_key = true where run_id = ${own.id}`);
  const { data } = await rows('', paying.client);
  expect(data.map((row: { cost_usd: number }) => row.cost_usd)).toEqual([
    0.0005, 0.1105, 0.35, 0.000052, 0.000032, 0.00001,
  ]);
  for (const { id, cost_usd } of data) {
    const query = `min_cost_usd=${cost_usd.toFixed(6)}&max_cost_usd=${cost_usd.toFixed(6)}`;
    expect((await rows(query, paying.client)).data).toMatchObject([{ id }]);
  }
});

test('a run past its time has the verdict of its object before anybody wrote it down', async () => {
  const { client } = await addWorkspace(service);
  const { json: hung } = await client.create({ input: 'Hang [[hang]]', background: true });
  await db().query(sql`update runs set expires_at = db_now() - interval '1 second' where id = ${hung.id}`);
  const { json } = await client.get(`/v1/responses/${hung.id}`);
  const { verdict, confidence } = json.svc.quality;
  expect((await rows('verdict=failed', client)).data).toMatchObject([{ id: hung.id, verdict, confidence }]);
});

test('a run is found by its id, and by the key that made it', async () => {
  expect(names((await rows(`q=${ids.failed}`)).data)).toEqual(['failed']);
  expect((await rows(`key_id=${few.keyId}`)).data).toHaveLength(6);
  expect((await rows(`key_id=${many.keyId}`)).data).toEqual([]);
});

test.each([
  'status=failed,nonsense',
  'verdict=good',
  'min_cost_usd=-1',
  'max_cost_usd=much',
  'tag=',
  'routing=',
])('the filter %s is refused', async (query) => {
  const { status, json } = await few.client.get(`/v1/runs/rows?${query}`);
  expect({ status, code: json.error.code, param: json.error.param }).toEqual({
    status: 400,
    code: 'invalid_list_filter',
    param: query.split('=')[0],
  });
});

test('rare words are found behind the stretch at once, common ones page to the end', async () => {
  expect((await rows('q=pearl', many.client)).data).toMatchObject([{ task: 'Find the rare pearl' }]);
  expect((await rows('q=pearl')).data).toEqual([]);
  let seen = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: unknown[]; next_starting_after: string | null } = await rows(
      `limit=100&q=say${cursor && `&starting_after=${cursor}`}`,
      many.client,
    );
    seen += page.data.length;
    cursor = page.next_starting_after;
  }
  expect(seen).toBe(2_599);
});

test('rare words of a run that goes on are found behind the stretch too', async () => {
  const id = `resp_${'e'.repeat(32)}`;
  // Another instance holds it.
  await db().query(
    sql`insert into runs (id, workspace_id, created_at, request, routing_class, plan, expires_at, job_id, owner, lease_expires_at)
        select ${id}, workspace_id, created_at, jsonb_set(request::jsonb, '{task,goal}', '"Polish the opal"')::json, routing_class,
               plan, db_now() + interval '1 hour', gen_random_uuid(), 'another', db_now() + interval '1 hour'
        from runs where workspace_id = ${many.workspaceId} and request->'task'->>'goal' = 'Find the rare pearl'`,
  );
  expect((await rows('q=opal', many.client)).data).toMatchObject([{ id, status: 'running' }]);
  expect((await rows('q=opal%20pearl', many.client)).data).toEqual([]);
  await db().query(sql`delete from runs where id = ${id} and workspace_id = ${many.workspaceId}`);
});

test('words of another workspace and of deleted runs are not found', async () => {
  const { json } = await few.client.create({ input: 'Look for zanzibar' });
  expect((await rows('q=zanzibar')).data).toHaveLength(1);
  expect((await rows('q=zanzibar', many.client)).data).toEqual([]);
  await few.client.delete(`/v1/responses/${json.id}`);
  expect((await rows('q=zanzibar')).data).toEqual([]);
});

test('CSV has every run that fits, and no formula', async () => {
  const get = (query: string, { key } = few) =>
    fetch(`${service.app.url}/v1/runs/rows?format=csv&${query}`, { headers: { 'x-api-key': key } });
  const answer = await get('');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('runs.csv');
  const lines = (await answer.text()).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^id,created_at,.*,error,metadata$/);
  expect(lines).toHaveLength(7);
  expect(lines.find((line) => line.startsWith(ids.pinned ?? ''))).toContain('"Say ""hi"", then =1+1"');
  const formula = await few.client.create({ input: '=HYPERLINK("x")', metadata: {} });
  const [, line] = (await (await get(`q=${formula.json.id}`)).text()).split('\r\n');
  expect(line).toContain(`"'=HYPERLINK(""x"")"`);
  const all = (await (await get('limit=3', many)).text()).trimEnd().split('\r\n');
  expect(all).toHaveLength(2_601);
});

test('many runs are cancelled or deleted, each with its own result', async () => {
  const hang = async () => (await few.client.create({ input: 'Hang [[hang]]', background: true })).json.id;
  const [one, two, foreign] = [
    await hang(),
    await hang(),
    (await many.client.get('/v1/runs/rows?limit=1')).json.data[0].id,
  ];
  const cancelled = await few.client.post('/v1/runs/many', {
    action: 'cancel',
    ids: [one, foreign, two, 'nonsense', one],
  });
  const unknown = { ok: false, error: { code: 'response_not_found', message: expect.any(String) } };
  const fine = { ok: true, error: null };
  expect(cancelled.json.data).toEqual([
    { id: one, ...fine },
    { id: foreign, ...unknown },
    { id: two, ...fine },
    { id: 'nonsense', ...unknown },
    { id: one, ...fine },
  ]);
  expect((await few.client.get(`/v1/responses/${one}`)).json.status).toBe('cancelled');
  const removed = await few.client.post('/v1/runs/many', { action: 'delete', ids: [one, two, foreign] });
  expect(removed.json.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false]);
  expect((await few.client.get(`/v1/responses/${two}`)).status).toBe(404);
  expect((await many.client.get(`/v1/responses/${foreign}`)).status).toBe(200);
});

test.each([
  [{ action: 'cancel', ids: [] }, 'ids'],
  [{ action: 'cancel', ids: Array(101).fill('resp_x') }, 'ids'],
  [{ action: 'burn', ids: ['resp_x'] }, 'action'],
  [{ ids: ['resp_x'] }, 'action'],
])('%j is refused', async (body, param) => {
  const { status, json } = await few.client.post('/v1/runs/many', body);
  expect({ status, code: json.error.code, param: json.error.param }).toEqual({
    status: 400,
    code: 'invalid_request',
    param,
  });
});
