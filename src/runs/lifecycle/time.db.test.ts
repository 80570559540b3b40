import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedRunner, scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';

let service: TestApp;
let first: ScriptedRunner;
let second: ScriptedRunner;
let skewMs = 0;

/** Looks more often than in earnest, and can be put forward. */
const quickClock: Clock = {
  ...systemClock,
  mono: () => systemClock.mono() + skewMs,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 200), signal),
};

beforeAll(async () => {
  first = scriptedRunner('first');
  second = scriptedRunner('second');
  service = await startTestApp({ runners: [first, second], clock: quickClock });
});
afterAll(() => service[Symbol.asyncDispose]());

const db = () => service.app.context.db;
const background = (body: Record<string, unknown>) => service.client.create({ background: true, ...body });

async function contractOf(id: string): Promise<unknown> {
  const [row] = await db().query(
    sql`select round(extract(epoch from window_ends_at - created_at), 2)::float8 as window_s,
               round(extract(epoch from expires_at - created_at), 2)::float8 as expires_s from runs where id = ${id}`,
  );
  return row;
}

test.each([
  ['an uncapped run', {}, { window_s: null, expires_s: 86_400 }],
  ['a budget', { time_budget_ms: 60_000 }, { window_s: 60, expires_s: 660 }],
  ['its alias', { timeout_ms: 45_000 }, { window_s: 45, expires_s: 645 }],
  ['both, the same', { time_budget_ms: 45_000, timeout_ms: 45_000 }, { window_s: 45, expires_s: 645 }],
  ['a budget of months', { time_budget_ms: 3_000_000_000 }, { window_s: 3_000_000, expires_s: 3_000_600 }],
  [
    'the largest budget there is',
    { time_budget_ms: Number.MAX_SAFE_INTEGER },
    { window_s: 3_153_600_000, expires_s: 3_153_600_600 },
  ],
  ['a pinned runner', { routing: 'first' }, { window_s: 1_200, expires_s: 1_200 }],
  ['a chain', { routing: ['first', 'second'] }, { window_s: 1_200, expires_s: 1_200 }],
])('the time contract of %s', async (_name, body, contract) => {
  const { json } = await background({ input: 'Say something', ...body });
  expect(await contractOf(json.id)).toEqual(contract);
  expect(await service.client.untilOver(json.id)).toMatchObject({ status: 'completed' });
});

test('a budget of months does not end the run at once', async () => {
  await using real = await startTestApp({ runners: [scriptedRunner('first')] });
  const { json } = await real.client.create({ input: 'Slow [[after=100]]', time_budget_ms: 3_000_000_000 });
  expect(json).toMatchObject({
    status: 'completed',
    svc: { time_budget_ms: 3_000_000_000, uncapped: false },
  });
});

test('attempts share the window: past it the present one is cut off and no other starts', async () => {
  const executed = first.executed.length;
  const { json } = await background({ input: 'Hang [[hang]]', time_budget_ms: 30_000 });
  await expect.poll(() => first.executed.length, SOON).toBeGreaterThan(executed);
  skewMs += 30_500;
  const over = await service.client.untilOver(json.id);
  expect(over).toMatchObject({
    status: 'failed',
    error: { code: 'run_timeout' },
    incomplete_details: { reason: 'run_timeout' },
    svc: { time_budget_ms: 30_000, uncapped: false, quality: { verdict: 'failed' } },
  });
  expect(over.svc.routing_attempts).toHaveLength(1);
  // It ran, so it bills; that the time was over is not its fault.
  expect(over.svc.routing_attempts[0]).toMatchObject({
    status: 'cancelled',
    fault: 'none',
    error: { code: 'timeout' },
  });
  expect(first.aborted).toContain(over.svc.routing_attempts[0].id);
  // Half of the typical price of its kind, and the delay of the machine.
  expect(over.svc.cost.total_usd).toBeGreaterThan(0.0005);
  expect(over.svc.cost.total_usd).toBeLessThan(0.001);
});

test('an attempt whose window was over before it began is neither handed to its runner nor billed', async () => {
  const { json } = await background({ input: 'Hang [[hang]]', time_budget_ms: 30_000 });
  await expect.poll(() => first.executed.length, SOON).toBeGreaterThan(0);
  // As if its executor had died before it told the runner, and the next one comes when the time is over.
  await db().query(
    sql`update runs set owner = 'dead', fence = fence + 1, lease_expires_at = now() - interval '1 second',
          window_ends_at = now() - interval '1 second' where id = ${json.id}`,
  );
  await db().query(sql`update pgboss.job set state = 'retry', start_after = now()
                       where id = (select job_id from runs where id = ${json.id})`);
  const over = await service.client.untilOver(json.id);
  expect(over).toMatchObject({ error: { code: 'run_timeout' }, svc: { cost: { total_usd: 0 } } });
  expect(over.svc.routing_attempts).toMatchObject([{ status: 'lost' }]);
});

test('a runner that does nothing for too long loses its attempt and the next one takes over', async () => {
  const executed = first.executed.length;
  const { json } = await background({ input: 'Hang [[first|hang]]' });
  await expect.poll(() => first.executed.length, SOON).toBeGreaterThan(executed);
  skewMs += 11 * 60_000;
  const over = await service.client.untilOver(json.id);
  expect(over.svc).toMatchObject({ status: 'succeeded', runner: 'second' });
  expect(over.svc.routing_attempts[0].error.code).toBe('no_progress');
});

test('a run past its contract is failed for every reader before anybody wrote that down', async () => {
  await using other = await startTestApp({ runners: [first, second] });
  const { client, app } = other;
  const { json } = await client.create({ input: 'Hang [[hang]]', background: true });
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await app.context.db.query(
    sql`update runs set expires_at = now() - interval '1 second' where id = ${json.id}`,
  );
  const holding = app.context.db.transaction(async (run) => {
    await run(sql`select 1 from runs where id = ${json.id} for update`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const timedOut = { status: 'failed', error: { code: 'run_timeout' } };
  expect((await client.get(`/v1/responses/${json.id}`)).json).toMatchObject(timedOut);
  expect((await client.get('/v1/responses')).json.data).toMatchObject([timedOut]);
  expect((await client.get('/v1/runs?status=failed')).json.data).toMatchObject([timedOut]);
  expect((await client.get('/v1/runs?status=running')).json.data).toEqual([]);
  release.resolve();
  await holding;
  const cancelled = await client.post(`/v1/responses/${json.id}/cancel`);
  expect(cancelled.json).toMatchObject(timedOut);
});

test.each([
  ['20 minutes, a pinned run', 20 * 60_000 + 1_000, { routing: 'first' }],
  ['half an hour without a sign of life, any run', 31 * 60_000, {}],
  ['24 hours, any run', 24 * 3_600_000 + 1_000, {}],
])('after %s is ended by whichever instance looks', async (_name, offsetMs, body) => {
  await using liveAttempt = await startTestApp({ runners: [first, second] });
  const { json } = await liveAttempt.client.create({ input: 'Hang [[hang]]', background: true, ...body });
  await expect.poll(() => first.executed.length, SOON).toBeGreaterThan(0);
  await using later = await startTestApp({
    runners: [],
    databaseUrl: liveAttempt.databaseUrl,
    clockOffsetMs: () => offsetMs,
    role: 'api',
  });
  const over = await later.client.untilOver(json.id);
  expect(over).toMatchObject({ status: 'failed', error: { code: 'run_timeout' } });
  await expect
    .poll(async () => (await liveAttempt.client.get(`/v1/responses/${json.id}`)).json.status, SOON)
    .toBe('failed');
  const [row] = await liveAttempt.app.context.db.query(
    sql`select status, held_micro, owner from runs where id = ${json.id}`,
  );
  await expect.poll(() => first.aborted.length, SOON).toBeGreaterThan(0);
  expect(row).toEqual({ status: 'failed', held_micro: 0, owner: null });
});
