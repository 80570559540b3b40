import { type Clock, systemClock } from '../../src/platform/clock.ts';

/** Sleeping takes no time here, and moves the clock. */
export function quickClock(): Clock {
  let slept = 0;
  const sleep = async (ms: number) => {
    slept += ms;
  };
  return { ...systemClock, mono: () => systemClock.mono() + slept, sleep };
}
