import { afterAll, expect, it } from 'vitest';
import { type JudgeInput, judge } from './judge.ts';
import { SchemaChecker } from './schema-checker.ts';

const checker = new SchemaChecker();
afterAll(() => checker[Symbol.asyncDispose]());

const input = (output: unknown): JudgeInput => ({
  goal: 'What does the kettle cost?',
  result: { ok: true, output },
  page: null,
  files: [],
  schemaProblems: null,
});

it.each(['It costs 58 dollars.', 'The kettle costs 58 dollars. '.repeat(3_000)])(
  'a thread judges like the main thread',
  async (said) => {
    expect(await checker.judge(input(said))).toEqual(judge(input(said)));
  },
);

it('a result that cannot be judged rejects, and the next one is judged', async () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 3_000; depth += 1) deep = { deep };
  const endless = { ...input('x'.repeat(2_000)), goal: null as unknown as string };
  await expect(checker.judge(endless)).rejects.toThrow('TypeError');
  await checker.judge(input(deep)).catch(() => undefined);
  expect((await checker.judge(input('58 dollars. '.repeat(200)))).verdict).toBe('succeeded');
});

// Without a time limit: a short result may take milliseconds at most, whatever it says.
it.each([
  'a',
  ' ',
  '0,',
  '"(',
  '\n- ',
  'no results found ',
  'nicht gefunden. ',
  'price $1.00 ',
  'displays Save ',
  'http://a.',
  '<a href=',
])('a short result is judged at once: %j', async (unit) => {
  const hostile = input(unit.repeat(500).slice(0, 470));
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = process.threadCpuUsage();
    await checker.judge(hostile);
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1_000);
  }
  expect(Math.min(...times)).toBeLessThan(20);
});
