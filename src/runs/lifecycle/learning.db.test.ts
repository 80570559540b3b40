import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { readEvents } from '../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { findBreaks } from '../../billing/breaks.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { serve } from '../../platform/net/loopback.fixture.ts';
import type { DirectRunner } from '../../runners/contract.ts';

const cleanup = new AsyncDisposableStack();
let service: TestApp;
let url: string;
let env: Record<string, string>;
let atWork = 0;
let mostAtWork = 0;
/** No probe goes on before eight are at work. */
let untilEight = Promise.withResolvers<void>();
let skewMs = 0;
const clock: Clock = {
  ...systemClock,
  mono: () => systemClock.mono() + skewMs,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 200), signal),
};

/** Counts how many of its kind are at work; the later in the alphabet, the dearer. */
function probed(slug: string, curated = true): DirectRunner {
  const microUsd = 1_000 * (slug.charCodeAt(slug.length - 1) - 96);
  const runner = scriptedRunner(slug, {
    curated,
    price: { unit: 'task', microUsd, typicalTaskMicroUsd: microUsd },
  });
  return {
    ...runner,
    async run(task, scope) {
      atWork += 1;
      mostAtWork = Math.max(mostAtWork, atWork);
      if (atWork === 8) untilEight.resolve();
      await untilEight.promise;
      const result = await runner.run(task, scope);
      atWork -= 1;
      return result;
    },
  };
}

const CURATED = [...'abcdefghijklmnopqrst'].map((letter) => `probe-${letter}`);
const DEFAULT_LIMITS = { LEARNING_PROBES: '', LEARNING_QUEUE: '' };
const FURTHER = ['option-u', 'option-v', 'option-w'];
const runners = () => [...CURATED.map((slug) => probed(slug)), ...FURTHER.map((slug) => probed(slug, false))];

beforeAll(async () => {
  const site = cleanup.use(await serve((_request, response) => response.end()));
  url = `http://127.0.0.1:${site.port}/mugs`;
  env = { SVC_LOCAL_TARGETS: `127.0.0.1:${site.port}`, LEARNING_PROBES: '50', LEARNING_QUEUE: '100' };
  service = cleanup.use(await startTestApp({ runners: runners(), env, clock }));
});
afterAll(() => cleanup.disposeAsync());
beforeEach(() => {
  mostAtWork = 0;
  untilEight.resolve();
});

/** Every runner fails except these. */
const onlyBy = (...slugs: string[]) =>
  [...CURATED, ...FURTHER]
    .filter((slug) => !slugs.includes(slug))
    .map((slug) => `[[${slug}|fail=runner:nope:${slug} did not work]]`)
    .join(' ');

const create = (input: string, more: Record<string, unknown> = {}, client = service.client) =>
  client.create({ input, url, routing: 'learning', ...more });

async function swept(input: string, more: Record<string, unknown> = {}) {
  const { status, json } = await create(input, more);
  expect({ status, state: json.status }).toEqual({ status: 202, state: 'in_progress' });
  return service.client.untilOver(json.id);
}

type Probe = { runner: string; batch: number; phase: string; status: string; cost_usd: number };
const probesOf = (json: { svc: { routing_attempts: Probe[] } }) => json.svc.routing_attempts;

async function expectPaid(id: string): Promise<void> {
  const { db } = service.app.context;
  expect(await findBreaks(db)).toEqual([]);
  expect(
    await db.query(
      sql`select r.spent_micro = (select sum(cost_micro) from attempts a where a.run_id = r.id) as adds_up, in_flight_micro, held_micro
          from runs r where id = ${id}`,
    ),
  ).toEqual([{ adds_up: true, in_flight_micro: 0, held_micro: 0 }]);
}

test('a sweep goes in waves of nine, eight at a time, and ends with the first wave in which one worked', async () => {
  untilEight = Promise.withResolvers();
  const over = await swept(`Read the price ${onlyBy('probe-l', 'probe-k')}`, { background: false });
  const probes = probesOf(over);
  expect(probes).toHaveLength(18);
  expect(probes.map(({ batch }) => batch)).toEqual([...Array(9).fill(1), ...Array(9).fill(2)]);
  expect(new Set(probes.map(({ phase }) => phase))).toEqual(new Set(['probe']));
  expect(mostAtWork).toBe(8);
  expect(over.svc).toMatchObject({
    status: 'succeeded',
    // Which of the two was quicker decides on a busy machine.
    runner: over.svc.learning_ranking[0].runner,
    answer: 'Forty-two for: Read the price',
    fallback_from: [],
    budget: { max_cost_usd: 20, source: 'learning_default', exhausted: false },
  });
  expect(over.svc).not.toHaveProperty('routing_summary');
  expect(over.svc.learning_ranking).toHaveLength(18);
  expect(over.svc.learning_ranking.slice(0, 3)).toMatchObject([
    { rank: 1, runner: expect.stringMatching(/^probe-[kl]$/), verdict: 'succeeded' },
    { rank: 2, runner: expect.stringMatching(/^probe-[kl]$/), verdict: 'succeeded' },
    { rank: 3, verdict: 'failed' },
  ]);
  expect(over.svc.cost.total_usd).toBe(0.171);
  await expectPaid(over.id);
});

test('a sweep that is asked for as a stream is one, with status 202', async () => {
  const body = { input: 'Read the price', url, routing: 'learning', stream: true };
  const { status, events } = await readEvents(service.client, '/v1/responses', { body });
  expect({ status, first: events.at(0).type, last: events.at(-1).type }).toEqual({
    status: 202,
    first: 'response.created',
    last: 'response.completed',
  });
  const { routing_modes } = (await service.client.get('/v1/capabilities')).json;
  expect(routing_modes).toEqual(expect.arrayContaining(['learning', 'learning-all']));
});

test('the next smart run begins with the winner of a sweep', async () => {
  // The cheapest: how long an attempt took on a busy machine decides between those that cost the same.
  const { client } = await addWorkspace(service);
  const { json } = await create(`Read the stock ${onlyBy('probe-a')}`, {}, client);
  expect((await client.untilOver(json.id)).svc.runner).toBe('probe-a');
  const reasons = [];
  do {
    const { json: next } = await client.create({ input: `Read the stock ${onlyBy('probe-a')}`, url });
    expect(next.svc.runner).toBe('probe-a');
    reasons.push(next.svc.routing_summary.reason);
    // One run in a hundred is drawn for learning.
  } while (reasons.at(-1) === 'explore_floor');
  expect(reasons.at(-1)).toBe('exploit_recent_winner');
});

test('learning-all tries every option exactly once, after any result of the others', async () => {
  const over = await swept('Read the price', { routing: 'learning-all' });
  const tried = probesOf(over).map(({ runner }) => runner);
  expect(tried.toSorted()).toEqual([...CURATED, ...FURTHER].toSorted());
  expect(probesOf(over).at(-1)).toMatchObject({ batch: 3 });
  expect(over.svc.learning_ranking.map(({ rank }: { rank: number }) => rank)).toEqual(
    tried.map((_, i) => i + 1),
  );
  await expectPaid(over.id);
});

test('a sweep that nothing worked in has failed, and says with which error', async () => {
  const over = await swept(`Read the price ${onlyBy()}`);
  expect(probesOf(over)).toHaveLength(CURATED.length);
  expect(over).toMatchObject({ status: 'failed', error: { code: 'run_failed' }, svc: { answer: null } });
});

test('while it works a sweep tells which wave is under way', async () => {
  const { json } = await create(`Wait [[hang]]`);
  const progress = async () => (await service.client.get(`/v1/responses/${json.id}`)).json.svc.progress;
  await expect.poll(async () => (await progress()).attempts_started, SOON).toBe(8);
  expect((await progress()).batch).toEqual({ index: 1, total: 3, size: 9, finished: 0 });
  const { json: over } = await service.client.post(`/v1/responses/${json.id}/cancel`);
  expect(over.status).toBe('cancelled');
  expect(probesOf(over).map(({ status }) => status)).toEqual(Array(8).fill('cancelled'));
  await expectPaid(json.id);
});

test('at the ceiling no further probe starts; those under way finish and bill', async () => {
  const over = await swept(`Read the price ${onlyBy('option-w')}`, {
    routing: 'learning-all',
    max_cost_usd: 0.02,
  });
  expect(over).toMatchObject({
    status: 'failed',
    error: { code: 'budget_exhausted' },
    svc: { budget: { max_cost_usd: 0.02, source: 'caller', exhausted: true } },
  });
  expect(over.svc.cost.total_usd).toBeLessThanOrEqual(0.02);
  const [, cheapestLeft] = /costs ([\d.]+) USD/.exec(over.error.message) ?? [];
  expect(0.02 - over.svc.cost.total_usd).toBeLessThan(Number(cheapestLeft));
  await expectPaid(over.id);
});

test('credits that do not cover a further probe end the sweep when those under way are over', async () => {
  const { client } = await addWorkspace(service, 12_000);
  const { json } = await create(`Read the price ${onlyBy()}`, {}, client);
  const over = await client.untilOver(json.id);
  expect(over).toMatchObject({ status: 'failed', error: { code: 'insufficient_credits' } });
  expect(over.svc.cost.total_usd).toBeLessThanOrEqual(0.012);
  expect(probesOf(over).every(({ status }) => status === 'finished')).toBe(true);
});

test('when its time is over a sweep starts no further wave, and those under way finish', async () => {
  const { json } = await create('Read [[after=6000]]', {
    routing: 'learning-all',
    time_budget_ms: 30_000,
  });
  await expect
    .poll(
      async () => (await service.client.get(`/v1/responses/${json.id}`)).json.svc.progress?.attempts_started,
      SOON,
    )
    .toBe(8);
  skewMs += 31_000;
  const over = await service.client.untilOver(json.id);
  expect(probesOf(over).map(({ status }) => status)).toEqual(Array(8).fill('finished'));
  expect(over.svc.status).toBe('succeeded');
  await expectPaid(json.id);
});

test('a probe never pauses the sweep for its owner', async () => {
  const over = await swept('Sign in [[ask=otp:Enter the code]]');
  expect(over.svc.status).toBe('failed');
  expect(over.error.message).toContain('a learning run never asks its owner');
});

test('a sweep needs an address, and an estimate names its ceiling', async () => {
  const { status, json } = await service.client.create({ input: 'Read the price', routing: 'learning' });
  expect({ status, ...json.error }).toMatchObject({ status: 400, code: 'missing_url' });
  const estimate = await service.client.post('/v1/estimate', { input: 'Read', url, routing: 'learning-all' });
  expect(estimate.json).toMatchObject({
    likely_runner: expect.stringMatching(/^(?:probe|option)-/),
    range_usd: { high: expect.closeTo(0.276, 2) },
    budget: { max_cost_usd: 20, source: 'learning_default' },
  });
});

test('the fourth sweep of an account is refused, on any instance, and leaves nothing', async () => {
  await using other = await startTestApp({ runners: runners(), env, databaseUrl: service.databaseUrl });
  const { client, key } = await addWorkspace(service);
  const elsewhere = other.client.withKey(key);
  const answers = await Promise.all(
    [client, elsewhere, client, elsewhere, client].map((at) => create(`Wait [[hang]]`, {}, at)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.json.error.code).toBe('rate_limited');
  expect(refused?.headers.get('retry-after')).toBe('120');
  expect((await client.get('/v1/runs')).json.data).toHaveLength(3);
  for (const { status, json } of answers) {
    if (status === 202) await client.post(`/v1/responses/${json.id}/cancel`);
  }
  const again = await create(`Read the price`, {}, elsewhere);
  expect(again.status).toBe(202);
  await client.untilOver(again.json.id);
});

test('six probes work at once on an instance and twelve wait; then it says when to come back', async () => {
  await using full = await startTestApp({ runners: runners(), env: { ...env, ...DEFAULT_LIMITS }, clock });
  const accounts = await Promise.all(Array.from({ length: 2 }, () => addWorkspace(full)));
  const [one, other] = accounts.map(({ client }) => client) as [TestClient, TestClient];
  const [first, second] = [await create('Wait [[hang]]', {}, one), await create('Wait [[hang]]', {}, other)];
  expect([first.status, second.status]).toEqual([202, 202]);
  const refused = await create('Wait [[hang]]', {}, one);
  expect({ status: refused.status, code: refused.json.error?.code }).toEqual({
    status: 429,
    code: 'learning_capacity',
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  // A wave of two still fits.
  const small = await create('Wait [[hang]]', { custody: 'pinned:probe-a,probe-b' }, one);
  expect(small.status).toBe(202);
  const begun = async () => {
    const rows = await full.app.context.db.query<{ run_id: string }>(sql`select run_id from attempts`);
    return rows.map(({ run_id }) => run_id);
  };
  await expect.poll(begun, SOON).toHaveLength(6);
  // The cancel removes waiting probes: there is room at once, and none of them begins.
  await other.post(`/v1/responses/${second.json.id}/cancel`);
  const next = await create('Wait [[hang]]', {}, other);
  expect(next.status).toBe(202);
  await one.post(`/v1/responses/${first.json.id}/cancel`);
  await expect.poll(begun, SOON).toHaveLength(12);
  expect(await begun()).not.toContain(second.json.id);
});

test('a sweep tries readers on an acting task, and names the runners that it left out', async () => {
  const reader = scriptedRunner('option-reader', { kind: 'extraction' });
  await using small = await startTestApp({
    runners: [scriptedRunner('agent'), reader, scriptedRunner('local-replay')],
    env,
  });
  const body = { input: 'Click the button Buy', url, routing: 'learning-all' };
  const { json } = await small.client.create(body);
  const over = await small.client.untilOver(json.id);
  expect(
    probesOf(over)
      .map(({ runner }) => runner)
      .toSorted(),
  ).toEqual(['agent', 'option-reader']);
  expect(over.svc.routing_note).toBe('Left out of the sweep: local-replay (nothing is recorded to repeat).');
});
