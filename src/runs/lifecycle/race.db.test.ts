import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { findBreaks } from '../../billing/breaks.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { DecideContext, Decision } from '../../routing/port.ts';
import type { HostedRunner } from '../../runners/contract.ts';

const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 100), signal) };
const priced = (slug: string, microUsd: number) =>
  scriptedRunner(slug, { price: { unit: 'task', microUsd, typicalTaskMicroUsd: microUsd } });

let service: TestApp;
let changed: Partial<Decision> = {};
let widened: string[] = [];
const stopped: string[] = [];

/** A provider whose task never ends by itself. */
const hosted: HostedRunner = {
  facts: { ...priced('a-hosted', 500).facts },
  shape: 'hosted',
  pollIntervalMs: 50,
  start: async (_task, scope) => ({ reference: scope.attemptId }),
  poll: async () => null,
  async cancel(reference) {
    stopped.push(reference);
  },
};

beforeAll(async () => {
  const runners = [hosted, priced('first', 1_000), priced('second', 2_000), priced('third', 3_000)];
  service = await startTestApp({ runners, clock });
  // The router's own decision, with the order and the numbers that the test wants.
  const { router } = service.app.context;
  Object.assign(service.app.context, {
    router: {
      prepare: router.prepare.bind(router),
      look: router.look.bind(router),
      probation: router.probation.bind(router),
      observeStatements: router.observeStatements.bind(router),
      observed: router.observed.bind(router),
      decide(context: DecideContext): Decision {
        const decision = { ...router.decide(context), chain: byPrice(context), ...changed };
        const [runner] = widened.filter((slug) => !context.attempts.some((past) => past.runner === slug));
        if (decision.chain.length > 0 || runner === undefined) return decision;
        const widening = { runner, expectedCostUsd: 0.003, headroomUsd: 0.0015 };
        return {
          ...decision,
          chain: [runner],
          strategy: 'explore',
          reason: 'explore_budget_widening',
          widening,
        };
      },
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  changed = { hedgeAfterMs: 0 };
  widened = [];
});

/** The cheapest first, as many as the run may try. */
function byPrice({ candidates, attempts, inFlight, maxFallbacks }: DecideContext): string[] {
  const tried = [...attempts.map(({ runner }) => runner), ...inFlight];
  return candidates
    .toSorted((one, other) => one.listPriceMicro - other.listPriceMicro)
    .map(({ runner }) => runner)
    .filter((runner) => !tried.includes(runner))
    .slice(0, Math.max(0, 1 + maxFallbacks - attempts.length));
}

const run = async (body: Record<string, unknown>) => {
  const { json } = await service.client.create({ background: true, ...body });
  const over = await service.client.untilOver(json.id);
  expect(await findBreaks(service.app.context.db)).toEqual([]);
  return over;
};
const byRunner = (slugs: string[]) => ({ custody: `pinned:${slugs.join(',')}` });

test('a primary that takes too long is raced by the next, and is stopped at its provider and billed when it loses', async () => {
  const over = await run({ input: 'Read the price [[first|after=100]]', ...byRunner(['a-hosted', 'first']) });
  expect(over.svc).toMatchObject({ status: 'succeeded', runner: 'first', fallback_from: [] });
  expect(over.svc.routing_attempts).toMatchObject([
    { runner: 'a-hosted', phase: 'planned', status: 'cancelled', fault: 'none' },
    { runner: 'first', phase: 'race', status: 'finished', verdict: 'succeeded', cost_usd: 0.001 },
  ]);
  expect(over.svc.routing_attempts[0].cost_usd).toBeLessThan(0.0005);
  expect(over.svc.cost.total_usd).toBeCloseTo(0.001 + over.svc.routing_attempts[0].cost_usd, 9);
  await expect.poll(() => stopped, SOON).toContain(over.svc.routing_attempts[0].id);
});

test('a primary that answers after all wins, and a failed racer waits for no other', async () => {
  const input = 'Read the price [[first|after=1500]] [[second|fail=runner:nope:No]]';
  const over = await run({ input, ...byRunner(['first', 'second', 'third']) });
  expect(over.svc).toMatchObject({ status: 'succeeded', runner: 'first', fallback_from: ['second'] });
  expect(over.svc.routing_attempts).toMatchObject([
    { runner: 'first', verdict: 'succeeded' },
    { runner: 'second', phase: 'race', verdict: 'failed' },
  ]);
});

test('nothing is done twice: a task that acts is not raced', async () => {
  const over = await run({ input: 'Click the button Buy [[after=600]]', ...byRunner(['first', 'second']) });
  expect(over.svc.routing_attempts).toHaveLength(1);
});

test('two attempts ask one after the other: the run shows the oldest question, then the next', async () => {
  const input = 'Count the characters [[first|after=3000]] [[ask=otp:Which code did we send]]';
  const { json } = await service.client.create({
    input,
    background: true,
    interaction_timeout_ms: 2_000,
    ...byRunner(['first', 'second']),
  });
  const question = async () =>
    (await service.client.get(`/v1/responses/${json.id}/input`)).json.interaction_id;
  await expect.poll(question, SOON).toEqual(expect.any(String));
  const oldest = await question();
  const attempts = () =>
    service.app.context.db.query(
      sql`select 1 from attempts where run_id = ${json.id} and status = 'running'`,
    );
  await expect.poll(async () => (await attempts()).length, SOON).toBe(2);
  // No answer comes to the first question; the second asks when its time is over.
  await expect.poll(async () => (await question()) ?? oldest, SOON).not.toBe(oldest);
  await service.client.post(`/v1/responses/${json.id}/input`, { code: '123456' });
  const over = await service.client.untilOver(json.id);
  expect(over).toMatchObject({ status: 'completed', svc: { runner: 'first' } });
});

test('while a run waits for its owner no runner races it; a wait for the page is raced', async () => {
  const asked = await service.client.create({
    input: 'Read the price [[first|ask=otp:Which code did we send]]',
    background: true,
    ...byRunner(['first', 'second']),
  });
  const read = async () => (await service.client.get(`/v1/responses/${asked.json.id}`)).json;
  await expect.poll(async () => (await read()).status, SOON).toBe('requires_action');
  const begunMono = systemClock.mono();
  await expect.poll(() => systemClock.mono() - begunMono, SOON).toBeGreaterThan(500);
  expect((await read()).svc.progress.attempts_started).toBe(1);
  await service.client.post(`/v1/responses/${asked.json.id}/cancel`);
  const slow = await run({ input: 'Read the price [[first|after=1500]]', ...byRunner(['first', 'second']) });
  expect(slow.svc.routing_attempts).toHaveLength(2);
});

test('past its plan a run widens one at a time, and says so', async () => {
  changed = { hedgeAfterMs: null, preflightBudgetMicro: 7_000 };
  widened = ['second', 'third'];
  const input = 'Read [[first|fail=runner:one:No]] [[second|fail=runner:two:Nothing]]';
  const over = await run({ input, max_fallbacks: 0, ...byRunner(['first', 'second', 'third']) });
  expect(over.svc).toMatchObject({
    status: 'succeeded',
    runner: 'third',
    routing_summary: {
      strategy: 'explore',
      reason: 'explore_budget_widening',
      widening: {
        steps: [
          { runner: 'second', expected_cost_usd: 0.003, headroom_before_usd: 0.0015 },
          { runner: 'third' },
        ],
      },
    },
  });
  expect(over.svc.routing_attempts.map(({ phase }: { phase: string }) => phase)).toEqual([
    'planned',
    'widened',
    'widened',
  ]);
});

test('a decision is made before every attempt and kept with it, whole', async () => {
  changed = { hedgeAfterMs: null };
  const over = await run({
    input: 'Read [[first|fail=runner:one:No]]',
    ...byRunner(['first', 'second', 'third']),
  });
  expect(over.svc.runner).toBe('second');
  const kept = await service.app.context.db.query<{ ordinal: number; decision: Decision }>(
    sql`select ordinal, decision from decisions where run_id = ${over.id} order by ordinal`,
  );
  expect(kept.map(({ decision }) => decision.chain)).toEqual([
    ['first', 'second', 'third'],
    ['second', 'third'],
  ]);
  const { json: card } = await service.client.get(`/v1/responses/${over.id}/explanation`);
  expect(card).toMatchObject({ chosen: { runner: 'first' }, candidates: expect.any(Array) });
  expect(card.attempts).toHaveLength(2);
});
