import { Worker } from 'node:worker_threads';
import type { Clock } from './clock.ts';
import { threadEnvironment, threadFile } from './thread-environment.ts';

export interface WatchdogOrder {
  /** Counted up by the main thread at every beat. */
  beats: Int32Array;
  beatMs: number;
  /** Where the log line goes, at once: the main thread cannot write it. */
  fd: number;
}

const LIMIT_MS = 5_000;
/** So many beats may be missed. */
export const MOST_MISSED = 5;
const UNREADY_MS = 30_000;

interface WatchdogOptions {
  clock: Clock;
  limitMs?: number;
  fd?: number;
}

/** Logs the stack of the main thread when its event loop is blocked, from another thread. */
export class Watchdog implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #timer: NodeJS.Timeout;
  readonly #clock: Clock;
  #stalledMono = Number.NEGATIVE_INFINITY;

  constructor({ clock, limitMs = LIMIT_MS, fd = process.stdout.fd }: WatchdogOptions) {
    this.#clock = clock;
    const beats = new Int32Array(new SharedArrayBuffer(4));
    const beatMs = limitMs / MOST_MISSED;
    this.#timer = setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
    const workerData: WatchdogOrder = { beats, beatMs, fd };
    this.#worker = new Worker(threadFile('watchdog-worker', import.meta.url), {
      workerData,
      env: threadEnvironment(),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    });
    this.#worker.on('message', () => {
      this.#stalledMono = clock.mono();
    });
    // The service works without it.
    this.#worker.on('error', () => undefined);
    this.#worker.unref();
  }

  /** For some time after a stall another instance does better. */
  get hasStalled(): boolean {
    return this.#clock.mono() - this.#stalledMono < UNREADY_MS;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#worker.terminate();
  }
}
