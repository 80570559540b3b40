import sql from 'sql-template-tag';
import type { Clock } from './clock.ts';
import { Db, type Row, type Statement } from './db.ts';
import type { Log } from './log.ts';
import { Routine } from './routine.ts';

/** A source for statements that change nothing: the part of `Db` that they need. */
export type Reader = Pick<Db, 'query' | 'queryFor'>;

export interface Reads {
  /** For lists: shows all that was committed before the question. */
  current: Reader;
  /** For statistics, which may be as old as the limit. */
  recent: Reader;
}

interface ReplicaOptions {
  db: Db;
  url: string;
  maxLagMs: number;
  log: Log;
  clock: Clock;
  clockOffsetMs?: (() => number) | undefined;
}

const CONNECTIONS = 10;
const LOOK_EVERY_MS = 1_000;
// A healthy replica is milliseconds behind: waiting for it is cheaper than a list on the primary.
const CATCH_UP_MS = 100;
const CATCH_UP_STEP_MS = 10;

/** Positions in the write-ahead log count bytes; cluster and database identify what is replicated. */
const WRITTEN = sql`select pg_current_wal_flush_lsn() - '0/0' as position,
  system_identifier::text || '/' || current_database() as database from pg_control_system()`;
const REPLAYED = sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' end as position,
  system_identifier::text || '/' || current_database() as database from pg_control_system()`;

type ReplicaStatus = { lagMs: number } | { problem: string };

/**
 * Reads from a streaming replica while it keeps up; the primary answers on any trouble with the replica. How far it is behind is
 * measured by its position in the log and this process's clock: a replica of an idle primary is not late.
 */
export class Replica implements Reads, AsyncDisposable {
  readonly current: Reader = this.#reader(true);
  readonly recent: Reader = this.#reader(false);
  readonly #primary: Db;
  readonly #replica: Db;
  readonly #maxLagMs: number;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #looking: Routine;
  /** Positions of the primary with their times; the newest last. */
  #seen: Array<{ position: number; at: number }> = [];
  /** Null until the first look. */
  #status: ReplicaStatus | null = null;
  #isUsed = false;

  constructor({ db, url, maxLagMs, log, clock, clockOffsetMs }: ReplicaOptions) {
    this.#primary = db;
    this.#replica = new Db({ url, log, clock, clockOffsetMs, connections: CONNECTIONS });
    this.#maxLagMs = maxLagMs;
    this.#log = log;
    this.#clock = clock;
    const failure = 'the read replica could not be looked at';
    this.#looking = new Routine({ clock, log, everyMs: LOOK_EVERY_MS, failure }, () => this.#look());
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** NaN before the first look. */
  get lagSeconds(): number {
    return this.#status && 'lagMs' in this.#status ? this.#status.lagMs / 1_000 : Number.NaN;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#looking[Symbol.asyncDispose]();
    await this.#replica[Symbol.asyncDispose]();
  }

  #reader(isCurrent: boolean): Reader {
    return {
      query: <T extends Row>(statement: Statement) =>
        this.#read<T>(isCurrent, (db, statements) => db.batch(statements), statement),
      queryFor: <T extends Row>(workspaceId: string, statement: Statement) =>
        this.#read<T>(isCurrent, (db, statements) => db.batchFor(workspaceId, statements), statement),
    };
  }

  async #read<T extends Row>(
    isCurrent: boolean,
    send: (db: Db, statements: Statement[]) => Promise<Row[][]>,
    statement: Statement,
  ): Promise<T[]> {
    if (this.#isUsed) {
      // A statement that fails there is repeated on the primary, where it fails for its own reasons only.
      const rows = await this.#readReplica(
        isCurrent,
        (statements) => send(this.#replica, statements),
        statement,
      ).catch(() => null);
      if (rows) return rows as T[];
    }
    const [rows] = await send(this.#primary, [statement]);
    return (rows ?? []) as T[];
  }

  /** Null when it did not catch up in time. */
  async #readReplica(
    isCurrent: boolean,
    send: (statements: Statement[]) => Promise<Row[][]>,
    statement: Statement,
  ): Promise<Row[] | null> {
    const wanted = isCurrent ? positionOf(await this.#primary.query(WRITTEN)).position : 0;
    const endsAt = this.#clock.mono() + CATCH_UP_MS;
    for (;;) {
      // In one transaction, each statement sees at least as much as the one before.
      const [replayed = [], rows = []] = await send([REPLAYED, statement]);
      if (positionOf(replayed).position >= wanted) return rows;
      if (this.#clock.mono() > endsAt) return null;
      await this.#clock.sleep(CATCH_UP_STEP_MS);
    }
  }

  async #look(): Promise<void> {
    const written = positionOf(await this.#primary.query(WRITTEN));
    const now = this.#clock.mono();
    this.#seen.push({ position: written.position, at: now });
    const status = await this.#caughtUp(written.position).then(
      (replayed) => this.#statusOf(written, replayed, now),
      () => ({ problem: 'cannot be reached' }),
    );
    this.#apply(status);
  }

  /** The position of the replica once it has caught up or timed out: milliseconds behind is not late. */
  async #caughtUp(position: number): Promise<LogPosition> {
    const endsAt = this.#clock.mono() + LOOK_EVERY_MS;
    for (;;) {
      const replayed = positionOf(await this.#replica.query(REPLAYED));
      if (!(replayed.position < position) || this.#clock.mono() > endsAt) return replayed;
      await this.#clock.sleep(CATCH_UP_STEP_MS);
    }
  }

  #statusOf(written: LogPosition, replayed: LogPosition, now: number): ReplicaStatus {
    if (!(replayed.position >= 0) || replayed.database !== written.database)
      return { problem: 'does not replicate this database' };
    const reached = this.#seen.findLastIndex(({ position }) => position <= replayed.position);
    // Older ones are never asked for again, nor more than it takes to be late.
    const oldest = Math.max(reached, this.#seen.length - 2 - this.#maxLagMs / LOOK_EVERY_MS, 0);
    const lagMs = reached < 0 ? Number.POSITIVE_INFINITY : now - (this.#seen[reached]?.at ?? 0);
    this.#seen = this.#seen.slice(oldest);
    return { lagMs };
  }

  #apply(status: ReplicaStatus): void {
    const wasKnown = this.#status !== null;
    const isUsed = 'lagMs' in status && status.lagMs <= this.#maxLagMs;
    const problem = 'problem' in status ? status.problem : `is more than ${this.#maxLagMs / 1_000} s behind`;
    const before = this.#isUsed;
    this.#status = status;
    this.#isUsed = isUsed;
    if (wasKnown && before === isUsed) return;
    if (isUsed) this.#log.info('The read replica answers lists and statistics.');
    else this.#log.warn(`The read replica ${problem}: the primary answers lists and statistics.`);
  }
}

interface LogPosition {
  position: number;
  database: unknown;
}

/** Not a number where the server replays nothing. */
function positionOf([row]: Row[]): LogPosition {
  return { position: row?.position == null ? Number.NaN : Number(row.position), database: row?.database };
}
