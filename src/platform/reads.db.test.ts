import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { type StreamingReplica, startStreamingReplica } from '../../test/support/streaming-replica.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from './clock.ts';
import { Db } from './db.ts';
import { createLog } from './log.ts';
import { Replica } from './reads.ts';

const owned = new AsyncDisposableStack();
let servers: StreamingReplica;
let service: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  servers = owned.use(await startStreamingReplica());
  service = owned.use(
    await startTestApp({
      runners: [scriptedRunner('quick')],
      databaseUrl: servers.primaryUrl,
      env: { DATABASE_REPLICA_URL: servers.replicaUrl, REPLICA_MAX_LAG_S: '4' },
      onLog: (line) => lines.push(line),
    }),
  );
});
afterAll(() => owned.disposeAsync());

/** The last line of the log about the replica. */
const toldLast = () => lines.findLast((line) => line.includes('The read replica')) ?? '';

async function gauge(name: string): Promise<number> {
  const { text } = await service.app.context.operations.metrics.render();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

/** Whether the replica answers, and not the primary. */
async function isAnsweredThere(kind: 'current' | 'recent'): Promise<unknown> {
  const { reads } = service.app.context;
  const [row] = await reads[kind].queryFor('ws_none', sql`select pg_is_in_recovery() as is_replica`);
  return row?.is_replica;
}

/** Lists show a run that was created before them, from either server. */
async function expectListed(): Promise<void> {
  const { json: run } = await service.client.create({ input: 'Say', routing: 'quick' });
  for (const path of ['/v1/runs', '/v1/runs/rows', '/v1/responses']) {
    const { json } = await service.client.get(`${path}?limit=3`);
    expect(json.data.map(({ id }: { id: string }) => id)).toContain(run.id);
  }
}

async function delayBy(delay: string): Promise<void> {
  await servers.ask(`alter system set recovery_min_apply_delay = '${delay}'`);
  await servers.ask('select pg_reload_conf()');
}

test('a replica that keeps up answers, and a list shows every earlier run', async () => {
  await expect.poll(() => gauge('svc_replica_used'), SOON).toBe(1);
  await expect.poll(() => gauge('svc_replica_lag_seconds'), SOON).toBe(0);
  for (let round = 0; round < 5; round += 1) await expectListed();
  await expect.poll(() => isAnsweredThere('current'), SOON).toBe(true);
  expect(await isAnsweredThere('recent')).toBe(true);
  expect(toldLast()).toContain('The read replica answers lists and statistics.');
});

test('a replica that is a minute behind answers nothing, and the log says so once', async () => {
  await delayBy('1min');
  // Lists are right also before the service knows that it is late.
  await expectListed();
  expect(await isAnsweredThere('current')).toBe(false);
  await expect.poll(() => gauge('svc_replica_used'), SOON).toBe(0);
  expect(await gauge('svc_replica_lag_seconds')).toBeGreaterThan(4);
  expect(await isAnsweredThere('recent')).toBe(false);
  const { json } = await service.client.get('/v1/billing/usage');
  expect(json.total.attempts).toBe(6);
  await expectListed();
  expect(toldLast()).toContain('The read replica is more than 4 s behind: the primary answers');
  await delayBy('0');
  await expect.poll(() => gauge('svc_replica_used'), SOON).toBe(1);
  expect(toldLast()).toContain('The read replica answers lists and statistics.');
});

test('a replica that is down does no harm, and is used again when it comes back', async () => {
  await servers.stop();
  await expectListed();
  await expect.poll(() => gauge('svc_replica_lag_seconds'), SOON).toBeNaN();
  expect(await gauge('svc_replica_used')).toBe(0);
  await expectListed();
  expect(toldLast()).toContain('The read replica cannot be reached: the primary answers');
  await servers.start();
  await expect.poll(() => isAnsweredThere('current'), SOON).toBe(true);
});

test('the log says each change once', () => {
  const said = lines.filter((line) => line.includes('The read replica'));
  const states = said.map((line) => line.includes('The read replica answers'));
  expect(states.length).toBeGreaterThan(3);
  expect(states).toEqual(states.map((_, index) => index % 2 === Number(!states[0])));
});

test('a server that replicates nothing, another primary or another database is not a replica', async () => {
  const { db } = service.app.context;
  const said: string[] = [];
  const log = createLog('info', { write: (line: string) => said.push(line) });
  const url = servers.primaryUrl;
  await using replica = new Replica({ db, url, maxLagMs: 2_000, log, clock: systemClock });
  await using other = await createTestDatabase();
  await using elsewhere = new Db({ url: other.url, log, clock: systemClock });
  await using strange = new Replica({
    db: elsewhere,
    url: servers.replicaUrl,
    maxLagMs: 2_000,
    log,
    clock: systemClock,
  });
  const otherUrl = Object.assign(new URL(servers.replicaUrl), { pathname: '/postgres' }).href;
  await using beside = new Replica({ db, url: otherUrl, maxLagMs: 2_000, log, clock: systemClock });
  const problem = 'does not replicate this database';
  await expect.poll(() => said.filter((line) => line.includes(problem)).length, SOON).toBe(3);
  expect([replica, strange, beside].map(({ isUsed }) => isUsed)).toEqual([false, false, false]);
});
