import { expect, test } from 'vitest';
import { nextAttemptAt, SCHEDULES, type Schedule } from './schedule.ts';

const first = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number): Date => new Date(first.getTime() + seconds * 1_000);

function walk(schedule: Schedule, attemptSeconds: number): number[] {
  const offsets = [0];
  for (let step = 1, at = first; ; step += 1) {
    const next = nextAttemptAt(schedule, step, first, new Date(at.getTime() + attemptSeconds * 1_000));
    if (!next) return offsets;
    offsets.push((next.getTime() - first.getTime()) / 1_000);
    at = next;
  }
}

test('terminal events are tried nine times over 24 hours, counted from the first attempt', () => {
  expect(walk('terminal', 0.01)).toEqual([0, 5, 30, 120, 600, 1_800, 7_200, 28_800, 86_400]);
});

test('a question is tried six times over two minutes', () => {
  expect(walk('interaction', 0.01)).toEqual([0, 5, 15, 30, 60, 120]);
});

test('a test event is tried once', () => {
  expect(nextAttemptAt('test', 1, first, first)).toBeNull();
});

test('attempts that time out push the next one back without losing any', () => {
  expect(walk('terminal', 10)).toEqual([0, 11, 30, 120, 600, 1_800, 7_200, 28_800, 86_400]);
  expect(walk('interaction', 10)).toHaveLength(SCHEDULES.interaction.length);
});

test('a late attempt is followed after one second at the soonest', () => {
  expect(nextAttemptAt('terminal', 2, first, after(3_600))).toEqual(after(3_601));
});
