import { readConfig } from '../config.ts';
import { StartupError } from '../errors.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';

export async function migrateCommand(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseDirectUrl === null)
    throw new StartupError('Set DATABASE_URL; the embedded database migrates itself.');
  await migrate(config.databaseDirectUrl, createLog(config.logLevel));
  console.log('The database is up to date.');
}
