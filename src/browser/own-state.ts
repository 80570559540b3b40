import type { BrowserState } from './browser-slot.ts';

/** The part of a browser's state that belongs to one site; the storage of other sites is not kept. */
export function ownState(state: BrowserState, domain: string): BrowserState {
  return {
    ...state,
    cookies: state.cookies.filter((cookie) => isKin(cookie.domain.replace(/^\./, ''), domain)),
    origins: state.origins.filter(({ origin }) => isKin(new URL(origin).hostname, domain)),
  };
}

/** The site itself, a host below it, or a parent with common cookies. */
function isKin(host: string, domain: string): boolean {
  const site = domain.replace(/^www\./, '');
  return host === domain || host === site || host.endsWith(`.${site}`) || site.endsWith(`.${host}`);
}
