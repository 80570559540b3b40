import type { Clock } from '../platform/clock.ts';
import { mayBeClosed, reportedElsewhere } from '../platform/failure.ts';
import type { Log } from '../platform/log.ts';
import type { EgressLimits } from '../platform/net/egress-meter.ts';
import type { Gate } from '../platform/net/gate.ts';
import { removeOrphans } from './browser-home.ts';
import type { BrowserIsolation } from './browser-isolation.ts';
import { BrowserRun } from './browser-run.ts';
import { BrowserSlot, type BrowserState } from './browser-slot.ts';
import { ChromiumProcess } from './chromium-process.ts';
import { DownloadGuard } from './download-guard.ts';
import { endsWithin } from './ends-within.ts';
import type { Protection } from './launch-options.ts';
import type { MemoryLimits } from './memory-guard.ts';
import type { DownloadLimits } from './run-files.ts';
import { Slots } from './slots.ts';

export interface BrowserPoolOptions {
  executablePath: string;
  gate: Gate;
  clock: Clock;
  log: Log;
  /** Holds the pool's temporary files; leftovers of processes that died are removed from it. */
  folder: string;
  isolation: BrowserIsolation;
  platform: NodeJS.Platform;
  maxRuns?: number;
  /** A browser that served this many runs is replaced, which bounds its leaks. */
  runsPerBrowser?: number;
  egressLimits?: EgressLimits;
  downloadLimits?: DownloadLimits;
  memoryLimits?: MemoryLimits;
  /** Tests only: shows the effect of a missing protection. */
  omitProtections?: readonly Protection[];
}

export interface AcquireOptions {
  /** True only for a run whose target is an allowed local address. */
  localAllowed: boolean;
  /** Cookies and stored data to begin with. */
  storageState?: BrowserState;
  /** Ends the wait, and later the run itself. */
  signal?: AbortSignal;
  /** Called once, when the browser is rid of the run that was given. */
  onClosed?(): void;
}

/** No browser could be had: it does not start on this machine, or does not answer. */
export class BrowserUnavailable extends Error {}

interface Served {
  chromium: ChromiumProcess;
  active: number;
  total: number;
  /** It gets no more runs, and ends with its last one. */
  isRetired: boolean;
}

const OPEN_LIMIT_MS = 15_000;
/** Long, for others work in it: on a busy machine a living browser may be slow. */
const ANSWER_LIMIT_MS = 15_000;

/**
 * One warm Chromium shared by many runs, each in a context of its own. It is started when first needed, again when it
 * died, and anew after a number of runs. Between runs a place for the next one is made ready.
 */
export class BrowserPool implements AsyncDisposable {
  readonly #options: BrowserPoolOptions;
  readonly #slots: Slots;
  readonly #live = new Set<Served>();
  #current: Served | null = null;
  #spare: { served: Served; slot: Promise<BrowserSlot | null> } | null = null;
  #launching: Promise<Served> | null = null;
  #hasSwept = false;
  #isClosed = false;

  constructor(options: BrowserPoolOptions) {
    this.#options = options;
    this.#slots = new Slots(options.maxRuns ?? 8);
  }

  /** Starts the browser ahead of the first run. Throws `BrowserUnavailable`. */
  async warm(): Promise<void> {
    this.#prepare(await this.#browser());
  }

  /** Throws `BrowserUnavailable`, or the signal's reason once aborted. */
  async acquire(options: AcquireOptions): Promise<BrowserRun> {
    const { signal } = options;
    const release = await this.#slots.take(signal);
    try {
      return await this.#openIn(await this.#started(signal), options, release);
    } catch (error) {
      release();
      signal?.throwIfAborted();
      if (error instanceof BrowserUnavailable) throw error;
      throw new BrowserUnavailable('the browser gave no page', { cause: error });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#launching?.catch(reportedElsewhere);
    await this.#dropSpare();
    await Promise.all([...this.#live].map((served) => served.chromium[Symbol.asyncDispose]()));
    this.#live.clear();
  }

  async #started(signal?: AbortSignal): Promise<Served> {
    const starting = this.#browser();
    if (signal) await endsWithin(starting, 60_000, signal);
    signal?.throwIfAborted();
    return starting;
  }

  /** A browser that another run's page ended meanwhile is replaced. */
  async #openIn(served: Served, options: AcquireOptions, release: () => void): Promise<BrowserRun> {
    try {
      return await this.#open(served, options, release);
    } catch (error) {
      if (this.#isClosed || this.#isServing(served)) throw error;
      return this.#open(await this.#started(options.signal), options, release);
    }
  }

  #isServing(served: Served): boolean {
    return served.chromium.isAlive && !served.isRetired;
  }

  async #open(
    served: Served,
    { localAllowed, storageState, signal, onClosed: onGone }: AcquireOptions,
    release: () => void,
  ): Promise<BrowserRun> {
    const { clock, downloadLimits } = this.#options;
    served.active += 1;
    served.total += 1;
    served.chromium.memory.watch();
    const opening = this.#slot(served, storageState);
    opening.catch(() => this.#leave(served, false));
    if ((await endsWithin(opening, OPEN_LIMIT_MS, signal)) && !signal?.aborted) {
      const onClosed = (isHung: boolean) => {
        release();
        this.#leave(served, isHung);
        onGone?.();
      };
      const files = (isOver: AbortSignal) => new DownloadGuard(clock, isOver, downloadLimits);
      return new BrowserRun({ slot: await opening, files, localAllowed, clock, signal, onClosed });
    }
    // The run does not wait for this place any more; if it still comes, it is closed at once.
    opening.then((slot) => slot.close((isHung) => this.#leave(served, isHung))).catch(mayBeClosed);
    signal?.throwIfAborted();
    this.#end(served);
    throw new BrowserUnavailable('the browser gave no page in time');
  }

  /** The one that stands ready, if it is in this browser; a run that brings its own state needs one made for it. */
  async #slot(served: Served, storageState: BrowserState | undefined): Promise<BrowserSlot> {
    const spare = this.#spare;
    if (storageState !== undefined || spare?.served !== served) return this.#newSlot(served, storageState);
    this.#spare = null;
    const slot = await spare.slot;
    if (slot?.isUsable) return slot;
    void slot?.close(() => {});
    return this.#newSlot(served);
  }

  #newSlot(served: Served, storageState?: BrowserState): Promise<BrowserSlot> {
    const { gate, log, egressLimits, omitProtections = [] } = this.#options;
    return BrowserSlot.open({
      browser: served.chromium.browser,
      egress: { gate, limits: egressLimits },
      storageState,
      log,
      omit: omitProtections,
    });
  }

  #prepare(served: Served): void {
    if (this.#spare || served !== this.#current || this.#isClosed) return;
    this.#spare = { served, slot: this.#newSlot(served).catch(() => null) };
  }

  async #dropSpare(): Promise<void> {
    const spare = this.#spare;
    this.#spare = null;
    await (await spare?.slot)?.close(() => {});
  }

  #leave(served: Served, isHung: boolean): void {
    served.active -= 1;
    if (served.active === 0) served.chromium.memory.rest();
    if (isHung) served.isRetired = true;
    const isWorn = served.total >= this.#runsPerBrowser || !served.chromium.isAlive || served.isRetired;
    if (isWorn && served.active === 0) this.#end(served);
    else if (isHung) void this.#endIfSilent(served);
    else if (!isWorn) this.#prepare(served);
  }

  /** One hanging page must not cost the others their browser, unless it blocks all of it. */
  async #endIfSilent(served: Served): Promise<void> {
    if (!(await endsWithin(served.chromium.answer(), ANSWER_LIMIT_MS))) this.#end(served);
  }

  #end(served: Served): void {
    if (this.#spare?.served === served) void this.#dropSpare();
    served.isRetired = true;
    void served.chromium[Symbol.asyncDispose]().finally(() => this.#live.delete(served));
  }

  async #browser(): Promise<Served> {
    if (this.#isClosed) throw new BrowserUnavailable('the browser pool is closed');
    const current = this.#current;
    if (current && this.#isServing(current) && current.total < this.#runsPerBrowser) return current;
    if (current && current.active === 0) this.#end(current);
    // One launch at a time: callers in between share it.
    this.#launching ??= this.#launch().finally(() => {
      this.#launching = null;
    });
    return await this.#launching;
  }

  async #launch(): Promise<Served> {
    const {
      log,
      executablePath,
      folder,
      isolation,
      platform,
      memoryLimits,
      omitProtections = [],
    } = this.#options;
    if (!this.#hasSwept) await removeOrphans(folder);
    this.#hasSwept = true;
    try {
      const chromium = await ChromiumProcess.launch({
        executablePath,
        log,
        memoryLimits,
        folder,
        isolation,
        platform,
        omit: omitProtections,
      });
      log.info({ version: chromium.browser.version() }, 'browser started');
      const served = { chromium, active: 0, total: 0, isRetired: false };
      this.#live.add(served);
      this.#current = served;
      return served;
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : '';
      log.error({ reason }, 'browser did not start');
      throw new BrowserUnavailable(`the browser did not start: ${reason}`, { cause: error });
    }
  }

  get #runsPerBrowser(): number {
    return this.#options.runsPerBrowser ?? 200;
  }
}
