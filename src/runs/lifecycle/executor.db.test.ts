import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../../test/support/database-proxy.ts';
import { type ScriptedRunner, scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { findBreaks } from '../../billing/breaks.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { DirectRunner } from '../../runners/contract.ts';
import { replaceJobStatement } from './leases.ts';

/** Two instances on one database that look around often; `here` reaches it through a proxy and may stand still. */
let resources: AsyncDisposableStack;
let liveAttempt: TestApp;
let there: TestApp;
let proxy: DatabaseProxy;
let first: ScriptedRunner;
let second: ScriptedRunner;
const quick: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 250), signal) };
let stoodStillMs = 0;

beforeAll(async () => {
  resources = new AsyncDisposableStack();
  const database = resources.use(await createTestDatabase());
  proxy = resources.use(await startDatabaseProxy(database.url));
  first = scriptedRunner('first');
  second = scriptedRunner('second');
  const clock: Clock = { ...quick, mono: () => systemClock.mono() + stoodStillMs };
  const runners = [first, second, deaf, unusable];
  liveAttempt = resources.use(await startTestApp({ runners, databaseUrl: proxy.url, clock }));
  there = resources.use(await startTestApp({ runners, databaseUrl: database.url, clock: quick }));
});
afterEach(() => proxy.heal());
afterAll(() => resources.disposeAsync());

/** Goes on when it is told to stop. */
const deaf: DirectRunner = {
  ...scriptedRunner('deaf'),
  run: () => new Promise(() => undefined),
};

/** Breaks its contract in a way that only shows when its result is written down. */
const unusable: DirectRunner = {
  ...scriptedRunner('unusable'),
  run: async () => ({ ok: true, output: 'Fine', page: null, files: null as never, costMicroUsd: null }),
};

const db = () => there.app.context.db;

async function begin(input: string, routing: unknown = 'first', at = liveAttempt): Promise<string> {
  const { status, json } = await at.client.create({ input, routing, background: true });
  expect(status).toBe(202);
  return json.id;
}

/** As if the run had been abandoned for long: its lease has lapsed and pg-boss has given its job up. */
async function expire(id: string): Promise<void> {
  await db().query(sql`update runs set lease_expires_at = now() - interval '1 second' where id = ${id}`);
  await giveUpJob(id);
}

async function giveUpJob(id: string): Promise<void> {
  await db().query(
    sql`update pgboss.job set state = 'retry', start_after = now() where id = (select job_id from runs where id = ${id})`,
  );
}

async function runRow(id: string) {
  const [row] = await db().query<{
    fence: number;
    job_id: string;
    workspace_id: string;
    owner: string;
    held: number;
    holds: number;
  }>(
    sql`select fence, job_id, workspace_id, owner, held_micro as held,
               (select held_micro from balances b where b.workspace_id = r.workspace_id) as holds
        from runs r where id = ${id}`,
  );
  if (!row) throw new Error('no such run');
  return row;
}

function jobStates(id: string): Promise<unknown> {
  return db().query(sql`select state from pgboss.job j join runs r on r.job_id = j.id where r.id = ${id}`);
}

async function attemptsOf(id: string): Promise<Array<{ runner: string; status: string; charges: number }>> {
  return db().query(
    sql`select runner, status,
               (select count(*) from ledger_entries where reference = 'attempt:' || attempts.id) as charges
        from attempts where run_id = ${id} order by ordinal`,
  );
}

async function expectSettled(id: string): Promise<void> {
  expect(await findBreaks(db())).toEqual([]);
  expect(await runRow(id)).toMatchObject({ held: 0, holds: 0, owner: null });
  // Where the reply to a commit was lost, its job goes a moment later.
  await expect
    .poll(() => db().query(sql`select 1 from pgboss.job where data ->> 'subject' = ${id}`), {
      timeout: 30_000,
    })
    .toEqual([]);
}

const liveHere = async () => (await liveAttempt.client.get('/status')).json.live_run_ratio;

const executed = () => [...first.executed, ...second.executed];

test('a run whose owner fell silent is taken over, and a later result of the owner does not count', async () => {
  const id = await begin('Slow [[after=4000]]');
  proxy.blackhole();
  await expire(id);
  await expect.poll(async () => (await runRow(id)).fence, SOON).toBe(2);
  proxy.heal();
  expect(await there.client.untilOver(id)).toMatchObject({ status: 'completed', svc: { runner: 'first' } });
  await expect.poll(liveHere, SOON).toBe(0);
  expect(await attemptsOf(id)).toEqual([
    { runner: 'first', status: 'lost', charges: 0 },
    { runner: 'first', status: 'finished', charges: 1 },
  ]);
  await expectSettled(id);
});

test('an owner that cannot renew its lease stops by itself after 20 seconds', async () => {
  const id = await begin('Hang [[hang]]');
  const [attempt] = await db().query<{ id: string }>(sql`select id from attempts where run_id = ${id}`);
  proxy.blackhole();
  stoodStillMs += 21_000;
  await expect.poll(() => first.aborted.includes(attempt?.id ?? ''), SOON).toBe(true);
  await there.client.post(`/v1/responses/${id}/cancel`);
});

test('an owner that stood still goes on when no other took its run', async () => {
  const id = await begin('Slow [[after=1500]]');
  stoodStillMs += 25_000;
  expect(await liveAttempt.client.untilOver(id)).toMatchObject({ status: 'completed' });
  expect(await attemptsOf(id)).toEqual([{ runner: 'first', status: 'finished', charges: 1 }]);
});

test('a job that pg-boss gave up too early harms neither the run nor its lease', async () => {
  const id = await begin('Slow [[after=5000]]');
  const before = await runRow(id);
  await giveUpJob(id);
  // The owner gets a job of its own again: it takes the old one back or replaces the one that another looked at.
  await expect
    .poll(
      () => db().query(sql`select state from pgboss.job j join runs r on r.job_id = j.id where r.id = ${id}`),
      SOON,
    )
    .toEqual([{ state: 'active' }]);
  expect(await there.client.untilOver(id)).toMatchObject({ status: 'completed' });
  expect(before.fence).toBe(1);
  expect(await attemptsOf(id)).toEqual([{ runner: 'first', status: 'finished', charges: 1 }]);
  await expectSettled(id);
});

test('an owner that lost its run to the next one does not exchange the job, which has the same id', async () => {
  const id = await begin('Hang [[hang]]');
  // The owner makes the job of a run that lasts with its first renewal.
  await expect.poll(() => jobStates(id), SOON).toEqual([{ state: 'active' }]);
  const { job_id, fence, workspace_id: workspaceId } = await runRow(id);
  const next = crypto.randomUUID();
  await expect(
    db().batch([replaceJobStatement({ id, workspaceId, fence: fence - 1 }, job_id, next)]),
  ).rejects.toThrow('superseded');
  await db().batch([replaceJobStatement({ id, workspaceId, fence }, job_id, next)]);
  expect(await runRow(id)).toMatchObject({ job_id: next });
  await there.client.post(`/v1/responses/${id}/cancel`);
});

test('an owner whose job was deleted makes a new one', async () => {
  const id = await begin('Slow [[after=5000]]');
  const { job_id } = await runRow(id);
  await db().query(sql`delete from pgboss.job where id = ${job_id}`);
  await expect.poll(async () => (await runRow(id)).job_id, SOON).not.toBe(job_id);
  expect(await jobStates(id)).toEqual([{ state: 'active' }]);
  expect(await there.client.untilOver(id)).toMatchObject({ status: 'completed' });
  await expectSettled(id);
});

test.each([
  ['the dispatch of an attempt', 'dispatch_attempt'],
  ['a result in the middle', 'settle_attempt'],
  ['the end of the run', 'finish_run'],
])('a lost reply to the commit of %s has no second effect and costs no time', async (_name, statement) => {
  const swallowed = proxy.swallowCommit(statement);
  const id = await begin('Try [[after=100]] [[first|fail=runner:nope:It did not work]]', ['first', 'second']);
  await swallowed;
  expect(await liveAttempt.client.untilOver(id, 20_000)).toMatchObject({
    svc: { runner: 'second', fallback_from: ['first'] },
  });
  expect(await attemptsOf(id)).toEqual([
    { runner: 'first', status: 'finished', charges: 1 },
    { runner: 'second', status: 'finished', charges: 1 },
  ]);
  expect(new Set(executed()).size).toBe(executed().length);
  await expectSettled(id);
});

test('a lost reply to the commit of an admission is found out: the run is there once and the caller has it', async () => {
  const countRuns = () => db().query<{ runs: number }>(sql`select count(*) as runs from runs`);
  const [before] = await countRuns();
  const swallowed = proxy.swallowCommit('insert_run');
  const id = await begin('Once [[after=100]]');
  await swallowed;
  expect(await liveAttempt.client.untilOver(id, 20_000)).toMatchObject({ status: 'completed' });
  expect(await countRuns()).toEqual([{ runs: (before?.runs ?? 0) + 1 }]);
  expect(new Set(executed()).size).toBe(executed().length);
  await expectSettled(id);
});

test('a database that is away for seconds is waited for with the result in hand', async () => {
  const id = await begin('Slow [[after=500]]');
  const before = first.ended.length;
  proxy.refuse();
  await expect.poll(() => first.ended.length, SOON).toBe(before + 1);
  const dialled = proxy.dialled();
  await expect.poll(() => proxy.dialled(), SOON).toBeGreaterThan(dialled + 2);
  proxy.heal();
  expect(await liveAttempt.client.untilOver(id)).toMatchObject({ status: 'completed' });
  expect(await attemptsOf(id)).toEqual([{ runner: 'first', status: 'finished', charges: 1 }]);
});

test('a result that cannot be written down fails the attempt and not the run', async () => {
  const id = await begin('Try', ['unusable', 'second']);
  const over = await liveAttempt.client.untilOver(id);
  expect(over).toMatchObject({ status: 'completed', svc: { runner: 'second' } });
  expect(over.svc.routing_attempts[0]).toMatchObject({ error: { code: 'result_unusable' }, cost_usd: 0 });
});

test('a drained instance hands its runs over within five seconds', async () => {
  const leaving = await startTestApp({ runners: [first], databaseUrl: there.databaseUrl, clock: quick });
  const ids = await Promise.all([
    begin('Slow [[after=3000]]', 'first', leaving),
    begin('Slow [[after=3000]]', 'first', leaving),
  ]);
  await leaving.app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 100 });
  const drained = performance.now();
  for (const id of ids) await expect.poll(async () => (await runRow(id)).fence, SOON).toBe(3);
  expect(performance.now() - drained).toBeLessThan(15_000);
  for (const id of ids) {
    const over = await there.client.untilOver(id);
    expect(over.svc.routing_attempts).toMatchObject([{ error: { code: 'executor_left' } }, { error: null }]);
  }
});

test('a runner that does not stop when told does not hold up the drain', async () => {
  const leaving = await startTestApp({ runners: [deaf], databaseUrl: there.databaseUrl, clock: quick });
  const id = await begin('Hang', 'deaf', leaving);
  const startedAt = performance.now();
  await leaving.app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 100 });
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  await there.client.post(`/v1/responses/${id}/cancel`);
});
