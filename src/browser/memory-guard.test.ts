import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { MemoryBudget, overLimit } from './memory-guard.ts';

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

test.runIf(process.platform === 'linux')('several browsers share one budget', async () => {
  const script = (bytes: number) =>
    `globalThis.held = Buffer.alloc(${bytes}, 1); console.log('up'); setInterval(() => {}, 1_000)`;
  const children = [60_000_000, 400_000_000].map((bytes) => spawn(process.execPath, ['-e', script(bytes)]));
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  const [small, large] = children;
  const budget = new MemoryBudget({ each: 1_000_000_000, together: 450_000_000 });
  const log = createLog('silent');
  const hung = { processes: () => new Promise<number[]>(() => undefined), log };
  const stops = [hung, ...children.map(({ pid = 0 }) => ({ processes: async () => [pid], log }))].map((one) =>
    budget.watch(one),
  );
  await once(large ?? process, 'exit');
  expect(large?.signalCode).toBe('SIGKILL');
  expect(small?.exitCode ?? small?.signalCode).toBeNull();
  for (const stop of stops) stop();
  small?.kill('SIGKILL');
});

function held(pid: number, bytes: number) {
  return { pid, bytes };
}

function pids(processes: { pid: number; bytes: number }[]): number[] {
  return overLimit(processes, limits).map(({ pid }) => pid);
}
