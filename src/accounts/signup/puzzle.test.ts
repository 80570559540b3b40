import { expect, test } from 'vitest';
import { seeded } from '../../../test/support/seeded.ts';
import { makePuzzle } from './puzzle.ts';
import { solve } from './solve.fixture.ts';
import { isGeneric } from './user-agent.ts';

const random = seeded(7);
const puzzles = Array.from({ length: 2_000 }, () => makePuzzle((below) => Math.floor(random() * below)));

test('following the instruction gives the answer', () => {
  for (const { instruction, puzzle, answer } of puzzles) expect(solve(instruction, puzzle)).toBe(answer);
});

test('no two puzzles have the same answer, and none is empty', () => {
  const answers = puzzles.map(({ answer }) => answer);
  expect(Math.min(...answers.map((answer) => answer.length))).toBeGreaterThan(3);
  expect(new Set(answers).size).toBeGreaterThan(1_980);
});

test('there are more than six kinds of steps, and they compose in many ways', () => {
  const plans = puzzles.map(({ instruction }) => instruction.replace(/\s*\(.*?\)/g, ''));
  expect(new Set(plans.flatMap((plan) => plan.split('; '))).size).toBeGreaterThan(12);
  expect(new Set(plans).size).toBeGreaterThan(300);
});

test.each([
  'curl/8.5.0',
  'Wget/1.21',
  'python-requests/2.31',
  'python-httpx/0.27',
  'httpx/1',
  'node-fetch/1.0',
  'undici',
  'axios/1.7',
  'got (https://github.com/sindresorhus/got)',
  'Go-http-client/2.0',
  'okhttp/4.12',
  'Java/17',
  'Java-http-client/21',
  'libwww-perl/6.72',
  'PostmanRuntime/7.36',
  '',
  '  ',
])('%j is nobody', (userAgent) => expect(isGeneric(userAgent)).toBe(true));

test.each([
  'claude-code/2.1',
  'codex-cli/1.0 (axios/1.7)',
  'Mozilla/5.0',
  'gotham/1',
  'javascript-agent/1',
  'switchyard-cli/0.1',
])('%j is somebody', (userAgent) => expect(isGeneric(userAgent)).toBe(false));
