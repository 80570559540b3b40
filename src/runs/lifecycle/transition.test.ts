import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Decision } from '../../routing/port.ts';
import { stuck } from '../../runners/contract.ts';
import { settleCut, settleResult } from '../attempt/settle.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import { reservedMicro } from '../ceiling.ts';
import { briefOf } from '../decision-brief.ts';
import { AT_ONCE } from '../learning-sweep.ts';
import { ranked } from '../ranking.ts';
import { anAttempt, aRun } from '../run.fixture.ts';
import type { Attempt, Interaction, Run } from '../run.ts';
import type { Decide, Now } from './move.ts';
import { committedRun, type RunEvent, type Transition, transition } from './transition.ts';

const now: Now = {
  at: aRun().createdAt,
  isWindowOver: false,
  hasRoom: true,
  isAsking: false,
  localState: () => 'begun',
  elapsedMs: () => 1_000,
};
const decide: Decide = {
  next: () => {
    throw new Error('nobody is to decide');
  },
  priceMicro: () => 1_000,
  typicalMs: () => 60_000,
  attempt: (scope) => ({ ...scope, id: 'att_new', engine: null, priceMicro: 1_000, isOwnKey: false }),
};

const after = (ms: number) => new Date(aRun().createdAt.getTime() + ms);
const settle = (run: Run, settled: SettledAttempt, changes: Partial<Now> = {}) =>
  transition(run, { kind: 'ended', result: { settled, files: [] } }, { ...now, ...changes }, decide);
const answered = (id: string, finishedAt: Date | null, answer: string): SettledAttempt => ({
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
  const { ending, run: over } = settle(run, answered('att_last', null, 'last'), { elapsedMs: () => tookMs });
  expect(ending).toMatchObject({ kind: 'answered', attempt: { runner: winner } });
  expect(over).toMatchObject({ runner: winner, outcome: { answer: winner } });
  expect(ranked(over.attempts)[0]?.attempt.runner).toBe(winner);
});

test('an answer ends the run, cuts off the other attempt and releases the rest of the hold', () => {
  const running = anAttempt({ id: 'att_slow', runner: 'slow', priceMicro: 4_000 });
  const won = anAttempt({ id: 'att_won', runner: 'won', priceMicro: 1_000, phase: 'race' });
  const run = aRun({ attempts: [running, won], heldMicro: 5_000 });
  const made = settle(run, answered('att_won', null, 'yes'), { elapsedMs: () => 15_000 });
  expect(made.settled).toMatchObject([
    { id: 'att_won', costMicro: 1_000, result: { judgement: null } },
    { id: 'att_slow', status: 'cancelled', costMicro: 1_000 },
  ]);
  expect(made).toMatchObject({ spentMicro: 2_000, inFlightMicro: -5_000 });
  expect(made.posting).toMatchObject({ creditsDelta: 3_000, heldDelta: -5_000 });
  expect(made.run).toMatchObject({ status: 'succeeded', heldMicro: 0, spentMicro: 2_000 });
});

const failure = (id: string): SettledAttempt => ({
  ...answered(id, null, ''),
  verdict: 'failed',
  fault: 'runner',
  error: { code: 'nope', message: 'No.' },
});

test('a failure and the start of the next runner are one change', () => {
  const run = aRun({ attempts: [anAttempt({ id: 'att_1' })], heldMicro: 1_000 });
  const made = settle(run, failure('att_1'));
  expect(made).toMatchObject({
    ending: null,
    spentMicro: 1_000,
    inFlightMicro: 0,
    started: { runner: 'second', phase: 'fallback', ordinal: 1 },
    mustCover: true,
    posting: { heldDelta: 0, creditsDelta: -1_000 },
  });
  expect(made.run).toMatchObject({ status: 'running', outcome: null, spentMicro: 1_000, heldMicro: 1_000 });
});

test('credits that do not cover the next runner end the run with the failure before', () => {
  const run = aRun({ attempts: [anAttempt({ id: 'att_1' })], heldMicro: 1_000 });
  const { run: refused } = transition(run, { kind: 'refused' }, now, decide);
  const made = settle(refused, failure('att_1'));
  expect(made).toMatchObject({ started: null, ending: { code: 'insufficient_credits' }, mustCover: false });
});

test('an attempt that died with its process is lost, and the next start is in the same change', () => {
  const run = aRun({ attempts: [anAttempt({ id: 'att_1' })], heldMicro: 1_000 });
  const made = transition(run, { kind: 'due' }, { ...now, localState: () => null }, decide);
  expect(made.settled).toMatchObject([{ id: 'att_1', status: 'lost', costMicro: 0 }]);
  expect(made).toMatchObject({ isResumed: true, started: { runner: 'first' }, posting: { entries: [] } });
});

test('the router decides once for a fallback', () => {
  let decisions = 0;
  const decision = { chain: ['second'], candidates: [] } as unknown as Decision;
  const router: Decide = {
    ...decide,
    next: () => {
      decisions += 1;
      return decision;
    },
  };
  const plan = { ...aRun().plan, decision: briefOf(decision) };
  const run = aRun({ attempts: [anAttempt({ id: 'att_1' })], heldMicro: 1_000, plan });
  const event: RunEvent = { kind: 'ended', result: { settled: failure('att_1'), files: [] } };
  expect(transition(run, event, now, router)).toMatchObject({ started: { runner: 'second' }, decision });
  expect(decisions).toBe(1);
});

const QUESTION: Interaction = {
  id: 'ia_1',
  kind: 'text',
  prompt: 'Which one?',
  channel: 'unknown',
  createdAt: after(0),
  expiresAt: after(60_000),
};

/** Random lives of a run: which attempt ends next and how, what happens to its process, its credits and its time. */
const happening = fc.record({
  what: fc.constantFrom(
    'ends',
    'ends',
    'ends',
    'due',
    'dies',
    'asks',
    'reserves',
    'time over',
    'no credits',
    'cancel',
    'expires',
  ),
  which: fc.nat(),
  verdict: fc.constantFrom('failed', 'failed', 'blocked', 'succeeded', 'empty'),
  fault: fc.constantFrom('runner', 'site', 'platform', 'caller'),
  message: fc.constantFrom('one', 'two', 'three'),
  costMicro: fc.integer({ min: 0, max: 6_000 }),
  isAtProvider: fc.boolean(),
  hasRoom: fc.constantFrom(true, true, false),
});
const life = fc.record({
  routingClass: fc.constantFrom('chain', 'learning', 'learning-all') as fc.Arbitrary<Run['routingClass']>,
  order: fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { minLength: 1 }),
  maxCostMicro: fc.option(fc.integer({ min: 1, max: 9_000 })),
  feeRatePpm: fc.constantFrom(0, 50_000),
  ownKeys: fc.subarray(['a', 'c']),
  happenings: fc.array(happening, { maxLength: 30 }),
});

test('whatever happens to a run: its money adds up, its rows match its state, and it ends once', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(life, ({ routingClass, order, maxCostMicro, feeRatePpm, ownKeys, happenings }) => {
      let made = 0;
      const runners: Decide = {
        ...decide,
        priceMicro: (runner) => (ownKeys.includes(runner) ? 0 : 1_000),
        attempt: (scope) => {
          made += 1;
          const isOwnKey = ownKeys.includes(scope.runner);
          return { ...scope, id: `att_${made}`, engine: null, priceMicro: 1_000, isOwnKey };
        },
      };
      let run = aRun({ routingClass, plan: { ...aRun().plan, order }, maxCostMicro, feeRatePpm });
      const localState = new Map<string, 'begun' | 'made'>();
      const books = { held: 0, spent: 0, inFlight: 0, references: new Set<string>(), ends: 0 };
      let present = { ...now, localState: (id: string) => localState.get(id) ?? null };

      const happen = (event: RunEvent) => {
        const change = transition(run, event, present, runners);
        expectConsistent(run, change, books);
        const at = after(10_000);
        run = committedRun(change, at);
        expect({ ...run, attempts: run.attempts.map(timeless) }).toEqual({
          ...change.run,
          finishedAt: change.ending ? at : null,
          attempts: change.run.attempts.map(timeless),
        });
        for (const attempt of change.resumed) localState.set(attempt.id, 'begun');
        if (change.started) localState.set(change.started.id, 'begun');
        if (change.ending)
          seen.add(change.ending.kind === 'stopped' ? change.ending.code : change.ending.kind);
      };
      const stop = (code: 'run_cancelled' | 'run_timeout') =>
        happen({ kind: 'stopped', ending: { kind: 'stopped', code, message: 'Over.' } });

      for (const one of happenings) {
        if (run.finishedAt) break;
        present = { ...present, hasRoom: one.hasRoom, isAsking: one.what === 'asks' };
        const running = run.attempts.filter(({ status }) => status === 'running');
        const attempt = running[one.which % Math.max(1, running.length)];
        if (one.what === 'dies') localState.clear();
        if (one.what === 'dies' && one.isAtProvider && attempt)
          run = {
            ...run,
            attempts: run.attempts.map((each) => (each === attempt ? { ...each, reference: 'task' } : each)),
          };
        if (one.what === 'time over') present = { ...present, isWindowOver: true };
        if (one.what === 'no credits') happen({ kind: 'refused' });
        if (one.what === 'asks') happen({ kind: 'asked', interaction: QUESTION, pictures: [] });
        if (one.what === 'reserves' && attempt)
          happen({ kind: 'normalizing', attemptId: attempt.id, costMicro: one.costMicro });
        if (run.interaction && one.what !== 'asks') happen({ kind: 'answered' });
        if (one.what === 'cancel') stop('run_cancelled');
        else if (one.what === 'expires') stop('run_timeout');
        else if (one.what === 'ends' && attempt && localState.has(attempt.id)) happen(endedAs(attempt, one));
        else happen({ kind: 'due' });
      }
      // Left alone, it comes to its end.
      for (let turn = 0; !run.finishedAt; turn += 1) {
        expect(turn).toBeLessThan(100);
        present = { ...present, hasRoom: true, isAsking: false };
        const attempt = run.attempts.find(({ id, status }) => status === 'running' && localState.has(id));
        happen(attempt && turn % 2 ? endedAs(attempt) : { kind: 'due' });
      }
      expect(books).toMatchObject({ held: 0, ends: 1 });
    }),
    { numRuns: 1_000 },
  );
  expect([...seen].sort()).toEqual([
    ...['answered', 'budget_exhausted', 'failed', 'insufficient_credits', 'run_cancelled', 'run_timeout'],
  ]);
});

function endedAs(
  attempt: Attempt,
  how: Partial<typeof happening extends fc.Arbitrary<infer T> ? T : never> = {},
): RunEvent {
  const { verdict = 'failed', fault = 'runner', message = 'no', costMicro = 1_000 } = how;
  const isAnswer = verdict === 'succeeded' || verdict === 'empty';
  const settled = {
    ...answered(attempt.id, null, `of ${attempt.id}`),
    ...{
      verdict,
      costMicro,
      fault: isAnswer ? 'none' : fault,
      error: isAnswer ? null : { code: 'nope', message },
    },
  } as SettledAttempt;
  return { kind: 'ended', result: { settled, files: [] } };
}

const timeless = ({ finishedAt: _, startedAt: __, ...attempt }: Attempt) => attempt;

interface Books {
  held: number;
  spent: number;
  inFlight: number;
  references: Set<string>;
  ends: number;
}

function expectConsistent(run: Run, change: Transition, books: Books): void {
  const { settled, started, posting, ending } = change;
  const running = (of: Run) => of.attempts.filter(({ status }) => status === 'running');
  const ids = settled.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(running(run).map((attempt) => attempt.id)).toContain(id);
  const newest = started ?? running(change.run).at(-1);
  expect(running(change.run).at(-1)?.id).toBe(newest?.id);
  expect(running(change.run)).toHaveLength(running(run).length - ids.length + (started ? 1 : 0));
  // The runners of a chain work one after the other.
  const mostAtOnce = run.routingClass === 'chain' ? 1 : AT_ONCE;
  expect(running(change.run).length).toBeLessThanOrEqual(mostAtOnce);

  const moved = (account: string) =>
    posting.entries.reduce(
      (sum, { credit, debit, amountMicro }) =>
        sum + (credit === account ? amountMicro : 0) - (debit === account ? amountMicro : 0),
      0,
    );
  expect(moved('workspace:held')).toBe(posting.heldDelta);
  expect(moved('workspace:credits')).toBe(posting.creditsDelta);
  for (const { reference, amountMicro } of posting.entries) {
    expect(amountMicro).toBeGreaterThan(0);
    expect(books.references).not.toContain(reference);
    books.references.add(reference);
  }
  books.held += posting.heldDelta;
  books.spent += change.spentMicro;
  books.inFlight += change.inFlightMicro;
  expect(books.held).toBe(change.run.heldMicro);
  expect(books.spent).toBe(change.run.spentMicro);
  expect(change.run.spentMicro).toBeLessThanOrEqual(run.maxCostMicro ?? Number.POSITIVE_INFINITY);
  expect(books.inFlight).toBe(running(change.run).reduce((sum, attempt) => sum + reservedMicro(attempt), 0));

  expect(change.end !== null).toBe(ending !== null);
  expect(['running', 'needs_human'].includes(change.run.status)).toBe(ending === null);
  expect(change.run.status === 'needs_human').toBe(change.run.interaction !== null);
  if (!ending) return;
  books.ends += 1;
  expect(running(change.run)).toEqual([]);
  // One attempt speaks.
  const { outcome, runner, attempts } = change.run;
  expect([null, `of ${outcome?.attemptId}`]).toContain(outcome?.output);
  expect(attempts.find(({ id }) => id === outcome?.attemptId)?.runner ?? null).toBe(runner);
}

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
