import type { Browser, CDPSession } from 'playwright-core';
import type { Log } from '../platform/log.ts';
import type { ProviderSocket } from '../platform/net/provider-socket.ts';
import { deliverMessage } from '../platform/unhandled-errors.ts';
import { BrowserHome } from './browser-home.ts';
import type { BrowserIsolation } from './browser-isolation.ts';
import { ChromiumPipe } from './chromium-pipe.ts';
import { driver } from './driver-guard.ts';
import { bothDoors, launchOptions, type Protection } from './launch-options.ts';
import { MemoryBudget, MemoryGuard, type MemoryLimits } from './memory-guard.ts';

const START_LIMIT_MS = 30_000;

interface LaunchOptions {
  executablePath: string;
  isolation: BrowserIsolation;
  /** The folder that the browsers have their folders in. */
  folder: string;
  platform: NodeJS.Platform;
  omit: readonly Protection[];
  log: Log;
  memoryLimits?: MemoryLimits;
}

/** One Chromium and its folder, driven by Playwright. */
export class ChromiumProcess implements AsyncDisposable {
  readonly browser: Browser;
  readonly memory: MemoryGuard;
  readonly #parts: AsyncDisposableStack;
  #ending: Promise<void> | null = null;

  /** Throws when Chromium does not start. */
  static async launch(settings: LaunchOptions): Promise<ChromiumProcess> {
    const { executablePath, isolation, platform, omit, log, memoryLimits } = settings;
    await using parts = new AsyncDisposableStack();
    const place = parts.use(await BrowserHome.make({ ...settings, ...isolation }));
    const { home, user } = place;
    const { args, env } = launchOptions({ ...isolation, ...place, platform, omit });
    const pipe = parts.use(
      new ChromiumPipe({
        executablePath,
        args: [...args, '--no-startup-window'],
        env,
        folder: home,
        user,
        platform,
      }),
    );
    const options = { artifactsDir: place.downloads, timeout: START_LIMIT_MS };
    const connecting = driver().then((chromium) => chromium.connectOverCDP(connectionOver(pipe), options));
    const browser = await Promise.race([connecting, pipe.ended]).catch(() => null);
    if (!browser) throw new Error(pipe.complaint || 'it does not answer');
    const session = await browser.newBrowserCDPSession();
    const processes = () => processesOf(session);
    const budget = memoryLimits && new MemoryBudget(memoryLimits);
    const memory = parts.use(new MemoryGuard({ processes, platform, log, budget }));
    return new ChromiumProcess({ browser, memory }, parts.move());
  }

  private constructor(
    { browser, memory }: { browser: Browser; memory: MemoryGuard },
    parts: AsyncDisposableStack,
  ) {
    this.browser = browser;
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
    void setImmediate(() => deliverMessage(connection.close, () => connection.onmessage?.(JSON.parse(text))));
  void pipe.ended.then(() => connection.onclose?.());
  return connection;
}
