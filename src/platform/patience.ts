import type { Clock } from './clock.ts';

const STEP_MS = 100;

/**
 * Calls back once an answer has not come for `ms`, unless cancelled before by the function it returns. It counts in steps: a
 * process whose loop was blocked, or that got no time from its machine, reads what has arrived before it gives up.
 */
export function patience(clock: Clock, ms: number, onOver: () => void): () => void {
  let steps = Math.ceil(ms / STEP_MS);
  let startedAt = clock.mono();
  let cancel = clock.after(STEP_MS, step);
  return () => cancel();

  function step(): void {
    steps -= 1;
    const now = clock.mono();
    const isLate = now - startedAt > 2 * STEP_MS;
    startedAt = now;
    if (steps <= 0 && !isLate) onOver();
    else cancel = clock.after(STEP_MS, step);
  }
}
