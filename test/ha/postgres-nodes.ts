import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { until } from '../support/cluster.ts';
import { freePort } from '../support/free-port.ts';
import { processTree } from '../support/process-tree.ts';
import { removeFolder } from '../support/remove-folder.ts';

const SETTINGS = fileURLToPath(new URL('../../deploy/postgres-ha/', import.meta.url));
const PASSWORD = 'test-only';
const ADMIN = `postgres:${PASSWORD}`;
const OWNER = `switchyard:${PASSWORD}`;

const PROGRAMS = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' };

/** The Debian packages that this machine lacks. */
export function missingPackages(): string[] {
  const path = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const isThere = (program: string) => !spawnSync(program, ['--version'], { env: path }).error;
  const packages = Object.entries(PROGRAMS).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  return binaries() === null ? [...packages, 'postgresql'] : packages;
}

/** Debian's folder for the programs of its newest PostgreSQL. */
function binaries(): string | null {
  try {
    const [newest] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
    return newest ? `/usr/lib/postgresql/${newest}/bin` : null;
  } catch {
    return null;
  }
}

type Member = Awaited<ReturnType<typeof memberAt>>;

/** The ports and the folder of one node. */
async function memberAt(name: string, folder: string) {
  const [peer, client, api, postgres] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  return { name, folder: join(folder, name), peer, client, api, postgres };
}

interface NodeState {
  role: string;
  state: string;
  timeline?: number;
}

/** etcd, Patroni and its PostgreSQL, as on a machine of their own. */
export class Node {
  readonly member: Member;
  readonly #env: Record<string, string>;
  readonly #account: { uid?: number; gid?: number };
  #children: ChildProcess[] = [];
  #printed = '';

  constructor(member: Member, all: Member[], account: { uid?: number; gid?: number }) {
    this.member = member;
    this.#env = environmentOf(member, all);
    this.#account = account;
  }

  get name(): string {
    return this.member.name;
  }

  get printed(): string {
    return this.#printed;
  }

  /** The address past HAProxy; only tests should connect there. */
  get directUrl(): string {
    return `postgres://${ADMIN}@127.0.0.1:${this.member.postgres}/switchyard`;
  }

  async start(): Promise<void> {
    await mkdir(this.member.folder, { recursive: true });
    if (this.#account.uid !== undefined)
      await chown(this.member.folder, this.#account.uid, this.#account.gid ?? 0);
    this.#children = [this.#spawn('etcd', []), this.#spawn('patroni', [join(SETTINGS, 'patroni.yml')])];
  }

  #spawn(program: string, args: string[]): ChildProcess {
    const env = { PATH: process.env.PATH, HOME: this.member.folder, LANG: 'C.UTF-8', ...this.#env };
    const options = { ...this.#account, env, cwd: this.member.folder };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: Buffer) => {
      this.#printed = `${this.#printed}${chunk}`.slice(-100_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    return child;
  }

  /** To everything on this node. PostgreSQL's own processes first: Patroni would bring it up again. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const file = join(this.member.folder, 'data', 'postmaster.pid');
    const postmaster = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    const roots = [...this.#children.flatMap(({ pid }) => pid ?? []), ...(postmaster ? [postmaster] : [])];
    const trees = await Promise.all(roots.map(processTree));
    for (const pid of new Set(trees.flat().map((one) => one.pid))) {
      try {
        process.kill(pid, signal);
      } catch {
        // It is gone already.
      }
    }
  }

  async kill(): Promise<void> {
    const gone = this.#children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit'));
    await this.signal('SIGCONT');
    await this.signal('SIGKILL');
    await Promise.all(gone);
  }

  /** Patroni's state of its PostgreSQL; null while it does not answer. */
  state(): Promise<NodeState | null> {
    return this.#askPatroni<NodeState>('/patroni');
  }

  /** Patroni's state of all nodes. */
  async members(): Promise<NodeState[]> {
    return (await this.#askPatroni<{ members: NodeState[] }>('/cluster'))?.members ?? [];
  }

  async #askPatroni<T>(path: string): Promise<T | null> {
    try {
      const signal = AbortSignal.timeout(1_000);
      return (await (await fetch(`http://127.0.0.1:${this.member.api}${path}`, { signal })).json()) as T;
    } catch {
      return null;
    }
  }
}

function environmentOf(member: Member, all: Member[]): Record<string, string> {
  const at = (port: number) => `127.0.0.1:${port}`;
  return {
    ETCD_NAME: member.name,
    ETCD_DATA_DIR: join(member.folder, 'etcd'),
    ETCD_LISTEN_PEER_URLS: `http://${at(member.peer)}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${at(member.peer)}`,
    ETCD_LISTEN_CLIENT_URLS: `http://${at(member.client)}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${at(member.client)}`,
    ETCD_INITIAL_CLUSTER: all.map(({ name, peer }) => `${name}=http://${at(peer)}`).join(','),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    // As deploy/postgres-ha/node.env.example explains.
    ETCD_ENABLE_V2: 'true',
    ETCD_HEARTBEAT_INTERVAL: '200',
    ETCD_ELECTION_TIMEOUT: '2000',
    // Debian's build asks for this on processors that etcd has not been released for.
    ETCD_UNSUPPORTED_ARCH: process.arch,
    PATRONI_NAME: member.name,
    PATRONI_ETCD_HOSTS: all.map(({ client }) => at(client)).join(','),
    PATRONI_RESTAPI_LISTEN: at(member.api),
    PATRONI_RESTAPI_CONNECT_ADDRESS: at(member.api),
    PATRONI_POSTGRESQL_LISTEN: at(member.postgres),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(member.postgres),
    PATRONI_POSTGRESQL_DATA_DIR: join(member.folder, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(member.folder, '.pgpass'),
    PATRONI_POSTGRESQL_BIN_DIR: binaries() ?? '',
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: PASSWORD,
  };
}

export interface PostgresNodes extends AsyncDisposable {
  /** Leads to the present primary, like the service's own address. */
  url: string;
  nodes: Node[];
  /** The leader, once there is one besides these. */
  primary(...besides: Node[]): Promise<Node>;
  /** Waits until all follow the primary, one of them synchronously. */
  whole(): Promise<void>;
}

/** Three nodes behind HAProxy, with the settings of `deploy/postgres-ha`. */
export async function startPostgresNodes(): Promise<PostgresNodes> {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-ha-'));
  await chmod(folder, 0o755);
  resources.defer(() => removeFolder(folder));
  const account = unprivileged();
  const members = await Promise.all(['node1', 'node2', 'node3'].map((name) => memberAt(name, folder)));
  const nodes = members.map((member) => new Node(member, members, account));
  for (const node of nodes) resources.defer(() => node.kill());
  for (const node of nodes) await node.start();
  const [port, replicas] = await Promise.all([freePort(), freePort()]);
  resources.use(startHaproxy(port, replicas, members));
  const cluster: PostgresNodes = {
    url: `postgres://${OWNER}@127.0.0.1:${port}/switchyard`,
    nodes,
    async primary(...besides) {
      const candidates = nodes.filter((node) => !besides.includes(node));
      let found: Node | undefined;
      await until(async () => {
        const states = await Promise.all(candidates.map((node) => node.state()));
        found = candidates[states.findIndex((told) => told?.role === 'master' && told.state === 'running')];
        return found !== undefined;
      }, 90_000);
      return found as Node;
    },
    async whole() {
      await until(async () => {
        const members =
          (await Promise.all(nodes.map((node) => node.members()))).find((told) => told.length > 0) ?? [];
        const isSettled = members.every(
          ({ state, timeline }) => state === 'running' && timeline === members[0]?.timeline,
        );
        return isSettled && String(members.map(({ role }) => role).sort()) === 'leader,replica,sync_standby';
      }, 120_000);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
  try {
    await cluster.whole();
    await ask(port, `create role switchyard login createrole password '${PASSWORD}'`);
    await ask(port, 'create database switchyard owner switchyard');
  } catch (error) {
    const printed = nodes.map((node) => node.printed.slice(-3_000)).join('\n');
    await resources.disposeAsync();
    throw new Error(`the nodes did not come up: ${error}\n${printed}`);
  }
  return cluster;
}

/** Empty while there is no leader. */
async function ask(port: number, statement: string): Promise<Array<Record<string, unknown>>> {
  const client = new Client({
    connectionString: `postgres://${ADMIN}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return [];
  }
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function startHaproxy(port: number, replicas: number, members: Member[]): AsyncDisposable {
  const nodes = members.flatMap(({ postgres, api }, index) => [
    [`NODE${index + 1}_POSTGRES`, `127.0.0.1:${postgres}`],
    [`NODE${index + 1}_HOST`, '127.0.0.1'],
    [`NODE${index + 1}_API_PORT`, String(api)],
  ]);
  const env = {
    PATH: `${process.env.PATH}:/usr/sbin`,
    PRIMARY_LISTEN: `127.0.0.1:${port}`,
    REPLICAS_LISTEN: `127.0.0.1:${replicas}`,
    ...Object.fromEntries(nodes),
  };
  const child = spawn('haproxy', ['-db', '-f', join(SETTINGS, 'haproxy.cfg')], { env, stdio: 'ignore' });
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
