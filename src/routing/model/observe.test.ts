import { expect, test } from 'vitest';
import type { AttemptOutcome } from '../port.ts';
import { observe } from './observe.ts';
import { TENANT } from './parameters.ts';
import { predictOne } from './predict.ts';
import { onProbation } from './probation.ts';
import { AT_MS, aCandidate, anOutcome, BLOCKED, DOWN, FAILED } from './routing.fixture.ts';
import { applyDeltas, newState, type State } from './state.ts';

const MINUTE = 60_000;

function learn(state: State, outcome: AttemptOutcome): void {
  applyDeltas(state, observe(state, outcome) ?? expect.fail(), outcome.nowMs);
}

test.each([
  { costMicro: -1 },
  { costMicro: Number.NaN },
  { latencyMs: Number.POSITIVE_INFINITY },
  { latencyMs: -5 },
  { runner: aCandidate('one', { listPriceMicro: Number.NaN }) },
  { position: -1 },
])('an impossible observation is refused: %j', (over) => {
  expect(observe(newState(), anOutcome('one', over))).toBeNull();
});

test('platform faults and those of the caller leave every effect as it is', () => {
  for (const fault of [DOWN, { ...FAILED, fault: 'caller' as const }, { ...FAILED, fault: 'site' as const }])
    expect(observe(newState(), anOutcome('one', fault))?.effects).toEqual([]);
  expect(observe(newState(), anOutcome('one', DOWN))?.sums.map(({ add }) => add)).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('a block says nothing about completing', () => {
  const { effects } = observe(newState(), anOutcome('one', BLOCKED)) ?? expect.fail();
  for (const { add } of effects) expect(add.slice(3)).toEqual([0, 0, 0]);
  expect(effects.some(({ add }) => add[1] > 0)).toBe(true);
});

test('two writers on the same state keep both additions, in either order', () => {
  const [one, other] = [newState(), newState()];
  const first = observe(newState(), anOutcome('one')) ?? expect.fail();
  const second = observe(newState(), anOutcome('two', FAILED)) ?? expect.fail();
  for (const deltas of [first, second]) applyDeltas(one, deltas, AT_MS);
  for (const deltas of [second, first]) applyDeltas(other, deltas, AT_MS);
  for (const [key, block] of one.effects)
    for (const [column, effect] of block) {
      const same = other.effects.get(key)?.get(column) ?? [];
      for (const [at, value] of effect.entries()) expect(value).toBeCloseTo(same[at] ?? Number.NaN, 12);
    }
});

test('evidence about a domain is of its workspace, the rest is shared', () => {
  const { effects } = observe(newState(), anOutcome('one')) ?? expect.fail();
  const own = effects.filter(({ key }) => key.includes('shop.example'));
  expect(own.map(({ key }) => key)).toEqual([
    'd|ws_one|shop.example',
    'dt|extract|ws_one|shop.example',
    'rd|ws_one|shop.example',
    'rdt|extract|ws_one|shop.example',
  ]);
  expect(effects.filter((one) => !own.includes(one)).every(({ key }) => !key.includes('ws_one'))).toBe(true);
});

test('a workspace that hammers a site moves the others only so far', () => {
  const afterHammering = (attempts: number) => {
    const state = newState();
    for (let at = 0; at < 5; at += 1)
      learn(state, anOutcome('two', { workspaceId: 'ws_two', attemptId: `o${at}` }));
    for (let at = 0; at < attempts; at += 1)
      learn(state, anOutcome('one', { ...FAILED, attemptId: `a${at}` }));
    const conditions = {
      nowMs: AT_MS,
      site: 'ws_two|b.example',
      cluster: 'none',
      tags: [],
      task: 'extract',
    } as const;
    return predictOne(state, conditions, aCandidate('one')).complete.mean;
  };
  const [little, much, more] = [TENANT.attempts, 1_000, 2_000].map(afterHammering) as [
    number,
    number,
    number,
  ];
  expect(much).toBeLessThan(little);
  // A thousand more weigh less than the first few dozen did.
  expect(much - more).toBeLessThan(0.2);
});

test('a workspace that is alone counts in full', () => {
  const state = newState();
  for (let at = 0; at < 200; at += 1) learn(state, anOutcome('one', { attemptId: `a${at}` }));
  expect(state.effects.get('rt|extract')?.get('one')?.[3]).toBeCloseTo(200, 0);
});

test('three platform faults in a row put a runner on probation, a success ends it', () => {
  const state = newState();
  for (const at of [0, 1, 2]) learn(state, anOutcome('one', { ...DOWN, nowMs: AT_MS + at * MINUTE }));
  expect([...onProbation(state, AT_MS + 3 * MINUTE).keys()]).toEqual(['one', 'provider:one']);
  expect(onProbation(state, AT_MS + 5 * MINUTE).size).toBe(0);
  learn(state, anOutcome('one', { ...DOWN, nowMs: AT_MS + 6 * MINUTE }));
  expect(onProbation(state, AT_MS + 9 * MINUTE).size).toBe(2);
  learn(state, anOutcome('one', { nowMs: AT_MS + 11 * MINUTE }));
  learn(state, anOutcome('one', { ...DOWN, nowMs: AT_MS + 12 * MINUTE }));
  expect(onProbation(state, AT_MS + 12 * MINUTE).size).toBe(0);
});

test.each([
  ['which never worked', [], ['notte-browser', 'provider:notte']],
  ['which works', ['notte'], ['notte-browser']],
  ['while only the browser ever worked', ['notte-browser'], ['notte-browser', 'provider:notte']],
])('three faults of notte-browser and its provider notte, %s', (_, reached, away) => {
  const state = newState();
  const of = (slug: string) => ({ runner: aCandidate(slug, { provider: 'notte' }) });
  for (const slug of reached) learn(state, anOutcome(slug, of(slug)));
  for (const at of [1, 2, 3])
    learn(state, anOutcome('notte-browser', { ...DOWN, ...of('notte-browser'), nowMs: AT_MS + at * MINUTE }));
  expect([...onProbation(state, AT_MS + 4 * MINUTE).keys()]).toEqual(away);
});

test('the same odd error on several sites does too, on one site it does not', () => {
  const odd = { ...FAILED, errorCode: 'selector_engine_crashed' };
  for (const [sites, isOut] of [
    [1, false],
    [3, true],
  ] as const) {
    const state = newState();
    for (let at = 0; at < 6; at += 1)
      learn(state, anOutcome('one', { ...odd, domain: `s${at % sites}.example` }));
    expect(onProbation(state, AT_MS + 1).has('one')).toBe(isOut);
  }
});

test('timeouts of one provider on many sites are its outage, and earlier ones are taken back', () => {
  const state = newState();
  const timeout = { ...FAILED, errorCode: 'timeout' };
  const runner = aCandidate('one', { provider: 'p' });
  learn(state, anOutcome('one', { ...timeout, runner, domain: 'a.example', attemptId: 'a' }));
  learn(state, anOutcome('one', { ...timeout, runner, domain: 'b.example', attemptId: 'b' }));
  const third = observe(state, anOutcome('one', { ...timeout, runner, domain: 'c.example', attemptId: 'c' }));
  expect(third).toMatchObject({ effects: [], retracted: ['a', 'b'] });
  const elsewhere = observe(state, anOutcome('two', { ...timeout, domain: 'c.example' }));
  expect(elsewhere?.effects.length).toBeGreaterThan(10);
});

test('a runner that breaks is opened again within a few failures on different sites', () => {
  const state = newState();
  for (let at = 0; at < 60; at += 1)
    learn(state, anOutcome('one', { domain: `s${at % 20}.example`, nowMs: AT_MS + at }));
  let failures = 0;
  for (let isOpened = false; !isOpened && failures < 20; failures += 1) {
    const outcome = anOutcome('one', {
      ...FAILED,
      domain: `t${failures}.example`,
      nowMs: AT_MS + 100 + failures,
    });
    const deltas = observe(state, outcome) ?? expect.fail();
    isOpened = deltas.reopened.length > 0;
    applyDeltas(state, deltas, outcome.nowMs);
  }
  expect(failures).toBeLessThan(8);
});

test('a new price acts at once, and billing that drifts is learned', () => {
  const state = newState();
  for (let at = 0; at < 40; at += 1)
    learn(state, anOutcome('one', { costMicro: 100_000, nowMs: AT_MS + at }));
  const pace = state.sums.get('pace')?.get('one')?.values[0] ?? 0;
  expect(Math.exp(pace + (state.sums.get('pace')?.get('task|extract')?.values[0] ?? 0))).toBeGreaterThan(1.5);
});
