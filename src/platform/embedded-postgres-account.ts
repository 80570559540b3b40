import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../errors.ts';
import { runCommand } from './embedded-postgres-process.ts';
import { ifUnreadable } from './failure.ts';

/** The account that runs the server in our place, because PostgreSQL refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

// A dedicated account first, then the one every packaged PostgreSQL uses, then the one every system has.
const accountNames = ['switchyard', 'postgres', 'nobody'];

/** Undefined when the server runs as ourselves. An existing cluster keeps the account that owns its files. */
export async function chooseAccount(clusterFolder: string): Promise<Account | undefined> {
  const ownUid = process.getuid?.();
  // Root sees into every folder; others may be shut out of the cluster and see only the folder itself.
  const evidence = ownUid === 0 ? join(clusterFolder, 'PG_VERSION') : clusterFolder;
  const existing = await stat(evidence).catch(ifUnreadable(undefined));
  if (ownUid !== 0) {
    if (existing === undefined || existing.uid === ownUid) return undefined;
    throw new StartupError(
      `${clusterFolder} belongs to user id ${existing.uid}; run Switchyard as that user or as root, or choose another DATA_DIR.`,
    );
  }
  if (existing?.uid === 0) {
    throw new StartupError(
      `${clusterFolder} belongs to root, and PostgreSQL refuses to run as root; give it away with: chown -R <an unprivileged user> ${clusterFolder}`,
    );
  }
  if (existing) return { name: `user id ${existing.uid}`, uid: existing.uid, gid: existing.gid };
  return await findAccount();
}

async function findAccount(): Promise<Account> {
  for (const name of accountNames) {
    const [uid, gid] = await Promise.all([runCommand('id', ['-u', name]), runCommand('id', ['-g', name])]);
    if (uid.ok && gid.ok && uid.output !== '0')
      return { name, uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root and this system has no account named switchyard, postgres or nobody; add one, start as another user, or set DATABASE_URL.',
  );
}

/**
 * A folder as the server's account reaches it. Below a closed parent (/root, a private temporary folder) the
 * path itself leads nowhere for that account, so the child inherits the opened folder as descriptor 3 and enters it
 * through /proc, which needs no right on the parents.
 */
export class FolderView {
  readonly path: string;
  readonly #handle: FileHandle | undefined;

  static async open(folder: string, account: Account | undefined): Promise<FolderView> {
    if (account === undefined) return new FolderView(folder);
    const entered = await runCommand('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { account });
    if (entered.ok) return new FolderView(folder);
    if (process.platform !== 'linux') {
      throw new StartupError(
        `The account ${account.name}, which runs the database because PostgreSQL refuses to run as root, cannot enter ${folder}; choose a DATA_DIR outside closed folders, or set DATABASE_URL.`,
      );
    }
    return new FolderView('/proc/self/fd/3', await open(folder, 'r'));
  }

  private constructor(path: string, handle?: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** The entries after stdin, stdout and stderr in the child's `stdio`. */
  get descriptors(): number[] {
    return this.#handle ? [this.#handle.fd] : [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }
}
