import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { type Cluster, expectAnswered, expectInOrder, type Instance } from '../support/cluster.ts';

/** Requests of callers: at a provider, on this machine, and from one to the other. */
function bodies(cluster: Cluster) {
  return [
    { input: 'Say [[after=700]]', routing: 'browser-use' },
    { url: `${cluster.page}?ms=300`, routing: 'local-fetch' },
    {
      input: 'Get the text of the page ([[after=200]] [[fail]])',
      url: cluster.page,
      routing: ['browser-use', 'local-fetch'],
    },
  ];
}

/** Callers that repeat a create under its key, elsewhere, until it is accepted. */
export class KeyedLoad {
  readonly accepted: string[] = [];
  /** The time that refusals took. */
  readonly refusedMs: number[] = [];
  readonly #cluster: Cluster;
  readonly #at: () => Instance;
  readonly #work: Promise<unknown>;
  #isOver = false;
  static #count = 0;

  constructor(cluster: Cluster, at: () => Instance, callers = 2) {
    this.#cluster = cluster;
    this.#at = at;
    this.#work = Promise.all(Array.from({ length: callers }, () => this.#call()));
    this.#work.catch(() => undefined);
  }

  async #call(): Promise<void> {
    const wanted = bodies(this.#cluster);
    while (!this.#isOver) {
      KeyedLoad.#count += 1;
      const key = `key-${KeyedLoad.#count}`;
      await this.#create({ ...wanted[KeyedLoad.#count % wanted.length], background: true }, key);
      await delay(150);
    }
  }

  async #create(body: Record<string, unknown>, key: string): Promise<void> {
    for (;;) {
      const sentAt = performance.now();
      // An instance that dies resets the connection.
      const answer = await this.#at()
        .create(body, { 'idempotency-key': key })
        .catch(() => null);
      if (answer?.status === 202 || answer?.status === 200) return void this.accepted.push(answer.json.id);
      if (answer) {
        expect([409, 429, 503], JSON.stringify(answer.json)).toContain(answer.status);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        this.refusedMs.push(performance.now() - sentAt);
      }
      await delay(200);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** Every accepted run is there once and has its answer, and rows and ledger hold together; answers their number. */
  async expectWhole(timeoutMs = 120_000): Promise<number> {
    const { accepted } = this;
    expect(new Set(accepted).size).toBe(accepted.length);
    await expectAnswered(this.#cluster, accepted, timeoutMs);
    const [row] = await this.#cluster.db.query(
      sql`select count(*) as n from runs where id >= ${accepted.toSorted()[0]}`,
    );
    expect(row).toEqual({ n: accepted.length });
    await expectInOrder(this.#cluster);
    return accepted.length;
  }
}
