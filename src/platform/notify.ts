import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import sql from 'sql-template-tag';
import { type Clock, pause } from './clock.ts';
import type { Db } from './db.ts';
import { reportedElsewhere } from './failure.ts';
import type { Log } from './log.ts';
import { prepared, UNSYNCED } from './sql.ts';

const CHANNEL = 'switchyard_changes';
const PING_EVERY_MS = 5_000;
const PING_TIMEOUT_MS = 5_000;
const TEST_WAIT_MS = 2_000;
const TEST_AGAIN_MS = 30_000;
// Collects notices for a few milliseconds and sends them together.
const GATHER_MS = 25;
// NOTIFY payloads end at 8000 bytes.
const IDS_PER_MESSAGE = 150;

/**
 * Hints between instances that a row changed. They are sent after the commit and collected per tick, because a
 * NOTIFY inside a transaction serialises all commits. A lost hint is harmless: readers also poll, and more often where a
 * test at the start shows that no hint arrives, as behind a pooler.
 */
export class ChangeNotices {
  readonly #url: string;
  readonly #db: Db;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(id: string) => void>();
  #pending = new Set<string>();
  /** The embedded database has no pooler in front of it: arriving notices are no news. */
  readonly #isOwnServer: boolean;
  #arrive: boolean | null = null;
  #loop: Promise<void> | null = null;

  /** `url` must lead to the server itself; publishing goes through `db`. */
  constructor(options: { url: string; db: Db; log: Log; clock: Clock; isOwnServer?: boolean }) {
    this.#isOwnServer = options.isOwnServer ?? false;
    this.#url = options.url;
    this.#db = options.db;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  start(): void {
    this.#loop = this.#keepConnected();
  }

  onChange(listener: (id: string) => void): void {
    this.#listeners.add(listener);
  }

  /** False while hints do not arrive: waiting requests then look more often. */
  get arrive(): boolean {
    return this.#arrive === true;
  }

  publish(id: string): void {
    if (this.#pending.size === 0) this.#clock.after(GATHER_MS, () => this.#flush());
    this.#pending.add(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  #flush(): void {
    const ids = [...this.#pending];
    this.#pending = new Set();
    for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE) {
      const message = ids.slice(start, start + IDS_PER_MESSAGE).join(' ');
      this.#send(message).catch(() => undefined);
    }
  }

  async #send(message: string): Promise<void> {
    // It may get lost, so it does not wait for the disk.
    await this.#db.batch([UNSYNCED, prepared('notify', sql`select pg_notify(${CHANNEL}, ${message})`)]);
  }

  async #keepConnected(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      let pauseMs = 1_000;
      try {
        if (!(await this.#listenUntilLost())) pauseMs = TEST_AGAIN_MS;
      } catch (error) {
        if (!this.#stop.signal.aborted)
          this.#log.warn({ reason: String(error) }, 'database notifications lost; falling back to polling');
        this.#arrive = null;
      }
      await pause(this.#clock, pauseMs, this.#stop.signal);
    }
  }

  /** False where notices do not arrive on such a connection. */
  async #listenUntilLost(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 2_000,
      query_timeout: PING_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
      application_name: 'switchyard-notices',
    } as pg.ClientConfig);
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('connection ended')));
    });
    lost.catch(reportedElsewhere);
    client.on('notification', (message) => {
      for (const id of (message.payload ?? '').split(' '))
        for (const listener of this.#listeners) listener(id);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#tell(await Promise.race([this.#hearsItself(), lost]));
      while (this.arrive && !this.#stop.signal.aborted) {
        await Promise.race([pause(this.#clock, PING_EVERY_MS, this.#stop.signal), lost]);
        if (!this.#stop.signal.aborted) await client.query('select 1');
      }
      return this.arrive;
    } finally {
      // A silent server would never answer the goodbye.
      socketOf(client).destroySoon();
    }
  }

  /** Sent over another connection: a pooler may answer a notice to the next client. */
  async #hearsItself(): Promise<boolean> {
    const word = `test-${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const hear = (id: string) => id === word && resolve(true);
    this.#listeners.add(hear);
    const cancel = this.#clock.after(TEST_WAIT_MS, () => resolve(false));
    this.#stop.signal.addEventListener('abort', () => resolve(false));
    await this.#send(word).catch(() => resolve(false));
    const isHeard = await promise;
    cancel();
    this.#listeners.delete(hear);
    return isHeard;
  }

  #tell(isHeard: boolean): void {
    if (this.#stop.signal.aborted || this.#arrive === isHeard) return;
    this.#arrive = isHeard;
    if (isHeard) this.#log[this.#isOwnServer ? 'debug' : 'info']('Notices between instances arrive.');
    else
      this.#log.warn(
        'Notices between instances do not arrive, as behind a pooler: changes are polled for. Set DATABASE_DIRECT_URL to the server itself.',
      );
  }
}

function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
