import { setTimeout as delay } from 'node:timers/promises';
import { ifAborted } from './failure.ts';

/**
 * The only place that reads the time. Wall time is shown or signed; durations use `mono`; times that two instances compare come
 * from the database's own clock (`db_now()` in SQL), shifted by `clockOffsetMs` in tests.
 */
export interface Clock {
  now(): Date;
  mono(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once, unless cancelled before by the function it returns. Cheap: nothing is thrown. */
  after(ms: number, callback: () => void): () => void;
}

/** Sleeps until the time is over or the signal aborts, whichever comes first. */
export async function pause(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  await clock.sleep(ms, signal).catch(ifAborted(undefined));
}

/** The longest delay of a Node timer; a longer one fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  mono: () => performance.now(),
  async sleep(ms, signal) {
    await delay(Math.min(ms, LONGEST_MS), undefined, { signal });
  },
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_MS));
    return () => clearTimeout(timer);
  },
};
