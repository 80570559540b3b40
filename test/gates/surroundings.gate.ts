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

const withFile = () => ({
  input: `Fetch the list [[file=${new URL('/list.csv', cluster.page)}]]`,
  routing: 'browser-use',
});

/** The artifact of a new run, as its caller sees it. */
async function fileOf(at: Instance) {
  const { json } = await at.create({ ...withFile(), background: true });
  await expectAnswered(cluster, [json.id], 60_000);
  const [file] = (await at.call('GET', `/v1/responses/${json.id}`)).json.svc.artifacts;
  return file as { url: string | null; unavailable_reason?: string | null };
}

async function bytesOf(at: Instance, url: string | null): Promise<number> {
  const answer = await fetch(url ?? '', { headers: { authorization: `Bearer ${at.key}` } });
  expect(answer.status).toBe(200);
  return (await answer.arrayBuffer()).byteLength;
}

const KEPT =
  'runs end with their answers, a file that could not be kept says so, the instance lives, and files are kept again afterwards';

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
      const during = await Promise.all([fileOf(small), fileOf(small), fileOf(small)]);
      for (const file of during) expect(file.unavailable_reason).toBe('The file could not be stored.');
      const local = await small.create({ url: cluster.page, routing: 'local-fetch' });
      expect(local.json.status).toBe('completed');
      await rm(join(folder, 'filler'));
      const after = await fileOf(small);
      expect(await bytesOf(small, before.url)).toBe(await bytesOf(small, after.url));
      expect(small.child.exitCode).toBeNull();
      await expectInOrder(cluster);
      await small.end('SIGKILL');
      return '4 runs on the full disk, all answered; 3 files named as not stored, none half written';
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
    const at = await cluster.start({
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
      const file = await fileOf(at);
      tookMs.push(performance.now() - startedAt);
      expect(file.unavailable_reason, mode).toBe('The file could not be stored.');
    }
    s3.mode = 'up';
    const after = await fileOf(at);
    expect(await bytesOf(at, before.url)).toBe(await bytesOf(at, after.url));
    await expectInOrder(cluster);
    await at.end('SIGKILL');
    return `the run beside a hanging store took ${seconds(Math.max(...tookMs))}`;
  },
);

gate(
  'slow-provider',
  {
    does: '30 runs at a provider that takes 5 seconds to answer a start and fails every other poll, beside runs on another runner',
    invariant:
      'each task is begun once and ends with its answer; the other runs are not slower than twice their time',
  },
  async ({ times }) => {
    const at = await cluster.start();
    const other = async () => {
      const startedAt = performance.now();
      const { json } = await at.create({ url: cluster.page, routing: 'local-fetch' });
      expect(json.status).toBe('completed');
      return performance.now() - startedAt;
    };
    const measure = async () => {
      const ms: number[] = [];
      for (let index = 0; index < 20; index += 1) ms.push(await other());
      return quantile(ms, 0.95);
    };
    await measure();
    const alone = await measure();
    const slow = await Promise.all(
      Array.from({ length: 30 * times }, () =>
        at.create({
          input: 'Say [[stall=5000]] [[flaky=2]] [[after=6000]]',
          routing: 'browser-use',
          background: true,
        }),
      ),
    );
    const beside = await measure();
    const ids = slow.map(({ json }) => json.id as string);
    await expectAnswered(cluster, ids, 120_000);
    await expectInOrder(cluster);
    expect(beside).toBeLessThan(Math.max(2 * alone, 100));
    await at.end('SIGKILL');
    return `${ids.length} slow runs answered; p95 beside them ${Math.round(beside)} ms, alone ${Math.round(alone)} ms`;
  },
);

gate(
  'webhook-receiver-down',
  {
    does: 'the receiver resets every connection, hangs, then answers again',
    invariant: 'every event arrives, each with one body, for the state that is true; runs do not wait for it',
  },
  async ({ times }) => {
    const at = await cluster.start();
    await using sink = await WebhookSink.start();
    await at.call('POST', '/v1/webhooks', { url: `${sink.url}/hook` });
    sink.behave((_path, count) => (count % 2 ? 'reset' : 'hang'));
    const events = 20 * times;
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: events }, () => at.create({ url: cluster.page, routing: 'local-fetch' })),
    );
    const tookMs = performance.now() - startedAt;
    for (const { json } of answers) expect(json.status).toBe('completed');
    await delay(3_000);
    sink.received.length = 0;
    sink.behave(200);
    const backAt = performance.now();
    const arrived = () => new Set(sink.received.map(({ body }) => JSON.parse(body).data.id));
    await expect
      .poll(() => answers.filter(({ json }) => !arrived().has(json.id)).length, { timeout: 120_000 })
      .toBe(0);
    const lastMs = performance.now() - backAt;
    const hashes = new Map<string, Set<string>>();
    for (const { body, bodyHash } of sink.received)
      hashes.set(JSON.parse(body).id, (hashes.get(JSON.parse(body).id) ?? new Set()).add(bodyHash));
    expect([...hashes.values()].every((bodies) => bodies.size === 1)).toBe(true);
    await at.end('SIGKILL');
    return `${events} runs in ${seconds(tookMs)} while it was down; the last event ${seconds(lastMs)} after it was back`;
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
    const doomed = await cluster.start(env, [], main);
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
    const next = await cluster.start(env, [], main);
    const startedAt = performance.now();
    await lapseLeases(cluster.databaseUrl, doomed.child.pid);
    provider.release('mark-eight');
    await expectAnswered(cluster, [id], 90_000);
    const tookMs = performance.now() - startedAt;
    expect((await attempts(id)).map(({ status }) => status)).toEqual(HOSTED.map(() => 'finished'));
    expect(new Set(provider.tasks.map(({ attemptId }) => attemptId)).size).toBe(HOSTED.length);
    expect(provider.tasks).toHaveLength(HOSTED.length);
    await expectInOrder(cluster);
    await next.end('SIGKILL');
    return `${HOSTED.length} attempts, ${HOSTED.length} bills; done ${seconds(tookMs)} after the lease lapsed`;
  },
);

const attempts = (id: string) =>
  cluster.db.query<{ status: string; reference: string | null }>(
    sql`select status, reference from attempts where run_id = ${id} order by ordinal`,
  );
