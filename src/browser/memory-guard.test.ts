import { expect, test } from 'vitest';
import { overLimit } from './memory-guard.ts';

const limits = { each: 100, together: 250 };

test('processes within both limits stay', () => {
  expect(overLimit([held(1, 100), held(2, 100), held(3, 50)], limits)).toEqual([]);
});

test('each that holds too much goes, and only those', () => {
  expect(pids([held(1, 20), held(2, 101), held(3, 300)])).toEqual([3, 2]);
});

test('when all together hold too much the greatest go until it is enough', () => {
  expect(pids([held(1, 80), held(2, 90), held(3, 70), held(4, 60)])).toEqual([2]);
});

function held(pid: number, bytes: number) {
  return { pid, bytes };
}

function pids(processes: { pid: number; bytes: number }[]): number[] {
  return overLimit(processes, limits).map(({ pid }) => pid);
}
