import { expect, test } from 'vitest';
import type { DecisionBrief } from './decision-brief.ts';
import { routingSentence } from './routing-sentence.ts';
import { anAttempt } from './run.fixture.ts';

const decided = (summary: string) => ({ summary }) as DecisionBrief;
const first = decided('first is the best choice.');
const failed = anAttempt({
  runner: 'first',
  verdict: 'failed',
  status: 'finished',
  error: { code: 'site_error', message: 'The shop is down. Try later!' },
  decision: first,
});
const next = anAttempt({
  runner: 'second',
  ordinal: 1,
  phase: 'fallback',
  decision: decided('second is the best choice now.'),
});

test('before a fallback the sentence is that of the plan', () => {
  expect(routingSentence({ attempts: [failed], runner: 'first' }, first)).toBe(first.summary);
  expect(routingSentence({ attempts: [], runner: null }, first)).toBe(first.summary);
});

test('after a fallback it says why the one before failed and why this one was next', () => {
  expect(routingSentence({ attempts: [failed, next], runner: 'second' }, first)).toBe(
    'first failed (The shop is down); second is the best choice now.',
  );
  const blocked = { ...failed, verdict: 'blocked' as const, error: null };
  expect(routingSentence({ attempts: [blocked, next], runner: null }, first)).toBe(
    'first was blocked; second is the best choice now.',
  );
});

test('a racer did not wait for a failure', () => {
  const racer = { ...next, phase: 'race' as const };
  expect(routingSentence({ attempts: [failed, racer], runner: 'second' }, first)).toBe(first.summary);
});
