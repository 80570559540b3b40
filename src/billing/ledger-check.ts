import type { Clock } from '../platform/clock.ts';
import { DatabaseAway, type Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { findBreaks } from './breaks.ts';

const EVERY_MS = 3_600_000;

/** Checks the ledger at start-up and hourly. A mismatch raises an alert; rows are never changed to fit. */
export class LedgerCheck {
  readonly #stop = new AbortController();
  readonly #loop: Promise<void>;

  constructor(options: { db: Db; clock: Clock; log: Log }) {
    this.#loop = this.#run(options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        const breaks = await findBreaks(db);
        if (breaks.length > 0) log.error({ breaks }, 'the ledger does not hold together');
      } catch (error) {
        if (!(error instanceof DatabaseAway))
          log.error({ cause: String(error) }, 'ledger check failed to run');
      }
      await clock.sleep(EVERY_MS, this.#stop.signal).catch(() => undefined);
    }
  }
}
