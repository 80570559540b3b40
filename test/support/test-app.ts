import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, routesOf } from '../../src/app.ts';
import type { AppOptions } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Runner } from '../../src/runners/contract.ts';
import { removeFolder } from './remove-folder.ts';
import { TestClient } from './test-client.ts';
import { createTestDatabase } from './test-database.ts';

export const TEST_KEY = `svc_${'k'.repeat(40)}`;

interface TestAppOptions extends Partial<Omit<AppOptions, 'config' | 'log'>> {
  runners: Runner[];
  env?: Record<string, string>;
  /** Joins an existing database instead of cloning a fresh one: a second instance. */
  databaseUrl?: string;
  onLog?(line: string): void;
}

export interface TestApp extends AsyncDisposable {
  app: App;
  client: TestClient;
  databaseUrl: string;
  dataDir: string;
}

/** The real service in this process, on a free port and with a new database. Stops without the notice period of a drain. */
export async function startTestApp(options: TestAppOptions): Promise<TestApp> {
  const resources = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'));
  resources.defer(() => removeFolder(dataDir));
  const databaseUrl = options.databaseUrl ?? resources.use(await createTestDatabase()).url;
  const keysDir = join(tmpdir(), `switchyard-keys-${new URL(databaseUrl).pathname.slice(1)}`);
  if (!options.databaseUrl) resources.defer(() => removeFolder(keysDir));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // Instances on one database share one key ring.
    KMS_KEYS_DIR: keysDir,
    SVC_API_KEY: TEST_KEY,
    LOG_LEVEL: options.onLog ? 'info' : 'silent',
    // Tests ignore a model on their machine.
    LLM: options.env?.LLM_BASE_URL ? 'auto' : 'off',
    ...options.env,
  });
  const { onLog, env: _env, databaseUrl: _url, ...rest } = options;
  const log = createLog(config.logLevel, onLog && { write: onLog });
  const app = await App.start({ config, log, ...rest });
  resources.defer(() => app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 0 }));
  const routes = routesOf({ context: app.context, executor: null }, () => false);
  const client = new TestClient(app.url, config.apiKey ?? TEST_KEY, routes);
  return { app, client, databaseUrl, dataDir, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
