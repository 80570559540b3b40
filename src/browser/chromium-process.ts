import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { endsWithin } from './ends-within.ts';
import { type LaunchSettings, launchOptions } from './launch-options.ts';

const CLOSE_LIMIT_MS = 5_000;

/** One Chromium and its folder. Ending it takes a bounded time: a browser that does not answer is killed. */
export class ChromiumProcess implements AsyncDisposable {
  readonly browser: Browser;
  readonly folder: string;
  readonly #socketFolder: string;
  readonly #pid: number | null;
  #ending: Promise<void> | null = null;

  /** Throws when Chromium does not start. */
  static async launch(settings: LaunchSettings): Promise<ChromiumProcess> {
    await mkdir(settings.folder, { recursive: true });
    const folder = await mkdtemp(path.join(settings.folder, `${FOLDER_PREFIX}${process.pid}-`));
    const socketFolder = await shortFolder(folder, settings.platform);
    try {
      const browser = await chromium.launch(launchOptions({ ...settings, folder, socketFolder }));
      return new ChromiumProcess(browser, folder, socketFolder, await browserPid(browser));
    } catch (error) {
      await removeFolder(folder);
      await removeFolder(socketFolder);
      throw error;
    }
  }

  private constructor(browser: Browser, folder: string, socketFolder: string, pid: number | null) {
    this.browser = browser;
    this.folder = folder;
    this.#socketFolder = socketFolder;
    this.#pid = pid;
    browser.once('disconnected', () => void this[Symbol.asyncDispose]());
  }

  get isAlive(): boolean {
    return this.#ending === null && this.browser.isConnected();
  }

  /** Ends when the browser as a whole has answered. */
  async answer(): Promise<void> {
    const session = await this.browser.newBrowserCDPSession();
    await session.send('Browser.getVersion');
    await session.detach();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#end();
    await this.#ending;
  }

  async #end(): Promise<void> {
    if (!(await endsWithin(this.browser.close(), CLOSE_LIMIT_MS))) killGroup(this.#pid);
    await removeFolder(this.folder);
    await removeFolder(this.#socketFolder);
  }
}

const FOLDER_PREFIX = 'chromium-';

// Chromium puts a socket some fifty characters below its temporary folder, and the address of a socket has room for 104.
const LONGEST = 50;
const SHORT = '/tmp';
const SHORT_PREFIX = 'switchyard-browser-';

/** The folder itself, or a short one where its name is too long for Chromium to start with. */
async function shortFolder(folder: string, platform: NodeJS.Platform): Promise<string> {
  if (platform === 'win32' || folder.length <= LONGEST) return folder;
  return mkdtemp(path.join(SHORT, `${SHORT_PREFIX}${process.pid}-`));
}

/** Folders of processes that were killed before they could clean up. */
export async function removeOrphans(folder: string): Promise<void> {
  await removeDead(folder, FOLDER_PREFIX);
  await removeDead(SHORT, SHORT_PREFIX);
}

async function removeDead(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const pid = Number(/^(\d+)-/.exec(name.slice(prefix.length))?.[1]);
    if (pid > 0 && pid !== process.pid && !isRunning(pid)) await removeFolder(path.join(folder, name));
  }
}

async function browserPid(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

/** Chromium leads a process group of its own, so its renderers go with it. */
function killGroup(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Already gone.
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
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
