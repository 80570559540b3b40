import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from './clock.ts';
import { DatabaseAway, Db } from './db.ts';
import { Jobs } from './jobs.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
let database: TestDatabase;
let db: Db;
let jobs: Jobs;
let other: Jobs;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Db({ url: database.url, log, clock: systemClock });
  [jobs, other] = await Promise.all([
    Jobs.start({ db, queue: 'runs', log }),
    Jobs.start({ db, queue: 'runs', log }),
  ]);
});
afterAll(async () => {
  await jobs[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function sendHeld(subject: string): Promise<{ id: string; retryCount: number }> {
  const id = jobs.newJobId();
  await db.batch(await jobs.sendHeldStatements(id, subject));
  return { id, retryCount: 0 };
}

test('a job that is sent held is not handed out', async () => {
  const job = await sendHeld('held');
  expect(await other.claim(20)).toEqual([]);
  expect(await jobs.touch([job])).toEqual(new Set([job.id]));
  await jobs.discard(job);
});

test('of two simultaneous fetches, one gets the job', async () => {
  const id = jobs.newJobId();
  await db.batch([await jobs.sendStatement(id, 'one')]);
  const claimed = (await Promise.all([jobs.claim(5), other.claim(5), jobs.claim(5)])).flat();
  expect(claimed).toEqual([{ id, retryCount: 0, subject: 'one' }]);
  await jobs.discard(claimed[0] ?? { id, retryCount: 0 });
});

test('senders take turns: the sender with fewer jobs ahead is served first', async () => {
  const send = async (subject: string, ahead: number) =>
    db.batch([await jobs.sendStatement(jobs.newJobId(), subject, ahead)]);
  for (let ahead = 0; ahead < 4; ahead += 1) await send(`noisy ${ahead}`, ahead);
  await send('quiet 0', 0);
  const taken = (await jobs.claim(2)).map(({ subject }) => subject);
  expect(taken.toSorted()).toEqual(['noisy 0', 'quiet 0']);
  await db.query(sql`delete from pgboss.job`);
});

test('a released job is handed out at once, under a new number', async () => {
  const job = await sendHeld('released');
  await jobs.release(job);
  expect(await other.claim(5)).toEqual([{ id: job.id, retryCount: 1, subject: 'released' }]);
  await other.discard({ id: job.id, retryCount: 1 });
});

test('an earlier holder can neither keep, release nor remove the job of a later one', async () => {
  const old = await sendHeld('fenced');
  await jobs.release(old);
  const [now] = await other.claim(5);
  expect(await jobs.touch([old])).toEqual(new Set());
  await jobs.release(old);
  await jobs.discard(old);
  expect(await jobs.claim(5)).toEqual([]);
  expect(now && (await other.touch([now]))).toEqual(new Set([old.id]));
  if (now) await other.discard(now);
});

test('a job may be released far more often than pg-boss retries by default', async () => {
  const { id } = await sendHeld('often');
  for (let retryCount = 0; retryCount < 30; retryCount += 1) {
    await jobs.release({ id, retryCount });
    expect(await jobs.claim(5)).toEqual([{ id, retryCount: retryCount + 1, subject: 'often' }]);
  }
  await jobs.discard({ id, retryCount: 30 });
});

test('jobs that are gone or done with are dead, those that wait or are held are not', async () => {
  const [gone, failed, held] = [await sendHeld('gone'), await sendHeld('failed'), await sendHeld('held')];
  const waiting = jobs.newJobId();
  await db.batch([await jobs.sendStatement(waiting, 'waiting')]);
  await db.query(sql`delete from pgboss.job where id = ${gone.id}`);
  await db.query(sql`update pgboss.job set state = 'failed' where id = ${failed.id}`);
  expect(await jobs.dead([gone.id, failed.id, held.id, waiting])).toEqual([gone.id, failed.id]);
  await db.query(sql`delete from pgboss.job`);
});

test('a job whose holder fell silent is handed out again', async () => {
  const job = await sendHeld('silent');
  await db.query(
    sql`update pgboss.job set heartbeat_on = now() - interval '16 seconds' where id = ${job.id}`,
  );
  await expect
    .poll(() => other.claim(5), { timeout: 45_000, interval: 250 })
    .toMatchObject([{ retryCount: 1 }]);
  await db.query(sql`delete from pgboss.job`);
}, 60_000);

test('a silent database is given up as soon by the queue as by everything else', async () => {
  await using proxy = await startDatabaseProxy(database.url);
  await using far = new Db({ url: proxy.url, log, clock: systemClock });
  const jobs = await Jobs.start({ db: far, queue: 'runs', log });
  const job = { id: jobs.newJobId(), retryCount: 0 };
  proxy.blackhole();
  const startedAt = performance.now();
  const answers = await Promise.allSettled([
    jobs.claim(1),
    jobs.touch([job]),
    jobs.release(job),
    jobs.discard(job),
  ]);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAway) });
  proxy.heal();
  await jobs[Symbol.asyncDispose]();
});
