import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';

export interface Pooler extends AsyncDisposable {
  url: string;
  /** Ends it with every connection, and starts it again at the same address. */
  restart(): Promise<void>;
}

/** Debian installs it outside of an ordinary user's path. */
const PROGRAM = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((name) => !spawnSync(name, ['--version']).error);

export const hasPgBouncer = PROGRAM !== undefined;
if (!hasPgBouncer) console.warn('pgbouncer is not installed: what goes through a pooler is not tested here.');

const NOBODY = 65_534;

/** The real PgBouncer in front of a database, in transaction mode, as it comes. */
export async function startPgBouncer(databaseUrl: string, serverConnections = 10): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-pgbouncer-'));
  const listensAt = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listensAt}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 500
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const launch = async () => {
    const launched = spawn(PROGRAM ?? '', [settings], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      launched.stderr?.on('data', (chunk: Buffer) => {
        printed += chunk;
        if (printed.includes('process up')) resolve();
      });
      launched.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}:\n${printed}`)));
      launched.once('error', reject);
    });
    return launched;
  };
  let child = await launch();
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${listensAt}${pathname}`,
    async restart() {
      await end();
      child = await launch();
    },
    [Symbol.asyncDispose]: async () => {
      await end();
      await removeFolder(folder);
    },
  };
}
