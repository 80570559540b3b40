import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationBuilder, runner } from 'node-pg-migrate';
import { Client } from 'pg';
import { StartupError } from '../errors.ts';
import { messageOf } from './failure.ts';
import type { Log } from './log.ts';
import { isPooled } from './pooler.ts';
import { systemCause } from './system-cause.ts';
import { changeKeys } from './workspace-keys.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Brings the database up to date: plain SQL files in name order, all of them or none. A second instance waits for the
 * first. A file dated before one that already ran still runs, because parallel work is merged out of order.
 */
export async function migrate(databaseUrl: string, log: Log, folder = migrationsFolder): Promise<void> {
  await checkNames(folder);
  const client = await connect(databaseUrl);
  let current = '';
  try {
    await refuseNewer(client, folder);
    if (await isPooled(client)) return await expectMigrated(client, folder);
    // A limit meant for requests must not end the wait for another instance.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    const applied = await runner({
      dbClient: client,
      dir: folder,
      ignorePattern: ignoredNames,
      migrationsTable: 'migrations',
      direction: 'up',
      checkOrder: false,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      migrationLoaderStrategies: [
        { extensions: ['.sql'], loader: (paths) => loadWhole(paths, (name) => (current = name)) },
      ],
      logger: {
        info: (message) => log.debug(message),
        warn: (message) => log.warn(message),
        // The whole file; the error of the start names it, and its cause.
        error: (message) => log.debug(message),
      },
    });
    for (const { name } of applied) log.debug({ migration: name }, 'migration applied');
    current = '';
    if (folder === migrationsFolder) await changeKeys(client, log);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const message = messageOf(error);
    throw new StartupError(
      current ? `The migration ${current} failed: ${message}` : `The database cannot be migrated: ${message}`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** A migration or a backup of another database than the one in use would go unnoticed. */
export async function expectOneDatabase(databaseUrl: string, directUrl: string): Promise<void> {
  const [used, direct] = await Promise.all([identityOf(databaseUrl), identityOf(directUrl)]);
  if (used.name === direct.name && used.since === direct.since) return;
  const names = `${used.name} and ${direct.name}`;
  throw new StartupError(
    `DATABASE_URL and DATABASE_DIRECT_URL lead to different databases (${names}): set both to the same.`,
  );
}

/** The server's own name of the database, also behind a pooler, and the time of its first migration. */
async function identityOf(databaseUrl: string): Promise<{ name: string; since: string | null }> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query(
      `select current_database() as name, to_regclass('migrations') is not null as is_made`,
    );
    const [{ name, is_made: isMade }] = rows;
    if (!isMade) return { name, since: null };
    const { rows: first } = await client.query('select min(run_on)::text as since from migrations');
    return { name, since: first[0].since };
  } finally {
    await client.end();
  }
}

const namePattern = /^(\d{4}-\d{2}-\d{2}-\d{4})-[a-z0-9-]+\.sql$/;
const ignoredNames = String.raw`(?:\..*|(?!.*\.sql$).*)`;

/** The runner sorts equal times by the machine's language, so every file has a distinct time. */
async function checkNames(folder: string): Promise<void> {
  const seen = new Map<string, string>();
  for (const name of await readdir(folder)) {
    if (new RegExp(`^${ignoredNames}$`).test(name)) continue;
    const time = namePattern.exec(name)?.[1];
    if (time === undefined) {
      throw new StartupError(`The migration ${name} is not named like 2026-11-15-0200-accounts.sql.`);
    }
    const other = seen.get(time);
    if (other) throw new StartupError(`The migrations ${other} and ${name} carry the same time; change one.`);
    seen.set(time, name);
  }
}

/** Version 0.1.0 replaced the migrations before it by one file. */
const FIRST_BEFORE_RELEASE = '2026-11-15-0200-foundation';

/** Older code would write rows that the newer schema reads differently. */
async function refuseNewer(client: Client, folder: string): Promise<void> {
  const known = new Set((await readdir(folder)).map((name) => basename(name, '.sql')));
  const unknown = (await appliedTo(client)).find((name) => !known.has(name));
  if (unknown === FIRST_BEFORE_RELEASE)
    throw new StartupError(
      'The database was created before version 0.1.0. Save it with `switchyard export FILE`, and fill a new one with `switchyard import FILE` and another DATA_DIR or DATABASE_URL.',
    );
  if (unknown !== undefined)
    throw new StartupError(
      `The database was migrated by a newer version of Switchyard (${unknown}). Start that version or a later one.`,
    );
}

async function appliedTo(client: Client): Promise<string[]> {
  const { rows: made } = await client.query(`select to_regclass('migrations') is not null as is_there`);
  if (!made[0].is_there) return [];
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** The lock that lets one instance migrate belongs to a session, and a pooler gives none. */
async function expectMigrated(client: Client, folder: string): Promise<void> {
  const applied = new Set(await appliedTo(client));
  const missing = (await readdir(folder)).filter(
    (name) => namePattern.test(name) && !applied.has(basename(name, '.sql')),
  );
  if (missing.length === 0 && folder === migrationsFolder) await expectKeys(client);
  if (missing.length > 0)
    throw new StartupError(
      `The database lacks ${missing.length} migrations, and DATABASE_URL is a pooler: set DATABASE_DIRECT_URL to the server itself.`,
    );
}

async function expectKeys(client: Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from wanted_indexes');
  if (rowCount)
    throw new StartupError(
      `The keys of ${rowCount} indexes are still being changed: start again when the other instance has done it.`,
    );
}

/** The whole file is the migration; the runner's own loader would cut it at comments that say "up migration". */
async function loadWhole(paths: string[], onRun: (name: string) => void) {
  return await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path, 'utf8');
      const up = (builder: MigrationBuilder): void => {
        onRun(basename(path));
        builder.sql(text);
      };
      return { id: path, filePaths: [path], actions: { up, down: false as const } };
    }),
  );
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Losing the connection also fails the query in flight, which is where it is handled.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const cause = systemCause(error) ?? (message || code);
    throw new StartupError(
      `The database at ${client.host}:${client.port} cannot be reached: ${cause}. Check DATABASE_URL, and start the database.`,
      { cause: error },
    );
  }
}
