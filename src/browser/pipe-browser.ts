import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifUnreadable, mayBeClosed, reportedElsewhere } from '../platform/failure.ts';
import type { Log } from '../platform/log.ts';
import type { EgressMeter } from '../platform/net/egress-meter.ts';
import { EgressProxy, PRIMING_URL } from '../platform/net/egress-proxy.ts';
import type { Gate } from '../platform/net/gate.ts';
import { BrowserHome } from './browser-home.ts';
import type { BrowserIsolation } from './browser-isolation.ts';
import { type CdpMessage, headOf } from './cdp-client.ts';
import { ChromiumPipe } from './chromium-pipe.ts';
import { endsWithin } from './ends-within.ts';
import { launchOptions, wholeProxy } from './launch-options.ts';
import { MemoryGuard } from './memory-guard.ts';
import { DOWNLOAD_LIMITS } from './run-files.ts';
import { SharedBrowser } from './shared-browser.ts';

export interface PipeBrowserOptions {
  executablePath: string;
  isolation: BrowserIsolation;
  platform: NodeJS.Platform;
  folder: string;
  gate: Gate;
  localAllowed: boolean;
  log: Log;
  /** Ends the wait for the browser; disposing ends the open parts. */
  signal?: AbortSignal;
}

const START_LIMIT_MS = 30_000;
const WEIGH_EVERY_MS = 2_000;

interface ServedDocument {
  status: number;
  headers: Record<string, string>;
}

/**
 * A Chromium of its own for one run of a foreign driver that speaks the debugging protocol: behind an egress proxy,
 * reached by a pipe and no port, with its own profile. Drivers join it.
 */
export class PipeBrowser extends SharedBrowser implements AsyncDisposable {
  /** The folder of downloads. */
  readonly downloadFolder: string;
  /** The folder of files for file inputs. */
  readonly uploadFolder: string;
  onClose: () => void = () => undefined;
  readonly #home: BrowserHome;
  readonly #pipe: ChromiumPipe;
  readonly #proxy: EgressProxy;
  readonly #documents = new Map<string, ServedDocument>();
  #primed: Promise<void> = Promise.resolve();
  #closing: Promise<void> | null = null;
  #isFull = false;
  readonly #weighing: NodeJS.Timeout;
  readonly #memory: MemoryGuard;

  /** Throws when Chromium does not start. */
  static async open(options: PipeBrowserOptions): Promise<PipeBrowser> {
    await using opened = new AsyncDisposableStack();
    const home = opened.use(await BrowserHome.make({ ...options, ...options.isolation }));
    const { gate, localAllowed, log } = options;
    const proxy = opened.use(await EgressProxy.open({ gate, localAllowed, log }));
    const browser = opened.use(new PipeBrowser(options, home, proxy));
    const isUp = await endsWithin(browser.#prepare(), START_LIMIT_MS, options.signal);
    if (!isUp || browser.#closing) throw new Error('the browser did not start');
    opened.move();
    return browser;
  }

  private constructor(options: PipeBrowserOptions, home: BrowserHome, proxy: EgressProxy) {
    super();
    const pipe = start(options, home, proxy);
    this.#pipe = pipe;
    this.#home = home;
    this.#proxy = proxy;
    this.downloadFolder = home.downloads;
    this.uploadFolder = home.uploads;
    pipe.onMessage = (text) => this.receive(text);
    void pipe.ended.then(() => this[Symbol.asyncDispose]());
    this.#weighing = setInterval(() => void this.#weigh(), WEIGH_EVERY_MS);
    const { platform, log } = options;
    this.#memory = new MemoryGuard({ processes: () => this.#processes(), platform, log });
    this.#memory.watch();
  }

  /** From now on the listed local targets can be reached, too. */
  allowLocal(): void {
    this.#proxy.allowLocal();
  }

  /** Bytes through the egress proxy in both directions. */
  get trafficBytes(): number {
    return this.#proxy.meter.totalBytes;
  }

  /** Status and headers of the document last loaded from an address. */
  documentOf(url: string): ServedDocument | null {
    return this.#documents.get(withoutHash(url)) ?? null;
  }

  /** The first cap that was hit. */
  get exceeded(): EgressMeter['exceeded'] | 'temp_bytes' {
    return this.#proxy.meter.exceeded ?? (this.#isFull ? 'temp_bytes' : null);
  }

  get refusals(): readonly string[] {
    return this.#proxy.meter.refusals;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  /** The disk use of pages, downloads and profile together is bounded; past it the browser is ended. */
  async #weigh(): Promise<void> {
    if ((await bytesIn(this.#home.folder)) <= DOWNLOAD_LIMITS.totalBytes || this.#closing) return;
    this.#isFull = true;
    await this[Symbol.asyncDispose]();
  }

  async #close(): Promise<void> {
    clearInterval(this.#weighing);
    this.#memory.rest();
    this.onClose();
    this.hangUp();
    await this.#pipe[Symbol.asyncDispose]();
    await this.#proxy[Symbol.asyncDispose]();
    await this.#home[Symbol.asyncDispose]();
  }

  async #processes(): Promise<number[]> {
    const { processInfo = [] } = await this.command('SystemInfo.getProcessInfo');
    return processInfo.map(({ id }) => id);
  }

  protected override write(message: CdpMessage): void {
    this.#pipe.send(JSON.stringify(message));
  }

  protected override receive(text: string): void {
    if (headOf(text).method === 'Network.responseReceived' && text.includes('"type":"Document"'))
      this.#note(JSON.parse(text).params);
    super.receive(text);
  }

  /** Contexts are primed one after the other: each listens for its own question for a password. */
  protected override prime(browserContextId: string): Promise<void> {
    this.#primed = this.#primed.catch(reportedElsewhere).then(() => this.#prime(browserContextId));
    return this.#primed;
  }

  #note(params: { type: string; response: ServedDocument & { url: string } }): void {
    if (params.type !== 'Document') return;
    const { url, status, headers } = params.response;
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    if (this.#documents.size < 500)
      this.#documents.set(withoutHash(url), { status, headers: Object.fromEntries(lower) });
  }

  /** Downloads go to our folder, and the proxy's name and password into the browser's memory before the driver comes. */
  async #prepare(): Promise<void> {
    await this.watch();
    await this.command('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: this.downloadFolder,
    });
    const { targetInfos = [] } = await this.command('Target.getTargets');
    const page = targetInfos.find(({ type }) => type === 'page');
    const { targetId } = page ?? (await this.command('Target.createTarget', { url: 'about:blank' }));
    await this.#logInWith(String(targetId));
  }

  /** Each context stores the proxy credentials separately. */
  async #prime(browserContextId: string): Promise<void> {
    const opened = await this.command('Target.createTarget', { url: 'about:blank', browserContextId });
    const targetId = String(opened.targetId);
    await this.#logInWith(targetId);
    await this.closePage(targetId);
    const downloads = { behavior: 'allow', downloadPath: this.downloadFolder, browserContextId };
    await this.command('Browser.setDownloadBehavior', downloads);
  }

  async #logInWith(targetId: string): Promise<void> {
    const attached = await this.command('Target.attachToTarget', { targetId, flatten: true });
    const sessionId = String(attached.sessionId);
    const stop = this.onSession(sessionId, (method, params) => this.#logIn(method, params, sessionId));
    await this.command('Fetch.enable', { handleAuthRequests: true }, sessionId);
    await this.command('Page.navigate', { url: PRIMING_URL }, sessionId);
    await this.command('Fetch.disable', {}, sessionId);
    await this.command('Page.navigate', { url: 'about:blank' }, sessionId);
    await this.command('Target.detachFromTarget', { sessionId });
    stop();
  }

  #logIn(method: string, params: Record<string, unknown>, sessionId: string): void {
    const { requestId } = params;
    const { username, password } = this.#proxy.credentials;
    const answer = (name: string, more: object = {}) =>
      void this.command(name, { requestId, ...more }, sessionId).catch(mayBeClosed);
    if (method === 'Fetch.requestPaused') answer('Fetch.continueRequest');
    if (method === 'Fetch.authRequired')
      answer('Fetch.continueWithAuth', {
        authChallengeResponse: { response: 'ProvideCredentials', username, password },
      });
  }
}

function start(options: PipeBrowserOptions, place: BrowserHome, proxy: EgressProxy): ChromiumPipe {
  const { executablePath, isolation, platform } = options;
  const { home, user } = place;
  const { args, env } = launchOptions({ ...isolation, ...place, platform, omit: [] });
  const own = [`--proxy-server=${wholeProxy(proxy)}`, '--window-size=1280,800', 'about:blank'];
  return new ChromiumPipe({ executablePath, args: [...args, ...own], env, folder: home, user, platform });
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

/** Files come and go while they are counted. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifUnreadable([]));
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        stat(path.join(parentPath, name))
          .then(({ size }) => size)
          .catch(ifUnreadable(0)),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
