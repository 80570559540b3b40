import { type AcquireOptions, type BrowserPool, BrowserUnavailable } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Routine } from '../../platform/routine.ts';

/** Browsers from one place: this machine's pool, a Grid, a server of Browserless, a Chromium on a debugging port. */
export interface FleetSource {
  /** For messages; holds no secret. */
  name: string;
  /** Runs that it takes at once from this instance. */
  places: number;
  /** `onClosed` is called once, when the browser is rid of the run. Throws where there is no browser. */
  open(options: AcquireOptions, onClosed: () => void): Promise<BrowserRun>;
  /** How many runs it would still take, with all its users counted; null when it does not answer. */
  free(signal: AbortSignal): Promise<number | null>;
}

/** The browsers of this machine. They start when they are needed. */
export function poolSource(pool: BrowserPool, places: number): FleetSource {
  return {
    name: 'local',
    places,
    free: async () => places,
    open: (options, onClosed) => pool.acquire({ ...options, onClosed }),
  };
}

interface FleetOptions {
  sources: FleetSource[];
  clock: Clock;
  log: Log;
  lookEveryMs?: number;
  waitMs?: number;
}

interface Standing {
  source: FleetSource;
  /** Our own runs there. */
  busy: number;
  /** Its last answer, less the runs that we took since; null while it does not answer. */
  free: number | null;
}

interface Waiting {
  /** Sources that failed this run. */
  besides: Set<Standing>;
  resolve(standing: Standing): void;
  reject(error: Error): void;
}

const LOOK_EVERY_MS = 5_000;
const LOOK_LIMIT_MS = 4_000;
const WAIT_MS = 5 * 60_000;

/**
 * The browsers of our own agents from several sources: each run goes to the one with the largest share of free places. A source
 * that fails a run, or does not answer, gets none until it answers again. While all are full, runs wait in the order of asking.
 */
export class BrowserFleet implements AsyncDisposable {
  readonly #standings: Standing[];
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waitMs: number;
  readonly #waiting: Waiting[] = [];
  readonly #looking: Routine;

  constructor({ sources, clock, log, lookEveryMs = LOOK_EVERY_MS, waitMs = WAIT_MS }: FleetOptions) {
    this.#standings = sources.map((source) => ({ source, busy: 0, free: source.places }));
    this.#clock = clock;
    this.#log = log;
    this.#waitMs = waitMs;
    const failure = 'the browser sources could not be looked at';
    this.#looking = new Routine({ clock, log, everyMs: lookEveryMs, failure }, (signal) =>
      this.#look(signal),
    );
  }

  get load(): { places: number; busy: number; waiting: number } {
    const sum = (of: (standing: Standing) => number) =>
      this.#standings.reduce((total, one) => total + of(one), 0);
    const places = sum(({ source, free }) => (free === null ? 0 : source.places));
    return { places, busy: sum(({ busy }) => busy), waiting: this.#waiting.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#looking[Symbol.asyncDispose]();
    for (const { reject } of this.#waiting.splice(0)) reject(new BrowserUnavailable('the service stops'));
  }

  /** Throws `BrowserUnavailable`, or the signal's reason once aborted. */
  async acquire(options: AcquireOptions): Promise<BrowserRun> {
    await this.#looking.first;
    const besides = new Set<Standing>();
    for (;;) {
      const standing = await this.#place(besides, options.signal);
      try {
        return await standing.source.open(options, () => this.#leave(standing));
      } catch (error) {
        this.#leave(standing);
        options.signal?.throwIfAborted();
        besides.add(standing);
        if (besides.size === this.#standings.length) throw error;
        await this.#lookAt(standing, AbortSignal.timeout(LOOK_LIMIT_MS));
      }
    }
  }

  async #place(besides: Set<Standing>, signal: AbortSignal | undefined): Promise<Standing> {
    signal?.throwIfAborted();
    const best = this.#best(besides);
    if (best) return this.#take(best);
    if (this.#isHopeless(besides)) throw this.#noneAnswers();
    const { promise, resolve, reject } = Promise.withResolvers<Standing>();
    const waiting = { besides, resolve, reject };
    this.#waiting.push(waiting);
    const giveUp = (reason: Error) => {
      const at = this.#waiting.indexOf(waiting);
      // It may have got its place a moment ago.
      if (at >= 0) this.#waiting.splice(at, 1);
      reject(reason);
    };
    const cancel = this.#clock.after(this.#waitMs, () => giveUp(this.#tooLong()));
    const onAbort = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #isHopeless(besides: Set<Standing>): boolean {
    return this.#standings.every((one) => one.free === null || besides.has(one));
  }

  #noneAnswers(): BrowserUnavailable {
    return new BrowserUnavailable(`none of the ${this.#standings.length} browser sources answers`);
  }

  #tooLong(): BrowserUnavailable {
    const { places, waiting } = this.load;
    const taken = `all ${places} places of the browser sources were taken for ${this.#waitMs / 1_000} s`;
    return new BrowserUnavailable(`${taken}, and ${waiting} more runs wait`);
  }

  /** The one with the largest share of free places. */
  #best(besides: Set<Standing>): Standing | null {
    const share = ({ source, busy, free }: Standing) =>
      Math.min(free ?? 0, source.places - busy) / source.places;
    const usable = this.#standings.filter((one) => !besides.has(one) && share(one) > 0);
    return usable.toSorted((one, other) => share(other) - share(one))[0] ?? null;
  }

  #take(standing: Standing): Standing {
    standing.busy += 1;
    if (standing.free !== null) standing.free -= 1;
    return standing;
  }

  #leave(standing: Standing): void {
    standing.busy -= 1;
    if (standing.free !== null) standing.free += 1;
    this.#serve();
  }

  /** Serves waiting runs in the order of asking. */
  #serve(): void {
    for (const waiting of [...this.#waiting]) {
      const best = this.#best(waiting.besides);
      if (!best && !this.#isHopeless(waiting.besides)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      if (best) waiting.resolve(this.#take(best));
      else waiting.reject(this.#noneAnswers());
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(LOOK_LIMIT_MS)]);
    await Promise.all(this.#standings.map((standing) => this.#lookAt(standing, inTime)));
    this.#serve();
  }

  async #lookAt(standing: Standing, signal: AbortSignal): Promise<void> {
    const before = standing.busy;
    const free = await standing.source.free(signal).catch(() => null);
    // It may not have counted the runs that we took meanwhile.
    const taken = Math.max(0, standing.busy - before);
    this.#tell(standing, free === null ? null : free - taken);
  }

  #tell(standing: Standing, free: number | null): void {
    const { name } = standing.source;
    if (standing.free !== null && free === null)
      this.#log.warn(`The browser source ${name} does not answer and gets no runs.`);
    if (standing.free === null && free !== null) this.#log.info(`The browser source ${name} answers again.`);
    standing.free = free;
  }
}
