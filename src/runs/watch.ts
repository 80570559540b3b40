import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeNotices } from '../platform/notify.ts';
import type { Run } from './run.ts';
import { loadStates } from './store.ts';

const POLL_MS = 2_000;

/** What a waiter knows already; it is woken when the row says something else. */
export interface Seen {
  progressEvents: number;
}

interface Waiter {
  seen: Seen;
  wake(run: Run | null): void;
}

/**
 * Waiting for a run to change, wherever it is executed. A hint (local or from another instance) wakes at once;
 * one query every two seconds over all waiters finds what no hint told.
 */
export class Watch {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #notices: ChangeNotices;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(runId: string) => void>();
  #loop: Promise<void> | null = null;

  constructor(options: { db: Db; clock: Clock; log: Log; notices: ChangeNotices }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#notices = options.notices;
    this.#notices.onChange((runId) => {
      this.#wake(runId, null);
      for (const listener of this.#listeners) listener(runId);
    });
  }

  start(): void {
    this.#loop = this.#poll();
  }

  /** The instance drains: waiters are let go and must answer with what they have. */
  get isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The row changed and is committed: tell waiters here and on the other instances. */
  changed(runId: string): void {
    this.#wake(runId, null);
    this.#notices.publish(runId);
  }

  /** The run is over and committed: waiters here need not ask the database again. */
  ended(run: Run): void {
    this.#wake(run.id, run);
    this.#notices.publish(run.id);
  }

  /** For the executor: hints about any run that come over the database, our own included. */
  onChange(listener: (runId: string) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Resolves on the next change beyond `seen`, after `timeoutMs`, or on abort. When this instance ended the run
   * itself, the answer is the run as it was committed.
   */
  async next(runId: string, seen: Seen, timeoutMs: number, signal: AbortSignal): Promise<Run | null> {
    if (signal.aborted || this.isClosed) return null;
    const { promise, resolve } = Promise.withResolvers<Run | null>();
    const waiter: Waiter = { seen, wake: resolve };
    const waiters = this.#waiters.get(runId) ?? new Set();
    waiters.add(waiter);
    this.#waiters.set(runId, waiters);
    const cancel = this.#clock.after(timeoutMs, () => resolve(null));
    const onAbort = () => resolve(null);
    signal.addEventListener('abort', onAbort);
    try {
      return await promise;
    } finally {
      cancel();
      signal.removeEventListener('abort', onAbort);
      waiters.delete(waiter);
      if (waiters.size === 0) this.#waiters.delete(runId);
    }
  }

  /** Lets every waiter go; used when the instance drains. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    for (const waiters of this.#waiters.values()) for (const waiter of waiters) waiter.wake(null);
    await this.#loop;
  }

  #wake(runId: string, run: Run | null): void {
    for (const waiter of this.#waiters.get(runId) ?? []) waiter.wake(run);
  }

  async #poll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#clock.sleep(POLL_MS, this.#stop.signal).catch(() => undefined);
      const ids = [...this.#waiters.keys()];
      if (ids.length === 0) continue;
      try {
        for (const state of await loadStates(this.#db, ids)) {
          for (const waiter of this.#waiters.get(state.id) ?? []) {
            if (state.isOver || state.progressEvents !== waiter.seen.progressEvents) waiter.wake(null);
          }
        }
      } catch (error) {
        this.#log.warn({ reason: String(error) }, 'waiting runs could not be looked at');
      }
    }
  }
}
