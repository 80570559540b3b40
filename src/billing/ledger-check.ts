import type { Clock } from '../platform/clock.ts';
import { DatabaseAway, type Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { findWrongBalances } from './store.ts';

const EVERY_MS = 3_600_000;

/** At start-up and hourly: does the ledger hold together? A break is an alert for people; rows are never "fixed". */
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
        const wrong = await findWrongBalances(db);
        if (wrong.length > 0) log.error({ workspaces: wrong }, 'cached balances differ from the ledger');
      } catch (error) {
        if (!(error instanceof DatabaseAway))
          log.error({ cause: String(error) }, 'the ledger could not be checked');
      }
      await clock.sleep(EVERY_MS, this.#stop.signal).catch(() => undefined);
    }
  }
}
