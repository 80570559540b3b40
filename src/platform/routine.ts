import { type Clock, pause } from './clock.ts';
import { DatabaseAway } from './db.ts';
import type { Log } from './log.ts';
import { systemCause } from './system-cause.ts';

interface RoutineOptions {
  clock: Clock;
  log: Log;
  everyMs: number | (() => number);
  /** The log line when the work throws. A lost database is not logged here: others report it. */
  failure: string;
  isExpected?(error: unknown): boolean;
}

/** The random share of a pause: instances that start together do not come back together. */
const JITTER = 0.1;

/** Does the same work at once and then again and again, or when it is woken, until it is disposed of. */
export class Routine implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  #wake = new AbortController();
  readonly #loop: Promise<void>;

  constructor(options: RoutineOptions, work: (signal: AbortSignal) => Promise<void>) {
    this.#loop = this.#run(options, work);
  }

  /** The end of the first pass, however it went. */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  /** The next pass begins at once, or after the one under way. */
  wake(): void {
    this.#wake.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#loop;
  }

  async #run(
    { clock, log, everyMs, failure, isExpected }: RoutineOptions,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      await work(signal).catch((error) => {
        if (error instanceof DatabaseAway || isExpected?.(error)) return;
        const cause = systemCause(error);
        if (cause === null) log.error({ cause: String(error), stack: error?.stack }, failure);
        else log.error(`${failure}: ${cause}`);
      });
      this.#first.resolve();
      const pauseMs = typeof everyMs === 'number' ? everyMs : everyMs();
      const jittered = pauseMs * (1 + JITTER * (Math.random() - 0.5));
      await pause(clock, jittered, this.#wake.signal);
    }
  }
}
