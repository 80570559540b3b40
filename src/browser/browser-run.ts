import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Download,
  Frame,
  Page,
  Request,
} from 'playwright-core';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { EgressProxy, type EgressProxyOptions } from '../platform/net/egress-proxy.ts';
import { Camera } from './camera.ts';
import { DownloadGuard, type DownloadLimits } from './download-guard.ts';
import { endsWithin } from './ends-within.ts';
import { contextProxy, type Protection } from './launch-options.ts';

const MAX_PAGES = 10;
const CLOSE_LIMIT_MS = 4_000;
const LONG_POLL_MS = 4_000;

/** Cookies and what pages stored, as the driver takes and gives them. */
export type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export interface OpenRunOptions {
  browser: Browser;
  egress: Pick<EgressProxyOptions, 'gate' | 'localAllowed' | 'limits'>;
  /** The pool's folder; the run's downloads go into one of its own below it. */
  folder: string;
  storageState?: BrowserState;
  clock: Clock;
  log: Log;
  omit: readonly Protection[];
  downloadLimits?: DownloadLimits;
  signal?: AbortSignal;
  /** Called once, when everything of this run is gone. `isHung` says that the browser did not answer. */
  onClosed(isHung: boolean): void;
}

/** One run's browser: its own context, its own way out, its own files. Nothing of it outlives it. */
export class BrowserRun implements AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly downloadFolder: string;
  /** What the pages put on the disk. */
  readonly files: DownloadGuard;
  readonly camera: Camera;
  /** The page the run works on now: the first one, or a window it opened. */
  front: Page;
  /** Told of every window the page opens and may keep. */
  onPopup: ((page: Page) => void) | null = null;
  /** What the page's own message boxes said, newest last. */
  readonly messages: string[] = [];
  /** Whether "Are you sure?" is answered with yes: only while the run does what it was asked to do. */
  acceptsDialogs = false;
  /** Navigations away from http and https that were refused. */
  readonly refusedNavigations: string[] = [];
  readonly #proxy: EgressProxy;
  readonly #options: OpenRunOptions;
  readonly #inFlight = new Map<Request, number>();
  readonly #over = new AbortController();
  #document: { status: number; headers: Record<string, string> } | null = null;
  #hasCrashed = false;
  #closing: Promise<void> | null = null;

  static async open(options: OpenRunOptions): Promise<BrowserRun> {
    const { egress, log, folder, browser, omit } = options;
    await using opened = new AsyncDisposableStack();
    const proxy = opened.use(await EgressProxy.open({ ...egress, log }));
    const downloadFolder = await mkdtemp(path.join(folder, 'run-'));
    opened.defer(() => removeFolder(downloadFolder));
    const context = await browser.newContext({
      proxy: contextProxy(proxy.url, proxy.credentials, omit),
      serviceWorkers: 'block',
      acceptDownloads: true,
      storageState: options.storageState,
      viewport: { width: 1280, height: 800 },
    });
    opened.defer(() => context.close());
    await context.route(isForbidden, (route, request) =>
      request.isNavigationRequest() ? route.abort('blockedbyclient') : route.fallback(),
    );
    const page = await context.newPage();
    options.signal?.throwIfAborted();
    opened.move();
    return new BrowserRun(options, { proxy, downloadFolder, context, page });
  }

  private constructor(
    options: OpenRunOptions,
    parts: { proxy: EgressProxy; downloadFolder: string; context: BrowserContext; page: Page },
  ) {
    this.#options = options;
    this.#proxy = parts.proxy;
    this.context = parts.context;
    this.page = parts.page;
    this.front = parts.page;
    this.files = new DownloadGuard(options.clock, this.#over.signal, options.downloadLimits);
    this.camera = new Camera(() => this.front, options.clock);
    this.downloadFolder = parts.downloadFolder;
    this.#watchPage(this.page);
    this.context.on('page', (page) => this.#admitPopup(page));
    this.context.on('dialog', (dialog) => {
      if (this.messages.length < 20) this.messages.push(dialog.message().slice(0, 500));
      // "Leave this page?" is answered with yes, or the page could hold us; everything else with no.
      const isYes = dialog.type() === 'beforeunload' || (dialog.type() === 'confirm' && this.acceptsDialogs);
      const answer = isYes ? dialog.accept() : dialog.dismiss();
      answer.catch(ignore);
    });
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /**
   * The way to navigate, for it sees the address as written: `view-source:` looks like http further down. Null when the
   * document is there, else the driver's error.
   */
  async goto(url: string, timeoutMs: number): Promise<unknown> {
    if (!URL.canParse(url) || isForbidden(new URL(url))) return new Error('net::ERR_BLOCKED_BY_CLIENT');
    return this.front.goto(url, { waitUntil: 'domcontentloaded', timeout: timeoutMs }).then(
      () => null,
      (error: unknown) => error,
    );
  }

  /** Before the first page: what talks both ways, such as a WebSocket, reaches these places only. */
  keepTalkTo(mayTalk: (url: string) => boolean): void {
    this.#proxy.keepTalkTo(mayTalk);
  }

  /** Status and headers of the page's latest document, also after it navigated by itself. */
  get document(): { status: number; headers: Record<string, string> } | null {
    return this.#document;
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** Downloads the pages started. */
  get downloads(): readonly Download[] {
    return this.files.downloads;
  }

  /** The first cap that was hit. */
  get exceeded(): EgressProxy['exceeded'] | 'temp_bytes' {
    return this.#proxy.exceeded ?? (this.files.isExceeded ? 'temp_bytes' : null);
  }

  /** host:port pairs that the gate did not let this run reach. */
  get refusals(): readonly string[] {
    return this.#proxy.refusals;
  }

  /** Requests that the page waits for now. Long polls do not count: they never end. */
  get inFlight(): number {
    const now = this.#options.clock.mono();
    return [...this.#inFlight.values()].filter((startedAt) => now - startedAt < LONG_POLL_MS).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  readonly #onAbort = () => void this[Symbol.asyncDispose]();

  async #close(): Promise<void> {
    const { signal, log, onClosed } = this.#options;
    signal?.removeEventListener('abort', this.#onAbort);
    this.#over.abort();
    const isHung = !(await endsWithin(this.context.close(), CLOSE_LIMIT_MS));
    if (isHung) log.warn('a browser context did not close in time');
    onClosed(isHung);
    await this.#proxy[Symbol.asyncDispose]();
    await removeFolder(this.downloadFolder).catch((error) =>
      log.warn({ err: error }, 'temporary folder not removed'),
    );
  }

  #admitPopup(page: Page): void {
    if (this.context.pages().length > MAX_PAGES) page.close().catch(ignore);
    else {
      this.#watchPage(page);
      this.onPopup?.(page);
    }
  }

  #watchPage(page: Page): void {
    this.#watchTraffic(page);
    page.on('framenavigated', (frame) => this.#refuseForbidden(frame));
    page.on('domcontentloaded', () => {
      if (page === this.front) this.camera.documentChanged();
    });
    page.on('close', () => {
      if (page === this.front) this.front = this.context.pages().at(-1) ?? this.page;
    });
    page.on('download', (download) => this.files.admit(download));
    page.on('crash', () => {
      if (page === this.page || page === this.front) this.#hasCrashed = true;
      else page.close().catch(ignore);
    });
  }

  /** What no request goes out for (`data:`, `blob:`, `chrome:`) is seen only once it is there; then it goes. */
  #refuseForbidden(frame: Frame): void {
    const url = frame.url();
    if (!URL.canParse(url) || !isForbidden(new URL(url)) || url.startsWith('chrome-error:')) return;
    if (this.refusedNavigations.length < 100) this.refusedNavigations.push(url.slice(0, 200));
    frame.goto('about:blank').catch(ignore);
  }

  #watchTraffic(page: Page): void {
    page.on('request', (request) => {
      if (!['eventsource', 'websocket', 'ping', 'media'].includes(request.resourceType()))
        this.#inFlight.set(request, this.#options.clock.mono());
    });
    page.on('requestfinished', (request) => this.#inFlight.delete(request));
    page.on('requestfailed', (request) => this.#inFlight.delete(request));
    page.on('response', (response) => {
      const request = response.request();
      if (!request.isNavigationRequest() || request.serviceWorker() || page !== this.front) return;
      if (request.frame() === page.mainFrame())
        this.#document = { status: response.status(), headers: response.headers() };
    });
  }
}

/** A run's browser goes to http and https, and to the empty page; `about:srcdoc` is the parent's own markup. */
function isForbidden(url: URL): boolean {
  if (url.protocol === 'about:') return !['blank', 'srcdoc'].includes(url.pathname);
  return url.protocol !== 'http:' && url.protocol !== 'https:';
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The page may be gone before our answer to it. */
function ignore(): void {}
