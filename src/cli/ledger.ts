import { findBreaks } from '../billing/breaks.ts';
import { withDatabase } from './with-database.ts';

/** Checks the ledger and lists its faults; changes nothing. */
export function ledgerCheck(): Promise<void> {
  return withDatabase(async ({ db }) => {
    const breaks = await findBreaks(db);
    if (breaks.length === 0) return console.log('The ledger holds together.');
    for (const { what, id } of breaks) console.log(`${what.padEnd(10)} ${id}`);
    console.error(`${breaks.length} do not hold together; nothing was changed.`);
    process.exitCode = 1;
  });
}
