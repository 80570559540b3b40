import type { TimedStep } from '../run.ts';

/**
 * Why an attempt is stopped. `superseded`: the run has another owner or an end from elsewhere; `over`: the run ended
 * here without it; `released`: this instance shuts down; `window` and `no_progress`: this attempt alone.
 */
export type StopReason = 'superseded' | 'over' | 'released' | 'window' | 'no_progress';

/** An attempt at work in this process: its work so far, and the way to stop it. */
export class LiveAttempt {
  readonly id: string;
  /** Grows while it goes on. */
  readonly steps: TimedStep[] = [];
  /** Whether this instance handed it to its runner; that happens once. */
  hasBegun = false;
  /** Its provider's reference is stored: another instance can go on with it. */
  isAtProvider = false;
  /** It waits for the owner's answer, or for its turn to ask. */
  isAsking = false;
  begunMono = 0;
  lastProgressMono = 0;
  /** The provider's latest confirmation that the task is running, and how long that may count as progress. */
  #confirmed: { mono: number; forMs: number } | null = null;
  #endedMono: number | null = null;
  readonly #stop = new AbortController();

  constructor(id: string) {
    this.id = id;
  }

  /** `workedMs` is its working time in an earlier process. */
  begin(mono: number, workedMs = 0): void {
    this.hasBegun = true;
    this.begunMono = mono - workedMs;
    this.lastProgressMono = mono;
  }

  /** Its provider confirmed that it runs. */
  confirm(mono: number, forMs: number): void {
    this.#confirmed = { mono, forMs };
  }

  /** Nothing new for too long: a provider that confirms the task is given longer than a silent one. */
  isQuiet(mono: number, patienceMs: number): boolean {
    const isConfirmed = this.#confirmed !== null && mono - this.#confirmed.mono <= patienceMs;
    const limitMs = isConfirmed ? Math.max(patienceMs, this.#confirmed?.forMs ?? 0) : patienceMs;
    return mono - this.lastProgressMono > limitMs;
  }

  /** Its runner came back, or was let go. */
  end(mono: number): void {
    this.#endedMono = mono;
  }

  workedMs(mono: number): number {
    return this.hasBegun ? (this.#endedMono ?? mono) - this.begunMono : 0;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get stopReason(): StopReason | null {
    return this.#stop.signal.aborted ? (this.#stop.signal.reason as StopReason) : null;
  }

  stop(reason: StopReason): void {
    this.#stop.abort(reason);
  }
}
