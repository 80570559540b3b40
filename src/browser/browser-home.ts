import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { ifUnreadable } from '../platform/failure.ts';
import { unusedUser } from './browser-isolation.ts';

const FOLDER_PREFIX = 'chromium-';
// Containers share a folder and not their processes, and a container's next process has the id of the one before.
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 4);
const OWNER = `${HOST}-${process.pid}-${randomBytes(2).toString('hex')}`;
/** Begins the names of this process's folders for browsers. */
export const OWN_PREFIX = `${FOLDER_PREFIX}${OWNER}-`;

// Chromium puts a socket some fifty characters below its temporary folder, and a socket's address may have 104 characters.
const LONGEST = 50;
const SHORT = '/tmp';
const SHORT_PREFIX = 'switchyard-browser-';

interface HomeOptions {
  /** The folder that all browsers of this machine have their folders in. */
  folder: string;
  hasOwnUsers: boolean;
  platform: NodeJS.Platform;
}

/**
 * The files of one Chromium, and the user that it runs as. The browser owns its folders and not the folder around them, so that it
 * cannot put a link in the place of one.
 */
export class BrowserHome implements AsyncDisposable {
  /** Everything of it, for its size. */
  readonly folder: string;
  /** Its profile and temporary files. */
  readonly home: string;
  /** Files that pages gave. */
  readonly downloads: string;
  /** Files that it may give to pages; it cannot change them. */
  readonly uploads: string;
  /** The folder of its sockets: `home`, where that name is short enough. */
  readonly socketFolder: string;
  /** Null: the user of this process. */
  readonly user: number | null;

  static async make({ folder: parent, hasOwnUsers, platform }: HomeOptions): Promise<BrowserHome> {
    await using made = new AsyncDisposableStack();
    await mkdir(parent, { recursive: true });
    const user = hasOwnUsers ? unusedUser(await usersIn(parent)) : null;
    const folder = await mkdtemp(path.join(parent, OWN_PREFIX));
    made.defer(() => removeFolder(folder));
    const own = async (name: string) => {
      const place = path.join(folder, name);
      await mkdir(place, { mode: 0o700 });
      if (user !== null) await chown(place, user, user);
      return place;
    };
    const home = await own('home');
    const downloads = await own('downloads');
    const uploads = path.join(folder, 'uploads');
    await mkdir(uploads);
    if (user !== null) await Promise.all([chmod(folder, 0o711), chmod(uploads, 0o755)]);
    const socketFolder = await shortFolder(home, platform, user);
    made.move();
    return new BrowserHome({ folder, home, downloads, uploads, socketFolder, user });
  }

  private constructor(
    places: Pick<BrowserHome, 'folder' | 'home' | 'downloads' | 'uploads' | 'socketFolder' | 'user'>,
  ) {
    this.folder = places.folder;
    this.home = places.home;
    this.downloads = places.downloads;
    this.uploads = places.uploads;
    this.socketFolder = places.socketFolder;
    this.user = places.user;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removeFolder(this.folder);
    if (this.socketFolder !== this.home) await removeFolder(this.socketFolder);
  }
}

/** The home itself, or a short one where its name is too long for Chromium to start with. */
async function shortFolder(home: string, platform: NodeJS.Platform, user: number | null): Promise<string> {
  if (platform === 'win32' || home.length <= LONGEST) return home;
  const folder = await mkdtemp(path.join(SHORT, `${SHORT_PREFIX}${OWNER}-`));
  if (user !== null) await chown(folder, user, user);
  return folder;
}

/** The users of browsers that are there, of other processes too. */
async function usersIn(parent: string): Promise<Set<number>> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(FOLDER_PREFIX));
  const facts = names.map((name) => lstat(path.join(parent, name, 'home')).catch(ifUnreadable(null)));
  return new Set((await Promise.all(facts)).flatMap((one) => one?.uid ?? []));
}

/** Folders of processes of this host that were killed before they could clean up. */
export async function removeOrphans(folder: string): Promise<void> {
  await removeDead(folder, FOLDER_PREFIX);
  await removeDead(SHORT, SHORT_PREFIX);
}

async function removeDead(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(ifUnreadable([]));
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const [, host, pid] = /^([0-9a-f]{4})-(\d+)-/.exec(name.slice(prefix.length)) ?? [];
    if (host !== HOST || name.startsWith(`${prefix}${OWNER}-`)) continue;
    if (Number(pid) === process.pid || !isRunning(Number(pid))) await removeFolder(path.join(folder, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A full or failing disk must not turn the end of a browser into a failure. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(ifUnreadable(undefined));
}
