import type { Socket } from 'node:net';
import pg from 'pg';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const CHANNEL = 'switchyard_changes';
const PING_EVERY_MS = 5_000;
const PING_TIMEOUT_MS = 5_000;
// Collects notices for a few milliseconds and sends them together.
const GATHER_MS = 25;
// NOTIFY payloads end at 8000 bytes.
const IDS_PER_MESSAGE = 150;

/**
 * Hints between instances that a row changed. They are sent after the commit and collected per tick, because a
 * NOTIFY inside a transaction serialises all commits. A lost hint is harmless: readers also poll.
 */
export class ChangeNotices {
  readonly #url: string;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(id: string) => void>();
  #pending = new Set<string>();
  #client: pg.Client | null = null;
  #loop: Promise<void> | null = null;

  constructor(options: { url: string; log: Log; clock: Clock }) {
    this.#url = options.url;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  start(): void {
    this.#loop = this.#keepConnected();
  }

  onChange(listener: (id: string) => void): void {
    this.#listeners.add(listener);
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
    const client = this.#client;
    if (!client) return;
    for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE) {
      const message = ids.slice(start, start + IDS_PER_MESSAGE).join(' ');
      client.query('select pg_notify($1, $2)', [CHANNEL, message]).catch(() => undefined);
    }
  }

  async #keepConnected(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#listenUntilLost();
      } catch (error) {
        if (!this.#stop.signal.aborted)
          this.#log.warn({ reason: String(error) }, 'database notifications lost; falling back to polling');
      }
      await this.#clock.sleep(1_000, this.#stop.signal).catch(() => undefined);
    }
  }

  async #listenUntilLost(): Promise<void> {
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
    lost.catch(() => undefined);
    client.on('notification', (message) => {
      for (const id of (message.payload ?? '').split(' '))
        for (const listener of this.#listeners) listener(id);
    });
    try {
      await client.connect();
      // A notice may get lost, so it does not wait for the disk.
      await client.query('set synchronous_commit = off');
      await client.query(`listen ${CHANNEL}`);
      this.#client = client;
      while (!this.#stop.signal.aborted) {
        await Promise.race([
          this.#clock.sleep(PING_EVERY_MS, this.#stop.signal).catch(() => undefined),
          lost,
        ]);
        if (!this.#stop.signal.aborted) await client.query('select 1');
      }
    } finally {
      this.#client = null;
      // A silent server would never answer the goodbye.
      socketOf(client).destroySoon();
    }
  }
}

function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
