import type { Connection } from './connection.ts';

const MOST_IDLE = 256;

/** Idle connections kept for reuse. Undici closes those that idle too long. */
export class KeptConnections {
  /** Oldest first, over all verdicts. */
  readonly #idle = new Set<Connection>();
  readonly #byVerdict = new Map<string, Set<Connection>>();

  /** A connection dialled under this verdict, or null. */
  take(verdict: string): Connection | null {
    for (const connection of this.#byVerdict.get(verdict) ?? []) {
      this.#forget(connection);
      return connection;
    }
    return null;
  }

  keep(connection: Connection): void {
    if (!connection.isOpen) return;
    this.#idle.add(connection);
    const waiting = this.#byVerdict.get(connection.verdict);
    if (waiting) waiting.add(connection);
    else this.#byVerdict.set(connection.verdict, new Set([connection]));
    connection.onClose = () => this.#end(connection);
    const [oldest] = this.#idle;
    if (this.#idle.size > MOST_IDLE && oldest) this.#end(oldest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#idle) this.#end(connection);
  }

  #end(connection: Connection): void {
    this.#forget(connection);
    connection.end();
  }

  #forget(connection: Connection): void {
    connection.onClose = null;
    this.#idle.delete(connection);
    const others = this.#byVerdict.get(connection.verdict);
    others?.delete(connection);
    if (others?.size === 0) this.#byVerdict.delete(connection.verdict);
  }
}
