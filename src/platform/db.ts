import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import sql from 'sql-template-tag';
import { BatchQuery } from './batch-query.ts';
import { type Clock, pause } from './clock.ts';
import { mayBeClosed, reportedElsewhere } from './failure.ts';
import type { Log } from './log.ts';
import { sessionBehind } from './pooler.ts';
import { type Batch, SharedCommit } from './shared-commit.ts';
import { prepared, type Row, type Statement } from './sql.ts';
import { stallTimeout } from './stall-timeout.ts';

export type { Row, Statement };

/** The database cannot be reached or has no room: the fate of open work is unknown. */
export class DatabaseAway extends Error {}

/** A guarded statement (`abort_unless` in SQL) found nothing to change; the whole transaction was undone. */
export class Aborted extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`the transaction was undone: ${code}`);
    this.code = code;
  }
}

export interface DbOptions {
  url: string;
  log: Log;
  clock: Clock;
  /** Shifts `db_now()` on every connection; tests pass a function, production has none. */
  clockOffsetMs?: () => number;
  connections?: number;
}

// A query to a silent database is given up before the caller's three seconds are over.
const QUERY_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_800;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_LIMIT = 'set idle_in_transaction_session_timeout = 15000';
const GOODBYE_MS = 2_000;
const MAX_WAITERS = 200;
const RETRIES = 5;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Runs a statement inside a transaction. */
export type Tx = <T extends Row = Row>(statement: Statement) => Promise<T[]>;

/** One pool for the process. Statements of one transaction are pipelined: one round trip, one commit. */
export class Db {
  readonly #pool: pg.Pool;
  /** Connections to a pooler: each transaction may be on another session, which keeps neither settings nor names. */
  readonly #pooled = new WeakSet<pg.ClientBase>();
  /** Those of them whose server limits statements by itself. */
  readonly #limited = new WeakSet<pg.ClientBase>();
  readonly #clock: Clock;
  readonly #shared: SharedCommit;

  constructor(options: DbOptions) {
    this.#clock = options.clock;
    this.#shared = new SharedCommit(
      options.clock,
      (statements) => this.batch(statements),
      (error) => !(error instanceof DatabaseAway),
    );
    const { clock, clockOffsetMs: offset } = options;
    this.#pool = new pg.Pool({
      Client: stallSafeClient(clock),
      connectionString: options.url,
      max: options.connections ?? 20,
      pipeline: true,
      keepAlive: true,
      application_name: 'switchyard',
      onConnect: async (client: pg.ClientBase) => {
        const { isPooled, isLimited } = await this.#answered(client, sessionBehind(client));
        if (isPooled) this.#pooled.add(client);
        else
          await this.#answered(
            client,
            client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}; ${IDLE_LIMIT}`),
          );
        if (isLimited) this.#limited.add(client);
      },
    } as pg.PoolConfig);
    this.#pool.on('error', (error) =>
      options.log.warn({ code: codeOf(error) }, 'idle database connection lost'),
    );
    this.#pool.on('connect', (client) => {
      // The pool listens to idle clients only: without this a connection lost in use would end the process.
      client.on('error', () => undefined);
      if (!offset) return;
      const set = `select set_config('switchyard.clock_offset', $1, false)`;
      client.query(set, [`${offset()} ms`]).catch(reportedElsewhere);
    });
  }

  /** One statement, its own transaction. */
  async query<T extends Row>(statement: Statement, timeoutMs?: number): Promise<T[]> {
    return this.#retried(async () => {
      const client = await this.#connect();
      return this.#use(client, () => this.#one<T>(client, statement, timeoutMs));
    });
  }

  /** Throws `DatabaseAway` when it does not answer. */
  async ping(): Promise<void> {
    await this.query(sql`select 1`);
  }

  /** One statement for a caller: the server shows and changes rows of this workspace only, even for a wrong statement. */
  async queryFor<T extends Row>(workspaceId: string, statement: Statement): Promise<T[]> {
    const [rows] = await this.batchFor(workspaceId, [statement]);
    return (rows ?? []) as T[];
  }

  /** Like `batch`, limited to this workspace in the same way. */
  async batchFor(workspaceId: string, statements: Statement[]): Promise<Row[][]> {
    const [, ...answers] = await this.batch([asTenant(workspaceId), ...statements]);
    return answers;
  }

  /** A text of several statements, which may bring its own `begin`: the rows of all of them. */
  async script(text: string, timeoutMs: number): Promise<Row[]> {
    const client = await this.#connect();
    const asked = () => this.#answered(client, client.query<Row>(text), timeoutMs);
    const answers = await this.#use(client, asked, 'may-stay-open');
    return [answers].flat().flatMap((answer) => answer.rows);
  }

  /** One maintenance statement, with a longer timeout. */
  async slowQuery<T extends Row>(statement: Statement, timeoutMs: number): Promise<T[]> {
    const client = await this.#connect();
    return this.#use(client, async () => {
      const [, rows] = await this.#send(client, [statementLimit(timeoutMs), statement], timeoutMs);
      return rows as T[];
    });
  }

  /** Several statements in one transaction and one round trip. None may depend on another's answer. */
  async batch<T extends Row[][] = Row[][]>(statements: Statement[]): Promise<T> {
    return this.#retried(async () => {
      const client = await this.#connect();
      return this.#use(client, () => this.#send(client, statements) as Promise<T>);
    });
  }

  /** Like `batch`, but may share a transaction with others; for hot paths. */
  commit<T extends Row[][] = Row[][]>(batch: Batch): Promise<T> {
    return this.#shared.commit(batch) as Promise<T>;
  }

  /** For work whose next statement depends on the last one's answer. */
  async transaction<T>(work: (run: Tx) => Promise<T>): Promise<T> {
    return this.#retried(async () => {
      const client = await this.#connect();
      return this.#use(client, async () => {
        const say = (text: string) => this.#answered(client, client.query(text));
        await say(this.#pooled.has(client) ? `begin; ${IDLE_LIMIT.replace('set', 'set local')}` : 'begin');
        try {
          const result = await work((statement) => this.#one(client, statement));
          await say('commit');
          return result;
        } catch (error) {
          await say('rollback').catch(mayBeClosed);
          throw error;
        }
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The pool does not wait for the goodbyes of its idle clients; a server that stops meanwhile ends them first.
    this.#pool.removeAllListeners('error').on('error', () => undefined);
    const timeUp = new AbortController();
    // A silent server would never answer the goodbyes.
    const timeout = pause(this.#clock, GOODBYE_MS, timeUp.signal);
    await Promise.race([this.#pool.end(), timeout]);
    timeUp.abort();
  }

  /** Connections of the pool that work, and callers that wait although it may have no more. */
  get load(): { busy: number; waiting: number } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    const busy = totalCount - idleCount;
    // The pool puts every caller into its queue for a moment, also where a connection is free.
    return { busy, waiting: Math.max(0, waitingCount - (options.max - busy)) };
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= MAX_WAITERS)
      throw new DatabaseAway('too many requests wait for the database');
    const connected = this.#pool.connect();
    const { promise: timeUp, reject } = Promise.withResolvers<never>();
    const cancel = stallTimeout(this.#clock, CONNECT_TIMEOUT_MS, () =>
      reject(new Error('no connection is free')),
    );
    try {
      return await Promise.race([connected, timeUp]);
    } catch (error) {
      connected.then((client) => client.release(), reportedElsewhere);
      throw new DatabaseAway(`the database cannot be reached: ${messageFor(error)}`, { cause: error });
    } finally {
      cancel();
    }
  }

  /** A connection that does not answer in time is cut, which fails everything that was asked on it. */
  async #answered<T>(client: pg.ClientBase, answer: Promise<T>, timeoutMs = QUERY_TIMEOUT_MS): Promise<T> {
    const cancel = stallTimeout(this.#clock, timeoutMs, () => cut(client));
    return answer.finally(cancel);
  }

  /** A failure that may leave a transaction open costs the connection. */
  async #use<T>(client: pg.PoolClient, work: () => Promise<T>, failure?: 'may-stay-open'): Promise<T> {
    let broken = false;
    try {
      return await work();
    } catch (error) {
      const mapped = mapError(error);
      broken = failure !== undefined || mapped instanceof DatabaseAway;
      throw mapped;
    } finally {
      // A pooler mixes up statements that arrive before the last transaction is over.
      if (!broken) await this.#untilReady(client);
      client.release(broken || client.getTransactionStatus() !== 'I');
    }
  }

  /** The server sends an error first, and its readiness afterwards. */
  async #untilReady(client: pg.PoolClient): Promise<void> {
    const { readyForQuery, connection } = client as unknown as Driver;
    if (readyForQuery) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    connection.once('readyForQuery', resolve).once('end', resolve);
    await this.#answered(client, promise);
  }

  async #send(client: pg.PoolClient, statements: Statement[], timeoutMs?: number): Promise<Row[][]> {
    const send = (all: Statement[]) => this.#answered(client, BatchQuery.send(client, all), timeoutMs);
    if (!this.#pooled.has(client)) return send(statements);
    const unnamed = statements.map(({ text, values }) => ({ text, values }));
    if (this.#limited.has(client)) return send(unnamed);
    const [, ...answers] = await send([LIMIT, ...unnamed]);
    return answers;
  }

  async #one<T extends Row>(client: pg.PoolClient, statement: Statement, timeoutMs?: number): Promise<T[]> {
    const [rows] = await this.#send(client, [statement], timeoutMs);
    return (rows ?? []) as T[];
  }

  async #retried<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= RETRIES || !SERIALIZATION.has(codeOf(error))) throw error;
        await this.#clock.sleep(2 ** attempt);
      }
    }
  }
}

/** Until the transaction ends. */
function asTenant(workspaceId: string): Statement {
  return prepared(
    'as_tenant',
    sql`select set_config('role', 'switchyard_tenant', true), set_config('switchyard.workspace', ${workspaceId}, true)`,
  );
}

/** Until the transaction ends, too. */
function statementLimit(ms: number): Statement {
  return sql`select set_config('statement_timeout', ${String(ms)}, true)`;
}

const LIMIT = statementLimit(STATEMENT_TIMEOUT_MS);

/** The used part of the driver's client. */
interface Driver {
  readyForQuery: boolean;
  connection: EventEmitter & { stream: Socket };
}

function cut(client: pg.ClientBase): void {
  (client as unknown as Driver).connection.stream.destroy();
}

/** Gives up a server that does not let it in. The driver's own limits would also count time in which the loop was blocked. */
function stallSafeClient(clock: Clock): typeof pg.Client {
  class StallSafeClient extends pg.Client {
    // The pool calls it with a function.
    override connect = ((done: (error: Error) => void) => {
      const cancel = stallTimeout(clock, CONNECT_TIMEOUT_MS, () => cut(this as unknown as pg.ClientBase));
      super.connect((error: Error) => {
        cancel();
        done(error);
      });
    }) as pg.Client['connect'];
  }
  return StallSafeClient;
}

const SERIALIZATION = new Set(['40001', '40P01']);
// Connection exceptions, admin shutdown, crash, cannot connect now, too many connections, disk full, no longer the primary.
const AWAY =
  /^(08...|57P0[1-5]|53[0-9]00|25P03|25006|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/;

function mapError(error: unknown): unknown {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  if (code === 'SY001') return new Aborted(message);
  if (
    AWAY.test(code) ||
    /^(Query read timeout|Connection terminated|timeout exceeded|Client (has encountered|was closed))/i.test(
      message,
    )
  ) {
    return new DatabaseAway(`the database went away: ${messageFor(error)}`, { cause: error });
  }
  if (hasNoPartition(error))
    return new DatabaseAway(`the database has no room for a row: ${messageFor(error)}`, { cause: error });
  return error;
}

/** A check that a person wrote has a name. */
function hasNoPartition(error: unknown): boolean {
  return codeOf(error) === '23514' && (error as pg.DatabaseError).constraint === undefined;
}

/** What the server or the system says about connections and room holds no value of a row. */
function messageFor(error: unknown): string {
  return (error instanceof Error && error.message) || codeOf(error);
}

/** A row with this key is there already. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** The server refused a statement. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
