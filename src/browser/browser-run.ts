import type { BrowserContext, CDPSession, Dialog, Frame, Page, Request, Response } from 'playwright-core';
import type { Clock } from '../platform/clock.ts';
import type { EgressMeter } from '../platform/net/egress-meter.ts';
import { isForbidden } from './browser-slot.ts';
import { Camera } from './camera.ts';
import type { CdpClient, CdpClientOptions } from './cdp-client.ts';
import { endsWithin } from './ends-within.ts';
import type { GivenFile, RunFiles } from './run-files.ts';
import type { SiteBounds } from './site-bounds.ts';

const MAX_PAGES = 10;
const LONG_POLL_MS = 4_000;
/** The most dialogs of one run. */
const MAX_DIALOGS = 60;
/** Further dialogs are answered automatically. */
const MAX_HELD = 20;
/** The most windows of one run. */
const MAX_POPUPS = 30;
const MAX_FAILURES = 200;
/** Limit of consecutive automatic navigations before a page can be read. */
const MAX_LED_ON = 12;
/** A redirect loop when none of them has loaded in time. */
const MANY_LED_ON = 3;
/** A loading page that does not respond for this long is treated as hung. */
const UNRESPONSIVE_MS = 12_000;
const ANSWER_EVERY_MS = 1_000;
/** Storage limits in the browser: for one origin, and the number of origins. */
const STORED_BYTES = 50_000_000;
const MAX_STORING = 10;

/** One run's browser context. */
interface Slot {
  page: Page;
  context: BrowserContext;
  proxy: Egress;
  /** Lets a further driver in; left out where the browser is shared with other runs, or its protocol is not spoken. */
  join?: ((options: CdpClientOptions) => Promise<CdpClient>) | undefined;
  /** Calls `onClosed` once the browser is free; `isHung` when it did not respond. */
  close(onClosed: (isHung: boolean) => void): Promise<void>;
}

interface ServedDocument {
  status: number;
  headers: Record<string, string>;
}

/** Egress control between the browser and the network. */
export interface Egress {
  allowLocal(): void;
  restrictWebSockets(isAllowed: (url: string) => boolean): void | Promise<void>;
  meter: Pick<EgressMeter, 'exceeded' | 'refusals' | 'unreached'>;
}

/** Requests of the page's scripts that the server refused. */
export interface FailedRequest {
  method: string;
  url: string;
  status: number;
  startedAt: number;
}

export interface BrowserRunOptions {
  slot: Slot;
  /** Storage for the pages' downloads; the signal aborts at the end of the run. */
  files(isOver: AbortSignal): RunFiles;
  /** True only for a run whose target is an allowed local address. */
  localAllowed: boolean;
  clock: Clock;
  signal?: AbortSignal;
  /** Called once the run has left the browser; `isHung` when the browser did not respond. */
  onClosed(isHung: boolean): void;
}

/** One run's browser: context, egress proxy and downloads, all deleted with the run. */
export class BrowserRun implements AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Files that the pages offered. */
  readonly files: RunFiles;
  readonly camera: Camera;
  /** The active page: the first one, or a window that it opened. */
  front: Page;
  /** Called for each window that a page opens and that stays open. */
  onPopup: ((page: Page) => void) | null = null;
  /** The texts of the page's own message boxes, newest last. */
  readonly messages: string[] = [];
  /** Whether "Are you sure?" is answered with yes: only during an action of the task. */
  acceptsDialogs = false;
  /** Confirms and prompts of the page wait for an answer, instead of getting ours. */
  holdsDialogs = false;
  /** The open dialog; the page is blocked until it is answered. */
  dialog: Dialog | null = null;
  /** The answer to a question of the browser, until it asks; null without one. */
  promptText: string | null = null;
  /** The last question of the browser without an answer. */
  unanswered: string | null = null;
  /** Sites that the run may visit; null without a login. */
  bounds: SiteBounds | null = null;
  readonly failures: FailedRequest[] = [];
  /** Navigations away from http and https that were refused. */
  readonly refusedNavigations: string[] = [];
  readonly #options: BrowserRunOptions;
  readonly #inFlight = new Map<Request, number>();
  readonly #over = new AbortController();
  readonly #documents = new WeakMap<Page, ServedDocument>();
  /** The last document by address, for windows that are reported after their document has loaded. */
  #latest: (ServedDocument & { url: string }) | null = null;
  readonly #headedFor = new WeakMap<Page, string>();
  readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();
  readonly #storing = new Set<string>();
  #hasCrashed = false;
  #ledOn = 0;
  #popups = 0;
  #held = 0;
  #dialogs = 0;
  #opening = Promise.withResolvers<void>();
  #closing: Promise<void> | null = null;

  constructor(options: BrowserRunOptions) {
    const { slot, clock, files, localAllowed, signal } = options;
    this.#options = options;
    if (localAllowed) slot.proxy.allowLocal();
    this.context = slot.context;
    this.page = slot.page;
    this.front = slot.page;
    this.files = files(this.#over.signal);
    this.camera = new Camera(
      () => this.front,
      (page) => this.#session(page),
      clock,
    );
    this.#watchPage(this.page);
    this.context.on('response', (response) => {
      if (response.request().isNavigationRequest())
        this.#latest = { ...servedBy(response), url: response.url() };
    });
    this.context.on('page', (page) => this.#admitPopup(page));
    this.context.on('dialog', (dialog) => {
      this.#dialogs += 1;
      if (this.#dialogs === MAX_DIALOGS) this.#silence();
      if (this.#holds(dialog)) return;
      if (this.messages.length < 20) this.messages.push(dialog.message().slice(0, 500));
      // "Leave this page?" is answered with yes, or the page could hold us; everything else with no.
      const isYes = dialog.type() === 'beforeunload' || (dialog.type() === 'confirm' && this.acceptsDialogs);
      const text = dialog.type() === 'prompt' ? this.promptText : null;
      if (text !== null) this.promptText = null;
      else if (dialog.type() === 'prompt') this.unanswered = dialog.message().slice(0, 200);
      const answer = text !== null ? dialog.accept(text) : isYes ? dialog.accept() : dialog.dismiss();
      answer.catch(ignore);
    });
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Resolves when a dialog of the page is held. */
  dialogOpens(): Promise<void> {
    return this.dialog ? Promise.resolve() : this.#opening.promise;
  }

  async answerDialog(isAccepted: boolean, text?: string): Promise<void> {
    const { dialog } = this;
    this.dialog = null;
    await (isAccepted ? dialog?.accept(text) : dialog?.dismiss())?.catch(ignore);
  }

  #holds(dialog: Dialog): boolean {
    const isQuestion =
      dialog.type() === 'confirm' || (dialog.type() === 'prompt' && this.promptText === null);
    if (!this.holdsDialogs || !isQuestion || this.dialog || this.#held >= MAX_HELD) return false;
    this.#held += 1;
    this.dialog = dialog;
    this.#opening.resolve();
    this.#opening = Promise.withResolvers();
    return true;
  }

  /**
   * The only way to navigate: here the address is still as written (`view-source:` looks like http further down). Null when the
   * document is there, else the driver's error.
   */
  async goto(url: string, timeoutMs: number): Promise<unknown> {
    if (!URL.canParse(url) || isForbidden(new URL(url))) return new Error('net::ERR_BLOCKED_BY_CLIENT');
    const page = this.front;
    const { promise: broken, resolve } = Promise.withResolvers<unknown>();
    const onFailed = (request: Request) => {
      const reason = request.failure()?.errorText ?? '';
      if (
        request.isNavigationRequest() &&
        request.frame() === page.mainFrame() &&
        !/ERR_ABORTED/.test(reason)
      )
        resolve(new Error(reason));
    };
    const onRequest = () => this.isLooping && resolve(new Error('the page leads on without end'));
    this.#ledOn = 0;
    page.on('requestfailed', onFailed);
    page.on('request', onRequest);
    const loaded = page.goto(url, { waitUntil: 'domcontentloaded', timeout: timeoutMs }).then(
      () => null,
      (error: unknown) => error,
    );
    const ended = new AbortController();
    // A document that breaks off or hangs is never complete, and the driver would wait for it to the end.
    const silent = this.silence(UNRESPONSIVE_MS, ended.signal).then(
      () => new Error('the page does not answer'),
    );
    return Promise.race([loaded, broken, silent]).finally(() => {
      ended.abort();
      page.off('requestfailed', onFailed);
      page.off('request', onRequest);
    });
  }

  /** Whether the page's own script leaves time for other work. A page that is gone or changes counts as an answer. */
  answers(limitMs: number, signal?: AbortSignal): Promise<boolean> {
    return endsWithin(this.front.evaluate('0'), limitMs, signal);
  }

  /** Resolves when the page has not answered for so long; never once `ended`. */
  async silence(limitMs: number, ended: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!ended.aborted) {
      await clock.sleep(ANSWER_EVERY_MS, ended).catch(ignore);
      const isSilent = !ended.aborted && !(await this.answers(limitMs, ended));
      if (isSilent && !ended.aborted) return;
    }
    await new Promise<never>(ignore);
  }

  /** Before the first page. Two-way connections, such as a WebSocket, are bound below the browser. */
  async keepWithin(bounds: SiteBounds): Promise<void> {
    this.bounds = bounds;
    await this.#options.slot.proxy.restrictWebSockets((url) => bounds.includes(url));
    await bounds.install(this.context);
  }

  /** Lets a further driver in, beside ours and under our rules; undefined where that cannot be. */
  get join(): Slot['join'] {
    return this.#options.slot.join;
  }

  /** Status and headers of the page's latest document, including navigations by scripts. */
  get document(): ServedDocument | null {
    return this.#documents.get(this.front) ?? null;
  }

  /** The browser itself is gone, or the way to it. */
  get isLost(): boolean {
    return this.context.browser()?.isConnected() !== true;
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** Since the last navigation of ours, pages have led on to others without end. */
  get isLooping(): boolean {
    return this.#ledOn > MAX_LED_ON;
  }

  /** Pages led on to others while ours was waited for. */
  get hasLedOn(): boolean {
    return this.#ledOn > MANY_LED_ON;
  }

  /** Downloads the pages started. */
  get downloads(): readonly GivenFile[] {
    return this.files.downloads;
  }

  /** The first cap that was hit. */
  get exceeded(): EgressMeter['exceeded'] | 'temp_bytes' {
    return this.#options.slot.proxy.meter.exceeded ?? (this.files.isExceeded ? 'temp_bytes' : null);
  }

  /** host:port pairs that the gate did not let this run reach. */
  get refusals(): readonly string[] {
    return this.#options.slot.proxy.meter.refusals;
  }

  /** The gate refused the page's last address: the page shows our words or the browser's, not a site's. */
  get isRefused(): boolean {
    const address = this.#headedFor.get(this.front) ?? this.front.url();
    // A window that only downloads has none.
    if (!URL.canParse(address)) return false;
    const { host, hostname } = new URL(address);
    return [host, `${hostname}:80`, `${hostname}:443`].some((place) => this.refusals.includes(place));
  }

  /** Hosts that this run may reach and that did not answer. */
  get unreached(): readonly string[] {
    return this.#options.slot.proxy.meter.unreached;
  }

  /** How long the page has waited for the oldest of its requests; null without one. Long polls do not count: they never end. */
  get waitedMs(): number | null {
    const now = this.#options.clock.mono();
    const waits = [...this.#inFlight.values()].map((startedAt) => now - startedAt);
    const counting = waits.filter((ms) => ms < LONG_POLL_MS);
    return counting.length === 0 ? null : Math.max(...counting);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  readonly #onAbort = () => void this[Symbol.asyncDispose]();

  async #close(): Promise<void> {
    const { slot, signal, onClosed } = this.#options;
    signal?.removeEventListener('abort', this.#onAbort);
    this.#over.abort();
    await slot.close(onClosed);
  }

  #admitPopup(page: Page): void {
    this.#popups += 1;
    if (this.#popups === MAX_POPUPS) this.#endStorm();
    if (this.#popups >= MAX_POPUPS || this.context.pages().length > MAX_PAGES) page.close().catch(ignore);
    else {
      this.#watchPage(page);
      if (this.#latest?.url === page.url()) this.#documents.set(page, this.#latest);
      this.onPopup?.(page);
    }
  }

  /** A page that keeps asking never gets to anything else. */
  #silence(): void {
    this.context.addInitScript(askNothing).catch(ignore);
    for (const page of this.context.pages())
      for (const frame of page.frames()) frame.evaluate(askNothing).catch(ignore);
  }

  /** Closing windows one by one takes longer than opening them. */
  #endStorm(): void {
    this.context.addInitScript(openNothing).catch(ignore);
    for (const page of this.context.pages()) {
      if (page !== this.page && page !== this.front) page.close().catch(ignore);
      else for (const frame of page.frames()) frame.evaluate(openNothing).catch(ignore);
    }
  }

  /** A page's storage stays in the memory of a browser that other runs share. */
  #boundStorage(page: Page, url: string): void {
    const { origin } = new URL(url);
    if (!/^https?:/.test(origin) || this.#storing.has(origin)) return;
    this.#storing.add(origin);
    const quotaSize = this.#storing.size > MAX_STORING ? 0 : STORED_BYTES;
    this.#session(page)
      .then(async (session) => {
        await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
      })
      .catch(ignore);
  }

  #session(page: Page): Promise<CDPSession> {
    const known = this.#sessions.get(page);
    if (known) return known;
    const session = this.context.newCDPSession(page);
    session.catch(() => this.#sessions.delete(page));
    this.#sessions.set(page, session);
    return session;
  }

  #watchPage(page: Page): void {
    this.#watchTraffic(page);
    page.on('framenavigated', (frame) => this.#refuseForbidden(frame));
    page.on('domcontentloaded', () => {
      if (page === this.front) this.camera.documentChanged();
    });
    page.on('close', () => {
      if (this.dialog?.page() === page) this.dialog = null;
      if (page === this.front) this.front = this.context.pages().at(-1) ?? this.page;
    });
    page.on('download', (download) => this.files.admit(download));
    page.on('crash', () => {
      if (page === this.page || page === this.front) this.#hasCrashed = true;
      else page.close().catch(ignore);
    });
  }

  /** Addresses without a request (`data:`, `blob:`, `chrome:`) show up only after they opened; then they are closed. */
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
      if (!request.isNavigationRequest() || request.serviceWorker()) return;
      if (URL.canParse(request.url())) this.#boundStorage(page, request.url());
      if (request.frame() !== page.mainFrame()) return;
      this.#headedFor.set(page, request.url());
      if (page === this.front && request.redirectedFrom() === null) this.#ledOn += 1;
    });
    page.on('requestfinished', (request) => this.#inFlight.delete(request));
    page.on('requestfailed', (request) => this.#inFlight.delete(request));
    page.on('response', (response) => {
      const request = response.request();
      this.#noteFailure(request, response.status());
      if (!request.isNavigationRequest() || request.serviceWorker()) return;
      if (request.frame() === page.mainFrame()) this.#documents.set(page, servedBy(response));
    });
  }

  #noteFailure(request: Request, status: number): void {
    const startedAt = this.#inFlight.get(request);
    if (status < 400 || startedAt === undefined || !/^(?:fetch|xhr)$/.test(request.resourceType())) return;
    if (this.failures.length < MAX_FAILURES)
      this.failures.push({ method: request.method(), url: request.url(), status, startedAt });
  }
}

function servedBy(response: Response): ServedDocument {
  return { status: response.status(), headers: response.headers() };
}

/** Runs in the page. */
function openNothing(): void {
  window.open = () => null;
}

/** Runs in the page. */
function askNothing(): void {
  window.alert = () => undefined;
  window.confirm = () => false;
  window.prompt = () => null;
}

/** The page may be gone before our answer to it. */
function ignore(): void {}
