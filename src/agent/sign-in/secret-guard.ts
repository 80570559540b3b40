import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import { isOnSite, type OwnSite } from '../../platform/net/own-site.ts';
import type { Redactor } from '../../platform/redactor.ts';

/** What a login page may still need from elsewhere while it is filled in; everything else can wait. */
const PARTS_OF_A_PAGE = new Set(['document', 'script', 'stylesheet', 'font']);

/**
 * Stands between the browser and everybody but the site of a login, from the first secret that is typed: nothing that
 * carries a secret leaves for elsewhere, and until the login is over nothing is sent elsewhere at all.
 */
export class SecretGuard {
  /** Hosts that something was kept from, for the record. */
  readonly stopped = new Set<string>();
  /** From the first secret typed to the end of the login. */
  isLockedDown = false;
  readonly #site: OwnSite;
  readonly #redactor: Redactor;
  readonly #watched = new WeakSet<Page>();
  #isOn = false;

  constructor(site: OwnSite, redactor: Redactor) {
    this.#site = site;
    this.#redactor = redactor;
  }

  /** Before anything is typed into this page. */
  async raise(page: Page): Promise<void> {
    this.isLockedDown = true;
    await this.#watchRedirects(page);
    if (this.#isOn) return;
    this.#isOn = true;
    const context: BrowserContext = page.context();
    await context.route('**/*', (route, request) => {
      if (this.#mayLeave(request)) return route.fallback();
      this.#stop(request.url());
      return route.abort('blockedbyclient');
    });
  }

  #mayLeave(request: Request): boolean {
    const url = request.url();
    if (isOnSite(url, this.#site) || !/^https?:/i.test(url)) return true;
    const isSending = !['GET', 'HEAD', 'OPTIONS'].includes(request.method());
    if (isSending && (this.isLockedDown || request.isNavigationRequest())) return false;
    if (this.isLockedDown && !PARTS_OF_A_PAGE.has(request.resourceType())) return false;
    const sent = [url, request.headers().referer ?? '', isSending ? (request.postData() ?? '') : ''];
    return !sent.some(
      (text) => this.#redactor.finds(text) || (this.isLockedDown && this.#redactor.findsPart(text)),
    );
  }

  /** A site may answer the login with "send that again, over there"; the browser would, so it is told not to. */
  async #watchRedirects(page: Page): Promise<void> {
    if (this.#watched.has(page)) return;
    this.#watched.add(page);
    const session: CDPSession = await page.context().newCDPSession(page);
    session.on('Fetch.requestPaused', (paused) => {
      const { requestId, responseStatusCode: status, responseHeaders = [], request } = paused;
      const location = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value;
      const target =
        location && URL.canParse(location, request.url) ? new URL(location, request.url).href : null;
      const repeats = status === 307 || status === 308;
      const isAway = target !== null && !isOnSite(target, this.#site);
      const leaks = isAway && ((repeats && request.method !== 'GET') || this.#redactor.finds(target));
      if (leaks) this.#stop(target);
      const answer = leaks
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : session.send('Fetch.continueRequest', { requestId });
      answer.catch(() => {});
    });
    const kinds = ['Document', 'XHR', 'Fetch', 'Ping', 'Other'] as const;
    await session.send('Fetch.enable', {
      patterns: kinds.map((resourceType) => ({
        urlPattern: '*',
        resourceType,
        requestStage: 'Response' as const,
      })),
    });
  }

  #stop(url: string): void {
    if (this.stopped.size < 20) this.stopped.add(URL.canParse(url) ? new URL(url).host : 'elsewhere');
  }
}
