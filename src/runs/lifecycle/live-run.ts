import type { HeldJob } from '../../platform/jobs.ts';
import type { AttemptResult } from '../../runners/contract.ts';
import type { TaskReading } from '../../task/index.ts';
import { coversAddon } from '../ceiling.ts';
import { isSweep } from '../learning-sweep.ts';
import type { Attempt, Run } from '../run.ts';
import { LiveAttempt } from './live-attempt.ts';
import type { Now } from './move.ts';
import type { RunTurns } from './probe-turns.ts';
import type { Result } from './transition.ts';

// The lease lasts 30 s: an executor that could not renew it stops well before another may begin.
const SELF_FENCE_MS = 20_000;

/** The end of an attempt on this instance; `brought` is null where we have nothing to write down. */
export interface Ended {
  attempt: LiveAttempt;
  brought?: Result | null;
  error?: unknown;
  /** Its result could not be written; `brought` is what is written instead. */
  isUnusable?: boolean;
}

/** A run in execution on this instance: its knowledge of the row, its attempts at work, and the ways to stop it. */
export class LiveRun {
  /** Changed by whole values made from the present one, never from one that was read before a wait. */
  run: Run;
  job: HeldJob;
  /** False for a run that began here and whose job was not needed yet. */
  hasJob: boolean;
  jobSinceMono: number;
  /** When the time shared by its attempts is over; looked at once a second, so that a run costs no timer. */
  readonly windowEndsMono: number;
  /** The content and the time of the last progress event. */
  shown = { state: '', atMono: 0 };
  /** The credits did not cover a further attempt: those under way finish, and no other starts. */
  isOutOfCredits = false;
  /** This instance shuts down: no further attempt starts here. */
  isLeaving = false;
  /** Made here and not settled yet. */
  readonly attempts = new Map<string, LiveAttempt>();
  /** The turns of its probes, for a learning sweep. */
  turns: RunTurns | null = null;
  /** The language model's reading of the task, asked for once; null where the words stand. */
  understood: Promise<TaskReading | null> | null = null;
  /** The end of every attempt where the target redirects to a forbidden address; null where it does not. */
  walked: Promise<AttemptResult | null> | null = null;
  #ended: Ended[] = [];
  #change = Promise.withResolvers<void>();
  #asking: Promise<unknown> = Promise.resolve();
  #hasProgressed = false;
  #leasedMono: number;
  readonly #stop = new AbortController();

  /** `mono` is the time before the statement that gave us the lease was sent. */
  constructor(run: Run, job: HeldJob | null, mono: number) {
    this.run = run;
    this.hasJob = job !== null;
    this.job = job ?? { id: run.jobId, retryCount: 0 };
    this.#leasedMono = mono;
    this.jobSinceMono = mono;
    this.windowEndsMono = mono + (run.windowLeftMs ?? Number.POSITIVE_INFINITY);
    this.shown.atMono = mono;
  }

  /** Aborted when this instance must not act for the run any more. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get isReleased(): boolean {
    return this.#stop.signal.reason === 'released';
  }

  /** Nothing of it would be lost if another instance went on with it now. */
  get canBeHandedOver(): boolean {
    return [...this.attempts.values()].every(({ isAtProvider }) => isAtProvider);
  }

  stop(reason: 'superseded' | 'over' | 'released'): void {
    this.#stop.abort(reason);
    for (const attempt of this.attempts.values()) attempt.stop(reason);
    this.turns?.close();
    this.wake();
  }

  /** Once a second: cuts off attempts whose window is over, and wakes the run for due steps. */
  tick(mono: number): void {
    if (this.#isHedgeDue(mono)) this.wake();
    if (mono <= this.windowEndsMono) return;
    // The probes of a sweep finish; only no others start.
    if (!isSweep(this.run)) for (const attempt of this.attempts.values()) attempt.stop('window');
    this.wake();
  }

  #isHedgeDue(mono: number): boolean {
    const last = this.run.attempts.at(-1);
    const here = last && this.attempts.get(last.id);
    const afterMs = last?.decision?.hedgeAfterMs ?? null;
    return here !== undefined && afterMs !== null && mono - here.begunMono >= afterMs;
  }

  /** The inputs of the next step besides the row. */
  now(mono: number): Omit<Now, 'at'> {
    return {
      isWindowOver: mono > this.windowEndsMono,
      isOutOfCredits: this.isOutOfCredits,
      hasRoom: !this.isLeaving && !this.signal.aborted && (this.turns?.isMine ?? true),
      here: (id) => {
        const attempt = this.attempts.get(id);
        return attempt ? (attempt.hasBegun ? 'begun' : 'made') : null;
      },
      isAsking: [...this.attempts.values()].some(({ isAsking }) => isAsking),
      elapsedMs: (id) => this.attempts.get(id)?.workedMs(mono) ?? 0,
    };
  }

  open(attemptId: string): LiveAttempt {
    const attempt = this.attempts.get(attemptId) ?? new LiveAttempt(attemptId);
    this.attempts.set(attemptId, attempt);
    if (this.#stop.signal.aborted) attempt.stop(this.#stop.signal.reason);
    return attempt;
  }

  ended(end: Ended): void {
    this.#ended.push(end);
    this.wake();
  }

  /** The first that ended and is not written down; `settled` takes it off the list. */
  get firstEnded(): Ended | undefined {
    return this.#ended[0];
  }

  replaceResult(ended: Ended, brought: Result): void {
    this.#ended = this.#ended.map((one) => (one === ended ? { ...one, brought, isUnusable: true } : one));
  }

  settled(attempt: LiveAttempt): void {
    this.attempts.delete(attempt.id);
    this.#ended = this.#ended.filter((end) => end.attempt !== attempt);
  }

  wake(): void {
    this.#change.resolve();
  }

  /** Until an attempt ends, something is due, or the run is to be let go. */
  async untilChanged(): Promise<void> {
    await this.#change.promise;
    this.#change = Promise.withResolvers();
  }

  /** The run shows one question at a time: a second one waits until the first is over. */
  inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#asking.then(ask);
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  /** Reserves the normalization of an attempt below the ceiling until it is settled; false where it does not fit. */
  reserveAddon(attempt: Attempt, costMicro: number): boolean {
    if (!coversAddon(this.run, attempt, costMicro)) return false;
    this.run = { ...this.run, normalizing: [...(this.run.normalizing ?? []), attempt.id] };
    return true;
  }

  replaceJob(job: HeldJob, mono: number): void {
    this.job = job;
    this.hasJob = true;
    this.jobSinceMono = mono;
  }

  progressed(attempt: LiveAttempt, mono: number): void {
    this.#hasProgressed = true;
    attempt.lastProgressMono = mono;
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
