import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Cluster, type Instance, startCluster, until } from '../support/cluster.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { gate, seconds } from './gate.ts';
import { KeyedLoad } from './keyed-load.ts';
import { Pulse } from './pulse.ts';

/** A server of its own with the settings of production, so that it may be ended. */
let server: EmbeddedPostgres;
let folder: string;
let cluster: Cluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-gates-'));
  server = await EmbeddedPostgres.start({ dataDir: folder, log: createLog('silent') });
  cluster = await startCluster(server.url);
  // The first migrates.
  await (await cluster.start()).end('SIGTERM');
});
afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await server.stop();
  await removeFolder(folder);
});

const WHOLE = 'accepted runs end once with their answer and one bill; refusals are 503 with Retry-After';

/** The longest that a caller waits for the news that the database is silent. */
const REFUSED_MS = 3_000;

async function pair(env: Record<string, string> = {}): Promise<[Instance, Instance]> {
  return [await cluster.start(env), await cluster.start(env)];
}

/** How long after this moment all of them answer as ever. */
async function recoveryMs(instances: Instance[]): Promise<number> {
  const from = performance.now();
  for (const one of instances)
    await until(
      () =>
        one.call('GET', '/v1/runs').then(
          ({ status }) => status === 200,
          () => false,
        ),
      60_000,
    );
  return performance.now() - from;
}

async function endAll(instances: Instance[]): Promise<void> {
  for (const one of instances) expect(one.child.exitCode, 'the instance lives').toBeNull();
  await Promise.all(instances.map((one) => one.end('SIGKILL')));
}

gate(
  'database-restart',
  {
    does: 'the PostgreSQL server is shut down and killed in turns, under load, and comes back',
    invariant: WHOLE,
  },
  async ({ random, times }) => {
    const instances = await pair();
    const load = new KeyedLoad(cluster, () => instances[Math.floor(random() * 2)] as Instance);
    const restarts = 4 * times;
    let slowestMs = 0;
    for (let restart = 0; restart < restarts; restart += 1) {
      await delay(2_000 + random() * 3_000);
      const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), restart % 2 ? 'SIGKILL' : 'SIGINT');
      await delay(300);
      slowestMs = Math.max(slowestMs, await recoveryMs(instances));
    }
    await load.stop();
    const runs = await load.expectWhole();
    await endAll(instances);
    return `${runs} runs through ${restarts} restarts; well again ${seconds(slowestMs)} after the worst`;
  },
);

gate(
  'database-black-hole',
  {
    does: 'the database is silent for 15 seconds: connections stay open and nothing comes',
    invariant: `${WHOLE}, within ${REFUSED_MS / 1_000} s and the worst time of /healthz meanwhile`,
  },
  async ({ random, times }) => {
    await using proxy = await startDatabaseProxy(server.url);
    const instances = await pair({ DATABASE_URL: proxy.url });
    const load = new KeyedLoad(cluster, () => instances[Math.floor(random() * 2)] as Instance);
    const pulse = new Pulse(...instances);
    let slowestMs = 0;
    for (let round = 0; round < times; round += 1) {
      await delay(3_000);
      proxy.blackhole();
      await delay(15_000);
      proxy.heal();
      slowestMs = Math.max(slowestMs, await recoveryMs(instances));
      await delay(2_000);
    }
    await load.stop();
    const runs = await load.expectWhole();
    const refusalMs = Math.max(...load.refusedMs);
    const pulseMs = Math.max(...(await pulse.stop()));
    const told = `${load.refusedMs.length} refusals, the slowest in ${seconds(refusalMs)}, /healthz in ${seconds(pulseMs)}`;
    expect(refusalMs, told).toBeLessThan(REFUSED_MS + pulseMs);
    expect(slowestMs).toBeLessThan(15_000);
    await endAll(instances);
    return `${runs} runs; ${told}; well again after ${seconds(slowestMs)}`;
  },
);

gate(
  'pgbouncer-restart',
  { does: 'PgBouncer is killed and started again under load', invariant: WHOLE, isSkipped: !hasPgBouncer },
  async ({ random, times }) => {
    await using pooler = await startPgBouncer(server.url, 6);
    const instances = await pair({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: server.url });
    const load = new KeyedLoad(cluster, () => instances[Math.floor(random() * 2)] as Instance);
    let slowestMs = 0;
    const restarts = 3 * times;
    for (let restart = 0; restart < restarts; restart += 1) {
      await delay(2_000 + random() * 2_000);
      await pooler.restart();
      slowestMs = Math.max(slowestMs, await recoveryMs(instances));
    }
    await load.stop();
    const runs = await load.expectWhole();
    await endAll(instances);
    return `${runs} runs through ${restarts} restarts; well again ${seconds(slowestMs)} after the worst`;
  },
);
