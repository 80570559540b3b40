import type { Clock } from '../../platform/clock.ts';
import { DatabaseAway, type Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { addUp, findLowBalances } from './store.ts';

const EVERY_MS = 60_000;

/** Adds up what was used, and says whose credits run out. */
export class UsageKeeper {
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
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await addUp(db)));
        for (const workspace of await findLowBalances(db)) log.warn({ workspace }, 'credits are running out');
      } catch (error) {
        if (!(error instanceof DatabaseAway)) log.error({ cause: String(error) }, 'usage was not added up');
      }
      await clock.sleep(EVERY_MS, signal).catch(() => undefined);
    }
  }
}
