import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { addTenant } from '../support/add-workspace.ts';
import {
  type Cluster,
  expectAnswered,
  expectInOrder,
  type Instance,
  startCluster,
} from '../support/cluster.ts';
import { freePort } from '../support/free-port.ts';
import { gate, quantile } from './gate.ts';
import { atRate, Pulse } from './pulse.ts';

const PLACES = 20;
const CREDITS_MICRO = 1_000_000_000;
// On a shared machine no answer is quicker than the machine: then `/healthz` is the measure.
const REFUSED_MS = 100;
const REFUSED_RATIO = 1.5;
const IN_USE_RATIO = 1.1;
// The process keeps room that the heap took for a load, for the next one.
const GROWTH_MB = 128;

let cluster: Cluster;
let at: Instance;
let inspectorPort: number;

beforeAll(async () => {
  cluster = await startCluster();
  inspectorPort = await freePort();
  at = await cluster.start({
    MAX_LIVE_RUNS: String(PLACES),
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });
});
afterAll(() => cluster[Symbol.asyncDispose]());

const body = { input: 'Say [[after=500]]', routing: 'browser-use', background: true };

async function offer(perSecond: number, ms: number) {
  const accepted: string[] = [];
  const refusedMs: number[] = [];
  await atRate(
    perSecond,
    (elapsedMs) => elapsedMs < ms,
    async () => {
      const sentAt = performance.now();
      const { status, json, headers } = await at.create(body);
      expect([202, 429], JSON.stringify(json)).toContain(status);
      if (status === 202) return void accepted.push(json.id);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      refusedMs.push(performance.now() - sentAt);
    },
  );
  return { accepted, refusedMs };
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${at.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** The heap and its buffers after a collection. */
async function inUseMb(): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
  const [target] = (await listed.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  const ask = async (method: string) => {
    socket.send(JSON.stringify({ id: 1, method }));
    const [{ data }] = (await once(socket, 'message')) as [MessageEvent];
    return JSON.parse(data).result;
  };
  await ask('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await ask('Runtime.getHeapUsage');
  socket.close();
  return (usedSize + backingStorageSize) / 2 ** 20;
}

gate(
  'overload',
  {
    does: `ten times the load that an instance of ${PLACES} places can do`,
    invariant: `refusals are 429 with Retry-After, p99 within ${REFUSED_MS} ms or ${REFUSED_RATIO} times that of /healthz beside them; accepted runs complete; memory in use returns to within ${Math.round(100 * (IN_USE_RATIO - 1))} %, and the process grows by at most ${GROWTH_MB} MB`,
  },
  async ({ times }) => {
    // Its capacity: the rate while its places are always taken.
    const warm = await offer(60, 8_000);
    await expectAnswered(cluster, warm.accepted, 60_000);
    const rated = warm.accepted.length / 8;
    await delay(3_000);
    const before = { inUse: await inUseMb(), resident: await residentMb() };
    await expectAnswered(cluster, (await offer(10 * rated, 8_000)).accepted, 60_000);
    const pulse = new Pulse(at);
    const { accepted, refusedMs } = await offer(10 * rated, 15_000 * times);
    const alone = quantile(await pulse.stop(), 0.99);
    await expectAnswered(cluster, accepted, 60_000);
    await expectInOrder(cluster);
    const after = { inUse: await inUseMb(), resident: await residentMb() };
    const p99 = quantile(refusedMs, 0.99);
    const mb = (name: keyof typeof before) =>
      `${Math.round(before[name])} MB before, ${Math.round(after[name])} after`;
    const figure = `${accepted.length} accepted and completed, ${refusedMs.length} refused, p99 ${Math.round(p99)} ms, /healthz ${Math.round(alone)} ms; in use ${mb('inUse')}; process ${mb('resident')}`;
    expect(p99, figure).toBeLessThan(Math.max(REFUSED_MS, REFUSED_RATIO * alone));
    expect(after.inUse, figure).toBeLessThan(IN_USE_RATIO * before.inUse);
    expect(after.resident - before.resident, figure).toBeLessThan(GROWTH_MB);
    return figure;
  },
);

gate(
  'noisy-tenant',
  {
    does: 'one workspace sends all it can, another sends one run at a time',
    invariant: 'the quiet one is not refused, and its p95 is at most twice that of a run alone',
  },
  async ({ times }) => {
    const quiet = await addTenant(cluster.db, CREDITS_MICRO);
    const one = async () => {
      const startedAt = performance.now();
      const { status, json } = await at.create(
        { url: `${cluster.page}?ms=200`, routing: 'local-fetch' },
        { authorization: `Bearer ${quiet.key}` },
      );
      expect([200, 202], JSON.stringify(json)).toContain(status);
      if (status === 202) await expectAnswered(cluster, [json.id], 60_000);
      return performance.now() - startedAt;
    };
    const measure = async () => {
      const ms: number[] = [];
      for (let index = 0; index < 25 * times; index += 1) ms.push(await one());
      return quantile(ms, 0.95);
    };
    await measure();
    const alone = await measure();
    let isOver = false;
    const noise = (async () => {
      const taken: string[] = [];
      while (!isOver) taken.push(...(await offer(50, 1_000)).accepted);
      return taken;
    })();
    await delay(2_000);
    const beside = await measure();
    isOver = true;
    await expectAnswered(cluster, await noise, 60_000);
    await expectInOrder(cluster);
    const figure = `p95 ${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside the noise`;
    expect(beside, figure).toBeLessThan(2 * alone);
    return figure;
  },
);
