import type { Page } from 'playwright-core';
import type { Clock } from '../platform/clock.ts';
import type { BrowserRun } from './browser-run.ts';
import { endsWithin } from './ends-within.ts';

const QUIET_MS = 250;
const BUSY_QUIET_MS = 2_500;
const STEP_MS = 50;

/**
 * Waits until a page has stopped working on itself: loaded, nothing being fetched, no change of its content for a
 * while; longer when it shows that it is still loading. Gives up quietly at the limit: some pages never rest.
 */
export async function settlePage(
  run: BrowserRun,
  clock: Clock,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { page } = run;
  const end = clock.mono() + limitMs;
  await page.waitForLoadState('load', { timeout: limitMs }).catch(() => {});
  let last = '';
  let quietSince = clock.mono();
  while (clock.mono() < end && !run.hasCrashed && !page.isClosed()) {
    signal.throwIfAborted();
    const look = await lookAt(page, end - clock.mono(), signal);
    const now = clock.mono();
    if (look.mark !== last || run.inFlight > 0) quietSince = now;
    last = look.mark;
    if (now - quietSince >= (look.isBusy ? BUSY_QUIET_MS : QUIET_MS)) return;
    await clock.sleep(STEP_MS, signal);
  }
}

interface Look {
  /** Changes when the page's content does. */
  mark: string;
  isBusy: boolean;
}

/** A page in the middle of a navigation, or too busy to answer, has nothing to look at; that is a change too. */
async function lookAt(page: Page, limitMs: number, signal: AbortSignal): Promise<Look> {
  const looking = page.evaluate(look).catch(() => UNSEEN);
  return (await endsWithin(looking, limitMs, signal)) ? await looking : UNSEEN;
}

const UNSEEN: Look = { mark: '', isBusy: true };

/** Runs in the page. */
function look(): Look {
  const body = document.body;
  const text = body?.textContent ?? '';
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts, not the source of scripts.
  const shown = body?.innerText ?? '';
  const isShort = shown.trim().length < 40;
  const isMarked = document.querySelector('[aria-busy="true"]') !== null;
  const isSpinning = /^\s*(?:loading|please wait|just a moment)\b/i.test(shown);
  return {
    mark: `${location.href} ${document.readyState} ${document.getElementsByTagName('*').length} ${text.length} ${text.slice(0, 500)}`,
    isBusy: isMarked || isSpinning || (isShort && document.scripts.length > 0),
  };
}
