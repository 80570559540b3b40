import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { Routine } from '../../platform/routine.ts';
import { addUp, findLowBalances } from './store.ts';

const EVERY_MS = 60_000;

/** Adds up what was used, and says whose credits run out. */
export function keepUsage({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Routine {
  return new Routine({ clock, log, everyMs: EVERY_MS, failure: 'usage was not added up' }, async (signal) => {
    while (!signal.aborted && (await addUp(db)));
    for (const workspace of await findLowBalances(db)) log.warn({ workspace }, 'credits are running out');
  });
}
