import type { Clock } from '../../platform/clock.ts';
import type { ProbeLimits } from '../learning-sweep.ts';

/** Until a probe has ended here, one is taken to last this long. */
const TYPICAL_MS = 60_000;
const MAX_WAIT_S = 600;

/** The probes of all sweeps on this instance: first come, first served. */
export class ProbeTurns {
  readonly #clock: Pick<Clock, 'mono'>;
  readonly #limits: ProbeLimits;
  /** One entry for every probe that waits, by its run. */
  #waiting: RunTurns[] = [];
  #reserved = 0;
  #executing = 0;
  #meanMs = TYPICAL_MS;

  constructor(clock: Pick<Clock, 'mono'>, limits: ProbeLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Room for the first wave of a new sweep. An idle instance takes any. Give it back with `unreserve`. */
  reserve(probes: number): boolean {
    if (!this.hasRoom(probes)) return false;
    this.#reserved += probes;
    return true;
  }

  unreserve(probes: number): void {
    this.#reserved -= probes;
  }

  hasRoom(probes: number): boolean {
    const { atOnce, queued } = this.#limits;
    return this.#taken === 0 || this.#taken + probes <= atOnce + queued;
  }

  get ratio(): number {
    return Math.min(1, this.#taken / (this.#limits.atOnce + this.#limits.queued));
  }

  /** When room is likely: as many probes have to end as wait, so many at a time. */
  get retryAfterS(): number {
    const turns = Math.max(1, Math.ceil(this.#waiting.length / this.#limits.atOnce));
    return Math.min(MAX_WAIT_S, Math.ceil((turns * this.#meanMs) / 1_000));
  }

  /** The turns of one run; `wake` is called when it may begin a probe. */
  open(wake: () => void): RunTurns {
    const turns: RunTurns = new RunTurns({
      wake,
      wait: (probes) => {
        let slots = probes;
        this.#waiting = this.#waiting.filter((one) => one !== turns || slots-- > 0);
        for (; slots > 0; slots -= 1) this.#waiting.push(turns);
        this.#handOut();
      },
      began: () => {
        this.#executing += 1;
      },
      ended: (workedMs) => {
        this.#executing -= 1;
        if (workedMs !== null) this.#meanMs += (workedMs - this.#meanMs) / 4;
        this.#handOut();
      },
      mono: () => this.#clock.mono(),
    });
    return turns;
  }

  get #taken(): number {
    return this.#executing + this.#waiting.length + this.#reserved;
  }

  #handOut(): void {
    while (this.#executing < this.#limits.atOnce && this.#waiting.length > 0) this.#waiting.shift()?.grant();
  }
}

interface Hall {
  wake(): void;
  wait(probes: number): void;
  began(): void;
  /** Null for a turn that was given back unused. */
  ended(workedMs: number | null): void;
  mono(): number;
}

/** One run's part of the instance's turns. */
export class RunTurns {
  readonly #hall: Hall;
  /** Granted and not used yet. */
  #granted = 0;
  #isClosed = false;

  constructor(hall: Hall) {
    this.#hall = hall;
  }

  /** The number of probes that the run would begin now. Those without a turn wait. */
  want(probes: number): void {
    if (this.#isClosed) return;
    this.#hall.wait(Math.max(0, probes - this.#granted));
    for (; this.#granted > probes; this.#granted -= 1) this.#hall.ended(null);
  }

  /** A turn is granted and not used. */
  get isMine(): boolean {
    return this.#granted > 0;
  }

  grant(): void {
    this.#granted += 1;
    this.#hall.began();
    this.#hall.wake();
  }

  /** Uses a turn; null while it has to wait. Call the answer once, when the probe is over. */
  take(): (() => void) | null {
    if (this.#granted === 0) return null;
    this.#granted -= 1;
    return this.#work();
  }

  /** For a probe that its provider works on already. */
  goOn(): () => void {
    this.#hall.began();
    return this.#work();
  }

  /** Removes the run from the queue of turns. */
  close(): void {
    this.want(0);
    this.#isClosed = true;
  }

  #work(): () => void {
    const begunMono = this.#hall.mono();
    return () => this.#hall.ended(this.#hall.mono() - begunMono);
  }
}
