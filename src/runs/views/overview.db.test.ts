import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addUpRuns } from './run-days.ts';

let service: TestApp;
beforeAll(async () => {
  const price = { unit: 'task' as const, microUsd: 10_000, typicalTaskMicroUsd: 10_000 };
  service = await startTestApp({ runners: [scriptedRunner('first', { price })] });
});
afterAll(() => service[Symbol.asyncDispose]());

const NONE = { runs: 0, finished: 0, succeeded: 0, spend_usd: 0, median_ms: null };

test('a workspace without runs has no figures and a first task', async () => {
  const { client } = await addWorkspace(service);
  const { json } = await client.get('/v1/overview');
  expect(json).toMatchObject({ today: NONE, week: NONE, live: 0, waiting: 0, ever: false });
  expect(json.days).toHaveLength(8);
  expect(json.demo).toMatchObject({ task: expect.any(String), url: expect.stringMatching(/^http/) });
});

test('today, the week before, the live runs, and nothing of another workspace', async () => {
  const { client } = await addWorkspace(service);
  const { client: stranger } = await addWorkspace(service);
  const make = (input: string, more = {}) => client.create({ input, routing: 'first', ...more });
  await make('Say something');
  await make('List the sold-out kettles [[output=[]]]');
  await make('Try [[fail=site:down:The site is down]]');
  await make('Hang [[hang]]', { background: true });
  const { json: old } = await make('Say something else');
  // A run that is over may change no more: its past is written as another row.
  await service.app.context.db.query(
    sql`insert into runs (id, workspace_id, created_at, status, request, routing_class, plan, expires_at, job_id, runner,
                          outcome, finished_at)
        select 'resp_' || repeat('a', 32), workspace_id, created_at - interval '2 days', status, request, routing_class, plan,
               expires_at, job_id, runner, outcome, created_at - interval '2 days' + interval '4 seconds'
        from runs where id = ${old.id}`,
  );
  const { db } = service.app.context;
  await db.query(sql`update run_days_mark set added_until = db_now() - interval '3 days'`);
  const { json } = await client.get('/v1/overview');
  expect(json.today).toMatchObject({ runs: 5, finished: 4, succeeded: 3, median_ms: expect.any(Number) });
  expect(json.today.spend_usd).toBeGreaterThanOrEqual(0.04);
  expect(json.week).toMatchObject({ runs: 1, finished: 1, succeeded: 1, spend_usd: 0 });
  expect(Math.abs(json.week.median_ms - 4_000)).toBeLessThanOrEqual(40);
  expect(json.days.map((day: { runs: number }) => day.runs)).toEqual([0, 0, 0, 0, 0, 1, 0, 5]);
  expect(json).toMatchObject({ live: 1, waiting: 0, ever: true });
  expect((await stranger.get('/v1/overview')).json).toMatchObject({ today: NONE, ever: false });
  while (await addUpRuns(db));
  expect((await client.get('/v1/overview')).json).toEqual(json);
  expect(
    await db.query(
      sql`select day from run_days where workspace_id = (select workspace_id from runs where id = ${old.id})`,
    ),
  ).toHaveLength(1);
});
