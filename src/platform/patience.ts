import type { Clock } from './clock.ts';

const STEP_MS = 100;
const LONGEST_STEP_MS = 2 * STEP_MS;

/**
 * Calls back once an answer has not come for `ms`, unless cancelled before by the function it returns. It counts in steps, and
 * a long step counts as a short one: a process whose loop was blocked, or that got no time from its machine, reads what has
 * arrived before it gives up.
 */
export function patience(clock: Clock, ms: number, onOver: () => void): () => void {
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
