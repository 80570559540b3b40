import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
/** Has the few runs below. */
let few: AddedWorkspace;
/** Has 2,600 runs, newest first: 1,500 that succeeded, one that failed, 1,099 that succeeded. */
let many: AddedWorkspace;
const ids: Record<string, string> = {};

const RUNS: Record<string, Record<string, unknown>> = {
  smart: { input: 'Say something' },
  pinned: { input: 'Say something', routing: 'second' },
  chain: { input: 'Say [[first|fail=runner:nope:No]]', routing: ['first', 'second'] },
  failed: { input: 'Try [[fail=site:down:The site is down]]', routing: 'first' },
  blocked: { input: 'Try [[fail=site:captcha:A captcha]]', routing: 'first' },
  empty: { input: 'List the offers [[output=[]]]' },
  category: { input: 'Say something', routing: 'SOC2' },
  running: { input: 'Hang [[hang]]', background: true },
};

beforeAll(async () => {
  const runners = [scriptedRunner('first'), scriptedRunner('second'), scriptedRunner('browserbase')];
  service = await startTestApp({ runners });
  few = await addWorkspace(service);
  many = await addWorkspace(service);
  for (const [name, body] of Object.entries(RUNS)) ids[name] = (await few.client.create(body)).json.id;
  const { json } = await many.client.create({ input: 'Say something', routing: 'first' });
  await service.app.context.db.slowQuery(
    sql`insert into runs (id, workspace_id, created_at, status, request, routing_class, plan, expires_at, job_id, runner,
                          outcome, finished_at)
        select 'resp_' || lpad(to_hex(n), 32, '0'), workspace_id, created_at - (2600 - n) * interval '1 minute',
               case n when 1100 then 'failed' else status end, request, routing_class, plan, expires_at, job_id, runner,
               outcome, finished_at
        from runs, generate_series(1, 2599) as n where id = ${json.id}`,
    30_000,
  );
});
afterAll(() => service[Symbol.asyncDispose]());

const names = (data: Array<{ id: string }>) =>
  data.map((run) => Object.entries(ids).find(([, id]) => id === run.id)?.[0]);
const runs = async (query: string, client = few.client) => (await client.get(`/v1/runs?${query}`)).json;

test('runs are listed newest first', async () => {
  const page = await runs('');
  expect(names(page.data)).toEqual(Object.keys(RUNS).reverse());
  expect(page).toMatchObject({
    object: 'list',
    has_more: false,
    first_id: ids.running,
    last_id: ids.smart,
    next_starting_after: null,
  });
});

test.each([
  ['status=succeeded', ['category', 'chain', 'pinned', 'smart']],
  ['status=failed', ['failed']],
  ['status=blocked', ['blocked']],
  ['status=empty', ['empty']],
  ['status=running', ['running']],
  ['status=cancelled', []],
  ['status=needs_human', []],
  ['runner=second&routing=chain', ['chain']],
  ['runner=second&routing=runner', ['pinned']],
  ['runner=nobody', []],
  ['routing=smart', ['running', 'empty', 'smart']],
  ['routing=runner', ['blocked', 'failed', 'pinned']],
  ['routing=chain', ['chain']],
  ['routing=category', ['category']],
  ['routing=learning', []],
  ['status=succeeded&routing=runner', ['pinned']],
  ['status=succeeded&runner=second&routing=chain', ['chain']],
  ['parent_id=lt_1', []],
  ['created_after=2100-01-01T00:00:00Z', []],
  ['created_before=2000-01-01T00:00:00%2B02:00', []],
])('the filter %s leaves %j', async (query, expected) => {
  const page = await runs(query);
  expect(names(page.data)).toEqual(expected);
  expect(page.has_more).toBe(false);
});

test('runs are ordered by the time they show, then by id', async () => {
  const other = await addWorkspace(service);
  const made: string[] = [];
  for (let n = 0; n < 4; n += 1)
    made.push((await other.client.create({ input: 'Hang [[hang]]', background: true })).json.id);
  const [one = '', two = '', three = '', four = ''] = made;
  // As if the first two had met a database whose clock is later, within one millisecond.
  await service.app.context.db.query(
    sql`update runs set created_at = '2026-01-01T00:00:00Z'::timestamptz + (case id when ${one} then 8100 when ${two} then 8200 when ${three} then 5000 else 4000 end) * interval '1 microsecond'
        where id = any(${made}::text[])`,
  );
  const page = await runs('', other.client);
  expect(page.data.map(({ id }: { id: string }) => id)).toEqual([two, one, three, four]);
  const [newest, same, third] = page.data.map(({ created_at }: { created_at: string }) => created_at);
  expect(newest).toBe(same);
  const next = await runs(`limit=2&starting_after=${two}`, other.client);
  expect(next.data.map(({ id }: { id: string }) => id)).toEqual([one, three]);
  expect((await runs(`created_after=${third}`, other.client)).data).toHaveLength(2);
  expect((await runs(`created_before=${newest}`, other.client)).data).toHaveLength(2);
  expect((await runs(`created_after=${newest.replace('Z', '')}`, other.client)).data).toEqual([]);
  for (const id of made) await other.client.post(`/v1/responses/${id}/cancel`);
});

test('the bounds of time are strict', async () => {
  const { json } = await few.client.get(`/v1/responses/${ids.running}`);
  const at = json.svc.created_at;
  expect(names((await runs(`created_after=${at}&status=running`)).data)).toEqual([]);
  expect(names((await runs(`created_before=${at}&status=running`)).data)).toEqual([]);
  const [before, after] = [-1, 1].map((ms) => new Date(Date.parse(at) + ms).toISOString());
  expect(names((await runs(`created_after=${before}&created_before=${after}&status=running`)).data)).toEqual([
    'running',
  ]);
});

test.each([
  ['created_before=0000-01-01T00:00:00Z', []],
  ['created_before=0001-01-01T00:00:00%2B14:00', []],
  ['created_before=2000-01-01T00:00Z', []],
  ['created_after=2100-01-01t00:00:00z', []],
  ['created_after=2100-01-01T00:00%2B0200', []],
  ['created_after=2100-01-01T00:00:00%2B02', []],
  ['created_after=2100-01-01T00:00:00%2B23:59', []],
  ['created_after=2100-01-01T00:00:00-16:00', []],
  [`created_after=2100-01-01T00:00:00.${'1'.repeat(300)}Z`, []],
  ['created_after=9999-12-31T23:59:59.9999999Z', []],
  ['created_after=0001-01-01T00:00:00Z&status=blocked', ['blocked']],
  ['created_before=9999-12-31T23:59:59-12:00&status=blocked', ['blocked']],
])('every ISO 8601 date-time is a bound: %s', async (query, expected) => {
  expect(names((await runs(query)).data)).toEqual(expected);
});

test('a bound in another zone is the same moment', async () => {
  const { json } = await few.client.get(`/v1/responses/${ids.running}`);
  const inParis = (ms: number) =>
    new Date(Date.parse(json.svc.created_at) + 7_200_000 + ms).toISOString().replace('Z', '%2B0200');
  const between = (after: number, before: number) =>
    runs(`created_after=${inParis(after)}&created_before=${inParis(before)}&status=running`);
  expect(names((await between(-1, 1)).data)).toEqual(['running']);
  expect((await between(0, 1)).data).toEqual([]);
});

test.each([
  'status=completed',
  'status=',
  'routing=fast',
  'created_after=yesterday',
  'created_after=2026-08-13',
  'created_before=1755043200',
  'created_before=2026-13-01T00:00:00Z',
  'created_before=2026-02-30T00:00:00Z',
  'created_after=2026-08-13T00:00:00%2B24:00',
  'exclude_children=perhaps',
])('the filter %s is refused', async (query) => {
  const { status, json } = await few.client.get(`/v1/runs?${query}`);
  expect({ status, ...json.error }).toMatchObject({
    status: 400,
    code: 'invalid_list_filter',
    param: query.split('=')[0],
  });
});

test.each([
  ['limit=3', 3],
  ['limit=0', 1],
  ['limit=-5', 1],
  ['limit=1000', 100],
  ['limit=nonsense', 50],
  ['limit=', 50],
  ['limit=2.9', 2],
  ['', 50],
])('a page asked for with "%s" has %i runs', async (query, count) => {
  const page = await runs(query, many.client);
  expect(page.data).toHaveLength(count);
  expect(page).toMatchObject({ has_more: true, last_id: page.next_starting_after });
});

test('paging visits every run once', async () => {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: Array<{ id: string }>; next_starting_after: string | null; has_more: boolean } =
      await runs(`limit=3${cursor && `&starting_after=${cursor}`}`);
    seen.push(...page.data.map((run) => run.id));
    expect(page.has_more).toBe(page.next_starting_after !== null);
    cursor = page.next_starting_after;
  }
  expect(seen).toEqual(Object.values(ids).reverse());
});

test('a filter looks at a bounded stretch and says where to go on, even from an empty page', async () => {
  const stretches: Array<[found: number, hasMore: boolean]> = [];
  let cursor = '';
  for (let hasMore = true; hasMore; ) {
    const page = await runs(`status=failed${cursor && `&starting_after=${cursor}`}`, many.client);
    stretches.push([page.data.length, page.has_more]);
    hasMore = page.has_more;
    cursor = page.next_starting_after;
  }
  expect(stretches).toEqual([
    [0, true],
    [1, true],
    [0, false],
  ]);
});

test('a page that the stretch fills exactly goes on after its last run', async () => {
  const page = await runs('status=succeeded&limit=100', many.client);
  expect(page.data).toHaveLength(100);
  expect(page.next_starting_after).toBe(page.data[99].id);
});

test.each([
  ['an unknown id', `resp_${'f'.repeat(32)}`],
  ['something that is no id', 'nonsense'],
])('a cursor that is %s gives an empty last page', async (_name, cursor) => {
  const page = { object: 'list', data: [], has_more: false, first_id: null, last_id: null };
  expect(await runs(`starting_after=${cursor}`)).toEqual({ ...page, next_starting_after: null });
  expect((await few.client.get(`/v1/responses?after=${cursor}`)).json).toEqual(page);
});

test('a cursor of another workspace is unknown', async () => {
  expect((await runs(`starting_after=${ids.running}`, many.client)).data).toEqual([]);
});

test('a cursor stays good when its run is deleted', async () => {
  const { json } = await many.client.create({ input: 'Say something' });
  await many.client.request('DELETE', `/v1/responses/${json.id}`);
  expect((await runs(`starting_after=${json.id}`, many.client)).data).toHaveLength(50);
});

test('responses list the same runs in the form of the official pager', async () => {
  const { json } = await few.client.get('/v1/responses');
  expect(names(json.data)).toEqual(Object.keys(RUNS).reverse());
  expect(json).toMatchObject({ object: 'list', has_more: false, first_id: ids.running, last_id: ids.smart });
  const { json: page } = await few.client.get(`/v1/responses?limit=2&after=${ids.running}`);
  expect(names(page.data)).toEqual(['category', 'empty']);
  expect(page).toMatchObject({ has_more: true, last_id: ids.empty });
  expect((await many.client.get('/v1/responses')).json.data).toHaveLength(20);
  expect((await many.client.get('/v1/responses?limit=500')).json.data).toHaveLength(100);
});
