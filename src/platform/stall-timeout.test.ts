import { expect, test } from 'vitest';
import { type Clock, systemClock } from './clock.ts';
import { stallTimeout } from './stall-timeout.ts';

/** A clock whose next timer fires when `pass` says so, however late. */
function handClock() {
  let now = 0;
  let due: (() => void) | undefined;
  const clock: Clock = {
    ...systemClock,
    mono: () => now,
    after(_ms, callback) {
      due = callback;
      return () => {
        due = undefined;
      };
    },
  };
  const pass = (ms: number) => {
    now += ms;
    due?.();
  };
  return { clock, pass };
}

const cases: Array<[what: string, steps: number[], isOver: boolean]> = [
  ['the whole time', Array(20).fill(100), true],
  ['not quite the whole time', Array(19).fill(100), false],
  ['one long standstill', [60_000], false],
  ['a standstill at the very end', [...Array(19).fill(100), 60_000], false],
  ['a step after a standstill at the end', [...Array(19).fill(100), 60_000, 100], true],
  ['steps that a busy machine delays a little', Array(12).fill(180), true],
  ['too few of them', Array(11).fill(180), false],
  ['steps that a busy machine delays a lot', Array(12).fill(300), false],
];

test.each(cases)('%s', (_, steps, isOver) => {
  const { clock, pass } = handClock();
  let told = false;
  stallTimeout(clock, 2_000, () => {
    told = true;
  });
  for (const ms of steps) pass(ms);
  expect(told).toBe(isOver);
});

test('a cancelled wait does not call back', () => {
  const { clock, pass } = handClock();
  const cancel = stallTimeout(clock, 300, () => expect.unreachable());
  pass(100);
  cancel();
  for (let step = 0; step < 5; step += 1) pass(100);
});
