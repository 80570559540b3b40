import type { HeldJob } from '../platform/jobs.ts';
import type { Run } from './run.ts';

/**
 * Why an executor lets go of a run or of its attempt. `superseded`: another owner or a terminal state;
 * `released`: this instance shuts down; `window` and `no_progress` end the attempt, not the ownership.
 */
export type StopReason = 'superseded' | 'released' | 'window' | 'no_progress';

/** A run in execution on this instance: what it knows of the row, and the ways to stop it. */
export class LiveRun {
  run: Run;
  job: HeldJob;
  /** Set by a runner's steps, cleared by the lease renewal that writes it down. */
  hasProgressed = false;
  lastProgressMono: number;
  jobSinceMono: number;
  /** When the time shared by its attempts is over; looked at once a second, so that a run costs no timer. */
  readonly windowEndsMono: number;
  /** What the last progress event showed, and when it was written. */
  shown = { state: '', atMono: 0 };
  #stop = new AbortController();
  #attemptStop = new AbortController();

  constructor(run: Run, job: HeldJob, mono: number) {
    this.run = run;
    this.job = job;
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

  beginAttempt(mono: number): void {
    this.lastProgressMono = mono;
    this.#attemptStop = new AbortController();
    if (this.#stop.signal.aborted) this.#attemptStop.abort(this.#stop.signal.reason);
    else if (this.isWindowOver) this.#attemptStop.abort('window');
  }

  replaceJob(job: HeldJob, mono: number): void {
    this.job = job;
    this.jobSinceMono = mono;
  }

  progressed(mono: number): void {
    this.hasProgressed = true;
    this.lastProgressMono = mono;
  }
}
