import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import type { Clock } from '../clock.ts';

/** Ends a server's connections between requests. Node counts one that never sent a request as busy; browsers and balancers open such. */
export class ConnectionCloser {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #unused = new Set<Socket>();

  constructor(server: Server, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    server.on('connection', (socket) => {
      this.#unused.add(socket);
      socket.once('close', () => this.#unused.delete(socket));
    });
    server.on('request', ({ socket }) => this.#unused.delete(socket));
  }

  /** Resolves when no connection is left, or after the time. */
  async untilNone(timeoutMs: number): Promise<void> {
    const endsAt = this.#clock.mono() + timeoutMs;
    const connections = promisify(this.#server.getConnections.bind(this.#server));
    while (this.#clock.mono() < endsAt && (await connections()) > 0) await this.#clock.sleep(50);
  }

  /** Closes connections as they become idle, until the server is closed: a client may keep one for as long as a balancer does. */
  async closeIdle(closed: Promise<void>): Promise<void> {
    const isOver = closed.then(() => true);
    do {
      this.#server.closeIdleConnections();
      for (const socket of this.#unused) socket.destroy();
    } while (!(await Promise.race([isOver, this.#clock.sleep(50)])));
  }
}
