import type { Clock } from '../platform/clock.ts';
import { DatabaseAway, type Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { type Recorded, recordAll } from './results.ts';

interface Waiting {
  result: Recorded;
  done: () => void;
}

// Results are written soon when it is quiet, and in batches when it is busy.
const GATHER_MS = 5;
const APART_MS = 25;
// A lease lasts 30 s and an attempt up to 10 s; after that another instance may have the delivery.
const GIVE_UP_MS = 20_000;

/** Batches results, so that a busy instance commits once for many attempts. */
export class ResultWriter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(options: { db: Db; clock: Clock; log: Log }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Resolves when the result is committed or has been given up. */
  write(result: Recorded): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ result, done: resolve });
    if (!this.#isWriting) void this.#writeAll();
    return promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const sinceLast = this.#clock.mono() - this.#lastWrite;
      await this.#clock.sleep(Math.max(GATHER_MS, APART_MS - sinceLast));
      this.#lastWrite = this.#clock.mono();
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#write(batch.map(({ result }) => result)).catch((error) =>
        this.#log.error(
          { cause: String(error) },
          'could not record webhook results; the deliveries will be repeated',
        ),
      );
      for (const { done } of batch) done();
    }
    this.#isWriting = false;
  }

  async #write(results: Recorded[]): Promise<void> {
    const startedAt = this.#clock.mono();
    for (;;) {
      try {
        await recordAll(this.#db, results);
        return;
      } catch (error) {
        if (!(error instanceof DatabaseAway) || this.#clock.mono() - startedAt > GIVE_UP_MS) throw error;
        await this.#clock.sleep(250);
      }
    }
  }
}
