import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../errors.ts';
import { prepareDataFolder } from './data-folder.ts';
import {
  type Cluster,
  hasCluster,
  openCluster,
  stopLeftover,
  superuser,
} from './embedded-postgres-cluster.ts';
import { FileLock } from './embedded-postgres-lock.ts';
import { isRunning, launchServer, type ServerSettings, stopServer } from './embedded-postgres-server.ts';
import { ifAborted } from './failure.ts';
import type { Log } from './log.ts';
import { systemCause } from './system-cause.ts';

interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  settings?: ServerSettings;
}

interface Parts {
  cluster: Cluster;
  settings: ServerSettings;
  port: number;
  /** Of the data folder. */
  lock: FileLock;
  log: Log;
}

const databaseName = 'switchyard';

/** A real PostgreSQL server below DATA_DIR that lives as long as this object. */
export class EmbeddedPostgres {
  /** The database `switchyard` on this server. */
  readonly url: string;
  readonly #parts: Parts;
  readonly #stopRequest = new AbortController();
  #child: ChildProcess;
  #restart: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  static async start({ dataDir, log, settings = {} }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const folder = resolve(dataDir);
    const lock = await takeFolder(folder);
    try {
      const cluster = await openCluster(folder, log);
      await stopLeftover(cluster, log);
      const { port, child } = await launch(cluster, settings);
      const server = new EmbeddedPostgres({ cluster, settings, port, lock, log }, child);
      try {
        await server.#createDatabase();
      } catch (error) {
        await server.stop();
        throw error;
      }
      log.debug({ port, folder: cluster.folder }, 'embedded PostgreSQL is ready');
      return server;
    } catch (error) {
      await lock.release();
      throw asStartupError(error, folder);
    }
  }

  private constructor(parts: Parts, child: ChildProcess) {
    this.url = databaseUrl(parts.cluster, parts.port, databaseName);
    this.#parts = parts;
    this.#child = child;
    this.#watch(child);
    process.on('exit', this.#onProcessExit);
  }

  /** Waits until everything is on disk and the folder is free for the next start. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #stop(): Promise<void> {
    this.#stopRequest.abort();
    await this.#restart;
    await stopServer(this.#child);
    process.off('exit', this.#onProcessExit);
    await this.#parts.lock.release();
  }

  /** Last resort without `stop`: sends the signal and does not wait. */
  readonly #onProcessExit = (): void => {
    this.#child.kill('SIGINT');
  };

  /** The server must not keep our process alive, and must come back when something else ends it. */
  #watch(child: ChildProcess): void {
    child.unref();
    const onEnd = (): void => {
      if (this.#stopRequest.signal.aborted) return;
      const { exitCode, signalCode } = child;
      this.#parts.log.error({ exitCode, signalCode }, 'embedded PostgreSQL exited; restarting it');
      this.#restart = this.#startAgain();
    };
    if (isRunning(child)) child.once('exit', onEnd);
    else onEnd();
  }

  async #startAgain(): Promise<void> {
    const { signal } = this.#stopRequest;
    const { cluster, port, settings } = this.#parts;
    while (!signal.aborted) {
      try {
        const launched = await launchServer(cluster, port, settings, signal);
        if (launched.ok) {
          this.#child = launched.child;
          this.#watch(launched.child);
          return;
        }
        this.#parts.log.error({ error: launched.error }, 'embedded PostgreSQL could not be restarted');
      } catch (error) {
        this.#parts.log.error({ error }, 'embedded PostgreSQL could not be restarted');
      }
      await delay(1_000, undefined, { signal }).catch(ifAborted(undefined));
    }
  }

  async #createDatabase(): Promise<void> {
    const client = new Client({
      connectionString: databaseUrl(this.#parts.cluster, this.#parts.port, 'postgres'),
    });
    try {
      await client.connect();
      const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
      if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
    } finally {
      await client.end();
    }
  }
}

async function takeFolder(folder: string): Promise<FileLock> {
  await prepareDataFolder(folder, await hasCluster(folder));
  const lock = await FileLock.take(join(folder, 'switchyard.lock'));
  if (lock instanceof FileLock) return lock;
  throw new StartupError(
    `Another Switchyard (pid ${lock.heldBy}) is already running on ${folder}. Stop it, or choose another DATA_DIR.`,
  );
}

/** Another process may take the free port before the server binds it; then we try another. */
async function launch(
  cluster: Cluster,
  settings: ServerSettings,
): Promise<{ port: number; child: ChildProcess }> {
  for (let tries = 1; ; tries++) {
    const port = await findFreePort();
    const launched = await launchServer(cluster, port, settings, new AbortController().signal);
    if (launched.ok) return { port, child: launched.child };
    if (launched.portTaken && tries < 5) continue;
    throw new StartupError(
      `The embedded PostgreSQL did not start: ${launched.error}. See ${cluster.logFile}.`,
    );
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening').catch((error) => {
    throw new StartupError(
      'This machine has no address 127.0.0.1, which the database and local browsers use. Add it (`ip addr add 127.0.0.1/8 dev lo`).',
      { cause: error },
    );
  });
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function databaseUrl(cluster: Cluster, port: number, database: string): string {
  // Explicit, because PGSSLMODE in the environment may be meant for another server.
  return `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

function asStartupError(error: unknown, folder: string): StartupError {
  if (error instanceof StartupError) return error;
  const cause = systemCause(error) ?? (error as Error).message;
  return new StartupError(`The embedded PostgreSQL did not start in DATA_DIR ${folder}: ${cause}.`, {
    cause: error,
  });
}
