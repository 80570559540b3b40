import { expect, test } from 'vitest';
import { judge } from '../../quality/judge.ts';
import { stuck } from '../../runners/contract.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import { ranked } from '../ranking.ts';
import { anAttempt, aRun } from '../run.fixture.ts';
import { settleCut, settleResult } from './settle.ts';
import { settlementOf } from './settlement.ts';
import type { Now } from './standing.ts';

const now: Now = {
  isWindowOver: false,
  isOutOfCredits: false,
  isAsking: false,
  here: () => 'begun',
  priceMicro: () => 1_000,
  elapsedMs: () => 0,
  worked: () => ({ workedMs: 15_000, typicalMs: 60_000 }),
  decide: () => {
    throw new Error('nobody is to decide');
  },
};

const after = (ms: number) => new Date(aRun().createdAt.getTime() + ms);
const answered = (id: string, finishedAt: Date, answer: string): SettledAttempt => ({
  id,
  status: 'finished',
  costMicro: 1_000,
  verdict: 'succeeded',
  blockReason: null,
  defense: null,
  fault: 'none',
  error: null,
  finishedAt,
  result: {
    finalUrl: null,
    steps: [],
    errorCode: null,
    judgement: {
      output: answer,
      answer,
      answerPresent: true,
      quality: { verdict: 'succeeded', confidence: 0.9, reason: '', source: 'deterministic' },
      blockReason: null,
      deliverables: null,
    },
  },
});

test.each([
  ['slower than the first', 9_000, 'quick'],
  ['quicker than the first', 1_000, 'last'],
])('the winner of a sweep is the first of its ranking when the last probe is %s', (_name, tookMs, winner) => {
  const quick = anAttempt({
    ...answered('att_quick', after(4_000), 'quick'),
    runner: 'quick',
    phase: 'probe',
  });
  const last = anAttempt({ id: 'att_last', runner: 'last', phase: 'probe' });
  const run = aRun({
    routingClass: 'learning',
    plan: { order: ['quick', 'last'], decision: null, budgetMicro: null },
    attempts: [quick, last],
  });
  const { ending, run: over } = settlementOf(run, answered('att_last', after(tookMs), 'last'), now);
  expect(ending).toMatchObject({ kind: 'answered', attempt: { runner: winner } });
  expect(over).toMatchObject({ runner: winner, outcome: { answer: winner } });
  expect(ranked(over.attempts)[0]?.attempt.runner).toBe(winner);
});

test('an answer ends the run, cuts off the other attempt and releases the rest of the hold', () => {
  const running = anAttempt({ id: 'att_slow', runner: 'slow', priceMicro: 4_000 });
  const won = anAttempt({ id: 'att_won', runner: 'won', priceMicro: 1_000, phase: 'race' });
  const run = aRun({ attempts: [running, won], heldMicro: 5_000 });
  const settlement = settlementOf(run, answered('att_won', after(1_000), 'yes'), now);
  expect(settlement.rows).toMatchObject([
    { id: 'att_won', costMicro: 1_000, result: { judgement: null } },
    { id: 'att_slow', status: 'cancelled', costMicro: 1_000 },
  ]);
  expect(settlement).toMatchObject({ spentMicro: 2_000, reckonedMicro: 5_000 });
  expect(settlement.posting).toMatchObject({ creditsDelta: 3_000, heldDelta: -5_000 });
  expect(settlement.run).toMatchObject({ status: 'succeeded', heldMicro: 0, spentMicro: 2_000 });
});

test('a failure with another runner left moves the run on with its money', () => {
  const run = aRun({ attempts: [anAttempt({ id: 'att_1' })], heldMicro: 1_000 });
  const failed: SettledAttempt = {
    ...answered('att_1', after(1_000), ''),
    verdict: 'failed',
    fault: 'runner',
    error: { code: 'nope', message: 'No.' },
  };
  const settlement = settlementOf(run, failed, now);
  expect(settlement).toMatchObject({ ending: null, spentMicro: 1_000, posting: { heldDelta: -1_000 } });
  expect(settlement.run).toMatchObject({ status: 'running', outcome: null, spentMicro: 1_000 });
});

test.each([
  [0, 0],
  [15_000, 1_000],
  [60_000, 4_000],
  [600_000, 4_000],
])('an attempt cut off after %d ms of a typical minute costs %d of 4000', (workedMs, costMicro) => {
  const attempt = anAttempt({ priceMicro: 4_000 });
  expect(settleCut(attempt, { workedMs, typicalMs: 60_000 }).costMicro).toBe(costMicro);
});

test.each([
  ['in its own words', 'The agent gave up: no such button.', 'The agent gave up: no such button.'],
  [
    'beside what we found',
    'Cloudflare said no.',
    expect.stringMatching(/ The runner said: Cloudflare said no\.$/),
  ],
])('a failure is told %s', (_name, said, message) => {
  const page = said.startsWith('Cloudflare')
    ? {
        finalUrl: 'https://shop.example/',
        httpStatus: 403,
        title: 'Just a moment...',
        headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
        markup: '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>',
      }
    : null;
  const result = stuck('not_done', said, page);
  const judgement = judge({ goal: 'Buy it', result, page, files: [], schemaProblems: null });
  const attempt = anAttempt();
  const settled = settleResult({
    attempt,
    result,
    judgement,
    normalization: null,
    steps: [],
    isFailureFree: false,
  });
  expect(settled.error?.message).toEqual(message);
});
