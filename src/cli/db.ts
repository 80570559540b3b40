import { backUp, restore } from '../platform/backup.ts';
import { withDatabase } from './with-database.ts';

export function dbBackup(file: string): Promise<void> {
  return withDatabase(async ({ url, config }) => {
    const { tables, rows } = await backUp(url, file);
    console.log(`Backed up ${rows} rows of ${tables} tables to ${file}.`);
    console.log(
      `Not in it: captured files (${config.artifacts.store}) and the key ring; back those up as well.`,
    );
  });
}

export function dbRestore(file: string): Promise<void> {
  return withDatabase(async ({ url }) => {
    const { tables, rows } = await restore(url, file);
    console.log(`Restored ${rows} rows of ${tables} tables.`);
  });
}
