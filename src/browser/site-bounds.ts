import type { BrowserContext, Request } from 'playwright-core';
import { siteOf } from '../platform/net/site.ts';

/**
 * How far a run with a login reaches: the sites that the caller named, the login's own among them, and those that they
 * send a visitor on to. Pages elsewhere are not opened, and no form or beacon is sent there; the parts of a page may
 * come from anywhere.
 */
export class SiteBounds {
  /** Hosts of pages that were not opened. */
  readonly closedPages = new Set<string>();
  readonly #sites: Set<string>;

  constructor(named: readonly string[]) {
    this.#sites = new Set(named.filter((url) => URL.canParse(url)).map(siteOf));
  }

  includes(url: string): boolean {
    return this.#sites.has(siteOf(url));
  }

  /** The reason why a page was not opened, in words; null when no page was out of bounds. */
  get complaint(): string | null {
    if (this.closedPages.size === 0) return null;
    const hosts = [...this.closedPages].join(', ');
    return `${hosts} was not opened: on a run with a login only its site and places named in the task are`;
  }

  /** Before the first page. */
  async install(context: BrowserContext): Promise<void> {
    // Routes do not see the hops of a redirect.
    context.on('request', (request) => {
      const sender = request.redirectedFrom();
      if (sender && isPage(request) && this.includes(sender.url())) this.#sites.add(siteOf(request.url()));
    });
    await context.route('**/*', (route, request) => {
      if (this.#isWithin(request)) return route.fallback();
      if (!isPage(request)) return route.abort('blockedbyclient');
      if (this.closedPages.size < MOST_HOSTS) this.closedPages.add(new URL(request.url()).host);
      // An answer without a page: the tab stays where it is.
      return route.fulfill({ status: 204 });
    });
  }

  #isWithin(request: Request): boolean {
    const url = request.url();
    if (!/^https?:/i.test(url) || this.includes(url)) return true;
    if (isPage(request)) return false;
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method())) return true;
    const isForm = FORM_TYPES.test(request.headers()['content-type'] ?? '');
    return !isForm && !request.isNavigationRequest() && request.resourceType() !== 'ping';
  }
}

const MOST_HOSTS = 20;
/** Content types that a form can send, and a script in its place without asking the other site first. */
const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/** The document of a tab, not of a frame in it. */
function isPage(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // The frame is still to come: it is that of a new tab.
    return true;
  }
}
