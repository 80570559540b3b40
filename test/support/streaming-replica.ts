import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { openCluster } from '../../src/platform/embedded-postgres-cluster.ts';
import { accountIds, childEnvironment } from '../../src/platform/embedded-postgres-process.ts';
import { createLog } from '../../src/platform/log.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { until } from './cluster.ts';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';

export interface StreamingReplica extends AsyncDisposable {
  primaryUrl: string;
  replicaUrl: string;
  /** One statement on the replica, as an administrator. */
  ask(statement: string): Promise<Array<Record<string, unknown>>>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const log = createLog('silent');

/** A migrated primary and a standby that streams from it: the standby begins as a copy of the stopped primary. */
export async function startStreamingReplica(): Promise<StreamingReplica> {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-replica-'));
  resources.defer(() => removeFolder(folder));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'primary');
  const copy = join(folder, 'standby');
  const first = await EmbeddedPostgres.start({ dataDir, log });
  await migrate(first.url, log);
  await first.stop();
  // Keeps the owner: that account runs the server.
  await promisify(execFile)('cp', ['-a', join(dataDir, 'postgres'), copy]);
  await writeFile(join(copy, 'standby.signal'), '');
  const { account, binaries } = await openCluster(dataDir, log);
  const primary = resources.use(await EmbeddedPostgres.start({ dataDir, log }));
  const { port: primaryPort, username, password } = new URL(primary.url);
  const port = await freePort();
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`,
  };
  const args = [
    '-D',
    copy,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const url = new URL(primary.url);
  url.port = String(port);
  let child: ChildProcess | null = null;
  const replica: StreamingReplica = {
    primaryUrl: primary.url,
    replicaUrl: url.href,
    async ask(statement) {
      const client = new Client({ connectionString: url.href });
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    },
    async start() {
      child = spawn(binaries.postgres, args, {
        ...accountIds(account),
        env: childEnvironment,
        stdio: 'ignore',
      });
      await until(() => replica.ask('select 1').then(Boolean, () => false), 30_000);
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
  resources.defer(() => replica.stop());
  await replica.start();
  return replica;
}
