import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Cluster,
  expectAnswered,
  expectInOrder,
  type Instance,
  startCluster,
} from '../support/cluster.ts';
import { missingPackages, type Node, type PostgresNodes, startPostgresNodes } from './postgres-nodes.ts';

const owned = new AsyncDisposableStack();
let postgres: PostgresNodes;
let cluster: Cluster;
let instances: Instance[];

beforeAll(async () => {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`This test needs: apt-get install ${missing.join(' ')}`);
  postgres = owned.use(await startPostgresNodes());
  cluster = owned.use(await startCluster(postgres.url));
  // One after the other: the first migrates.
  instances = [await cluster.start({ LOG_LEVEL: 'info' }), await cluster.start({ LOG_LEVEL: 'info' })];
});
afterAll(() => owned.disposeAsync());

const at = (index: number) => instances[index % instances.length] as Instance;

const BODIES = [
  () => ({ input: 'Say [[after=1500]]', routing: 'browser-use', background: true }),
  () => ({ url: cluster.page, routing: 'local-fetch' }),
  () => ({ input: 'Say', routing: 'browser-use' }),
  () => ({ url: `${cluster.page}?ms=200`, routing: 'local-fetch', background: true }),
];

class Load implements AsyncDisposable {
  readonly #name: string;
  readonly #calls: Promise<unknown>;
  #isOver = false;
  #isGivenUp = false;
  /** The run of every key, as it was acknowledged. */
  readonly acknowledged = new Map<string, string>();
  refusals = 0;
  #lastAnswerAt = performance.now();
  /** The longest time in which no create was acknowledged. */
  longestGapMs = 0;

  constructor(name: string) {
    this.#name = name;
    this.#calls = Promise.all(BODIES.map((_, caller) => this.#call(caller)));
    // `end` reports the failure.
    this.#calls.catch(() => undefined);
  }

  /** Until the next create is acknowledged. */
  async nextAnswer(): Promise<void> {
    const before = this.acknowledged.size;
    await expect.poll(() => this.acknowledged.size, { timeout: 120_000 }).toBeGreaterThan(before);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#calls;
  }

  /** Leaves a test that failed without a word of its own. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isGivenUp = true;
    await this.end().catch(() => undefined);
  }

  /** Repeats refused creates, with the same key. */
  async #call(caller: number): Promise<void> {
    for (let index = 0; !this.#isOver; index += 1) {
      const key = `${this.#name}-${caller}-${index}`;
      for (let tries = 0; !(await this.#create(caller, key, at(index + tries))); tries += 1) {
        if (this.#isGivenUp) return;
        await delay(300);
      }
      await this.#read(key, at(index + 1));
      await delay(100);
    }
  }

  async #create(caller: number, key: string, instance: Instance): Promise<boolean> {
    const { status, headers, json } = await instance.create(BODIES[caller]?.() ?? {}, {
      'idempotency-key': key,
    });
    if (status === 200 || status === 202) {
      this.acknowledged.set(key, json.id);
      const now = performance.now();
      this.longestGapMs = Math.max(this.longestGapMs, now - this.#lastAnswerAt);
      this.#lastAnswerAt = now;
      return true;
    }
    // 409: the first request with this key is still at work, or its outcome is still unknown.
    expect([409, 503], JSON.stringify(json)).toContain(status);
    expect(Number(headers.get('retry-after')), JSON.stringify(json)).toBeGreaterThan(0);
    this.refusals += 1;
    return false;
  }

  /** An acknowledged run is there, on any instance. */
  async #read(key: string, instance: Instance): Promise<void> {
    const id = this.acknowledged.get(key);
    const { status, json } = await instance.call('GET', `/v1/responses/${id}`);
    expect([200, 503], JSON.stringify(json)).toContain(status);
    expect(json.id).toBe(status === 200 ? id : undefined);
  }
}

async function expectNothingLost(load: Load): Promise<void> {
  await load.end();
  const ids = [...load.acknowledged.values()];
  expect(new Set(ids).size).toBe(ids.length);
  await expectAnswered(cluster, ids, 120_000);
  const first = ids.toSorted()[0];
  expect(await cluster.db.query(sql`select count(*) as n from runs where id >= ${first}`)).toEqual([
    { n: ids.length },
  ]);
  await expectInOrder(cluster);
  for (const { child } of instances) expect(child.exitCode).toBeNull();
  console.log(
    `${ids.length} runs, ${load.refusals} refusals, longest time without an answer ${Math.round(load.longestGapMs)} ms`,
  );
}

async function expectNoticesBack(): Promise<void> {
  const listening = sql`select count(*) as n from pg_stat_activity where application_name = 'switchyard-notices'`;
  await expect.poll(() => cluster.db.query(listening).catch(() => [])).toEqual([{ n: instances.length }]);
  for (const { output } of instances) {
    const lost = output().lastIndexOf('database notifications lost');
    expect(lost).toBeGreaterThan(0);
    await expect.poll(() => output().lastIndexOf('Notices between instances arrive.')).toBeGreaterThan(lost);
  }
}

test('the primary is killed under load: the next takes over, and nothing is lost, doubled or stuck', async () => {
  await using load = new Load('killed');
  await delay(5_000);
  const old = await postgres.primary();
  await old.kill();
  const next = await postgres.primary(old);
  await load.nextAnswer();
  await delay(5_000);
  await expectNothingLost(load);
  await expectNoticesBack();

  await old.start();
  await postgres.whole();
  expect((await old.state())?.timeline).toBe((await next.state())?.timeline);
});

test('a primary that wakes up believing it still leads acknowledges nothing and follows', async () => {
  await using load = new Load('frozen');
  await delay(3_000);
  const old = await postgres.primary();
  await using writer = await openWriter(old);
  await old.signal('SIGSTOP');
  const next = await postgres.primary(old);
  await load.nextAnswer();
  const written = writer.write();
  await old.signal('SIGCONT');
  expect(await written).toBe('refused');
  await delay(3_000);
  await expectNothingLost(load);
  await expectNoticesBack();
  await postgres.whole();
  expect(await postgres.primary()).toBe(next);
  expect(await cluster.db.query(sql`select to_regclass('stray') as stray`)).toEqual([{ stray: null }]);
});

/** A client that kept its session past HAProxy. */
async function openWriter(node: Node): Promise<{ write(): Promise<string> } & AsyncDisposable> {
  const client = new Client({ connectionString: node.directUrl });
  client.on('error', () => undefined);
  await client.connect();
  return {
    write: () =>
      client.query(`create table stray (n int)`).then(
        () => 'acknowledged',
        () => 'refused',
      ),
    [Symbol.asyncDispose]: () => client.end().catch(() => undefined),
  };
}
