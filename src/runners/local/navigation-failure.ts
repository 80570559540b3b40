import type { BrowserRun } from '../../browser/browser-run.ts';
import { type AttemptResult, stuck } from '../contract.ts';
import { ledInward } from './target.ts';

/** Why a navigation did not bring a page that can be read; null when it did. `thrown` is the driver's error, if any. */
export function navigationFailure(run: BrowserRun, thrown: unknown): AttemptResult | null {
  if (run.exceeded) return stuck('egress_cap', `The page loads more than a run may (${run.exceeded}).`);
  if (run.hasCrashed) return lostBrowser(run);
  const isLate = isTooLate(thrown);
  if (run.isLooping || (isLate && run.hasLedOn))
    return stuck('navigation_loop', 'The page leads from one page to the next without end.');
  const message = thrown instanceof Error ? thrown.message : '';
  const network = message.match(/net::ERR_([A-Z0-9_]+)/)?.[1] ?? null;
  if (thrown === null ? run.isRefused : isCutOff(network) && run.refusals.length > 0) return ledInward();
  if (thrown === null ? isUnreached(run) : network === 'TUNNEL_CONNECTION_FAILED')
    return stuck('site_unreachable', 'The site could not be reached.');
  if (thrown === null) return null;
  if (run.downloads.length > 0 || /Download is starting/i.test(message)) {
    return stuck('not_readable', 'The address holds a file, not a page that can be read.');
  }
  if (isLate) return stuck('site_timeout', 'The page did not load in time.');
  if (network === 'TOO_MANY_REDIRECTS') return stuck('redirect_loop', 'The redirects run in a circle.');
  if (network === 'INVALID_AUTH_CREDENTIALS')
    return stuck('login_required', 'The site asks for a login (HTTP 401).');
  if (network) return stuck('site_unreachable', `${meaning(network)} (${network}).`);
  return lostBrowser(run);
}

export function isTooLate(thrown: unknown): boolean {
  return thrown instanceof Error && /\btimeout \d+ms exceeded/i.test(thrown.message);
}

function meaning(network: string): string {
  if (/^(?:CERT|SSL)_/.test(network)) return 'No trusted TLS connection could be made';
  if (/^(?:CONTENT_|INCOMPLETE_)/.test(network)) return 'The page broke off before it was complete';
  if (network === 'ABORTED') return 'The site answered without a page';
  return 'The page could not be loaded';
}

/** The page no longer answers: its own doing while the browser lives, ours otherwise. */
export function lostBrowser(run: BrowserRun): AttemptResult {
  if (run.hasCrashed)
    return stuck(
      'page_crashed',
      'The page crashed its browser tab; most often because it took more memory than a page may have.',
    );
  if (!run.isLost && !run.page.isClosed()) {
    if (run.document === null) return stuck('site_timeout', 'The site did not answer in time.');
    return stuck(
      'page_unresponsive',
      'The page does not respond: its script never rests, or it is too large.',
    );
  }
  return stuck('browser_lost', 'The browser ended while it was reading the page.');
}

/** The network error of a tunnel that the proxy refused, or of a request that the driver refused. */
function isCutOff(network: string | null): boolean {
  return /^(?:TUNNEL_CONNECTION_FAILED|CONNECTION_CLOSED|CONNECTION_RESET|EMPTY_RESPONSE|BLOCKED_BY_CLIENT)$/.test(
    network ?? '',
  );
}

/** The page is the proxy's own message that the host does not answer. */
function isUnreached(run: BrowserRun): boolean {
  return run.document?.status === 502 && run.unreached.includes(new URL(run.page.url()).host);
}
