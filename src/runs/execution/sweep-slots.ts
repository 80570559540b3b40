import type { Clock } from '../../platform/clock.ts';

const EXECUTING = 6;
export const QUEUED = 12;
/** Until a sweep has ended here, one is taken to last this long. */
const TYPICAL_MS = 60_000;
const MAX_WAIT_S = 600;

/** How many sweeps this instance works on at once, and how many more wait their turn with it. */
export class SweepSlots {
  readonly #clock: Pick<Clock, 'mono'>;
  readonly #waiting: Array<() => void> = [];
  #reserved = 0;
  #executing = 0;
  #meanMs = TYPICAL_MS;

  constructor(clock: Pick<Clock, 'mono'>) {
    this.#clock = clock;
  }

  /** A place for a new sweep. Give it back with `unreserve`, or enter. */
  reserve(): boolean {
    if (this.isFull) return false;
    this.#reserved += 1;
    return true;
  }

  unreserve(): void {
    this.#reserved -= 1;
  }

  get isFull(): boolean {
    return this.ratio >= 1;
  }

  get ratio(): number {
    return (this.#executing + this.#waiting.length + this.#reserved) / (EXECUTING + QUEUED);
  }

  /** When a place is likely to be free: as many sweeps have to end as wait, six at a time. */
  get retryAfterS(): number {
    const turns = Math.max(1, Math.ceil(this.#waiting.length / EXECUTING));
    return Math.min(MAX_WAIT_S, Math.ceil((turns * this.#meanMs) / 1_000));
  }

  /** Works on a sweep when its turn comes; first come, first served. One that is let go while it waits never begins. */
  async inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    if (this.#executing >= EXECUTING) await this.#turn(signal);
    if (signal.aborted) return;
    this.#executing += 1;
    const startedMono = this.#clock.mono();
    try {
      await work();
    } finally {
      this.#meanMs += (this.#clock.mono() - startedMono - this.#meanMs) / 4;
      this.#executing -= 1;
      this.#waiting[0]?.();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const enter = () => {
      const place = this.#waiting.indexOf(enter);
      if (place >= 0) this.#waiting.splice(place, 1);
      resolve();
    };
    this.#waiting.push(enter);
    signal.addEventListener('abort', enter, { once: true });
    await promise;
    signal.removeEventListener('abort', enter);
  }
}
