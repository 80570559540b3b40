import { expect, test } from 'vitest';
import { ProbeTurns } from './probe-turns.ts';

const limits = { atOnce: 6, queued: 12 };
const hall = (some = limits) => new ProbeTurns({ mono: () => 0 }, some);

/** A run that begins as many of its probes as it may. */
function sweep(turns: ProbeTurns, probes: number) {
  const ends: Array<() => void> = [];
  const begin = () => {
    for (let end = own.take(); end !== null; end = own.take()) ends.push(end);
  };
  const own = turns.open(() => queueMicrotask(begin));
  own.want(probes);
  begin();
  return { own, ends };
}

test('six probes work, twelve wait, and a sweep that would overfill the queue finds no room', async () => {
  const turns = hall();
  const first = sweep(turns, 8);
  expect(first.ends).toHaveLength(6);
  expect(turns.hasRoom(10)).toBe(true);
  expect(turns.hasRoom(11)).toBe(false);
  const second = sweep(turns, 10);
  expect(turns.hasRoom(1)).toBe(false);
  expect(turns.ratio).toBe(1);
  // The two of the first sweep came before those of the second.
  first.ends.shift()?.();
  first.ends.shift()?.();
  first.ends.shift()?.();
  await Promise.resolve();
  expect({ first: first.ends.length, second: second.ends.length }).toEqual({ first: 5, second: 1 });
});

test('waiting probes are forgotten at once when their run is over; working ones are not', async () => {
  const turns = hall();
  const first = sweep(turns, 8);
  const second = sweep(turns, 8);
  expect(turns.hasRoom(8)).toBe(false);
  second.own.close();
  expect(turns.hasRoom(8)).toBe(true);
  first.own.close();
  expect(turns.hasRoom(12)).toBe(true);
  expect(turns.hasRoom(13)).toBe(false);
  for (const end of first.ends) end();
  await Promise.resolve();
  expect(second.ends).toHaveLength(0);
  expect(turns.ratio).toBe(0);
});

test('a reserved place counts until it is given back; an idle instance takes any sweep', () => {
  const turns = hall({ atOnce: 1, queued: 1 });
  expect(turns.reserve(8)).toBe(true);
  expect(turns.reserve(1)).toBe(false);
  turns.unreserve(8);
  expect(turns.reserve(1)).toBe(true);
  expect(turns.reserve(2)).toBe(false);
});

test('how long to wait goes by the queue, and is ten minutes at most', () => {
  const turns = hall({ atOnce: 1, queued: 100 });
  sweep(turns, 3);
  expect(turns.retryAfterS).toBe(120);
  sweep(turns, 90);
  expect(turns.retryAfterS).toBe(600);
});
