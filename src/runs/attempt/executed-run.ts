import type { AttemptResult } from '../../runners/contract.ts';
import type { TaskReading } from '../../task/index.ts';
import type { Attempt, Run } from '../run.ts';
import type { LiveAttempt } from './live-attempt.ts';
import type { Note } from './note.ts';

/** A run that this process executes, as its attempts see it. */
export interface ExecutedRun {
  /** The present row; replaced by the events of the run alone. */
  readonly run: Run;
  /** Aborted when this process must not act for the run any more. */
  readonly signal: AbortSignal;
  /** Another process takes over. */
  readonly isReleased: boolean;
  /** When the time shared by its attempts is over, by the monotonic clock. */
  readonly windowEndsMono: number;
  /** The end of every attempt where the target redirects to a forbidden address; null where it does not. */
  readonly walked: Promise<AttemptResult | null> | null;
  /** The language model's reading of the task, asked for once; null before, or where the rules suffice. */
  understood: Promise<TaskReading | null> | null;
  /** Queues a change; resolves when it is made, or when the execution is over. */
  note(note: Note): Promise<void>;
  /** A run shows one question at a time: the next waits until the last is over. */
  inTurn<T>(ask: () => Promise<T>): Promise<T>;
  progressed(attempt: LiveAttempt, mono: number): void;
}

/** One attempt at work: the row as it was when it began, and its part in this process. */
export interface AtWork {
  liveRun: ExecutedRun;
  attempt: Attempt;
  liveAttempt: LiveAttempt;
}
