import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { createLog } from '../../src/platform/log.ts';
import { migrate } from '../../src/platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody connects to: every test database is a clone of it. */
    templateDatabaseUrl: string;
    /** Where Node keeps the compiled program: processes of the service start in half the time. */
    compileCache: string;
  }
}

/** One server for all test files of a project; vitest calls the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'));
  const log = createLog('warn');
  // These databases need not outlive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
  const compileCache = join(dataDir, 'compiled');
  const compiled = compile(compileCache);
  const server = await EmbeddedPostgres.start({ dataDir, log, settings });
  const teardown = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(server.url, log);
    await compiled;
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('templateDatabaseUrl', server.url);
  project.provide('compileCache', compileCache);
  return teardown;
}

/** Killed processes leave nothing there; this one ends by itself. */
async function compile(folder: string): Promise<void> {
  const env = { ...process.env, NODE_COMPILE_CACHE: folder };
  const serve = fileURLToPath(new URL('../../src/cli/serve.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [serve], { env });
}
