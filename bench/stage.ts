import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Role } from '../src/ground.ts';
import { EmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import type { Runner } from '../src/runners/contract.ts';

export const API_KEY = `svc_${'b'.repeat(40)}`;
/** The size of the service's own pool; baselines get the same. */
export const CONNECTIONS = 20;

const log = createLog('error');

/** A real PostgreSQL of this benchmark's own, with the settings that the product ships: durable. */
export class Stage {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly #resources: AsyncDisposableStack;

  private constructor(databaseUrl: string, folder: string, resources: AsyncDisposableStack) {
    this.databaseUrl = databaseUrl;
    this.folder = folder;
    this.#resources = resources;
  }

  static async open(): Promise<Stage> {
    await using resources = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'switchyard-bench-'));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const server = resources.use(await EmbeddedPostgres.start({ dataDir: join(folder, 'postgres'), log }));
    return new Stage(server.url, folder, resources.move());
  }

  /** A pool like that of a bare service. */
  pool(databaseUrl = this.databaseUrl): pg.Pool {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
    // Its last connections may still be closing when the server stops.
    pool.on('error', () => undefined);
    this.#resources.defer(() => pool.end());
    return pool;
  }

  async createDatabase(name: string): Promise<string> {
    await this.pool().query(`create database ${name}`);
    const url = new URL(this.databaseUrl);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** The real service in this process, on a free port; with the runners of this machine by default. */
  async service(options: {
    runners?: Runner[];
    databaseUrl?: string;
    role?: Role;
    env?: Record<string, string>;
  }): Promise<App> {
    const app = await App.start({
      config: readConfig({ ...serviceEnvironment(this, options.databaseUrl), ...options.env }),
      log,
      runners: options.runners,
      role: options.role,
    });
    this.#resources.defer(() => app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 0 }));
    return app;
  }

  /** Registered last, ended first. */
  defer(end: () => Promise<unknown>): void {
    this.#resources.defer(async () => {
      await end();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}

/** As in production, with room for the load and credits that do not run out. */
export function serviceEnvironment(stage: Stage, databaseUrl = stage.databaseUrl): Record<string, string> {
  return {
    PORT: '0',
    SVC_ENV: 'production',
    DATA_DIR: join(stage.folder, 'service'),
    DATABASE_URL: databaseUrl,
    SVC_API_KEY: API_KEY,
    SVC_TRIAL_CREDITS_USD: '1000000',
    MAX_LIVE_RUNS: '1100',
    LOG_LEVEL: 'error',
  };
}
