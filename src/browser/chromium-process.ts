import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import type { Log } from '../platform/log.ts';
import type { ProviderSocket } from '../platform/net/provider-socket.ts';
import { handMessage } from '../platform/stray-errors.ts';
import { ChromiumPipe } from './chromium-pipe.ts';
import { driver } from './driver-guard.ts';
import { bothDoors, type LaunchSettings, launchOptions } from './launch-options.ts';
import { MemoryGuard, type MemoryLimits } from './memory-guard.ts';

const START_LIMIT_MS = 30_000;

interface LaunchOptions {
  executablePath: string;
  log: Log;
  memoryLimits?: MemoryLimits;
}

/** One Chromium and its folder, driven by Playwright. */
export class ChromiumProcess implements AsyncDisposable {
  readonly browser: Browser;
  readonly folder: string;
  readonly memory: MemoryGuard;
  readonly #parts: AsyncDisposableStack;
  #ending: Promise<void> | null = null;

  /** Throws when Chromium does not start. */
  static async launch({
    executablePath,
    log,
    memoryLimits,
    ...settings
  }: LaunchSettings & LaunchOptions): Promise<ChromiumProcess> {
    await using parts = new AsyncDisposableStack();
    const { platform } = settings;
    await mkdir(settings.folder, { recursive: true });
    const folder = await mkdtemp(path.join(settings.folder, OWN_PREFIX));
    parts.defer(() => removeFolder(folder));
    const socketFolder = await shortFolder(folder, platform);
    parts.defer(() => removeFolder(socketFolder));
    const { args, env } = launchOptions({ ...settings, folder, socketFolder });
    const pipe = parts.use(
      new ChromiumPipe({ executablePath, args: [...args, '--no-startup-window'], env, folder, platform }),
    );
    const options = { artifactsDir: folder, timeout: START_LIMIT_MS };
    const connecting = driver().then((chromium) => chromium.connectOverCDP(connectionOver(pipe), options));
    const browser = await Promise.race([connecting, pipe.ended]).catch(() => null);
    if (!browser) throw new Error(pipe.complaint || 'it does not answer');
    const session = await browser.newBrowserCDPSession();
    const processes = () => processesOf(session);
    const memory = parts.use(new MemoryGuard({ processes, platform, log, limits: memoryLimits }));
    return new ChromiumProcess({ browser, folder, memory }, parts.move());
  }

  private constructor(
    { browser, folder, memory }: { browser: Browser; folder: string; memory: MemoryGuard },
    parts: AsyncDisposableStack,
  ) {
    this.browser = browser;
    this.folder = folder;
    this.memory = memory;
    this.#parts = parts;
    browser.once('disconnected', () => void this[Symbol.asyncDispose]());
  }

  get isAlive(): boolean {
    return this.#ending === null && this.browser.isConnected();
  }

  /** Resolves when the browser as a whole has answered. */
  async answer(): Promise<void> {
    const session = await this.browser.newBrowserCDPSession();
    await session.send('Browser.getVersion');
    await session.detach();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#parts.disposeAsync();
    await this.#ending;
  }
}

async function processesOf(session: CDPSession): Promise<number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.map(({ id }) => id);
}

/** The pipe in the shape of Playwright's connections, with the full address of a context's proxy. */
function connectionOver(pipe: ChromiumPipe): ProviderSocket {
  const connection: ProviderSocket = {
    send({ params, ...message }: { params?: Record<string, unknown> }) {
      const server = params?.proxyServer;
      const full = typeof server === 'string' ? { ...params, proxyServer: bothDoors(server) } : params;
      pipe.send(JSON.stringify({ ...message, params: full }));
    },
    close: () => void pipe[Symbol.asyncDispose](),
  };
  // One message at a time: Playwright must finish its work for one before the next, or a new window stays silent.
  pipe.onMessage = (text) =>
    void setImmediate(() => handMessage(connection.close, () => connection.onmessage?.(JSON.parse(text))));
  void pipe.ended.then(() => connection.onclose?.());
  return connection;
}

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

/** The folder itself, or a short one where its name is too long for Chromium to start with. */
export async function shortFolder(folder: string, platform: NodeJS.Platform): Promise<string> {
  if (platform === 'win32' || folder.length <= LONGEST) return folder;
  return mkdtemp(path.join(SHORT, `${SHORT_PREFIX}${OWNER}-`));
}

/** Folders of processes of this host that were killed before they could clean up. */
export async function removeOrphans(folder: string): Promise<void> {
  await removeDead(folder, FOLDER_PREFIX);
  await removeDead(SHORT, SHORT_PREFIX);
}

async function removeDead(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
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
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
