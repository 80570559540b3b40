import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeNotices } from '../platform/notify.ts';
import { loadStates } from './store.ts';

const POLL_MS = 2_000;

/** What a waiter knows already; it is woken when the row says something else. */
export interface Seen {
  progressEvents: number;
}

interface Waiter {
  runId: string;
  seen: Seen;
  wake: () => void;
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
      this.#wake(runId);
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
    this.#wake(runId);
    this.#notices.publish(runId);
  }

  /** For the executor: hints about any run that come over the database, our own included. */
  onChange(listener: (runId: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves on the next change beyond `seen`, after `timeoutMs`, or on abort. */
  async next(runId: string, seen: Seen, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#stop.signal.aborted) return;
    const done = new AbortController();
    const waiter: Waiter = { runId, seen, wake: () => done.abort() };
    const waiters = this.#waiters.get(runId) ?? new Set();
    waiters.add(waiter);
    this.#waiters.set(runId, waiters);
    try {
      await this.#clock
        .sleep(timeoutMs, AbortSignal.any([done.signal, signal, this.#stop.signal]))
        .catch(() => undefined);
    } finally {
      waiters.delete(waiter);
      if (waiters.size === 0) this.#waiters.delete(runId);
    }
  }

  /** Lets every waiter go; used when the instance drains. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  #wake(runId: string): void {
    for (const waiter of this.#waiters.get(runId) ?? []) waiter.wake();
  }

  async #poll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#clock.sleep(POLL_MS, this.#stop.signal).catch(() => undefined);
      const ids = [...this.#waiters.keys()];
      if (ids.length === 0) continue;
      try {
        for (const state of await loadStates(this.#db, ids)) {
          for (const waiter of this.#waiters.get(state.id) ?? []) {
            if (state.isOver || state.progressEvents !== waiter.seen.progressEvents) waiter.wake();
          }
        }
      } catch (error) {
        this.#log.warn({ reason: String(error) }, 'waiting runs could not be looked at');
      }
    }
  }
}
