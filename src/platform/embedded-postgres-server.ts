import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { FolderView } from './embedded-postgres-account.ts';
import { type Cluster, clusterMark, readPostmaster } from './embedded-postgres-cluster.ts';
import { accountIds, childEnvironment, tellingLine } from './embedded-postgres-process.ts';
import { ifAborted, ifUnreadable } from './failure.ts';
import { systemCause } from './system-cause.ts';

export type ServerSettings = Record<string, string>;

const defaultSettings: ServerSettings = {
  // Loopback and not a Unix socket: its path may hold 107 bytes only, and DATA_DIR may lie deeper or be closed.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and the details of their errors carry customers' values, which logs must not.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

type Launched = { ok: true; child: ChildProcess } | { ok: false; portTaken: boolean; error: string };

/** Starts the server and waits until it takes connections or gives up. */
export async function launchServer(
  cluster: Cluster,
  port: number,
  settings: ServerSettings,
  signal: AbortSignal,
): Promise<Launched> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const launched = await launchOnce(cluster, port, settings, signal);
    // The sessions of a killed server take a moment to notice it and let go of its memory.
    const isClearingUp = !launched.ok && launched.error.includes('is still in use');
    if (!isClearingUp || signal.aborted || performance.now() > deadline) return launched;
    await delay(200);
  }
}

async function launchOnce(
  cluster: Cluster,
  port: number,
  settings: ServerSettings,
  signal: AbortSignal,
): Promise<Launched> {
  await turnLog(cluster.logFile);
  await using output = await open(cluster.logFile, 'a', 0o600);
  const logStart = (await output.stat()).size;
  await using view = await FolderView.open(cluster.folder, cluster.account);
  const all = {
    ...defaultSettings,
    // Some containers have no /dev/shm.
    dynamic_shared_memory_type: await access('/dev/shm', constants.W_OK).then(
      () => 'posix',
      () => (process.platform === 'linux' ? 'mmap' : 'posix'),
    ),
    ...settings,
    port: String(port),
    cluster_name: await clusterMark(cluster.folder),
  };
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', view.path, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...accountIds(cluster.account),
      cwd: '/',
      env: childEnvironment,
      // Its own process group: Ctrl-C in a terminal reaches us, and we stop the server when we are done with it.
      detached: true,
      stdio: ['ignore', output.fd, output.fd, ...view.descriptors],
    },
  );
  try {
    await once(child, 'spawn');
  } catch (error) {
    return { ok: false, portTaken: false, error: systemCause(error) ?? (error as Error).message };
  }
  if (await becomesReady(child, cluster.folder, signal)) return { ok: true, child };
  const messages = (await readFile(cluster.logFile)).subarray(logStart).toString();
  return {
    ok: false,
    portTaken: messages.includes('Address already in use'),
    error: tellingLine(messages) || `it ended with ${child.signalCode ?? child.exitCode}`,
  };
}

/** Recovery after a crash may take long, so there is no limit but the server's own end. */
async function becomesReady(child: ChildProcess, folder: string, signal: AbortSignal): Promise<boolean> {
  while (isRunning(child)) {
    const postmaster = await readPostmaster(folder);
    if (postmaster?.pid === child.pid && postmaster?.isReady) return true;
    if (signal.aborted) child.kill('SIGINT');
    await delay(20);
  }
  return false;
}

/** SIGINT asks PostgreSQL for a fast shutdown: sessions are cut, everything committed is on disk. */
export async function stopServer(child: ChildProcess): Promise<void> {
  child.ref();
  for (const [signal, ms] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (!isRunning(child)) return;
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(ms) });
    child.kill(signal);
    await ended.catch(ifAborted(undefined));
  }
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

const logLimitBytes = 10_000_000;

async function turnLog(file: string): Promise<void> {
  const found = await stat(file).catch(ifUnreadable(undefined));
  if (found && found.size > logLimitBytes) await rename(file, `${file}.1`);
}
