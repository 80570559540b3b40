import { type Config, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { Db } from '../platform/db.ts';
import { EmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { findRunningPostgres } from '../platform/embedded-postgres-running.ts';
import { createLog, type Log } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';

export interface CommandContext {
  config: Config;
  log: Log;
  db: Db;
  url: string;
}

/** For commands beside the service: connects to its database, or starts it. `asFound` leaves an older schema as it is. */
export async function withDatabase(
  work: (ctx: CommandContext) => Promise<void>,
  { asFound = false } = {},
): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  await using resources = new AsyncDisposableStack();
  const url =
    config.databaseDirectUrl ??
    (await findRunningPostgres(config.dataDir)) ??
    resources.use(await EmbeddedPostgres.start({ dataDir: config.dataDir, log })).url;
  if (!asFound) await migrate(url, log);
  const db = resources.use(new Db({ url, log, clock: systemClock, connections: 4 }));
  await work({ config, log, db, url });
}
