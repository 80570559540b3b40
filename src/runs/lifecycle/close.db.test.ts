import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedRunner, scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { seeded } from '../../../test/support/seeded.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { TestAnswer } from '../../../test/support/test-client.ts';
import { findBreaks } from '../../billing/breaks.ts';
import type { HostedRunner } from '../../runners/contract.ts';

const RACES = 120;
const AT_ONCE = 30;

let liveAttempt: TestApp;
let there: TestApp;
let first: ScriptedRunner;
let second: ScriptedRunner;
const stopped: string[] = [];

/** A provider whose task never ends by itself. */
const hosted: HostedRunner = {
  facts: { ...scriptedRunner('hosted').facts },
  shape: 'hosted',
  pollIntervalMs: 50,
  start: async (_task, scope) => ({ reference: scope.attemptId }),
  poll: async () => null,
  async cancel(reference) {
    stopped.push(reference);
  },
};

beforeAll(async () => {
  first = scriptedRunner('first');
  second = scriptedRunner('second');
  liveAttempt = await startTestApp({ runners: [first, second, hosted], env: { MAX_LIVE_RUNS: '500' } });
  there = await startTestApp({ runners: [first, second, hosted], databaseUrl: liveAttempt.databaseUrl });
});
afterAll(async () => {
  await there[Symbol.asyncDispose]();
  await liveAttempt[Symbol.asyncDispose]();
});

const db = () => liveAttempt.app.context.db;

async function begin(input: string, routing: unknown = 'first'): Promise<string> {
  const key = { 'idempotency-key': randomUUID() };
  const { status, json } = await patiently(() =>
    liveAttempt.client.create({ input, routing, background: true }, key),
  );
  expect(status).toBe(202);
  return json.id;
}

const cancel = (id: string) => patiently(() => there.client.post(`/v1/responses/${id}/cancel`));

/** On a loaded machine the database may be too slow for the service, which then asks to come again. */
async function patiently(ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (;;) {
    const answer = await ask();
    if (answer.headers.get('retry-after') === null) return answer;
    await delay(100);
  }
}

test('a cancel that meets the executor between two attempts waits for it and cuts off the second', async () => {
  const id = await begin('Hang [[hang]]', ['first', 'second']);
  let cancelled: ReturnType<typeof cancel> | undefined;
  await db().transaction(async (run) => {
    // As the executor does it: the first attempt is settled and the second begun in the moment of the cancel.
    await run(sql`update runs set progress_at = now() where id = ${id}`);
    await run(
      sql`update attempts set status = 'finished', finished_at = now(), cost_micro = 0, verdict = 'failed' where run_id = ${id}`,
    );
    await run(
      sql`insert into attempts (id, run_id, ordinal, runner, phase, price_micro) values (${`${id}_2`}, ${id}, 1, 'second', 'fallback', 1000)`,
    );
    cancelled = cancel(id);
    await expect.poll(() => waitingForLock(), SOON).toBe(1);
  });
  expect((await cancelled)?.json.status).toBe('cancelled');
  expect(await db().query(sql`select status from attempts where run_id = ${id} order by ordinal`)).toEqual([
    { status: 'finished' },
    { status: 'cancelled' },
  ]);
});

async function waitingForLock(): Promise<number> {
  const rows = await db().query(
    sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
}

test('runs cancelled from another instance at any moment have one end, and nothing begins after it', async () => {
  const random = seeded(7);
  const race = async (index: number) => {
    // A few come too late and a few in time, however slow the machine is.
    const isLate = index % 20 === 0;
    const isEarly = index % 20 === 1;
    const afterMs = isEarly ? 60_000 : index % 40;
    const input = `Race [[after=${afterMs}]] [[first|fail=runner:nope:It did not work]]`;
    const id = await begin(input, ['first', 'second']);
    if (isLate) await liveAttempt.client.untilOver(id);
    else await delay(random() * 80);
    const answer = await cancel(id);
    return { id, status: answer.json.status };
  };
  const ended: Array<Awaited<ReturnType<typeof race>>> = [];
  while (ended.length < RACES)
    ended.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => race(ended.length + index)))),
    );
  expect(ended.filter(({ status }) => !['cancelled', 'completed'].includes(status))).toEqual([]);
  expect(new Set(ended.map(({ status }) => status)).size).toBe(2);
  await expect.poll(liveRuns, SOON).toBe(0);
  for (const { id, status } of ended)
    expect((await liveAttempt.client.get(`/v1/responses/${id}`)).json.status).toBe(status);

  expect(await db().query(sql`select id from attempts where status = 'running'`)).toEqual([]);
  expect(
    await db().query(
      sql`select a.id from attempts a join runs r on r.id = a.run_id where a.started_at > r.finished_at + interval '3 seconds'`,
    ),
  ).toEqual([]);
  const executed = [...first.executed, ...second.executed];
  expect(new Set(executed).size).toBe(executed.length);
  expect(
    await db().query(
      sql`select r.id from runs r where spent_micro <> (
            select coalesce(sum(amount_micro), 0) from ledger_entries e where e.run_id = r.id and reference like 'attempt:%')`,
    ),
  ).toEqual([]);
  expect(await findBreaks(db())).toEqual([]);
  expect(await db().query(sql`select held_micro from balances`)).toEqual([{ held_micro: 0 }]);
  await expect.poll(() => db().query(sql`select id from pgboss.job`), SOON).toEqual([]);
});

async function liveRuns(): Promise<number> {
  return (await db().query(sql`select id from runs where finished_at is null`)).length;
}

test('a cancel reaches the executor on another instance and the provider within seconds', async () => {
  const local = await begin('Hang [[hang]]');
  const remote = await begin('Hang', 'hosted');
  const referenceOf = async (id: string) =>
    (await db().query<{ reference: string }>(sql`select reference from attempts where run_id = ${id}`))[0]
      ?.reference;
  await expect.poll(() => referenceOf(remote), SOON).toEqual(expect.any(String));
  await Promise.all([cancel(local), cancel(remote)]);
  const reference = await referenceOf(remote);
  await expect.poll(() => stopped.includes(reference ?? ''), SOON).toBe(true);
  const [attempt] = await db().query<{ id: string }>(sql`select id from attempts where run_id = ${local}`);
  await expect.poll(() => first.aborted.includes(attempt?.id ?? ''), SOON).toBe(true);
});

test('the provider is told even when the executor is gone', async () => {
  const id = await begin('Hang', 'hosted');
  // As if the executor had died: the attempt and its reference are there, and no process polls.
  await db().query(sql`update runs set owner = 'dead', fence = fence + 1 where id = ${id}`);
  await db().query(sql`update attempts set reference = 'orphan' where run_id = ${id}`);
  await cancel(id);
  await expect.poll(() => stopped.includes('orphan'), SOON).toBe(true);
});

test('many cancels of one run at once all see it cancelled, and it is charged once', async () => {
  const id = await begin('Hang [[hang]]');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? cancel(id) : liveAttempt.client.post(`/v1/responses/${id}/cancel`),
    ),
  );
  for (const answer of answers) expect(answer.json.status).toBe('cancelled');
  expect(
    await db().query(
      sql`select cost_micro = (select coalesce(sum(amount_micro), 0) from ledger_entries
                               where run_id = ${id} and reference like 'attempt:%') as is_charged_once
          from attempts where run_id = ${id}`,
    ),
  ).toEqual([{ is_charged_once: true }]);
});
