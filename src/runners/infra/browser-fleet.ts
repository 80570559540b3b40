import { type AcquireOptions, type BrowserPool, BrowserUnavailable } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Routine } from '../../platform/routine.ts';

/** One source of browsers: this machine's pool, a Grid, a server of Browserless, a Chromium on a debugging port. */
export interface FleetSource {
  /** For messages; holds no secret. */
  name: string;
  /** Concurrent runs that this instance may start there. */
  slots: number;
  /** `onClosed` is called once, when the run has left the browser. Throws without a browser. */
  open(options: AcquireOptions, onClosed: () => void): Promise<BrowserRun>;
  /** Free slots, counting all users of the source; null when it does not answer. */
  free(signal: AbortSignal): Promise<number | null>;
}

/** The browsers of this machine. They start when they are needed. */
export function poolSource(pool: BrowserPool, slots: number): FleetSource {
  return {
    name: 'local',
    slots,
    free: async () => slots,
    open: (options, onClosed) => pool.acquire({ ...options, onClosed }),
  };
}

interface FleetOptions {
  sources: FleetSource[];
  clock: Clock;
  log: Log;
  lookEveryMs?: number;
  waitMs?: number;
}

interface SourceState {
  source: FleetSource;
  /** Our own runs there. */
  busy: number;
  /** Its last report minus the runs started since; null while it does not answer. */
  free: number | null;
}

interface Waiting {
  /** Sources that failed this run. */
  failed: Set<SourceState>;
  resolve(state: SourceState): void;
  reject(error: Error): void;
}

const LOOK_EVERY_MS = 5_000;
const LOOK_LIMIT_MS = 4_000;
const WAIT_MS = 5 * 60_000;

/**
 * The browsers of the built-in agents come from several sources: each run goes to the source with the largest share of free slots. A source
 * that fails a run, or does not answer, gets no runs until it answers again. While all are full, runs wait in order of arrival.
 */
export class BrowserFleet implements AsyncDisposable {
  readonly #states: SourceState[];
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waitMs: number;
  readonly #waiting: Waiting[] = [];
  readonly #refreshing: Routine;

  constructor({ sources, clock, log, lookEveryMs = LOOK_EVERY_MS, waitMs = WAIT_MS }: FleetOptions) {
    this.#states = sources.map((source) => ({ source, busy: 0, free: source.slots }));
    this.#clock = clock;
    this.#log = log;
    this.#waitMs = waitMs;
    const failure = 'the browser sources could not be looked at';
    this.#refreshing = new Routine({ clock, log, everyMs: lookEveryMs, failure }, (signal) =>
      this.#refresh(signal),
    );
  }

  get load(): { slots: number; busy: number; waiting: number } {
    const sum = (of: (state: SourceState) => number) =>
      this.#states.reduce((total, one) => total + of(one), 0);
    const slots = sum(({ source, free }) => (free === null ? 0 : source.slots));
    return { slots, busy: sum(({ busy }) => busy), waiting: this.#waiting.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#refreshing[Symbol.asyncDispose]();
    for (const { reject } of this.#waiting.splice(0)) reject(new BrowserUnavailable('the service stops'));
  }

  /** Throws `BrowserUnavailable`, or the signal's reason once aborted. */
  async acquire(options: AcquireOptions): Promise<BrowserRun> {
    await this.#refreshing.first;
    const failed = new Set<SourceState>();
    for (;;) {
      const state = await this.#claim(failed, options.signal);
      try {
        return await state.source.open(options, () => this.#leave(state));
      } catch (error) {
        this.#leave(state);
        options.signal?.throwIfAborted();
        failed.add(state);
        if (failed.size === this.#states.length) throw error;
        await this.#refreshOne(state, AbortSignal.timeout(LOOK_LIMIT_MS));
      }
    }
  }

  async #claim(failed: Set<SourceState>, signal: AbortSignal | undefined): Promise<SourceState> {
    signal?.throwIfAborted();
    const best = this.#best(failed);
    if (best) return this.#take(best);
    if (this.#isHopeless(failed)) throw this.#noneAnswers();
    const { promise, resolve, reject } = Promise.withResolvers<SourceState>();
    const waiting = { failed, resolve, reject };
    this.#waiting.push(waiting);
    const giveUp = (reason: Error) => {
      const at = this.#waiting.indexOf(waiting);
      // The slot may have been claimed a moment ago.
      if (at >= 0) this.#waiting.splice(at, 1);
      reject(reason);
    };
    const cancel = this.#clock.after(this.#waitMs, () => giveUp(this.#tooLong()));
    const onAbort = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #isHopeless(failed: Set<SourceState>): boolean {
    return this.#states.every((one) => one.free === null || failed.has(one));
  }

  #noneAnswers(): BrowserUnavailable {
    return new BrowserUnavailable(`none of the ${this.#states.length} browser sources responds`);
  }

  #tooLong(): BrowserUnavailable {
    const { slots, waiting } = this.load;
    const taken = `all ${slots} slots of the browser sources were busy for ${this.#waitMs / 1_000} s`;
    return new BrowserUnavailable(`${taken}, and ${waiting} more runs wait`);
  }

  /** The source with the largest share of free slots. */
  #best(failed: Set<SourceState>): SourceState | null {
    const share = ({ source, busy, free }: SourceState) =>
      Math.min(free ?? 0, source.slots - busy) / source.slots;
    const usable = this.#states.filter((one) => !failed.has(one) && share(one) > 0);
    return usable.toSorted((one, other) => share(other) - share(one))[0] ?? null;
  }

  #take(state: SourceState): SourceState {
    state.busy += 1;
    if (state.free !== null) state.free -= 1;
    return state;
  }

  #leave(state: SourceState): void {
    state.busy -= 1;
    if (state.free !== null) state.free += 1;
    this.#serve();
  }

  /** Serves waiting runs in order of arrival. */
  #serve(): void {
    for (const waiting of [...this.#waiting]) {
      const best = this.#best(waiting.failed);
      if (!best && !this.#isHopeless(waiting.failed)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      if (best) waiting.resolve(this.#take(best));
      else waiting.reject(this.#noneAnswers());
    }
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(LOOK_LIMIT_MS)]);
    await Promise.all(this.#states.map((state) => this.#refreshOne(state, inTime)));
    this.#serve();
  }

  async #refreshOne(state: SourceState, signal: AbortSignal): Promise<void> {
    const before = state.busy;
    // A source that cannot be reached has an unknown number of free slots.
    const free = await state.source.free(signal).catch(() => null);
    // The report may not include runs that were started meanwhile.
    const taken = Math.max(0, state.busy - before);
    this.#setFree(state, free === null ? null : free - taken);
  }

  #setFree(state: SourceState, free: number | null): void {
    const { name } = state.source;
    if (state.free !== null && free === null)
      this.#log.warn(`The browser source ${name} does not answer and gets no runs.`);
    if (state.free === null && free !== null) this.#log.info(`The browser source ${name} answers again.`);
    state.free = free;
  }
}
