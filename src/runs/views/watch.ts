import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { ChangeNotices } from '../../platform/notify.ts';
import { Routine } from '../../platform/routine.ts';
import type { Run } from '../run.ts';
import { loadStates } from '../store.ts';

const POLL_MS = 2_000;
const POLL_UNTOLD_MS = 500;
/** The notice that runs wait for an instance to take them. */
const QUEUED = 'runs:queued';
/** The most runs remembered as made here: their notices can get lost. */
const MOST_MADE = 10_000;

/** The state a waiter has already seen; it wakes when the row differs. */
export interface Seen {
  progressEvents: number;
}

interface Waiter {
  seen: Seen;
  wake(run: Run | null): void;
}

/**
 * Waits for a run to change on any instance. A notification wakes waiters at once; one query every two seconds over all
 * waiters catches lost notifications; where none arrive, four times as often.
 */
export class Watch {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #notices: ChangeNotices;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #listeners = new Set<(runId: string) => void>();
  readonly #closers = new Set<(runId: string) => void>();
  readonly #takers = new Set<() => void>();
  readonly #onEnded: ((run: Run) => void) | undefined;
  /** Runs made by this instance whose own notice has not come back: their waiters here need no waking. */
  readonly #made = new Set<string>();
  #isClosed = false;
  #polling: Routine | null = null;

  constructor(options: {
    db: Db;
    clock: Clock;
    log: Log;
    notices: ChangeNotices;
    /** Called for every run that this instance ended. */
    onEnded?(run: Run): void;
  }) {
    this.#onEnded = options.onEnded;
    this.#db = options.db;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#notices = options.notices;
    this.#notices.onChange((runId) => {
      if (runId === QUEUED) {
        for (const take of this.#takers) take();
        return;
      }
      if (this.#made.delete(runId)) return;
      this.#wake(runId, null);
      for (const listener of this.#listeners) listener(runId);
    });
  }

  start(): void {
    const options = {
      clock: this.#clock,
      log: this.#log,
      everyMs: () => (this.#notices.arrive ? POLL_MS : POLL_UNTOLD_MS),
      failure: 'polling for changed runs failed',
    };
    this.#polling = new Routine(options, () => this.#poll());
  }

  /** True while the instance drains: waiters are released and answer with their last state. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Call after a committed change: wakes waiters here and on other instances. */
  changed(runId: string): void {
    this.#wake(runId, null);
    this.#notices.publish(runId);
  }

  /** Call after a run was made: tells other instances, and wakes no waiter here. */
  created(runId: string): void {
    if (this.#made.size >= MOST_MADE) this.#made.clear();
    this.#made.add(runId);
    this.#notices.publish(runId);
  }

  /** Call after a run was left for any instance to take: instances with free capacity need not wait for their next poll. */
  queued(): void {
    this.#notices.publish(QUEUED);
  }

  onQueued(listener: () => void): void {
    this.#takers.add(listener);
  }

  /** Call after a run was ended from outside its executor: an executor on this instance lets go at once. */
  closed(run: Run): void {
    this.#onEnded?.(run);
    for (const listener of this.#closers) listener(run.id);
    this.changed(run.id);
  }

  onClosed(listener: (runId: string) => void): void {
    this.#closers.add(listener);
  }

  /** Call after the final commit: waiters here get the run without another query. */
  ended(run: Run): void {
    this.#onEnded?.(run);
    this.#wake(run.id, run);
    this.#notices.publish(run.id);
  }

  /** For the executor: notifications about any run, including our own. */
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

  /** Releases every waiter when the instance drains. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const waiters of this.#waiters.values()) for (const waiter of waiters) waiter.wake(null);
    await this.#polling?.[Symbol.asyncDispose]();
  }

  #wake(runId: string, run: Run | null): void {
    this.#made.delete(runId);
    for (const waiter of this.#waiters.get(runId) ?? []) waiter.wake(run);
  }

  async #poll(): Promise<void> {
    const ids = [...this.#waiters.keys()];
    if (ids.length === 0) return;
    for (const state of await loadStates(this.#db, ids)) {
      for (const waiter of this.#waiters.get(state.id) ?? []) {
        if (state.isOver || state.progressEvents !== waiter.seen.progressEvents) waiter.wake(null);
      }
    }
  }
}
