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
  readonly #pid: number | null;
  #ending: Promise<void> | null = null;

  /** Throws when Chromium does not start. */
  static async launch(settings: LaunchSettings): Promise<ChromiumProcess> {
    await mkdir(settings.folder, { recursive: true });
    const folder = await mkdtemp(path.join(settings.folder, `${FOLDER_PREFIX}${process.pid}-`));
    try {
      const browser = await chromium.launch(launchOptions({ ...settings, folder }));
      return new ChromiumProcess(browser, folder, await browserPid(browser));
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  private constructor(browser: Browser, folder: string, pid: number | null) {
    this.browser = browser;
    this.folder = folder;
    this.#pid = pid;
    browser.once('disconnected', () => void this[Symbol.asyncDispose]());
  }

  get isAlive(): boolean {
    return this.#ending === null && this.browser.isConnected();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#end();
    await this.#ending;
  }

  async #end(): Promise<void> {
    if (!(await endsWithin(this.browser.close(), CLOSE_LIMIT_MS))) killGroup(this.#pid);
    await removeFolder(this.folder);
  }
}

const FOLDER_PREFIX = 'chromium-';

/** Folders of processes that were killed before they could clean up. */
export async function removeOrphans(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(name.match(/^chromium-(\d+)-/)?.[1]);
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
