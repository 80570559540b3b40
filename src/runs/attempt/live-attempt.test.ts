import { expect, test } from 'vitest';
import { LiveAttempt } from './live-attempt.ts';

const MINUTE = 60_000;

test('a provider that confirms a task has an hour, a silent one ten minutes', () => {
  const silent = new LiveAttempt('att_1');
  silent.begin(0);
  expect(silent.isQuiet(10 * MINUTE, 10 * MINUTE)).toBe(false);
  expect(silent.isQuiet(11 * MINUTE, 10 * MINUTE)).toBe(true);

  const confirmed = new LiveAttempt('att_2');
  confirmed.begin(0);
  for (let now = 0; now <= 60; now += 1) {
    confirmed.confirm(now * MINUTE, 60 * MINUTE);
    expect(confirmed.isQuiet(now * MINUTE, 10 * MINUTE)).toBe(false);
  }
  confirmed.confirm(61 * MINUTE, 60 * MINUTE);
  expect(confirmed.isQuiet(61 * MINUTE, 10 * MINUTE)).toBe(true);
});

test('a provider that falls silent after its last word is not waited for', () => {
  const attempt = new LiveAttempt('att_1');
  attempt.begin(0);
  attempt.confirm(5 * MINUTE, 60 * MINUTE);
  expect(attempt.isQuiet(14 * MINUTE, 10 * MINUTE)).toBe(false);
  expect(attempt.isQuiet(16 * MINUTE, 10 * MINUTE)).toBe(true);
});
