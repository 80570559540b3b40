import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { createLog } from '../../src/platform/log.ts';
import { migrate } from '../../src/platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody connects to: every test database is a clone of it. */
    templateDatabaseUrl: string;
  }
}

/** One server for all test files of a project; vitest calls the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'));
  const log = createLog('warn');
  // These databases need not outlive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
  const compiled = compile();
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
  return teardown;
}

/** Fills Node's cache of compiled code. Killed processes leave nothing there; this one ends by itself. */
async function compile(): Promise<void> {
  const parts = ['cli/serve.ts', 'reading/extract-worker.ts', 'quality/schema-worker.ts'];
  const imports = parts.map((part) => `import '${new URL(`../../src/${part}`, import.meta.url)}';`);
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', imports.join('')]);
}
