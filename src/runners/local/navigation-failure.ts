import type { BrowserRun } from '../../browser/browser-run.ts';
import { type AttemptResult, failedResult } from '../contract.ts';
import { unsafeTarget } from './target.ts';

/** Why a navigation did not bring a page that can be read; null when it did. `thrown` is the driver's error, if any. */
export function navigationFailure(run: BrowserRun, thrown: unknown): AttemptResult | null {
  if (run.exceeded)
    return failedResult('site', 'egress_cap', `The page loads more than a run may (${run.exceeded}).`);
  if (run.hasCrashed) return failedResult('site', 'page_crashed', 'The page crashed its browser tab.');
  if (isRefusedDocument(run, thrown))
    return unsafeTarget('it leads to an address that is not public', 'site');
  if (thrown === null) return null;
  const message = thrown instanceof Error ? thrown.message : '';
  if (run.downloads.length > 0 || /Download is starting/i.test(message)) {
    return failedResult('runner', 'not_readable', 'The address holds a file, not a page that can be read.');
  }
  if (/Timeout .*exceeded/i.test(message))
    return failedResult('site', 'site_timeout', 'The page did not load in time.');
  const network = message.match(/net::ERR_([A-Z0-9_]+)/)?.[1];
  if (network === 'TOO_MANY_REDIRECTS')
    return failedResult('site', 'redirect_loop', 'The redirects run in a circle.');
  if (network) return failedResult('site', 'site_unreachable', `The page could not be loaded (${network}).`);
  return lostBrowser(run);
}

/** The page no longer answers: its own doing while the browser lives, ours otherwise. */
export function lostBrowser(run: BrowserRun): AttemptResult {
  if (run.hasCrashed) return failedResult('site', 'page_crashed', 'The page crashed its browser tab.');
  if (run.context.browser()?.isConnected() && !run.page.isClosed()) {
    return failedResult('site', 'page_unresponsive', 'The page does not answer: its script never rests.');
  }
  return failedResult('platform', 'browser_lost', 'The browser ended while it was reading the page.');
}

/** The proxy refused the document itself (a redirect to a private place), not one of its parts. */
function isRefusedDocument(run: BrowserRun, thrown: unknown): boolean {
  if (run.refusals.length === 0) return false;
  if (thrown !== null) return run.document === null;
  const { host, hostname } = new URL(run.page.url());
  return run.refusals.some(
    (place) => place === host || place === `${hostname}:80` || place === `${hostname}:443`,
  );
}
