import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A proxy between a service and its database that injects faults on request. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The database's URL, through this proxy. */
  url: string;
  /** Breaks every open connection; new ones work. */
  cut(): void;
  /** Breaks every open connection and refuses new ones until `heal`. */
  refuse(): void;
  /** Holds every byte in both directions and lets new connections hang; `heal` delivers the held bytes, late. */
  blackhole(): void;
  heal(): void;
  /** The number of connections, refused or not. */
  dialled(): number;
  /** From now on every piece of data takes this much longer, either way. */
  slowDown(ms: number): void;
  /**
   * Breaks the connection of the next transaction whose bytes hold `text`, when the server has committed it and
   * before the client hears of it. Resolves once that has happened.
   */
  swallowCommit(text: string): Promise<void>;
}

const TAIL_BYTES = 40;
// ReadyForQuery, outside any transaction: everything sent before it is committed.
const READY_AFTER_COMMIT = 'Z\0\0\0\x05I';

/** Whether the newest piece of data completes this text. */
type Holds = (text: string) => boolean;

interface Link {
  client: Socket;
  upstream: Socket | null;
  /** Set while this connection's transaction is the one to be swallowed. */
  onCommit: (() => void) | null;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let mode: 'pass' | 'refuse' | 'blackhole' = 'pass';
  let delayMs = 0;
  let dials = 0;
  let wanted: { text: string; done: () => void } | null = null;

  const server = createServer((client) => {
    client.on('error', () => undefined);
    dials += 1;
    if (mode === 'refuse') return void client.resetAndDestroy();
    const link: Link = { client, upstream: null, onCommit: null };
    links.add(link);
    client.once('close', () => links.delete(link));
    if (mode === 'blackhole') client.pause();
    else open(link);
  });

  function open(link: Link): void {
    const { client } = link;
    const upstream = dial(Number(target.port), target.hostname);
    link.upstream = upstream;
    upstream.on('error', () => undefined);
    upstream.setNoDelay(true);
    client.setNoDelay(true);
    forward(client, upstream, (holds) => {
      if (!wanted || !holds(wanted.text)) return true;
      link.onCommit = wanted.done;
      wanted = null;
      return true;
    });
    forward(upstream, client, (holds) => {
      if (!link.onCommit || !holds(READY_AFTER_COMMIT)) return true;
      link.onCommit();
      client.resetAndDestroy();
      upstream.destroy();
      return false;
    });
  }

  function forward(from: Socket, to: Socket, look: (holds: Holds) => boolean): void {
    let last = Promise.resolve();
    let before = Buffer.alloc(0);
    from.on('data', (chunk) => {
      // The text may lie across two pieces, but not in the first alone.
      const joined = Buffer.concat([before, chunk]);
      const holds = (text: string) => joined.includes(text, Math.max(0, before.length - text.length + 1));
      const isPassed = look(holds);
      before = joined.subarray(-TAIL_BYTES);
      if (!isPassed) return;
      if (delayMs === 0) return void to.write(chunk);
      last = Promise.all([last, delay(delayMs)]).then(() => void to.write(chunk));
    });
    from.once('close', () => void last.then(() => to.destroySoon()));
  }

  function breakAll(): void {
    for (const { client, upstream } of links) {
      client.resetAndDestroy();
      upstream?.destroy();
    }
    links.clear();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: breakAll,
    refuse() {
      mode = 'refuse';
      breakAll();
    },
    blackhole() {
      mode = 'blackhole';
      for (const { client, upstream } of links) {
        client.pause();
        upstream?.pause();
      }
    },
    heal() {
      mode = 'pass';
      for (const link of links) {
        if (!link.upstream) open(link);
        link.client.resume();
        link.upstream?.resume();
      }
    },
    dialled: () => dials,
    slowDown(ms) {
      delayMs = ms;
    },
    swallowCommit(text) {
      return new Promise((resolve) => {
        wanted = { text, done: resolve };
      });
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      breakAll();
      await closed;
    },
  };
}
