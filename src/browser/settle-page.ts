import type { Page } from 'playwright-core';
import type { Clock } from '../platform/clock.ts';
import type { BrowserRun } from './browser-run.ts';
import { endsWithin } from './ends-within.ts';

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
  const page = run.front;
  const end = clock.mono() + limitMs;
  await page.waitForLoadState('load', { timeout: limitMs }).catch(() => {});
  let last = '';
  let quietSince = clock.mono();
  while (clock.mono() < end && !run.hasCrashed && !run.isLooping && !page.isClosed()) {
    signal.throwIfAborted();
    const look = await lookAt(page, end - clock.mono(), signal);
    const now = clock.mono();
    if (look.mark !== last || run.inFlight > 0) quietSince = now;
    last = look.mark;
    if (now - quietSince >= look.quietMs) return;
    await clock.sleep(STEP_MS, signal);
  }
}

interface Look {
  /** Changes when the page's content does. */
  mark: string;
  /** How long it must stay the same to count as done. */
  quietMs: number;
}

/** A page in the middle of a navigation, or too busy to answer, has nothing to look at; that is a change too. */
async function lookAt(page: Page, limitMs: number, signal: AbortSignal): Promise<Look> {
  const looking = page.evaluate(look).catch(() => UNSEEN);
  return (await endsWithin(looking, limitMs, signal)) ? await looking : UNSEEN;
}

const UNSEEN: Look = { mark: '', quietMs: 2_500 };

/** Runs in the page. A page that says it is loading, or shows next to nothing yet, gets more time. */
function look(): Look {
  const body = document.body;
  const text = body?.textContent ?? '';
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts, not the source of scripts.
  const shown = (body?.innerText ?? '').trim();
  const hasScripts = document.scripts.length > 0;
  const isWaiting =
    /\b(?:loading|please wait|just a moment)\b/i.test(shown.slice(0, 300)) && shown.length < 300;
  const isBusy =
    isWaiting || document.querySelector('[aria-busy="true"]') !== null || (shown === '' && hasScripts);
  // Without scripts, handlers or a refresh nothing can change any more once it is loaded.
  const isStill =
    !hasScripts &&
    document.readyState === 'complete' &&
    document.querySelector('meta[http-equiv="refresh" i], [onload], iframe') === null;
  const quietMs = isBusy ? 2_500 : hasScripts && shown.length < 100 ? 700 : isStill ? 0 : 250;
  const size = document.getElementsByTagName('*').length;
  return {
    mark: `${location.href} ${document.readyState} ${size} ${text.length} ${text.slice(0, 500)}`,
    quietMs,
  };
}
