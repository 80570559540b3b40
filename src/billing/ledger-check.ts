import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { Routine } from '../platform/routine.ts';
import { findBreaks } from './breaks.ts';

const EVERY_MS = 3_600_000;

/** Checks the ledger at start-up and hourly. A mismatch raises an alert; rows are never changed to fit. */
export function keepLedgerChecked({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Routine {
  return new Routine({ clock, log, everyMs: EVERY_MS, failure: 'ledger check failed to run' }, async () => {
    const breaks = await findBreaks(db);
    if (breaks.length > 0) log.error({ breaks }, 'the ledger does not hold together');
  });
}
