import { PipeBrowser, type PipeBrowserOptions } from '../browser/pipe-browser.ts';
import { ApiError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** How this machine starts a browser. */
export type BrowserSettings = Omit<PipeBrowserOptions, 'localAllowed' | 'signal'> & {
  /** A Chromium without windows: sessions prefer it. It has no PDF viewer. */
  shellPath: string | null;
};

interface Wished {
  viewport?: { width: number; height: number } | undefined;
  enablePdfViewer?: boolean | undefined;
}

interface Options {
  /** Null where this machine has none. */
  settings: BrowserSettings | null;
  browserProblem: string | null;
  clock: Clock;
  log: Log;
}

/** A browser that stands ready for the next session is given up when none comes. */
const SPARE_MS = 10 * 60_000;

/** Starts the browsers of embedded sessions, with one always ready while sessions come. */
export class EmbeddedBrowsers implements AsyncDisposable {
  readonly #options: Options;
  #spare: { browser: Promise<PipeBrowser | null>; cancel(): void } | null = null;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The one that stands ready, or a new one; then the next is made ready. */
  async take({ viewport, enablePdfViewer: hasViewer = false }: Wished): Promise<PipeBrowser> {
    const isCommon = !hasViewer || !this.#options.settings?.shellPath;
    const browser = isCommon ? await this.#takeSpare() : await this.#launch(true);
    if (viewport) await resize(browser, viewport);
    return browser;
  }

  async #takeSpare(): Promise<PipeBrowser> {
    const spare = this.#spare;
    this.#spare = null;
    spare?.cancel();
    const browser = (await spare?.browser) ?? (await this.#launch());
    this.#prepare();
    return browser;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#dropSpare();
  }

  async #launch(hasViewer = false): Promise<PipeBrowser> {
    const { settings, browserProblem, log } = this.#options;
    if (!settings)
      throw new ApiError(
        'runner_unavailable',
        browserProblem ?? 'This instance has no Chromium; install one or set CHROMIUM_PATH.',
      );
    try {
      return await open(settings, hasViewer);
    } catch (error) {
      log.error({ cause: String(error) }, 'session browser did not start');
      throw new ApiError('runner_unavailable', 'The browser of this instance did not start.');
    }
  }

  #prepare(): void {
    const { settings, clock } = this.#options;
    if (this.#spare || !settings || this.#isOver) return;
    const browser = open(settings).catch(() => null);
    this.#spare = { browser, cancel: clock.after(SPARE_MS, () => void this.#dropSpare()) };
  }

  async #dropSpare(): Promise<void> {
    const spare = this.#spare;
    this.#spare = null;
    spare?.cancel();
    await (await spare?.browser)?.[Symbol.asyncDispose]();
  }
}

function open(settings: BrowserSettings, hasViewer = false): Promise<PipeBrowser> {
  const executablePath = hasViewer
    ? settings.executablePath
    : (settings.shellPath ?? settings.executablePath);
  return PipeBrowser.open({ ...settings, executablePath, localAllowed: false });
}

async function resize(browser: PipeBrowser, size: { width: number; height: number }): Promise<void> {
  const { targetInfos = [] } = await browser.command('Target.getTargets');
  const page = targetInfos.find(({ type }) => type === 'page');
  if (!page) return;
  const { windowId } = await browser.command('Browser.getWindowForTarget', { targetId: page.targetId });
  // The size of the page, not of the window around it.
  await browser.command('Browser.setContentsSize', { windowId, ...size });
}
