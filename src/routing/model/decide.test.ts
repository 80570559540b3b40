import { expect, test } from 'vitest';
import type { AttemptOutcome } from '../port.ts';
import { decide } from './decide.ts';
import { observe } from './observe.ts';
import { POLICY_VERSION, WEIGHTS } from './parameters.ts';
import { AT_MS, aCandidate, aContext, anOutcome, BLOCKED, DOWN, FAILED } from './routing.fixture.ts';
import { newSite } from './site.ts';
import { applyDeltas, newState, type State, siteKey } from './state.ts';

function seen(outcomes: AttemptOutcome[]): State {
  const state = newState();
  for (const outcome of outcomes) {
    const deltas = observe(state, outcome);
    if (deltas) applyDeltas(state, deltas, outcome.nowMs);
  }
  return state;
}

const times = (count: number, make: (at: number) => AttemptOutcome) =>
  Array.from({ length: count }, (_, at) => make(at));
const HOUR = 3_600_000;

test('the same evidence, clock and run give the same decision', () => {
  const state = seen(times(20, (at) => anOutcome('one', { nowMs: AT_MS + at, ...(at % 3 ? {} : FAILED) })));
  expect(decide(aContext(), state)).toEqual(decide(aContext(), structuredClone(state)));
  expect(JSON.parse(JSON.stringify(decide(aContext(), state)))).toEqual(decide(aContext(), state));
  expect(decide(aContext(), state).policyVersion).toBe(POLICY_VERSION);
});

test('a runner that succeeds comes first, one that fails last', () => {
  const state = seen([
    ...times(12, (at) => anOutcome('two', { nowMs: AT_MS + at })),
    ...times(12, (at) => anOutcome('one', { nowMs: AT_MS + at, ...FAILED })),
  ]);
  const decision = decide(aContext({ nowMs: AT_MS + HOUR }), state);
  expect(decision.chain[0]).toBe('two');
  expect(decision).toMatchObject({ strategy: 'exploit', reason: 'exploit_recent_winner' });
  expect(decision.appliedHints).toContain('recent_winner');
  const [one, two] = ['one', 'two'].map((runner) =>
    decision.candidates.find((other) => other.runner === runner),
  );
  expect(two?.success).toBeGreaterThan((one?.success ?? 1) + 0.2);
  expect(two).toMatchObject({ priorLevel: 'domain_task', position: 0 });
  expect(decision.summary).toMatch(
    /^two has worked on shop\.example of late: \d+% likely to succeed at about \$0\.0\d+\.$/,
  );
});

test('a choice for its time says so', () => {
  const candidates = [
    aCandidate('agent', { listPriceMicro: 1_000 }),
    aCandidate('browser', { kind: 'browser_infra', listPriceMicro: 2_000 }),
  ];
  const { chain, summary } = decide(aContext({ candidates }), newState());
  expect(chain).toEqual(['browser', 'agent']);
  expect(summary).toMatch(/\(next agent: 4\d%, \$0\.0010, but in 68 s instead of 17 s\)/);
});

test('a cheap first try is not called better than the likelier runner behind it', () => {
  const candidates = [
    aCandidate('cheap', { listPriceMicro: 500 }),
    aCandidate('dear', { listPriceMicro: 200_000 }),
  ];
  const state = seen([
    ...times(12, (at) => anOutcome('dear', { nowMs: AT_MS + at })),
    ...times(12, (at) => anOutcome('cheap', { nowMs: AT_MS + at, ...(at % 2 ? FAILED : {}) })),
  ]);
  const { chain, summary } = decide(aContext({ candidates, nowMs: AT_MS + HOUR }), state);
  expect(chain).toEqual(['cheap', 'dear']);
  expect(summary).toMatch(
    /^cheap goes first on shop\.example, since it costs little to try: \d+% .*; dear \(\d+%, \$0\.\d+\) follows when it fails\.$/,
  );
});

test('the plan stays among the candidates and within the fallbacks', () => {
  for (const maxFallbacks of [0, 1, 2, 12]) {
    const { chain } = decide(aContext({ maxFallbacks }), newState());
    expect(chain.length).toBe(Math.min(3, 1 + maxFallbacks));
    expect(new Set([...chain, 'one', 'two', 'three']).size).toBe(3);
  }
});

test('a runner that was tried, or is at work, is not planned again', () => {
  const attempts = [{ runner: 'one', verdict: 'failed', fault: 'runner', defense: null }] as const;
  const { chain } = decide(aContext({ attempts, inFlight: ['two'], budgetMicro: 1e6 }), newState());
  expect(chain).toEqual(['three']);
});

test('the totals on the card are those of the planner', () => {
  const state = seen(
    times(30, (at) => anOutcome(at % 2 ? 'one' : 'two', { nowMs: AT_MS + at, ...(at % 5 ? {} : BLOCKED) })),
  );
  for (const slaProfile of ['balanced', 'cheapest', 'fastest', 'most_reliable'] as const) {
    const decision = decide(aContext({ slaProfile, maxFallbacks: 0, nowMs: AT_MS + 100 }), state);
    const { value, cost, latency, block } = WEIGHTS[slaProfile];
    const totals = decision.candidates.map(
      (one) =>
        one.optimisticSuccess * value -
        cost * one.costUsd -
        (latency * one.latencyMs) / 1000 -
        block * one.optimisticBlock,
    );
    const best = decision.candidates[totals.indexOf(Math.max(...totals))];
    expect(decision.reason).not.toBe('explore_floor');
    expect(decision.chain).toEqual([best?.runner]);
  }
});

test('a forced choice, an unreadable store and a lone runner have codes of their own', () => {
  const candidates = [aCandidate('one')];
  expect(decide(aContext({ candidates, isForced: true }), newState()).reason).toBe('forced_by_caller');
  const away = { ...newState(), isReadable: false };
  expect(decide(aContext(), away)).toMatchObject({ strategy: 'fallback', reason: 'fallback_static_chain' });
  expect(decide(aContext({ candidates }), newState())).toMatchObject({
    reason: 'exploit_expected_utility',
    summary: expect.stringContaining('Only one can take this task here'),
  });
});

test('one run in a hundred explores, and the quota stops it', () => {
  const reasons = times(3_000, () => anOutcome('one')).map(
    (_, at) => decide(aContext({ runId: `resp_${at}` }), newState()).reason,
  );
  const share = reasons.filter((reason) => reason === 'explore_floor').length / reasons.length;
  expect(share).toBeGreaterThan(0.005);
  expect(share).toBeLessThan(0.016);
  const spent = newState();
  spent.sums.set('quota', new Map([['unknown|extract', { atMs: AT_MS, values: [100, 3] }]]));
  const capped = reasons.map((_, at) => decide(aContext({ runId: `resp_${at}` }), spent).reason);
  expect(capped).not.toContain('explore_floor');
});

test('a long streak is broken once', () => {
  const state = newState();
  const { chain } = decide(aContext(), state);
  const primary = { runner: chain[0] ?? '', runs: 41 };
  state.sites.set(siteKey('ws_one', 'shop.example'), {
    ...newSite(),
    tasks: { extract: { winner: null, sweep: null, primary } },
  });
  const decision = decide(aContext({ runId: 'resp_7' }), state);
  expect(decision.reason).toBe('explore_streak_breaker');
  expect(decision.chain[0]).not.toBe(chain[0]);
});

test('the best of a sweep leads for a week', () => {
  const probe = { source: 'learning', runId: 'resp_sweep' } as const;
  const state = seen([
    anOutcome('one', { ...probe, costMicro: 90_000 }),
    anOutcome('three', { ...probe, costMicro: 40_000 }),
    anOutcome('two', { ...probe, costMicro: 80_000 }),
  ]);
  const reasonAfter = (ms: number) => decide(aContext({ nowMs: AT_MS + ms, runId: 'resp_3' }), state);
  expect(reasonAfter(HOUR)).toMatchObject({
    reason: 'exploit_recent_winner',
    appliedHints: ['learning_winner:resp_sweep'],
  });
  expect(reasonAfter(HOUR).chain[0]).toBe('three');
  expect(reasonAfter(8 * 24 * HOUR).reason).not.toBe('exploit_recent_winner');
});

test('a provider in an outage is avoided, and met again hours later', () => {
  const candidates = [
    aCandidate('one', { provider: 'p' }),
    aCandidate('two'),
    aCandidate('sister', { provider: 'p' }),
  ];
  const state = seen(
    times(3, (at) =>
      anOutcome('one', { nowMs: AT_MS + at, runner: aCandidate('one', { provider: 'p' }), ...DOWN }),
    ),
  );
  const upNow = (afterMs: number) =>
    Object.fromEntries(
      decide(aContext({ candidates, nowMs: AT_MS + afterMs }), state).candidates.map((one) => [
        one.runner,
        one.availability,
      ]),
    );
  expect(upNow(10).one).toBeCloseTo(0.39, 1);
  expect(upNow(10).sister).toBeGreaterThan(upNow(10).one ?? 1);
  expect(upNow(3 * HOUR).one).toBeGreaterThan(0.94);
  expect(decide(aContext({ candidates, nowMs: AT_MS + 10 }), state).appliedHints).toContain(
    'low_availability:p',
  );
});

test('a window that is too short drops slow runners', () => {
  const candidates = [aCandidate('slow'), aCandidate('quick', { kind: 'extraction' })];
  const decision = decide(aContext({ candidates, timeLeftMs: 20_000 }), newState());
  expect(decision.chain).toEqual(['quick']);
  expect(decision.candidates.find(({ runner }) => runner === 'slow')?.leftOut).toBe('time');
});

test('beyond the plan one more is tried at a time, as long as the budget has room', () => {
  const attempts = [{ runner: 'one', verdict: 'failed', fault: 'runner', defense: null }] as const;
  const over = { attempts, maxFallbacks: 0 };
  expect(decide(aContext({ ...over, budgetMicro: 500_000, spentMicro: 50_000 }), newState()).chain).toEqual(
    [],
  );
  const wide = { attempts: [...attempts, { ...attempts[0], runner: 'two' }], maxFallbacks: 1 };
  const decision = decide(aContext({ ...wide, budgetMicro: 500_000, spentMicro: 100_000 }), newState());
  expect(decision).toMatchObject({
    chain: ['three'],
    strategy: 'explore',
    reason: 'explore_budget_widening',
    widening: { runner: 'three', headroomUsd: 0.4 },
  });
  expect(decide(aContext({ ...wide, budgetMicro: 110_000, spentMicro: 100_000 }), newState()).chain).toEqual(
    [],
  );
  expect(decide(aContext({ ...wide }), newState()).chain).toEqual([]);
});

test('the budget covers a plan that costs much, whatever the caller allows', () => {
  const { preflightBudgetMicro, chain } = decide(aContext(), newState());
  expect(preflightBudgetMicro).toBeGreaterThan(chain.length * 50_000 * 1.5);
  expect(decide(aContext({ maxCostMicro: 60_000 }), newState())).toMatchObject({
    preflightBudgetMicro,
    chain,
  });
});

test('runners that the ceiling forbids are named where the plan would have them', () => {
  const tooDear = [aCandidate('three'), aCandidate('worse', { listPriceMicro: 5_000_000 })];
  const candidates = [aCandidate('one')];
  const decision = decide(aContext({ candidates, tooDear, maxCostMicro: 50_000 }), newState());
  expect(decision).toMatchObject({ chain: ['one'], forbidden: ['three'] });
  const nothing = decide(aContext({ candidates: [], tooDear, maxCostMicro: 10 }), newState());
  expect(nothing).toMatchObject({ chain: [], forbidden: ['three'] });
  expect(nothing.summary).toContain('costs more than the spend ceiling leaves');
});

test('only where seconds are dear does a second runner start beside the first', () => {
  const candidates = [
    aCandidate('one', { listPriceMicro: 2_000 }),
    aCandidate('two', { listPriceMicro: 2_000 }),
  ];
  expect(decide(aContext({ candidates, slaProfile: 'fastest' }), newState()).hedgeAfterMs).toBeGreaterThan(
    1_000,
  );
  expect(decide(aContext({ slaProfile: 'cheapest' }), newState()).hedgeAfterMs).toBeNull();
});

test('a neighbour lends its defence to an unknown site', () => {
  const state = newState();
  state.neighbors.set(siteKey('ws_one', 'shop.example'), [
    {
      domain: 'shop.test',
      similarity: 0.7,
      evidence: 12,
      defense: 'datadome',
      tags: ['shopify/open', 'product'],
    },
  ]);
  const decision = decide(aContext(), state);
  expect(decision.siteProfile).toMatchObject({ defense: 'datadome', source: 'neighbor' });
  expect(decision.neighborsUsed).toEqual([{ domain: 'shop.test', similarity: 0.7, evidence: 12 }]);
  expect(decision.appliedHints).toContain('defense_from_neighbor:shop.test');
});

test('of equals a runner that was never checked comes last, until it works for the first time', () => {
  const unverified = (runner: string) => aCandidate(runner, { isUnverified: true });
  const candidates = [unverified('new'), aCandidate('one'), aCandidate('two')];
  const first = (maxFallbacks: number, state: State, over: object = {}) =>
    decide(aContext({ candidates, maxFallbacks, ...over }), state).chain;
  expect(first(0, newState())).toEqual(['one']);
  expect(first(2, newState())).toEqual(['one', 'two', 'new']);
  // Nothing but the order: a runner that is worth more goes first, checked or not.
  const cheaper = [aCandidate('one'), { ...unverified('new'), listPriceMicro: 1_000 }];
  expect(first(0, newState(), { candidates: cheaper })).toEqual(['new']);
  const outcome = anOutcome('new', { runner: unverified('new') });
  const failed = observe(newState(), { ...outcome, ...FAILED });
  expect(failed?.sums.some(({ key }) => key === 'worked')).toBe(false);
  const state = newState();
  state.sums.set('worked', new Map([['new', { atMs: AT_MS, values: [1] }]]));
  expect(first(0, state)).toEqual(['new']);
  expect(observe(state, outcome)?.sums.some(({ key }) => key === 'worked')).toBe(false);
  expect(observe(newState(), outcome)?.sums).toContainEqual(
    expect.objectContaining({ key: 'worked', column: 'new', add: [1] }),
  );
});
