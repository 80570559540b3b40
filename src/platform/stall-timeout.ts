import type { Clock } from './clock.ts';

const STEP_MS = 100;
const LONGEST_STEP_MS = 2 * STEP_MS;

/**
 * Calls `onOver` after `ms` unless cancelled by the returned function. Counts in short steps: time in which the event loop was
 * blocked is not counted, so that a stalled process reads the data that has arrived before it times out.
 */
export function stallTimeout(clock: Clock, ms: number, onOver: () => void): () => void {
  let leftMs = ms;
  let startedAt = clock.mono();
  let cancel = clock.after(STEP_MS, step);
  return () => cancel();

  function step(): void {
    const now = clock.mono();
    const tookMs = now - startedAt;
    startedAt = now;
    leftMs -= Math.min(tookMs, LONGEST_STEP_MS);
    if (leftMs <= 0 && tookMs <= LONGEST_STEP_MS) onOver();
    else cancel = clock.after(Math.min(STEP_MS, Math.max(leftMs, 1)), step);
  }
}
