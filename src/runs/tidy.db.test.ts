import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedRunner, scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { tidy } from './tidy.ts';

/** The first instance accepts and the second executes, so that the test sees the state in between. */
let api: TestApp;
let worker: TestApp | null = null;
let runner: ScriptedRunner;
const quick: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 250), signal) };

beforeAll(async () => {
  runner = scriptedRunner('first');
  api = await startTestApp({ runners: [runner], role: 'api' });
});
afterAll(async () => {
  await worker?.[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const db = () => api.app.context.db;
const jobs = () => db().query(sql`select state from pgboss.job`);

async function create(input: string): Promise<string> {
  return (await api.client.create({ input, routing: 'first', background: true })).json.id;
}

async function abandon(): Promise<void> {
  await db().query(
    sql`update runs set lease_expires_at = now() - interval '10 seconds' where finished_at is null`,
  );
}

test('a waiting run whose job is gone or dead gets a new one, once, from any instance', async () => {
  const ids = [await create('Lost'), await create('Failed'), await create('Fine')];
  await db().query(sql`delete from pgboss.job where data ->> 'subject' = ${ids[0]}`);
  await db().query(sql`update pgboss.job set state = 'failed' where data ->> 'subject' = ${ids[1]}`);
  await abandon();
  await Promise.all([tidy(api.app.context), tidy(api.app.context), tidy(api.app.context)]);
  const waiting = await db().query(
    sql`select data ->> 'subject' as run from pgboss.job where state in ('created', 'retry') order by 1`,
  );
  expect(waiting).toEqual(ids.toSorted().map((run) => ({ run })));
  worker = await startTestApp({
    runners: [runner],
    databaseUrl: api.databaseUrl,
    role: 'worker',
    clock: quick,
  });
  for (const id of ids) expect(await api.client.untilOver(id)).toMatchObject({ status: 'completed' });
  expect(runner.executed).toHaveLength(3);
});

test('jobs deleted in every state of a run do not keep it from its end', async () => {
  const ids = await Promise.all([create('Waiting'), create('Slow [[after=1500]]')]);
  await expect.poll(() => runner.executed.length, SOON).toBeGreaterThan(3);
  await db().query(sql`delete from pgboss.job`);
  await abandon();
  for (const id of ids) expect(await api.client.untilOver(id)).toMatchObject({ status: 'completed' });
  await expect.poll(jobs, SOON).toEqual([]);
});

test('a run that cannot be ended does not keep the others from their end', async () => {
  const [poison = '', overdue = ''] = [
    await create('Hang [[hang]]'),
    await create('Hang [[hang]]'),
  ].toSorted();
  await db().script(
    `create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'scripted'; end $$;
           create trigger refuse_end before update on runs for each row
           when (new.id = '${poison}' and new.finished_at is not null) execute function refuse_end();`,
    10_000,
  );
  await db().query(sql`update runs set expires_at = now() where id in (${poison}, ${overdue})`);
  await tidy(api.app.context);
  const over = await db().query(
    sql`select id, finished_at is not null as over from runs where id in (${poison}, ${overdue}) order by id`,
  );
  expect(over).toEqual([
    { id: poison, over: false },
    { id: overdue, over: true },
  ]);
  await db().query({ text: 'drop trigger refuse_end on runs', values: [] });
});
