import type { JSHandle } from 'playwright-core';
import type { BrowserRun, FailedRequest } from '../../browser/browser-run.ts';
import { siteOf } from '../../platform/net/site.ts';

/** A press that may send something, with the page as it was before and what was said to it since. */
export interface Press {
  name: string;
  text: string;
  url: string;
  at: number;
  /** When the next thing was done; what fails after that is not its fault. */
  until: number;
  /** What the page wrote, also what it took away again. */
  said: string[];
  /** Its answer was waited for, or there is none. */
  isAwaited: boolean;
  watch: JSHandle<Watch> | null;
}

interface Watch {
  lines: string[];
  stop(): void;
}

/** Before the press: from now on everything that the page writes is noted. */
export async function startPress(
  { front }: BrowserRun,
  press: Pick<Press, 'name' | 'text' | 'url' | 'at'>,
): Promise<Press> {
  const watch = await front.evaluateHandle(watchWords).catch(() => null);
  return { ...press, until: Number.POSITIVE_INFINITY, said: [], isAwaited: false, watch };
}

/** What the page has written since the press. A page that is gone took its words along. */
export async function hearPress(press: Press): Promise<void> {
  press.said = (await press.watch?.evaluate(({ lines }) => lines).catch(() => null)) ?? press.said;
}

/** The next thing is done now. */
export async function endPress(press: Press, now: number): Promise<void> {
  await hearPress(press);
  press.until = now;
  await press.watch?.evaluate((watch) => watch.stop()).catch(() => {});
  await press.watch?.dispose().catch(() => {});
  press.watch = null;
}

/** A request to the site itself that the press caused and the server refused; null when there is none. */
export function refusedRequest(press: Press, failures: readonly FailedRequest[]): FailedRequest | null {
  const addressOf = ({ method, url }: FailedRequest) => `${method} ${url.replace(/[?#].*$/u, '')}`;
  // What fails all the time has nothing to do with it.
  const before = new Set(failures.filter(({ startedAt }) => startedAt < press.at).map(addressOf));
  const own = failures.filter(
    (failure) =>
      failure.startedAt >= press.at &&
      failure.startedAt <= press.until &&
      URL.canParse(press.url) &&
      siteOf(failure.url) === siteOf(press.url) &&
      // What is only fetched and not there is seldom what was asked for.
      !(failure.method === 'GET' && failure.status === 404) &&
      !before.has(addressOf(failure)),
  );
  return own.at(-1) ?? null;
}

/** Runs in the page. */
function watchWords(): Watch {
  const lines: string[] = [];
  const note = (node: Node | null) => {
    const element = node instanceof HTMLElement ? node : node?.parentElement;
    if (!element?.checkVisibility() || lines.length > 200) return;
    // A notice is short; what is longer is a part of the page, and stays.
    if ((element.textContent?.length ?? 0) > 600 || /^(?:SCRIPT|STYLE)$/.test(element.tagName)) return;
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    for (const line of element.innerText.split('\n').map((one) => one.trim()))
      if (line.length > 2 && !lines.includes(line)) lines.push(line);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'childList') for (const node of addedNodes) note(node);
      else note(target);
  });
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'style', 'hidden', 'open'],
  });
  return { lines, stop: () => observer.disconnect() };
}
