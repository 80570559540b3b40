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
import { gate, quantile } from './gate.ts';
import { Pulse } from './pulse.ts';

const PLACES = 20;
const CREDITS_MICRO = 1_000_000_000;
// On a shared machine no answer is quicker than the machine: then `/healthz` is the measure.
const REFUSED_MS = 100;
const REFUSED_RATIO = 1.5;
// The heap grows to the need of a load and stays there; a leak would add to it with each load.
const GROWTH_MB = 128;
const AGAIN_RATIO = 1.1;
const SETTLE_MS = 10_000;

let cluster: Cluster;
let at: Instance;

beforeAll(async () => {
  cluster = await startCluster();
  at = await cluster.start({ MAX_LIVE_RUNS: String(PLACES), SVC_TRIAL_CREDITS_USD: '10000' });
});
afterAll(() => cluster[Symbol.asyncDispose]());

const body = { input: 'Say [[after=500]]', routing: 'browser-use', background: true };

/** Creates at this rate, whether they are answered or not. */
async function offer(perSecond: number, ms: number) {
  const accepted: string[] = [];
  const refusedMs: number[] = [];
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; performance.now() - startedAt < ms; count += 1) {
    const sentAt = performance.now();
    sent.push(
      at.create(body).then(({ status, json, headers }) => {
        expect([202, 429], JSON.stringify(json)).toContain(status);
        if (status === 202) return void accepted.push(json.id);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        refusedMs.push(performance.now() - sentAt);
      }),
    );
    await delay(Math.max(0, startedAt + (count + 1) * (1_000 / perSecond) - performance.now()));
  }
  await Promise.all(sent);
  return { accepted, refusedMs };
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${at.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** Once the collector has had its time, which it takes when nothing happens. */
async function settledMb(aim: number): Promise<number> {
  const endsAt = performance.now() + SETTLE_MS;
  let now = await residentMb();
  for (; now > aim && performance.now() < endsAt; now = await residentMb()) await delay(1_000);
  return now;
}

gate(
  'overload',
  {
    does: `ten times the load that an instance of ${PLACES} places can do`,
    invariant: `refusals are 429 with Retry-After, p99 within ${REFUSED_MS} ms or ${REFUSED_RATIO} times that of /healthz beside them; accepted runs complete; memory grows by at most ${GROWTH_MB} MB, and not with every overload`,
  },
  async ({ times }) => {
    // Its capacity: the rate while its places are always taken.
    const warm = await offer(60, 8_000);
    await expectAnswered(cluster, warm.accepted, 60_000);
    const rated = warm.accepted.length / 8;
    await delay(3_000);
    const before = await residentMb();
    await expectAnswered(cluster, (await offer(10 * rated, 8_000)).accepted, 60_000);
    const once = await settledMb(before);
    const pulse = new Pulse(at);
    const { accepted, refusedMs } = await offer(10 * rated, 15_000 * times);
    const alone = quantile(await pulse.stop(), 0.99);
    await expectAnswered(cluster, accepted, 60_000);
    await expectInOrder(cluster);
    const again = await settledMb(once);
    const p99 = quantile(refusedMs, 0.99);
    const mb = [before, once, again].map(Math.round).join(', ');
    const figure = `${accepted.length} accepted and completed, ${refusedMs.length} refused, p99 ${Math.round(p99)} ms, /healthz ${Math.round(alone)} ms; ${mb} MB before, after one and after another`;
    expect(p99, figure).toBeLessThan(Math.max(REFUSED_MS, REFUSED_RATIO * alone));
    expect(again - before, figure).toBeLessThan(GROWTH_MB);
    expect(again, figure).toBeLessThan(AGAIN_RATIO * once);
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
