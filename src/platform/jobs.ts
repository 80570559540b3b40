import { randomInt, randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import sql from 'sql-template-tag';
import type { Db, Row, Statement } from './db.ts';
import type { Log } from './log.ts';

/** A job this instance holds. `retryCount` names the hand-out: a later owner's job is never touched. */
export interface HeldJob {
  id: string;
  retryCount: number;
}

export interface ClaimedJob extends HeldJob {
  subject: string;
}

// pg-boss must hand a job out again only when its holder is dead: heartbeats every 5 s lapse after 15 s and are
// looked at every 5 s; the expiry stays under its limit of 24 h and is renewed by successors.
const QUEUE_OPTIONS = {
  expireInSeconds: 86_399,
  heartbeatSeconds: 15,
  retryLimit: 1_000_000,
  retryDelay: 0,
  retentionSeconds: 30 * 86_400,
  deleteAfterSeconds: 3_600,
};

/** Durable work on pg-boss. Statements are built by pg-boss and run in the caller's own transaction. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #db: Db;
  readonly #queue: string;
  /** For calls that an executor waits for, with the usual query timeout. */
  readonly #quick: { executeSql: (text: string, values?: unknown[]) => Promise<{ rows: Row[] }> };

  private constructor(boss: PgBoss, db: Db, queue: string) {
    this.#boss = boss;
    this.#db = db;
    this.#queue = queue;
    this.#quick = { executeSql: async (text, values) => ({ rows: await db.query(named(text, values)) }) };
  }

  static async start(options: { db: Db; queue: string; log: Log }): Promise<Jobs> {
    const { db, queue, log } = options;
    const boss = new PgBoss({
      db: { executeSql: (text, values) => execute(db, text, values) },
      monitorIntervalSeconds: 5,
      superviseIntervalSeconds: 5,
      schedule: false,
    });
    boss.on('error', (error) => log.warn({ reason: error.message }, 'job queue error'));
    await boss.start();
    await boss.createQueue(queue, QUEUE_OPTIONS);
    const jobs = new Jobs(boss, db, queue);
    // pg-boss looks the queue up on its first use; later statements are built without a query.
    await jobs.discardStatement(jobs.newJobId());
    return jobs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false });
  }

  newJobId(): string {
    return randomUUID();
  }

  /**
   * A job that anyone may take at once. `ahead` is the number of its sender's jobs before it: the sender with fewer comes first,
   * so that senders take turns.
   */
  async sendStatement(jobId: string, subject: string, ahead = 0): Promise<Statement> {
    const priority = -ahead;
    return this.#built((db) => this.#boss.send(this.#queue, { subject }, { id: jobId, priority, db }));
  }

  /**
   * Sends a job and takes it in the same transaction, so that it is never seen unowned and costs no second round
   * trip. pg-boss cannot fetch by id; a random priority serves as the job's address.
   */
  async sendHeldStatements(jobId: string, subject: string): Promise<Statement[]> {
    const address = randomInt(1, 2 ** 31 - 1);
    return [
      await this.#built((db) =>
        this.#boss.send(this.#queue, { subject }, { id: jobId, priority: address, db }),
      ),
      await this.#built((db) =>
        this.#boss.fetch(this.#queue, { batchSize: 1, minPriority: address, maxPriority: address, db }),
      ),
    ];
  }

  /** Removes a job from any holder, because its run is over. */
  async discardStatement(jobId: string): Promise<Statement> {
    return this.#built((db) => this.#boss.deleteJob(this.#queue, jobId, { db }));
  }

  async claim(limit: number): Promise<ClaimedJob[]> {
    const options = { batchSize: limit, db: this.#quick };
    const jobs = await this.#boss.fetch<{ subject: string }>(this.#queue, options);
    return jobs.map((job) => ({ id: job.id, retryCount: job.retryCount, subject: job.data.subject }));
  }

  /** The waiting jobs: their number, and the age of the oldest. */
  async backlog(): Promise<{ waiting: number; oldestSeconds: number }> {
    const [row] = await this.#db.query<{ waiting: number; oldest: number }>(
      sql`select count(*)::int as waiting, coalesce(extract(epoch from now() - min(start_after)), 0)::float as oldest
          from pgboss.job where name = ${this.#queue} and state in ('created', 'retry') and start_after <= now()`,
    );
    return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0 };
  }

  /** Keeps jobs from being handed out again; answers the ids of those that still are ours. */
  async touch(jobs: HeldJob[]): Promise<Set<string>> {
    if (jobs.length === 0) return new Set();
    const held = jobs.map(({ id, retryCount }) => ({ id, retryCount }));
    const statement = await this.#built((db) => this.#boss.touch(this.#queue, held, { db }));
    const [row] = await this.#db.query<{ ids: string[] }>(statement);
    return new Set(row?.ids);
  }

  /** Gives the job back so that another instance takes it at its next look. */
  async release(job: HeldJob): Promise<void> {
    const held = { id: job.id, retryCount: job.retryCount };
    const statement = await this.#built((db) =>
      this.#boss.fail(this.#queue, held, { reason: 'released' }, { db }),
    );
    await this.#db.query(statement);
  }

  async discard(job: HeldJob): Promise<void> {
    const held = { id: job.id, retryCount: job.retryCount };
    await this.#db.query(await this.#built((db) => this.#boss.deleteJob(this.#queue, held, { db })));
  }

  /** Of these jobs, those that will never be handed out again. */
  async dead(jobIds: string[]): Promise<string[]> {
    const alive = await this.#db.query<{ id: string }>(
      sql`select id from pgboss.job where id = any(${jobIds}::uuid[]) and state in ('created', 'retry', 'active')`,
    );
    const ids = new Set(alive.map((row) => row.id));
    return jobIds.filter((id) => !ids.has(id));
  }

  /** Lets pg-boss build its statement without running it, so that we can pipeline it with our own. */
  async #built(
    call: (db: {
      executeSql: (text: string, values?: unknown[]) => Promise<{ rows: never[] }>;
    }) => Promise<unknown>,
  ) {
    let statement: Statement | null = null;
    await call({
      executeSql: async (text, values) => {
        statement = named(text, values);
        return NOTHING as unknown as { rows: never[] };
      },
    });
    if (statement === null) throw new Error('pg-boss built no statement');
    return statement as Statement;
  }
}

/** Statements of pg-boss without parameters are often whole scripts. */
async function execute(db: Db, text: string, values: unknown[] | undefined): Promise<{ rows: Row[] }> {
  const isScript = values === undefined || values.length === 0;
  const rows = isScript
    ? await db.script(text, BOSS_TIMEOUT_MS)
    : await db.query(named(text, values), BOSS_TIMEOUT_MS);
  return { rows };
}

// Its maintenance may take as long as the server lets any statement take.
const BOSS_TIMEOUT_MS = 10_000;
const NOTHING = { rows: [{ id: '', count: 0, ids: [] }] };

// pg-boss builds few distinct texts; naming them lets the server plan each once per connection.
const names = new Map<string, string>();

function named(text: string, values: unknown[] = []): Statement {
  if (values.length === 0 || names.size > 200) return { text, values };
  let name = names.get(text);
  if (!name) {
    name = `boss_${names.size}`;
    names.set(text, name);
  }
  return { name, text, values };
}
