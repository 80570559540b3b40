import { existsSync, globSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBreaks } from '../../src/billing/breaks.ts';
import { type Cluster, expectInOrder, type Instance, startCluster, until } from '../support/cluster.ts';
import { gate, seconds } from './gate.ts';
import { KeyedLoad } from './keyed-load.ts';

let cluster: Cluster;
let instances: Instance[];

beforeAll(async () => {
  cluster = await startCluster();
  instances = await Promise.all([cluster.start(), cluster.start(), cluster.start()]);
});
afterAll(() => cluster[Symbol.asyncDispose]());

const WHOLE = 'every accepted run ends once with its answer; none is lost, doubled, stuck or billed twice';

const slowest = async (since: string) => {
  const [row] = await cluster.db.query<{ ms: number }>(
    sql`select max(extract(epoch from finished_at - created_at) * 1000)::float as ms from runs where id >= ${since}`,
  );
  return seconds(row?.ms ?? 0);
};

gate(
  'kill',
  { does: 'kill -9 of a random one of three instances every few seconds', invariant: WHOLE },
  async ({ random, times }) => {
    const load = new KeyedLoad(cluster, () => instances[Math.floor(random() * 3)] as Instance);
    const kills = 4 * times;
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(1_000 + random() * 3_000);
      const killed = Math.floor(random() * 3);
      await instances[killed]?.end('SIGKILL');
      instances[killed] = await cluster.start();
    }
    await load.stop();
    const runs = await load.expectWhole();
    const since = load.accepted.toSorted()[0] ?? '';
    return `${runs} runs through ${kills} kills; the slowest, with its takeover, in ${await slowest(since)}`;
  },
);

gate(
  'standstill',
  {
    does: 'SIGSTOP of an instance for 45 seconds, longer than its leases; then SIGCONT',
    invariant: `${WHOLE}; it writes and starts nothing when it wakes`,
  },
  async ({ random, times }) => {
    const [zombie, ...others] = instances as [Instance, ...Instance[]];
    let all = instances;
    const load = new KeyedLoad(cluster, () => all[Math.floor(random() * all.length)] as Instance);
    for (let round = 0; round < times; round += 1) {
      await delay(3_000);
      all = others;
      // Requests on their way are answered first.
      await delay(300);
      zombie.child.kill('SIGSTOP');
      await delay(45_000);
      zombie.child.kill('SIGCONT');
      all = instances;
    }
    await load.stop();
    const runs = await load.expectWhole();
    const starts = cluster.provider.tasks.length;
    await until(async () => (await zombie.call('GET', '/status')).json.live_run_ratio === 0, 30_000);
    expect(cluster.provider.tasks).toHaveLength(starts);
    await expectInOrder(cluster);
    return `${runs} runs; nothing begun twice`;
  },
);

const FAKETIME = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? '';

gate(
  'clocks',
  {
    does: 'three instances whose wall clocks are a day behind, right, and a day ahead, with a kill',
    invariant: `${WHOLE}; no lease, key or bill goes by a wall clock`,
    isSkipped: !existsSync(FAKETIME),
  },
  async ({ random }) => {
    await using skewed = await startCluster();
    const shifted = (offset: string) =>
      skewed.start({ LD_PRELOAD: FAKETIME, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
    const three = await Promise.all([shifted('-1d'), skewed.start(), shifted('+1d')]);
    const load = new KeyedLoad(skewed, () => three[Math.floor(random() * 3)] as Instance);
    await delay(6_000);
    const killed = Math.floor(random() * 2) * 2;
    await three[killed]?.end('SIGKILL');
    three[killed] = await shifted(killed === 0 ? '-1d' : '+1d');
    await delay(2_000);
    await load.stop();
    const runs = await load.expectWhole();
    const [row] = await skewed.db.query(
      sql`select count(*) as wrong from runs where abs(extract(epoch from created_at - now())) > 3600`,
    );
    expect(row).toEqual({ wrong: 0 });
    return `${runs} runs, all dated by the database`;
  },
);

gate(
  'sessions',
  {
    does: 'kill -9 of the instance that holds two browser sessions',
    invariant: 'both end by themselves, each minute is billed once, and the ledger holds together',
  },
  async () => {
    const doomed = await cluster.start();
    const created = await Promise.all([openSession(doomed), openSession(doomed)]);
    const ids = created.map(({ id }) => id as string);
    await doomed.end('SIGKILL');
    const killedAt = performance.now();
    const status = async (id: string) => (await instances[1]?.call('GET', `/v1/sessions/${id}`))?.json.status;
    for (const id of ids) await until(async () => (await status(id)) !== 'RUNNING', 120_000);
    const tookMs = performance.now() - killedAt;
    const charges = await cluster.db.query(
      sql`select count(*) - count(distinct reference) as twice from ledger_entries where reference like 'session:%'`,
    );
    expect(charges).toEqual([{ twice: 0 }]);
    expect(await findBreaks(cluster.db)).toEqual([]);
    return `ended after ${seconds(tookMs)}`;
  },
);

async function openSession(at: Instance) {
  const response = await fetch(`${at.url}/v1/sessions`, {
    method: 'POST',
    headers: { 'x-bb-api-key': at.key, 'content-type': 'application/json' },
    body: JSON.stringify({ keepAlive: true }),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as { id: string };
}
