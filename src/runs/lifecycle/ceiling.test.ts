import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainFacts } from '../../../test/support/scripted-runner.ts';
import { NORMALIZATION_MICRO } from '../../billing/postings.ts';
import { candidatesOf, questionOf } from '../../routing/candidates.ts';
import { decide } from '../../routing/model/decide.ts';
import { newState } from '../../routing/model/state.ts';
import { makePlan } from '../../routing/plan.ts';
import type { RegistryEntry } from '../../runners/catalog.ts';
import { settleCut } from '../attempt/settle.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import { coversAddon, leftMicro, spendLimitMicro } from '../ceiling.ts';
import type { RunsContext } from '../context.ts';
import { briefOf } from '../decision-brief.ts';
import { aRun } from '../run.fixture.ts';
import type { Attempt, Run } from '../run.ts';
import { deciderOf, priceMicro } from './decide-next.ts';
import type { Now } from './move.ts';
import { transition } from './transition.ts';

/** The pure core of a run over random catalogs: admission's plan, the moves, and what each attempt bills. */

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const micro = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200_000 }));
const end = fc.record({
  verdict: fc.constantFrom('failed', 'failed', 'blocked', 'succeeded'),
  fault: fc.constantFrom('runner', 'site', 'platform'),
  reportedMicro: fc.option(fc.integer({ min: 0, max: 900_000 })),
  message: fc.constantFrom('one', 'two', 'three', 'four'),
  normalizes: fc.boolean(),
  isCut: fc.boolean(),
  isWeak: fc.boolean(),
  which: fc.nat(),
});
const world = fc.record({
  runners: fc.uniqueArray(
    fc.record({
      slug: fc.constantFrom(...NAMES),
      price: micro,
      isOwnKey: fc.boolean(),
      canAct: fc.boolean(),
    }),
    {
      minLength: 1,
      selector: ({ slug }) => slug,
    },
  ),
  ceiling: fc.option(fc.integer({ min: 1, max: 500_000 })),
  routing: fc.constantFrom('smart', 'chain', 'learning', 'learning-all') as fc.Arbitrary<Run['routingClass']>,
  slaProfile: fc.constantFrom('balanced', 'cheapest', 'fastest', 'most_reliable') as fc.Arbitrary<
    Run['request']['slaProfile']
  >,
  maxFallbacks: fc.integer({ min: 0, max: 5 }),
  custody: fc.subarray(NAMES, { minLength: 1 }),
  goal: fc.constantFrom('Read the price.', 'Add the kettle to the basket.'),
  normalize: fc.boolean(),
  ends: fc.array(end, { minLength: 30, maxLength: 30 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function begin(given: World) {
  const entries = given.runners.map(({ slug, price, canAct }): RegistryEntry => {
    const plain = plainFacts(slug);
    const facts = {
      ...plain,
      capabilities: { ...plain.capabilities, javascript: canAct },
      price: { unit: 'task' as const, microUsd: price, typicalTaskMicroUsd: price },
    };
    return { facts, status: 'available', reason: null, reachesLocal: true };
  });
  const entry = (slug: string) => entries.find(({ facts }) => facts.slug === slug) ?? null;
  const isOwnKey = (slug: string) => given.runners.some((one) => one.slug === slug && one.isOwnKey);
  const source = { entries: () => entries, entry, pools: {} };
  const router = {
    decide: (context: Parameters<typeof decide>[0]) => decide(context, newState()),
    probation: () => new Map<string, number>(),
  };
  // The part of the context that decisions read.
  const ctx = {
    registry: { entry, isOwnKey, covers: () => true, seenBy: () => source },
    router,
    gate: { isLocalTarget: () => false },
    clock: { now: () => new Date(0) },
  } as unknown as RunsContext;
  const routing =
    given.routing === 'chain'
      ? { class: 'chain' as const, runners: given.runners.map(({ slug }) => slug) }
      : { class: given.routing as 'smart' };
  const { request } = aRun();
  const words = { acts: given.goal.startsWith('Add'), file: null };
  const allows = (ceiling: number | null) =>
    questionOf(
      {
        routing,
        words,
        isLocalTarget: false,
        isAffordable: (slug) => priceMicro(ctx, slug, new Map()) <= (ceiling ?? Number.POSITIVE_INFINITY),
      },
      [({ slug }) => given.custody.includes(slug)],
    );
  return { ctx, source, router, routing, request, allows };
}

function runIn(given: World): Run | null {
  const { ctx, source, router, request, allows } = begin(given);
  const kept = candidatesOf(allows(null), source, { probation: new Map() }).eligible;
  if (kept.length === 0) return null;
  const plan = makePlan(
    {
      ...allows(given.ceiling),
      runId: 'resp_1',
      nowMs: 0,
      workspaceId: 'ws_1',
      domain: null,
      taskType: 'extract',
      slaProfile: given.slaProfile,
      maxFallbacks: given.maxFallbacks,
      maxCostMicro: given.ceiling,
      timeBudgetMs: null,
    },
    source,
    router as never,
  );
  const isSwept = given.routing.startsWith('learning');
  const order = isSwept ? kept.map(({ runner }) => runner) : plan.order;
  const custody = {
    policy: `pinned:${given.custody.join(',')}`,
    source: 'request' as const,
    credentialId: null,
    allowedRunners: given.custody,
    allowedCount: given.custody.length,
    candidatesBefore: 0,
  };
  const { slaProfile, maxFallbacks, normalize, ceiling } = given;
  const asked = {
    ...request,
    task: { ...request.task, goal: given.goal },
    routing: given.routing === 'chain' ? order : given.routing,
    ...{ slaProfile, maxFallbacks, normalize, custody, maxCostMicro: ceiling },
  };
  let run = aRun({
    request: asked,
    routingClass: given.routing,
    maxCostMicro: ceiling,
    plan: {
      order,
      decision: isSwept || !plan.decision ? null : briefOf(plan.decision),
      budgetMicro: isSwept ? null : plan.budgetMicro,
    },
  });
  const now: Now = {
    at: run.createdAt,
    isWindowOver: false,
    hasRoom: true,
    localState: () => 'begun',
    isAsking: false,
    elapsedMs: () => 1e9,
  };
  const decide = { ...deciderOf(ctx, new Map(), null), typicalMs: () => 2e9 };
  for (const next of given.ends) {
    const due = transition(run, { kind: 'due' }, now, decide);
    if (due.started && decide.priceMicro(due.started.runner) > leftMicro(run))
      throw new Error('above the ceiling');
    run = due.run;
    if (due.ending) return run;
    if (due.started && next.which % 2 === 0) continue;
    const running = run.attempts.filter(({ status }) => status === 'running');
    const attempt = running[next.which % Math.max(1, running.length)];
    if (!attempt) continue;
    const { run: reserved, row } = resultOf(run, attempt, next);
    const made = transition(reserved, { kind: 'ended', result: { settled: row, files: [] } }, now, decide);
    run = made.run;
    if (made.ending) return run;
  }
  return { ...run, status: 'running' };
}

function resultOf(run: Run, attempt: Attempt, next: World['ends'][number]) {
  if (next.isCut) return { run, row: settleCut(attempt, { workedMs: 1, typicalMs: 2 }) };
  const costMicro = next.reportedMicro ?? attempt.priceMicro;
  const isAnswer = next.verdict === 'succeeded';
  const applied =
    isAnswer && next.normalizes && run.request.normalize && coversAddon(run, attempt, costMicro);
  expect(spendLimitMicro(run, attempt) ?? 0).toBeGreaterThanOrEqual(0);
  const row: SettledAttempt = {
    id: attempt.id,
    status: 'finished',
    costMicro,
    verdict: next.verdict,
    blockReason: null,
    defense: null,
    fault: isAnswer ? 'none' : next.fault,
    error: isAnswer ? null : { code: 'run_failed', message: next.message },
    finishedAt: new Date(1_000),
    result: {
      finalUrl: null,
      steps: [],
      errorCode: null,
      ...(isAnswer && next.isWeak && { isWeak: true }),
      judgement: {
        output: 'x',
        answer: 'x',
        answerPresent: isAnswer,
        quality: { verdict: next.verdict, confidence: 0.9, reason: '', source: 'deterministic' },
        blockReason: null,
        deliverables: null,
        ...(applied && { normalization: { applied: true, reason: null } }),
      },
    },
  };
  const normalizing = applied ? [...(run.normalizing ?? []), attempt.id] : run.normalizing;
  return { run: { ...run, normalizing }, row };
}

const billMicro = (run: Run) =>
  run.spentMicro + (run.outcome?.normalization?.applied ? NORMALIZATION_MICRO : 0);

test('whatever catalog, prices, profile, custody and normalization: the bill never exceeds the ceiling', () => {
  let ended = 0;
  let exhausted = 0;
  fc.assert(
    fc.property(world, (given) => {
      const run = runIn(given);
      if (!run) return;
      expect(billMicro(run)).toBeLessThanOrEqual(given.ceiling ?? Number.POSITIVE_INFINITY);
      const paid = run.attempts.reduce((sum, one) => sum + (one.isOwnKey ? 0 : (one.costMicro ?? 0)), 0);
      expect(paid).toBe(run.spentMicro);
      if (run.outcome) ended += 1;
      if (run.outcome?.error?.code !== 'budget_exhausted') return;
      exhausted += 1;
      const isPriced = run.attempts.length > 0 || / costs [\d.e-]+ USD/.test(run.outcome.error.message);
      expect(isPriced).toBe(true);
    }),
    { numRuns: 2_000, seed: 43 },
  );
  // The property is about runs that end, and some of them end at the ceiling.
  expect(ended).toBeGreaterThan(1_500);
  expect(exhausted).toBeGreaterThan(100);
});

test('a lower ceiling only removes candidates', () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 1, max: 500_000 }), (given, ceiling) => {
      const { source, allows } = begin(given);
      const names = (limit: number | null) =>
        candidatesOf(allows(limit), source, { probation: new Map() }).eligible.map(({ runner }) => runner);
      const all = names(given.ceiling);
      const fewer = names(Math.min(ceiling, given.ceiling ?? ceiling));
      expect(all).toEqual(expect.arrayContaining(fewer));
    }),
    { numRuns: 1_000 },
  );
});
