import type { Page } from 'playwright-core';
import type { Clock } from '../platform/clock.ts';
import type { BrowserRun } from './browser-run.ts';
import { endsWithin } from './ends-within.ts';
import { type Glimpse, Stillness, UNSEEN } from './stillness.ts';

const STEP_MS = 50;
/** For so long a page that never rests must show about the same amount of content. */
const STEADY_MS = 2_000;

/**
 * Waits until a page has stopped working on itself: loaded, nothing being fetched, no change of its content for a
 * while; longer when it shows that it is still loading. A page that only ticks is done too. Gives up quietly at the limit.
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
  const stillness = new Stillness(clock.mono());
  while (clock.mono() < end && !run.hasCrashed && !run.isLooping && !page.isClosed()) {
    signal.throwIfAborted();
    const seen = await lookAt(page, end - clock.mono(), signal);
    const now = clock.mono();
    stillness.note(seen, now, run.waitedMs);
    const isSteady = !seen.isBusy && stillness.steadyMs(now) >= STEADY_MS;
    if (isSteady || stillness.quietMs(now) >= seen.quietMs) return;
    await clock.sleep(STEP_MS, signal);
  }
}

interface Look extends Glimpse {
  /** The page says that more content will come. */
  isBusy: boolean;
  /** How long it must stay the same to count as done. */
  quietMs: number;
}

/** A page in the middle of a navigation, or too busy to answer, has nothing to look at; that is a change too. */
async function lookAt(page: Page, limitMs: number, signal: AbortSignal): Promise<Look> {
  const looking = page.evaluate(look).catch(() => NOTHING);
  return (await endsWithin(looking, limitMs, signal)) ? await looking : NOTHING;
}

const NOTHING: Look = { ...UNSEEN, isBusy: true, quietMs: 2_500 };

/** Runs in the page. A page that says it is loading, or shows next to nothing yet, gets more time. */
function look(): Look {
  const body = document.body;
  const text = body?.textContent ?? '';
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts, not the source of scripts.
  const shown = (body?.innerText ?? '').trim();
  const hasScripts = document.scripts.length > 0;
  const said = shown.length < 300 ? `${document.title} ${shown}` : '';
  const isWaiting = /\b(?:loading|please wait)\b/i.test(said);
  // A robot check that opens by itself shows no change until then.
  const isChecking =
    /\bjust a moment\b|\b(?:checking|verifying) (?:your browser|if the site|you are)\b/i.test(said);
  // A page that sends its reader on by itself, to another one and soon.
  const [, seconds, place] =
    /^\s*([0-5])(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(
      document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content') ?? '',
    ) ?? [];
  const isLeading = place ? URL.parse(place, document.baseURI)?.href !== location.href : false;
  const isBusy =
    isWaiting ||
    isChecking ||
    isLeading ||
    document.querySelector('[aria-busy="true"]') !== null ||
    (shown === '' && hasScripts);
  // Without scripts, handlers or a refresh nothing can change any more once it is loaded.
  const isStill =
    !hasScripts &&
    document.readyState === 'complete' &&
    document.querySelector('meta[http-equiv="refresh" i], [onload], iframe') === null;
  const quietMs = isChecking
    ? 8_000
    : isLeading
      ? 1_000 * (Number(seconds) + 1)
      : isBusy
        ? 2_500
        : hasScripts && shown.length < 100
          ? 700
          : isStill
            ? 0
            : 250;
  const elements = document.getElementsByTagName('*').length;
  const letters = text.length;
  return {
    mark: `${location.href} ${document.readyState} ${elements} ${letters} ${text.slice(0, 500)}`,
    elements,
    letters,
    isBusy,
    quietMs,
  };
}
