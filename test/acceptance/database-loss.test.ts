import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Cluster,
  expectAnswered,
  expectInOrder,
  type Instance,
  startCluster,
  until,
  untilOver,
} from '../support/cluster.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { seeded } from '../support/seeded.ts';

let cluster: Cluster;
let proxy: DatabaseProxy;
let instances: Instance[];

beforeAll(async () => {
  cluster = await startCluster();
  proxy = await startDatabaseProxy(cluster.databaseUrl);
  const env = { DATABASE_URL: proxy.url };
  instances = await Promise.all([cluster.start(env), cluster.start(env)]);
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

const at = (index: number) => instances[index % instances.length] as Instance;

const bodies = [
  () => ({ input: 'Say [[after=700]]', routing: 'browser-use' }),
  () => ({ url: `${cluster.page}?ms=300`, routing: 'local-fetch' }),
  () => ({
    input: 'Get the text of the page ([[after=200]] [[fail]])',
    url: cluster.page,
    routing: ['browser-use', 'local-fetch'],
  }),
];

/** Creates runs with a key until told to stop, repeating refused creates; `ids` get the accepted ones. */
async function load(name: string, isOver: () => boolean, ids: string[]): Promise<void> {
  for (let index = 0; !isOver(); index += 1) {
    const body = { ...bodies[index % bodies.length]?.(), background: true };
    for (let tries = 0; ; tries += 1) {
      const answer = await at(index + tries).create(body, { 'idempotency-key': `${name}-${index}` });
      expect([202, 409, 503], JSON.stringify(answer.json)).toContain(answer.status);
      if (answer.status === 202) {
        ids.push(answer.json.id);
        break;
      }
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      await delay(200);
    }
    await delay(150);
  }
}

async function expectAllAnswered(ids: string[]): Promise<void> {
  expect(new Set(ids).size).toBe(ids.length);
  await expectAnswered(cluster, ids, 90_000);
  const [row] = await cluster.db.query(sql`select count(*) as n from runs where id >= ${ids.toSorted()[0]}`);
  expect(row).toEqual({ n: ids.length });
  for (const { child } of instances) expect(child.exitCode).toBeNull();
  await expectInOrder(cluster);
}

test('a database that comes and goes loses no run, doubles none and ends no instance', async () => {
  let isOver = false;
  const ids: string[] = [];
  const loads = ['a', 'b'].map((name) => load(name, () => isOver, ids));
  const more = (count: number) => {
    const wanted = ids.length + count;
    return until(() => ids.length >= wanted, 60_000);
  };
  const random = seeded(20_261_118);
  for (let round = 0; round < 5; round += 1) {
    await more(4 + Math.floor(random() * 4));
    if (round % 2) proxy.cut();
    else {
      proxy.refuse();
      // Both instances have looked for it in vain.
      const dialled = proxy.dialled() + 2 + Math.floor(random() * 4);
      await until(() => proxy.dialled() >= dialled, 60_000);
      proxy.heal();
    }
    // Like a server that is shut down: every session is told so.
    await cluster.db
      .query(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'switchyard' and client_port <> inet_client_port()`,
      )
      .catch(() => undefined);
  }
  isOver = true;
  await Promise.all(loads);
  await expectAllAnswered(ids);
});

test.each(['insert_run', 'dispatch_attempt', 'settle_attempt', 'finish_run'])(
  'a lost reply to the commit of %s doubles nothing',
  async (statement) => {
    const ids: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const swallowed = proxy.swallowCommit(statement);
      const body = { ...bodies[2]?.(), background: true };
      // Without the statement's name in it: the proxy would take the claim of the key for the statement.
      const key = `lost-${statement.replaceAll('_', ' ')}-${round}`;
      const answer = await at(round).create(body, { 'idempotency-key': key });
      expect(answer.status, JSON.stringify(answer.json)).toBe(202);
      ids.push(answer.json.id);
      await swallowed;
    }
    await expectAllAnswered(ids);
  },
);

// The service gives a silent database up after two seconds; the rest is for a busy machine.
const PROMPT_MS = 15_000;

test('a silent database: 503 promptly, status all along, and well again soon after it heals', async () => {
  const running = await Promise.all(
    [0, 1].map(
      async (index) =>
        (await at(index).create({ input: 'Say [[after=9000]]', routing: 'browser-use', background: true }))
          .json.id,
    ),
  );
  proxy.blackhole();
  const endsAt = performance.now() + 8_000;
  while (performance.now() < endsAt) {
    const calls = [
      at(0).create({ input: 'Say', routing: 'browser-use', background: true }),
      at(0).call('GET', '/v1/runs'),
      at(1).call('GET', `/v1/responses/${running[0]}`),
      at(1).call('POST', `/v1/responses/${running[0]}/cancel`),
    ].map(timed);
    for (const { status, json, headers, tookMs } of await Promise.all(calls)) {
      expect({ status, code: json.error?.code }).toEqual({ status: 503, code: 'service_unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(tookMs).toBeLessThan(PROMPT_MS);
    }
    const health = await timed(at(0).call('GET', '/status'));
    expect(health).toMatchObject({ status: 200, json: { status: 'degraded', database: 'down' } });
    expect(health.tookMs).toBeLessThan(PROMPT_MS);
  }
  const metrics = await (await fetch(`${at(0).url}/metrics`)).text();
  expect(metrics).toMatch(/^svc_database_up 0$/m);
  expect(metrics).toMatch(/^svc_queue_waiting Nan$/m);
  expect(metrics).toMatch(/^svc_slots [1-9]/m);
  proxy.heal();
  for (const instance of instances) {
    const recovers = async () => (await instance.call('GET', '/v1/runs')).status;
    await expect.poll(recovers, { timeout: 60_000 }).toBe(200);
  }
  // A create that was refused without a key may have arrived late: then it is a run like any other.
  const known = await cluster.db.query<{ id: string }>(sql`select id from runs where id >= ${running[0]}`);
  for (const { id } of known) expect(await untilOver(cluster, id, 90_000)).toMatch(/succeeded|cancelled/);
  await expectInOrder(cluster);
});

async function timed<T>(call: Promise<T>): Promise<T & { tookMs: number }> {
  const startedAt = performance.now();
  const answer = await call;
  return { ...answer, tookMs: performance.now() - startedAt };
}
