import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { Routine } from '../../platform/routine.ts';
import { addUp, findLowBalances } from './store.ts';

const EVERY_MS = 60_000;

/** Warns about low credits, and adds up the usage. */
export function keepUsage({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Routine {
  return new Routine({ clock, log, everyMs: EVERY_MS, failure: 'usage was not added up' }, async (signal) => {
    for (const workspace of await findLowBalances(db)) log.warn({ workspace }, 'credits are running out');
    while (!signal.aborted && (await addUp(db)));
  });
}
