import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type Cluster,
  expectInOrder,
  type Instance,
  startCluster,
  until,
  untilOver,
} from '../support/cluster.ts';

let cluster: Cluster;
let staying: Instance;

beforeAll(async () => {
  cluster = await startCluster();
  staying = await cluster.start();
});
afterAll(() => cluster[Symbol.asyncDispose]());

test('an instance told to stop finishes what it can, hands over the rest and leaves with 0', async () => {
  const leaving = await cluster.start();
  const running = { input: 'Long [[after=120000]]', routing: 'browser-use', background: true };
  const long = (await leaving.create(running)).json.id;
  const short = (await leaving.create({ ...running, input: 'Short [[after=6000]]' })).json.id;
  const local = (
    await leaving.create({ url: `${cluster.page}?ms=4000`, routing: 'local-fetch', background: true })
  ).json.id;
  const answered = leaving.create({ url: `${cluster.page}?ms=3000`, routing: 'local-fetch' });
  const waiting = leaving.create({ ...running, background: false });
  const streamed = stream(leaving, running);
  // All are admitted before the signal comes.
  await until(async () => (await runs(long)) === 6, 60_000);

  const signalledAt = performance.now();
  const ended = leaving.end('SIGTERM');
  const handedOver = until(async () => (await fenceOf(long)) === 3, 30_000).then(
    () => performance.now() - signalledAt,
  );
  const [refused, status] = await refusedCreate(leaving);
  expect(refused.status).toBe(503);
  expect(refused.json.error.code).toBe('service_unavailable');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(status.json.status).toBe('degraded');

  expect(await answered).toMatchObject({ status: 200, json: { status: 'completed' } });
  const cut = await waiting;
  expect(cut).toMatchObject({ status: 202, json: { status: 'in_progress' } });
  expect(performance.now() - signalledAt).toBeLessThan(40_000);
  expect((await streamed).at(-1)).toContain('response.in_progress');

  expect(await ended).toBe(0);
  const goneMs = performance.now() - signalledAt;
  expect(goneMs).toBeLessThan(60_000);
  // Attempts at a provider were handed over at once; local ones were finished here.
  expect(await handedOver).toBeLessThan(goneMs);
  for (const id of [short, local]) expect(await untilOver(cluster, id, 30_000)).toBe('succeeded');
  expect([await fenceOf(short), await fenceOf(local)]).toEqual([4, 2]);
  expect(cluster.provider.tasks.filter((task) => task.stops > 0)).toEqual([]);
  await cancelAll();
  await expectInOrder(cluster);
});

test('three instances replaced one after the other under load reset no connection, lose no run and execute none twice', async () => {
  const accepted: string[] = [];
  const instances = [staying, await cluster.start(), await cluster.start()];
  let isOver = false;
  let created = 0;
  // Kept connections to all of them, as a balancer has.
  const load = async () => {
    while (!isOver) {
      created += 1;
      const at = instances[created % instances.length] as Instance;
      const body =
        created % 2
          ? { url: cluster.page, routing: 'local-fetch' }
          : { input: 'Say [[after=300]]', routing: 'browser-use' };
      const answer = await at.create({ ...body, background: created % 3 > 0 });
      expect([200, 202, 503]).toContain(answer.status);
      if (answer.status < 300) accepted.push(answer.json.id);
    }
  };
  const loads = [load(), load(), load()];
  for (const old of [...instances]) {
    const next = await cluster.start();
    const ended = old.end('SIGTERM');
    await until(async () => !(await fetch(`${old.url}/readyz`)).ok, 10_000);
    instances.splice(instances.indexOf(old), 1, next);
    expect(await ended).toBe(0);
  }
  isOver = true;
  await Promise.all(loads);
  for (const id of accepted) expect(await untilOver(cluster, id, 60_000)).toBe('succeeded');
  expect(accepted.length).toBeGreaterThan(10);
  await expectInOrder(cluster);
  staying = instances.at(-1) as Instance;
});

test('a kept connection is answered while the instance leaves, and told to close', async () => {
  const leaving = await cluster.start();
  const connection = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => connection.destroy());
  expect(await ask(connection, leaving, '/healthz')).toMatchObject({ status: 200 });
  const ended = leaving.end('SIGTERM');
  // Later than the listener would close without connections.
  await delay(3_000);
  expect(await ask(connection, leaving, '/readyz')).toEqual({
    status: 503,
    connection: 'close',
    isKept: true,
  });
  expect(await ended).toBe(0);
});

test('a second signal ends it at once', async () => {
  await staying.create({ input: 'Hang [[hang]]', routing: 'browser-use', background: true });
  staying.child.kill('SIGTERM');
  await until(() => staying.output().includes('Got SIGTERM'), 30_000);
  const startedAt = performance.now();
  expect(await staying.end('SIGTERM')).not.toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

async function runs(since: string): Promise<number> {
  const [row] = await cluster.db.query<{ n: number }>(
    sql`select count(*) as n from runs where id >= ${since}`,
  );
  return row?.n ?? 0;
}

async function fenceOf(id: string): Promise<number> {
  const [row] = await cluster.db.query<{ fence: number }>(sql`select fence from runs where id = ${id}`);
  return row?.fence ?? 0;
}

/** The signal needs a moment to arrive; a create that is accepted before is a run like any other. */
async function refusedCreate(leaving: Instance) {
  for (;;) {
    // Together: it does not stay for long.
    const [answer, status] = await Promise.all([
      leaving.create({ url: cluster.page, routing: 'local-fetch', background: true }),
      leaving.call('GET', '/status'),
    ]);
    if (answer.status !== 202 && status.json.status !== 'ok') return [answer, status] as const;
  }
}

async function ask(agent: Agent, at: Instance, path: string) {
  return new Promise((resolve, reject) => {
    const request = get(`${at.url}${path}`, { agent }, (answer) => {
      answer.resume();
      const { statusCode: status, headers } = answer;
      resolve({ status, connection: headers.connection, isKept: request.reusedSocket });
    }).on('error', reject);
  });
}

async function stream(at: Instance, body: Record<string, unknown>): Promise<string[]> {
  const response = await fetch(`${at.url}/api/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, background: false, stream: true }),
  });
  return (await response.text()).split('\n').filter((line) => line.startsWith('event:'));
}

async function cancelAll(): Promise<void> {
  for (const { id } of await cluster.db.query<{ id: string }>(
    sql`select id from runs where finished_at is null`,
  ))
    await staying.call('POST', `/v1/responses/${id}/cancel`);
}
