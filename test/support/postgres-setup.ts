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
    /** A migrated database without connections: every test database is a clone of it. */
    templateDatabaseUrl: string;
  }
}

interface Server extends AsyncDisposable {
  url: string;
}

// Vitest loads this file for each project; they share the global object.
const shared: { testServer?: Promise<Server>; testProjects?: number } = globalThis as never;

/** One server for the test files of all projects; vitest calls the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testProjects = (shared.testProjects ?? 0) + 1;
  shared.testServer ??= start();
  const { url } = await shared.testServer;
  project.provide('templateDatabaseUrl', url);
  return async () => {
    shared.testProjects = (shared.testProjects ?? 0) - 1;
    if (shared.testProjects > 0) return;
    await (await shared.testServer)?.[Symbol.asyncDispose]();
    shared.testServer = undefined;
  };
}

async function start(): Promise<Server> {
  await using resources = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  const log = createLog('warn');
  const settings = {
    // These databases need not outlive a power cut.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    // Six files at a time, some with several instances.
    max_connections: '500',
  };
  const compiled = compile();
  const server = await EmbeddedPostgres.start({ dataDir, log, settings });
  resources.defer(() => server.stop());
  await migrate(server.url, log);
  await compiled;
  const kept = resources.move();
  return { url: server.url, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Fills Node's cache of compiled code. Killed processes leave nothing there; this one ends by itself. */
async function compile(): Promise<void> {
  const parts = ['cli/serve.ts', 'reading/extract-worker.ts', 'judge/schema-worker.ts'];
  const imports = parts.map((part) => `import '${new URL(`../../src/${part}`, import.meta.url)}';`);
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', imports.join('')]);
}
