import { expect, test } from 'vitest';
import { anAttempt, aRun } from '../run.fixture.ts';
import type { Attempt, Run } from '../run.ts';
import type { Decide, Move, Now } from './move.ts';
import { nextMoves } from './next.ts';

const failed = (runner: string, message: string, changes: Partial<Attempt> = {}) =>
  anAttempt({
    runner,
    status: 'finished',
    verdict: 'failed',
    fault: 'runner',
    error: { code: 'nope', message },
    ...changes,
  });
const lost = (runner: string) =>
  anAttempt({ runner, status: 'lost', fault: 'platform', error: { code: 'executor_lost', message: 'gone' } });
const at = (changes: Partial<Now> = {}): Now => ({
  at: aRun().createdAt,
  isWindowOver: false,
  hasRoom: true,
  localState: () => null,
  isAsking: false,
  elapsedMs: () => 0,
  ...changes,
});
const decide = { priceMicro: () => 1_000 } as unknown as Decide;
const stepAfter = (attempts: Attempt[], changes: Partial<Run> = {}, isWindowOver = false): Move => {
  const [step, ...others] = nextMoves(aRun({ attempts, ...changes }), at({ isWindowOver }), decide);
  expect(others).toEqual([]);
  if (!step) throw new Error('nothing is to be done');
  return step;
};

test('the plan is followed in its order, the first as planned and the others as fallback', () => {
  expect(stepAfter([])).toEqual({
    do: 'attempt',
    runner: 'first',
    phase: 'planned',
    batch: null,
    decision: null,
  });
  expect(stepAfter([failed('first', 'a')])).toEqual({
    do: 'attempt',
    runner: 'second',
    phase: 'fallback',
    batch: null,
    decision: null,
  });
  expect(stepAfter([failed('first', 'a'), failed('second', 'b')])).toMatchObject({ runner: 'third' });
});

const lostSight = failed('first', 'the provider broke off', {
  fault: 'platform',
  result: { finalUrl: null, steps: [], judgement: null, errorCode: null, isLostSight: true },
});
const runTo = (goal: string): Partial<Run> => {
  const { request } = aRun();
  return { request: { ...request, task: { ...request.task, goal } } };
};

test('an action whose runner was lost out of sight is not done again by another', () => {
  expect(stepAfter([lostSight], runTo('Add the kettle to the basket.'))).toMatchObject({
    do: 'finish',
    ending: { kind: 'failed', message: expect.stringContaining('the provider broke off') },
  });
});

test.each(['What is the price of the kettle?', 'Download the price list.', 'Search for a kettle.'])(
  'a harmless task whose runner was lost out of sight goes to the next one: %s',
  (goal) => {
    expect(stepAfter([lostSight], runTo(goal))).toMatchObject({ do: 'attempt', runner: 'second' });
  },
);

test.each(['succeeded', 'empty'] as const)(
  'an attempt judged %s ends the run, whatever else is over',
  (verdict) => {
    const attempt = anAttempt({ status: 'finished', verdict });
    expect(stepAfter([attempt], { maxCostMicro: 1, spentMicro: 1_000 }, true)).toMatchObject({
      do: 'finish',
      ending: { kind: 'answered', attempt },
    });
  },
);

test('a weak answer ends the run when no other runner does better', () => {
  const plan = { ...aRun().plan, order: ['a', 'b'] };
  const weak = anAttempt({
    runner: 'a',
    status: 'finished',
    verdict: 'succeeded',
    result: { finalUrl: null, steps: [], errorCode: null, judgement: null, isWeak: true },
  });
  expect(stepAfter([weak], { plan })).toEqual({
    do: 'attempt',
    runner: 'b',
    phase: 'fallback',
    batch: null,
    decision: null,
  });
  expect(stepAfter([weak, failed('b', 'nothing')], { plan })).toMatchObject({
    do: 'finish',
    ending: { kind: 'answered', attempt: { runner: 'a' } },
  });
  expect(stepAfter([weak], { plan }, true)).toMatchObject({
    do: 'finish',
    ending: { kind: 'answered', attempt: { runner: 'a' } },
  });
  const better = anAttempt({ runner: 'b', status: 'finished', verdict: 'succeeded' });
  expect(stepAfter([weak, better], { plan })).toMatchObject({ ending: { attempt: { runner: 'b' } } });
});

test('a running attempt of another process is resumed', () => {
  expect(stepAfter([anAttempt({ reference: 'task-1' })])).toMatchObject({ do: 'resume' });
});

test('the window and the ceiling stop further attempts', () => {
  expect(stepAfter([failed('first', 'a')], {}, true)).toMatchObject({ ending: { code: 'run_timeout' } });
  expect(stepAfter([failed('first', 'a')], { maxCostMicro: 1_000, spentMicro: 1_000 })).toMatchObject({
    ending: { code: 'budget_exhausted', message: 'The executed attempts reached the spend ceiling.' },
  });
  expect(stepAfter([failed('first', 'a')], { maxCostMicro: 2_000, spentMicro: 1_000 })).toMatchObject({
    do: 'attempt',
  });
  expect(stepAfter([failed('first', 'a')], { maxCostMicro: 1_999, spentMicro: 1_000 })).toMatchObject({
    ending: {
      code: 'budget_exhausted',
      message:
        'The spend ceiling leaves 0.000999 of 0.001999 USD, and the cheapest runner left, second, costs 0.001 USD.',
      forbidden: ['second', 'third'],
    },
  });
  const stopped = failed('first', 'a', { error: { code: 'spend_ceiling', message: 'Not finished' } });
  expect(stepAfter([stopped], { maxCostMicro: 1_001, spentMicro: 1_000 })).toMatchObject({
    ending: {
      code: 'budget_exhausted',
      message: 'The rest of the spend ceiling does not cover a further step.',
    },
  });
});

test('a fault of the caller is not tried on others', () => {
  expect(stepAfter([failed('first', 'a', { fault: 'caller' })])).toMatchObject({
    do: 'finish',
    ending: { kind: 'failed' },
  });
});

test('the same error three times in a row is the task and not the runner', () => {
  const plan = { ...aRun().plan, order: ['a', 'b', 'c', 'd'] };
  const same = ['a', 'b', 'c'].map((runner) => failed(runner, 'Page not found'));
  const step = stepAfter(same, { plan });
  expect(step).toMatchObject({ do: 'finish', ending: { kind: 'failed' } });
  expect(step.do === 'finish' && step.ending.kind === 'failed' && step.ending.message).toContain(
    '3 times in a row',
  );
  expect(stepAfter([...same.slice(0, 2), failed('c', 'Another')], { plan })).toMatchObject({ runner: 'd' });
});

test('an attempt lost with its process is tried again once; a run that took down two processes ends', () => {
  expect(stepAfter([lost('first')])).toMatchObject({ runner: 'first' });
  expect(stepAfter([lost('first'), lost('first')])).toMatchObject({
    do: 'finish',
    ending: { kind: 'stopped', code: 'run_timeout' },
  });
});

test('an attempt that its process left when told to does not count against its runner', () => {
  const left = { ...lost('first'), error: { code: 'executor_left', message: 'gone' } };
  expect(stepAfter([left, left, left, left])).toMatchObject({ runner: 'first' });
  expect(stepAfter([left, lost('first'), left])).toMatchObject({ runner: 'first' });
});

test('a run that was blocked everywhere is blocked, and one that also failed has failed', () => {
  const blocked = (runner: string) =>
    anAttempt({ runner, status: 'finished', verdict: 'blocked', fault: 'site' });
  const plan = { ...aRun().plan, order: ['a', 'b'] };
  expect(stepAfter([blocked('a'), blocked('b')], { plan })).toMatchObject({
    ending: { attempt: { verdict: 'blocked' } },
  });
  expect(stepAfter([failed('a', 'x'), blocked('b')], { plan })).toMatchObject({
    ending: { attempt: { verdict: 'failed' } },
  });
});

test('of several failures the surest speaks for the run, then the last, and our own only where there is no other', () => {
  const plan = { ...aRun().plan, order: ['a', 'b', 'c'] };
  const sure = (runner: string, confidence: number, fault: Attempt['fault'] = 'runner') =>
    failed(runner, runner, {
      fault,
      result: {
        finalUrl: null,
        steps: [],
        errorCode: 'run_failed',
        judgement: {
          output: null,
          answer: null,
          answerPresent: false,
          blockReason: null,
          deliverables: null,
          quality: { verdict: 'failed', confidence, reason: runner, source: 'deterministic' },
        },
      },
    });
  const speaking = (attempts: Attempt[]) => {
    const step = stepAfter(attempts, { plan });
    return step.do === 'finish' && 'attempt' in step.ending ? step.ending.attempt?.runner : null;
  };
  expect(speaking([sure('a', 0.9), sure('b', 0.7), sure('c', 0.7)])).toBe('a');
  expect(speaking([sure('a', 0.9), sure('b', 0.95), sure('c', 0.95)])).toBe('c');
  expect(speaking([sure('a', 0.6), sure('b', 0.5), sure('c', 0.99, 'platform')])).toBe('a');
});

test('while the owner is asked no runner starts beside the one that asks', () => {
  const decision = {
    chain: ['first', 'second'],
    strategy: 'exploit',
    reason: 'exploit_best',
    summary: '',
    policyVersion: '1',
    hedgeAfterMs: 100,
    widening: null,
    success: [0.9, 0.8],
  } as unknown as NonNullable<Run['plan']['decision']>;
  const slow = anAttempt({ decision });
  const run = aRun({ attempts: [slow], plan: { order: ['first', 'second'], decision, budgetMicro: null } });
  const late = { localState: () => 'begun' as const, elapsedMs: () => 1_000 };
  expect(nextMoves(run, at(late), decide)).toMatchObject([
    { do: 'attempt', runner: 'second', phase: 'race' },
  ]);
  expect(nextMoves(run, at({ ...late, isAsking: true }), decide)).toEqual([]);
});
