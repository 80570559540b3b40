/** Attempt times in seconds after the first one; the last is at 24 h, or 2 min. */
export const SCHEDULES = {
  terminal: [0, 5, 30, 120, 600, 1_800, 7_200, 28_800, 86_400],
  interaction: [0, 5, 15, 30, 60, 120],
  test: [0],
} as const;

export type Schedule = keyof typeof SCHEDULES;

const SOONEST_MS = 1_000;

/** The time of the next attempt after `step` attempts, or null when none is left. A late schedule is not compressed. */
export function nextAttemptAt(
  schedule: Schedule,
  step: number,
  firstAttemptAt: Date,
  now: Date,
): Date | null {
  const offset = SCHEDULES[schedule][step];
  if (offset === undefined) return null;
  return new Date(Math.max(firstAttemptAt.getTime() + offset * 1_000, now.getTime() + SOONEST_MS));
}
