import { randomBytes } from 'node:crypto';
import { access, chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../errors.ts';
import { type Account, chooseAccount, FolderView } from './embedded-postgres-account.ts';
import { type Binaries, findBinaries } from './embedded-postgres-binaries.ts';
import { commandLine, endsWithin, runCommand } from './embedded-postgres-process.ts';
import { ifUnreadable } from './failure.ts';
import type { Log } from './log.ts';
import { signalProcess } from './signal-process.ts';

/** The files of one database server and everything needed to run it. */
export interface Cluster {
  folder: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
  logFile: string;
}

export const superuser = 'switchyard';

/** Finds or makes the cluster below `dataDir`. The caller holds the folder's lock. */
export async function openCluster(dataDir: string, log: Log): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  const account = await chooseAccount(folder);
  // DATA_DIR is usually closed to another account, and cleaners empty the temporary folder under a running server.
  const binaries = await findBinaries(account, account ? ['/var/cache', tmpdir()] : [dataDir]);
  await removeDrafts(dataDir);
  if (!(await hasCluster(dataDir))) {
    log.debug({ folder, account: account?.name }, 'creating the embedded PostgreSQL');
    await initialise(dataDir, folder, account, binaries);
  }
  const password = await readPassword(dataDir);
  return { folder, account, binaries, password, logFile: join(dataDir, 'postgres.log') };
}

export function hasCluster(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres', 'PG_VERSION'))
    .then(() => true)
    .catch(ifUnreadable(false));
}

/** Made aside and renamed, so that a start that dies in the middle leaves nothing that looks like a cluster. */
async function initialise(
  dataDir: string,
  folder: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<void> {
  const draft = await mkdtemp(join(dataDir, draftPrefix));
  const passwordCopy = join(draft, 'password');
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordCopy, password, { mode: 0o600 });
  if (account) {
    await chown(passwordCopy, account.uid, account.gid);
    await chown(draft, account.uid, account.gid);
  }
  await using view = await FolderView.open(draft, account);
  const args = [
    `--pgdata=${view.path}/cluster`,
    `--pwfile=${view.path}/password`,
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    // Rounds slow down guessing; 24 random bytes cannot be guessed, and every connection pays for the rounds.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    // The built-in provider: sorting does not change with the system's C library.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const made = await runCommand(binaries.initdb, args, { account, descriptors: view.descriptors });
  if (!made.ok) {
    await rm(draft, { recursive: true, force: true });
    throw new StartupError(
      `The embedded PostgreSQL could not be created in ${dataDir}: ${made.error}. Correct that, or set DATABASE_URL.`,
    );
  }
  await writeFile(passwordFile(dataDir), password, { mode: 0o600, flush: true });
  await rename(join(draft, 'cluster'), folder).catch((error) => {
    throw new StartupError(`${folder} exists and contains no database. Move it elsewhere.`, { cause: error });
  });
  await rm(draft, { recursive: true, force: true });
}

const draftPrefix = 'postgres.new-';

async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // An initdb left behind by a killed process may still write there; the next start removes the rest.
    if (name.startsWith(draftPrefix)) {
      await rm(join(dataDir, name), { recursive: true, force: true }).catch(ifUnreadable(undefined));
    }
  }
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

async function readPassword(dataDir: string): Promise<string> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim();
  } catch {
    throw new StartupError(
      `The embedded database's password, ${passwordFile(dataDir)}, cannot be read; restore the file, or move ${join(dataDir, 'postgres')} away to begin anew.`,
    );
  }
}

/** Appears in the server's command line, which every process may read, also where its working folder is hidden. */
export async function clusterMark(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `switchyard-${dev}-${ino}`;
}

/** The state of a running server, from its folder. */
export async function readPostmaster(folder: string): Promise<{ pid: number; isReady: boolean } | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(ifUnreadable(undefined));
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined;
}

/** Ends the server that a killed process of ours left behind; the folder's lock says that no living one owns it. */
export async function stopLeftover(cluster: Cluster, log: Log): Promise<void> {
  const postmaster = await readPostmaster(cluster.folder);
  if (postmaster === undefined) return;
  const { pid } = postmaster;
  const command = await commandLine(pid);
  const isServer =
    command.includes(await clusterMark(cluster.folder)) || command.includes(`${cluster.folder} `);
  if (!isServer) {
    // PostgreSQL takes any living process under this pid for a server and would refuse to start.
    if (command !== '') await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
    return;
  }
  log.warn({ pid }, 'stopping the embedded PostgreSQL that an earlier, killed Switchyard left running');
  for (const [signal, ms] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signalProcess(pid, signal);
    if (await endsWithin(pid, ms)) return;
  }
  throw new StartupError(
    `The PostgreSQL server with pid ${pid} uses ${cluster.folder} and cannot be stopped; stop it.`,
  );
}
