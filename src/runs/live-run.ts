import type { HeldJob } from '../platform/jobs.ts';
import type { Run, TimedStep } from './run.ts';

/**
 * Why an executor lets go of a run or of its attempt. `superseded`: another owner or a terminal state;
 * `released`: this instance shuts down; `window` and `no_progress` end the attempt, not the ownership.
 */
export type StopReason = 'superseded' | 'released' | 'window' | 'no_progress';

// The lease lasts 30 s: an executor that could not renew it stops well before another may begin.
const SELF_FENCE_MS = 20_000;

/** A run in execution on this instance: what it knows of the row, and the ways to stop it. */
export class LiveRun {
  run: Run;
  job: HeldJob;
  lastProgressMono: number;
  jobSinceMono: number;
  /** When the time shared by its attempts is over; looked at once a second, so that a run costs no timer. */
  readonly windowEndsMono: number;
  /** Of the present attempt; grows while it goes on. */
  steps: TimedStep[] = [];
  /** What the last progress event showed, and when it was written. */
  shown = { state: '', atMono: 0 };
  #hasProgressed = false;
  #begun: string | null = null;
  #leasedMono: number;
  #stop = new AbortController();
  #attemptStop = new AbortController();

  /** `mono` is the time before the statement that gave us the lease was sent. */
  constructor(run: Run, job: HeldJob, mono: number) {
    this.run = run;
    this.job = job;
    this.#leasedMono = mono;
    this.lastProgressMono = mono;
    this.jobSinceMono = mono;
    this.windowEndsMono = mono + (run.windowLeftMs ?? Number.POSITIVE_INFINITY);
    this.shown.atMono = mono;
  }

  /** The time the attempts share is used up: the present one is cut off and no other starts. */
  isWindowOver = false;

  /** Aborted when this instance must not act for the run any more. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborted with the run, or when the present attempt is over time. */
  get attemptSignal(): AbortSignal {
    return this.#attemptStop.signal;
  }

  get stopReason(): StopReason | null {
    const signal = this.#stop.signal.aborted ? this.#stop.signal : this.#attemptStop.signal;
    return signal.aborted ? (signal.reason as StopReason) : null;
  }

  stop(reason: 'superseded' | 'released'): void {
    this.#stop.abort(reason);
    this.#attemptStop.abort(reason);
  }

  stopAttempt(reason: 'window' | 'no_progress'): void {
    if (reason === 'window') this.isWindowOver = true;
    this.#attemptStop.abort(reason);
  }

  beginAttempt(attemptId: string, mono: number): void {
    this.#begun = attemptId;
    this.steps = [];
    this.lastProgressMono = mono;
    this.#attemptStop = new AbortController();
    if (this.#stop.signal.aborted) this.#attemptStop.abort(this.#stop.signal.reason);
    else if (this.isWindowOver) this.#attemptStop.abort('window');
  }

  /** Whether the attempt was handed to its runner here; what is done once is not done again. */
  hasBegun(attemptId: string): boolean {
    return this.#begun === attemptId;
  }

  replaceJob(job: HeldJob, mono: number): void {
    this.job = job;
    this.jobSinceMono = mono;
  }

  progressed(mono: number): void {
    this.#hasProgressed = true;
    this.lastProgressMono = mono;
  }

  /** Whether there was progress since the last renewal of the lease, which writes it down. */
  takeProgress(): boolean {
    const had = this.#hasProgressed;
    this.#hasProgressed = false;
    return had;
  }

  leased(mono: number): void {
    this.#leasedMono = Math.max(this.#leasedMono, mono);
  }

  /** False once the lease is too old to begin anything that cannot be taken back. */
  mayAct(mono: number): boolean {
    return !this.signal.aborted && mono - this.#leasedMono < SELF_FENCE_MS;
  }
}
