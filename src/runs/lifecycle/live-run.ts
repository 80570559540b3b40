import type { HeldJob } from '../../platform/jobs.ts';
import type { AttemptResult } from '../../runners/contract.ts';
import type { TaskReading } from '../../task/index.ts';
import type { ExecutedRun } from '../attempt/executed-run.ts';
import { LiveAttempt } from '../attempt/live-attempt.ts';
import type { Note } from '../attempt/note.ts';
import type { Result } from '../attempt/settle.ts';
import type { Run } from '../run.ts';
import type { Now } from './move.ts';
import type { RunTurns } from './probe-turns.ts';

// The lease lasts 30 s: an executor that could not renew it stops well before another may begin.
const SELF_FENCE_MS = 20_000;

/** The end of an attempt on this instance. */
export interface Ended {
  attempt: LiveAttempt;
  /** Null where nothing is to be written. */
  result?: Result | null;
  error?: unknown;
  /** Its result could not be written; `result` is written instead. */
  isUnusable?: boolean;
}

interface QueuedNote {
  note: Note;
  done(): void;
}

/** A run in execution on this instance: its row, the queue of its events, its attempts at work, and the ways to stop it. */
export class LiveRun implements ExecutedRun {
  /** Changed by the loop in `execute.ts` alone, one event after the other. */
  run: Run;
  job: HeldJob;
  /** False for a run that began here and whose job was not needed yet. */
  hasJob: boolean;
  jobSinceMono: number;
  /** When the time shared by its attempts is over; looked at once a second, so that a run costs no timer. */
  readonly windowEndsMono: number;
  /** The content and the time of the last progress event. */
  shown = { state: '', atMono: 0 };
  /** This instance shuts down: no further attempt starts here. */
  isLeaving = false;
  /** Made here and not settled yet. */
  readonly attempts = new Map<string, LiveAttempt>();
  /** The turns of its probes, for a learning sweep. */
  turns: RunTurns | null = null;
  understood: Promise<TaskReading | null> | null = null;
  walked: Promise<AttemptResult | null> | null = null;
  #queue: (Ended | QueuedNote)[] = [];
  #isOver = false;
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
    if (!this.run.isSweep) for (const attempt of this.attempts.values()) attempt.stop('window');
    this.wake();
  }

  #isHedgeDue(mono: number): boolean {
    const last = this.run.attempts.at(-1);
    const liveAttempt = last && this.attempts.get(last.id);
    const afterMs = last?.decision?.hedgeAfterMs ?? null;
    return liveAttempt !== undefined && afterMs !== null && mono - liveAttempt.begunMono >= afterMs;
  }

  /** The inputs of the next step besides the row. */
  now(mono: number): Omit<Now, 'at'> {
    return {
      isWindowOver: mono > this.windowEndsMono,
      hasRoom: !this.isLeaving && !this.signal.aborted && (this.turns?.isMine ?? true),
      localState: (id) => {
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

  /** The event to handle next where it is a note; it leaves the queue with `handled`. */
  get firstNote(): QueuedNote | undefined {
    const [first] = this.#queue;
    return first && 'note' in first ? first : undefined;
  }

  /** The event to handle next where it is the end of an attempt; it leaves the queue with `settled`. */
  get firstEnded(): Ended | undefined {
    const [first] = this.#queue;
    return first && 'note' in first ? undefined : first;
  }

  ended(end: Ended): void {
    this.#queue.push(end);
    this.wake();
  }

  note(note: Note): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push({ note, done: resolve });
    this.wake();
    return promise;
  }

  /** Goes before all others: the transition that failed is computed again after it. */
  noteFirst(note: Note): void {
    this.#queue.unshift({ note, done: () => undefined });
  }

  handled(note: QueuedNote): void {
    this.#queue = this.#queue.filter((one) => one !== note);
    note.done();
  }

  replaceResult(ended: Ended, result: Result): void {
    this.#queue = this.#queue.map((one) => (one === ended ? { ...one, result, isUnusable: true } : one));
  }

  settled(attempt: LiveAttempt): void {
    this.attempts.delete(attempt.id);
    this.#queue = this.#queue.filter((one) => 'note' in one || one.attempt !== attempt);
  }

  /** Nothing changes the run any more: no one waits for a note. */
  close(): void {
    this.#isOver = true;
    for (const one of this.#queue) if ('note' in one) one.done();
  }

  wake(): void {
    this.#change.resolve();
  }

  /** Until an event comes, something is due, or the run is to be let go. */
  async untilChanged(): Promise<void> {
    await this.#change.promise;
    this.#change = Promise.withResolvers();
  }

  inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#asking.then(ask);
    this.#asking = answer.catch(() => undefined);
    return answer;
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
