import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { mayBeClosed } from '../platform/failure.ts';
import type { Log } from '../platform/log.ts';
import { EgressProxy, type EgressProxyOptions, PRIMING_URL } from '../platform/net/egress-proxy.ts';
import { endsWithin } from './ends-within.ts';
import { contextProxy, type Protection } from './launch-options.ts';

const CLOSE_LIMIT_MS = 4_000;

/** Cookies and storage, as the driver takes and gives them. */
export type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export interface OpenSeatOptions {
  browser: Browser;
  egress: Pick<EgressProxyOptions, 'gate' | 'limits'>;
  storageState?: BrowserState;
  log: Log;
  omit: readonly Protection[];
}

/**
 * A place for one run in a browser: its own context with an empty page, its own egress proxy. It is the slow part of
 * opening a run, and can be made ready in advance.
 */
export class BrowserSlot {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly proxy: EgressProxy;
  readonly #log: Log;
  #isSpoilt = false;

  static async open({ egress, log, browser, omit, storageState }: OpenSeatOptions): Promise<BrowserSlot> {
    await using opened = new AsyncDisposableStack();
    const proxy = opened.use(await EgressProxy.open({ ...egress, localAllowed: false, log }));
    const context = await browser.newContext({
      proxy: contextProxy(proxy, omit),
      serviceWorkers: 'block',
      acceptDownloads: true,
      storageState,
      viewport: { width: 1280, height: 800 },
    });
    opened.defer(() => context.close());
    await context.route(isForbidden, (route, request) =>
      request.isNavigationRequest() ? route.abort('blockedbyclient') : route.fallback(),
    );
    // Its page can be lost from here on, while it gets ready too.
    const slot = new BrowserSlot(log, { proxy, context, page: await context.newPage() });
    // WebSockets cannot log in at a proxy by themselves; they reuse the login of an earlier request.
    // A navigation would do as well, at three times the cost.
    await slot.page.evaluate(`fetch('${PRIMING_URL}', { mode: 'no-cors' }).then(() => 0)`).catch(mayBeClosed);
    opened.move();
    return slot;
  }

  private constructor(log: Log, parts: { proxy: EgressProxy; context: BrowserContext; page: Page }) {
    this.#log = log;
    this.page = parts.page;
    this.context = parts.context;
    this.proxy = parts.proxy;
    for (const event of ['close', 'crash'] as const)
      this.page.once(event as 'close', () => {
        this.#isSpoilt = true;
      });
  }

  /** False once its page is gone: the next user needs another. */
  get isUsable(): boolean {
    return !this.#isSpoilt;
  }

  /** Calls `onClosed` once the browser is free; `isHung` when it did not respond. */
  async close(onClosed: (isHung: boolean) => void): Promise<void> {
    const isHung = !(await endsWithin(this.context.close(), CLOSE_LIMIT_MS));
    if (isHung) this.#log.warn('a browser context did not close in time');
    onClosed(isHung);
    await this.proxy[Symbol.asyncDispose]();
  }
}

/** A run's browser goes to http and https, and to the empty page; `about:srcdoc` is the parent's own markup. */
export function isForbidden(url: URL): boolean {
  if (url.protocol === 'about:') return !['blank', 'srcdoc'].includes(url.pathname);
  return url.protocol !== 'http:' && url.protocol !== 'https:';
}
