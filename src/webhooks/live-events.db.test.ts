import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { readEvents } from '../../test/support/read-events.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('first'), scriptedRunner('second')] });
});
afterAll(() => service[Symbol.asyncDispose]());

test('a stream tells the ends of runs without any endpoint, and only those of its workspace', async () => {
  const other = await addWorkspace(service);
  const open = Promise.withResolvers<void>();
  const listening = readEvents(service.client, '/v1/events?stream=true', { atMost: 2, onOpen: open.resolve });
  await open.promise;
  const run = (client: typeof service.client) => client.create({ input: 'Read it', routing: 'first' });
  await run(other.client);
  const { json: one } = await run(service.client);
  const { json: two } = await run(service.client);
  const { events, headers } = await listening;
  expect(headers.get('content-type')).toContain('text/event-stream');
  expect(events).toMatchObject([
    {
      object: 'svc.event',
      type: 'response.completed',
      sequence: 1,
      data: { id: one.id, output_text: one.output_text },
    },
    { object: 'svc.event', type: 'response.completed', data: { id: two.id } },
  ]);
  expect(events[0].id).toMatch(/^evt_[0-9a-f]{32}$/);

  const after = encodeURIComponent(events[0].created_at);
  const again = await readEvents(service.client, `/v1/events?stream=true&starting_after=${after}`, {
    atMost: 2,
  });
  expect(again.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  const { json } = await service.client.get(`/v1/events?starting_after=${after}`);
  expect(json).toEqual({ object: 'list', data: events, has_more: false, next_starting_after: null });
});

test('a notice tells a listener of a run of its workspace', async () => {
  const { bell } = service.app.context.webhooks;
  const { json } = await service.client.create({ input: 'Read it', routing: 'first' });
  const [row] = await service.app.context.db.query<{ workspace_id: string }>(
    sql`select workspace_id from runs where id = ${json.id}`,
  );
  using ear = bell.listen(row?.workspace_id ?? '');
  const next = await service.client.create({ input: 'Read it', routing: 'first' });
  // The listener's own looks name no run.
  await expect.poll(() => ear.next(50, new AbortController().signal)).toContain(next.json.id);
});

test('a listener of another workspace hears nothing, and looks by itself when its time is over', async () => {
  const { bell } = service.app.context.webhooks;
  using ear = bell.listen('ws_none');
  await service.client.create({ input: 'Read it', routing: 'first' });
  expect(await ear.next(50, new AbortController().signal)).toEqual([]);
});

test('a stream that asks for them also tells new runs and attempts that ended before their run', async () => {
  const open = Promise.withResolvers<void>();
  const types = 'response.created,response.in_progress,response.completed';
  const listening = readEvents(service.client, `/v1/events?stream=true&types=${types}`, {
    atMost: 3,
    onOpen: open.resolve,
  });
  await open.promise;
  const { json } = await service.client.create({
    input: 'Read it [[first|fail=site:down:The site is down]]',
    routing: ['first', 'second'],
  });
  const { events } = await listening;
  expect(events.map(({ type, data }) => [type, data.id])).toEqual(
    types.split(',').map((type) => [type, json.id]),
  );
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

test('a new run is told at once, long before it ends', async () => {
  const open = Promise.withResolvers<void>();
  const listening = readEvents(service.client, '/v1/events?stream=true&types=response.created', {
    atMost: 1,
    onOpen: open.resolve,
  });
  await open.promise;
  const { json } = await service.client.create({ input: '[[hang]]', routing: 'first', background: true });
  const { events } = await listening;
  expect(events).toMatchObject([{ type: 'response.created', data: { id: json.id, status: 'in_progress' } }]);
  await service.client.post(`/v1/responses/${json.id}/cancel`);
});

test('the end of a run is told however long ago the run began', async () => {
  const { json: old } = await service.client.create({
    input: '[[hang]]',
    routing: 'first',
    background: true,
  });
  await service.app.context.db.query(
    sql`update runs set created_at = created_at - interval '9 days' where id = ${old.id}`,
  );
  const { json: ended } = await service.client.post(`/v1/responses/${old.id}/cancel`);
  const after = encodeURIComponent(ended.svc.finished_at);
  const { json } = await service.client.get(`/v1/events?starting_after=${after}`);
  expect(json.data.map(({ data }: { data: { id: string } }) => data.id)).toContain(old.id);
});

test('a list goes on past any number of events of one moment, also where a page shows none of the asked type', async () => {
  const crowd = await addWorkspace(service);
  const { json: first } = await crowd.client.create({ input: 'Read it', routing: 'first' });
  await service.app.context.db.query(
    sql`insert into runs select (jsonb_populate_record(r, jsonb_build_object('id', 'resp_' || md5(r.id || n)))).*
        from runs r, generate_series(1, 120) n where r.id = ${first.id}`,
  );
  const { json: failed } = await crowd.client.create({ input: 'Read it [[fail]]', routing: 'first' });
  const walk = async (types: string) => {
    const ids: string[] = [];
    for (let after = first.svc.created_at, pages = 0; after && pages < 9; pages += 1) {
      const query = new URLSearchParams({ starting_after: after, ...(types && { types }) });
      const { json } = await crowd.client.get(`/v1/events?${query}`);
      ids.push(...json.data.map(({ data }: { data: { id: string } }) => data.id));
      after = json.next_starting_after;
    }
    return new Set(ids);
  };
  const all = await walk('');
  expect([all.size, all.has(failed.id)]).toEqual([122, true]);
  expect(await walk('response.failed')).toEqual(new Set([failed.id]));
});

test.each(['response.nonsense', '', 'long_task.failed'])('no events of the type "%s"', async (types) => {
  const { status, json } = await service.client.get(`/v1/events?types=${types}`);
  expect([status, json.error]).toMatchObject([400, { param: 'types' }]);
});

test('a stop of the service ends a stream', async () => {
  await using stopping = await startTestApp({ runners: [scriptedRunner('first')] });
  const open = Promise.withResolvers<void>();
  const listening = readEvents(stopping.client, '/v1/events?stream=true', {
    atMost: 1,
    onOpen: open.resolve,
  });
  await open.promise;
  const startedAt = performance.now();
  await stopping.app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 0 });
  expect((await listening).events).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

test('a time that is none is refused', async () => {
  const { status, json } = await service.client.get('/v1/events?starting_after=yesterday');
  expect([status, json.error]).toMatchObject([400, { param: 'starting_after' }]);
});
