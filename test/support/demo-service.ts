import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';
import { startService } from './service-process.ts';
import { createTestDatabase } from './test-database.ts';

/** The service as a process, with a new database and data folder, and the built-in demo shop. */
export interface DemoService extends AsyncDisposable {
  url: string;
  shop: string;
  folder: string;
  databaseUrl: string;
}

export async function startDemoService(
  key: string,
  settings: Record<string, string> = {},
): Promise<DemoService> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-demo-'));
  resources.defer(() => removeFolder(folder));
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), SVC_API_KEY: key };
  const service = await startService({ ...env, ...settings });
  resources.defer(async () => void (await service.end('SIGKILL')));
  const shop = /Demo site\s+(\S+)/.exec(service.output())?.[1] ?? '';
  const kept = resources.move();
  return {
    url: service.url,
    shop,
    folder,
    databaseUrl: database.url,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
