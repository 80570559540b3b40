import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type Cluster,
  expectAnswered,
  expectInOrder,
  type Instance,
  startCluster,
  until,
  untilOver,
} from '../support/cluster.ts';
import { lapseLeases } from '../support/lapse-leases.ts';
import { HOSTED, startManyHosted } from '../support/many-hosted.ts';
import { S3_ENV, startS3StandIn } from '../support/stand-ins/s3.ts';
import { WebhookSink } from '../support/webhook-sink.ts';
import { gate, quantile, seconds } from './gate.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster[Symbol.asyncDispose]());

/** A run at a provider that hands a file over, when it is over. */
async function runWithFile(at: Instance) {
  const input = `Fetch the list [[file=${new URL('/list.csv', cluster.page)}]]`;
  const { json } = await at.create({ input, routing: 'browser-use', background: true });
  await untilOver(cluster, json.id, 60_000);
  return (await at.call('GET', `/v1/responses/${json.id}`)).json;
}

async function fileOf(at: Instance): Promise<string> {
  const run = await runWithFile(at);
  expect(run.status, JSON.stringify(run.error)).toBe('completed');
  return run.svc.artifacts[0].url;
}

/** The file was the task: without it the run fails, says why, and costs nothing. */
async function expectNotStored(at: Instance): Promise<void> {
  const { status, error, svc } = await runWithFile(at);
  expect({ status, cost: svc.routing_attempts[0].cost_usd, message: error?.message }).toEqual({
    status: 'failed',
    cost: 0,
    message: 'The file came, but it could not be stored: list.csv.',
  });
  expect(svc.artifacts).toMatchObject([{ unavailable_reason: 'The file could not be stored.' }]);
}

async function expectTextAnswered(at: Instance): Promise<void> {
  const { json } = await at.create({ url: cluster.page, routing: 'local-fetch', background: true });
  await expectAnswered(cluster, [json.id], 60_000);
}

async function bytesOf(at: Instance, url: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${at.key}` } });
  expect(answer.status).toBe(200);
  return (await answer.arrayBuffer()).byteLength;
}

const KEPT =
  'a run whose file cannot be kept says so and costs nothing, other runs are answered, the instance lives, and files are kept again afterwards';

gate(
  'full-disk',
  {
    does: 'the disk of an instance (a file system of 4 MB) is full to the last byte',
    invariant: KEPT,
    isSkipped: process.getuid?.() !== 0 || spawnSync('mount', ['--version']).status !== 0,
  },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'switchyard-full-'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status).toBe(0);
    try {
      const small = await cluster.start({ DATA_DIR: folder });
      const before = await fileOf(small);
      await fill(join(folder, 'filler'));
      await Promise.all([expectNotStored(small), expectNotStored(small), expectTextAnswered(small)]);
      await rm(join(folder, 'filler'));
      const after = await fileOf(small);
      expect(await bytesOf(small, before)).toBe(await bytesOf(small, after));
      expect(small.child.exitCode).toBeNull();
      await expectInOrder(cluster);
      await small.end('SIGKILL');
      return '3 runs on the full disk: one answered, two without their file free of charge';
    } finally {
      spawnSync('umount', ['-l', folder]);
    }
  },
);

/** The rest of the disk, to its last byte. */
async function fill(path: string): Promise<void> {
  for (const size of [1024 * 1024, 64 * 1024, 4_096, 1])
    for (;;) {
      const isWritten = await writeFile(path, Buffer.alloc(size), { flag: 'a' }).then(
        () => true,
        () => false,
      );
      if (!isWritten) break;
    }
}

gate(
  'object-store-down',
  { does: 'the object store refuses, fails and hangs in turns', invariant: KEPT },
  async () => {
    await using s3 = await startS3StandIn();
    await using at = await cluster.start({
      ...S3_ENV,
      ARTIFACT_STORE: 's3',
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.url,
    });
    const before = await fileOf(at);
    const tookMs: number[] = [];
    for (const mode of ['refuse', 'fail', 'hang'] as const) {
      s3.mode = mode;
      const startedAt = performance.now();
      await Promise.all([expectNotStored(at), expectTextAnswered(at)]);
      tookMs.push(performance.now() - startedAt);
    }
    s3.mode = 'up';
    // One that hung is left alone for half a minute.
    const isBackAt = performance.now();
    await until(async () => (await runWithFile(at)).status === 'completed', 60_000);
    const backMs = performance.now() - isBackAt;
    const after = await fileOf(at);
    expect(await bytesOf(at, before)).toBe(await bytesOf(at, after));
    await expectInOrder(cluster);
    return `both runs beside a hanging store are over after ${seconds(Math.max(...tookMs))}; files are kept ${seconds(backMs)} after it answers again`;
  },
);

// At once, on an instance with room for them and for others.
const SLOW_RUNS = 30;
const EVENTS = 20;

gate(
  'slow-provider',
  {
    does: `${SLOW_RUNS} runs at a provider that takes 5 seconds to answer a start and fails every other poll, beside runs on another runner`,
    invariant:
      'each task is begun once and ends with its answer; the other runs are not slower than twice their time',
  },
  async ({ times }) => {
    await using at = await cluster.start();
    const other = async () => {
      const startedAt = performance.now();
      const { json } = await at.create({ url: cluster.page, routing: 'local-fetch' });
      // One that took longer than a caller is kept waiting.
      if (json.status !== 'completed') await expectAnswered(cluster, [json.id], 60_000);
      return performance.now() - startedAt;
    };
    const measure = async () => {
      const ms: number[] = [];
      for (let index = 0; index < 20; index += 1) ms.push(await other());
      return ms;
    };
    await measure();
    const alone = quantile(await measure(), 0.95);
    const besideMs: number[] = [];
    for (let round = 0; round < times; round += 1) {
      const slow = await Promise.all(
        Array.from({ length: SLOW_RUNS }, () =>
          at.create({
            input: 'Say [[stall=5000]] [[flaky=2]] [[after=6000]]',
            routing: 'browser-use',
            background: true,
          }),
        ),
      );
      besideMs.push(...(await measure()));
      const ids = slow.map(({ json }) => json.id as string);
      await expectAnswered(cluster, ids, 120_000);
    }
    await expectInOrder(cluster);
    const beside = quantile(besideMs, 0.95);
    expect(beside).toBeLessThan(Math.max(2 * alone, 100));
    return `${SLOW_RUNS * times} slow runs answered; p95 beside them ${Math.round(beside)} ms, alone ${Math.round(alone)} ms`;
  },
);

gate(
  'webhook-receiver-down',
  {
    does: 'the receiver resets every connection, hangs, then answers again',
    invariant: 'every event arrives, each with one body, for the state that is true; runs do not wait for it',
  },
  async ({ times }) => {
    await using at = await cluster.start();
    await using sink = await WebhookSink.start();
    await at.call('POST', '/v1/webhooks', { url: `${sink.url}/hook` });
    sink.behave((_path, count) => (count % 2 ? 'reset' : 'hang'));
    const startedAt = performance.now();
    const ids: string[] = [];
    for (let round = 0; round < times; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: EVENTS }, () =>
          at.create({ url: cluster.page, routing: 'local-fetch', background: true }),
        ),
      );
      const made = answers.map(({ json }) => json.id as string);
      await expectAnswered(cluster, made, 60_000);
      ids.push(...made);
    }
    const tookMs = performance.now() - startedAt;
    await delay(3_000);
    sink.received.length = 0;
    sink.behave(200);
    const backAt = performance.now();
    const arrived = () => new Set(sink.received.map(({ body }) => JSON.parse(body).data.id));
    await expect.poll(() => ids.filter((id) => !arrived().has(id)).length, { timeout: 120_000 }).toBe(0);
    const lastMs = performance.now() - backAt;
    const hashes = new Map<string, Set<string>>();
    for (const { body, bodyHash } of sink.received)
      hashes.set(JSON.parse(body).id, (hashes.get(JSON.parse(body).id) ?? new Set()).add(bodyHash));
    expect([...hashes.values()].every((bodies) => bodies.size === 1)).toBe(true);
    return `${ids.length} runs in ${seconds(tookMs)} while it was down; the last event ${seconds(lastMs)} after it was back`;
  },
);

gate(
  'eight-in-flight',
  {
    does: 'kill -9 with eight attempts of one run in flight at a provider',
    invariant: 'another instance polls all eight on; none is begun or billed twice',
  },
  async () => {
    await using provider = await startManyHosted();
    const main = [new URL('../support/many-hosted.ts', import.meta.url).pathname];
    const env = { MANY_HOSTED_URL: provider.url, LEARNING_PROBES: '8', MAX_LIVE_RUNS: '1' };
    await using doomed = await cluster.start(env, [], main);
    const created = await doomed.create({
      input: 'Read the price mark-eight',
      url: cluster.page,
      routing: 'learning-all',
    });
    expect(created.status).toBe(202);
    const { id } = created.json;
    await expect.poll(() => provider.tasks.length, { timeout: 60_000 }).toBe(8);
    await expect
      .poll(async () => (await attempts(id)).filter(({ reference }) => reference).length, { timeout: 30_000 })
      .toBe(8);
    await doomed.end('SIGKILL');
    await using _next = await cluster.start(env, [], main);
    const startedAt = performance.now();
    await lapseLeases(cluster.databaseUrl, doomed.child.pid);
    provider.release('mark-eight');
    await expectAnswered(cluster, [id], 90_000);
    const tookMs = performance.now() - startedAt;
    expect((await attempts(id)).map(({ status }) => status)).toEqual(HOSTED.map(() => 'finished'));
    expect(new Set(provider.tasks.map(({ attemptId }) => attemptId)).size).toBe(HOSTED.length);
    expect(provider.tasks).toHaveLength(HOSTED.length);
    await expectInOrder(cluster);
    return `${HOSTED.length} attempts, ${HOSTED.length} bills; done ${seconds(tookMs)} after the lease lapsed`;
  },
);

const attempts = (id: string) =>
  cluster.db.query<{ status: string; reference: string | null }>(
    sql`select status, reference from attempts where run_id = ${id} order by ordinal`,
  );
