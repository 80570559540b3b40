import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtRunner } from '../../test/support/built-runner.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { serve } from '../platform/net/loopback.fixture.ts';

let service: TestApp;

const priced = (microUsd: number) => ({
  price: { unit: 'task' as const, microUsd, typicalTaskMicroUsd: microUsd },
});

beforeAll(async () => {
  service = await startTestApp({
    runners: [
      scriptedRunner('agent', { kind: 'hosted_agent', ...priced(20_000) }),
      scriptedRunner('reader', { kind: 'extraction', ...priced(500) }),
      scriptedRunner('third', { ...priced(30_000) }),
      scriptedRunner('fourth', { ...priced(40_000) }),
      scriptedRunner('fifth', { ...priced(50_000) }),
      // The only member of the catalog's SOC2 pool that is on here.
      scriptedRunner('browserbase', { trusted: true, ...priced(60_000) }),
    ],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const FAIL = '[[fail=runner:nope:It did not work]]';
const failEach = ['agent', 'reader', 'third', 'fourth', 'fifth', 'browserbase']
  .map((slug) => `[[${slug}|fail=runner:nope:${slug} did not work]]`)
  .join(' ');
const triedBy = (json: { svc: { routing_attempts: Array<{ runner: string }> } }) =>
  json.svc.routing_attempts.map((attempt) => attempt.runner);

/** The runners that the router chose among. */
async function candidatesFor(id: string): Promise<string[]> {
  const { json } = await service.client.get(`/v1/responses/${id}/explanation`);
  const isIn = ({ excludedBecause }: { excludedBecause: string | null }) =>
    excludedBecause === null || !['custody', 'cannot_act', 'off'].includes(excludedBecause);
  return json.candidates
    .filter(isIn)
    .map(({ runner }: { runner: string }) => runner)
    .toSorted();
}

test('every routing mode that capabilities name is a value of `routing`', async () => {
  const { routing_modes } = (await service.client.get('/v1/capabilities')).json;
  const refusalOf = async (routing: string) =>
    (await service.client.post('/v1/estimate', { input: 'Read the page', url: 'https://1.1.1.1/', routing }))
      .json.error?.code;
  for (const mode of routing_modes)
    expect([mode, await refusalOf(mode)]).not.toEqual([mode, 'invalid_routing']);
  for (const mode of ['category', 'runner', 'chain']) expect(await refusalOf(mode)).toBe('invalid_routing');
});

test('a pinned runner is the only one tried', async () => {
  const { json } = await service.client.create({ input: `Try ${FAIL}`, routing: 'third' });
  expect(triedBy(json)).toEqual(['third']);
  expect(json.svc).toMatchObject({ routing: 'third', runner: 'third', ranked_runners: ['third'] });
  expect(json.svc).not.toHaveProperty('routing_summary');
});

test('a chain is tried in its order and each member once', async () => {
  const routing = ['fifth', 'agent', 'fifth', 'reader'];
  const { json } = await service.client.create({ input: `Try ${failEach}`, routing });
  expect(triedBy(json)).toEqual(['fifth', 'agent', 'reader']);
  expect(json.svc.routing).toEqual(routing);
  expect(json.svc.routing_attempts.map((attempt: { phase: string }) => attempt.phase)).toEqual([
    'planned',
    'fallback',
    'fallback',
  ]);
  expect(json.svc).not.toHaveProperty('routing_summary');
});

test('a chain leaves out members that are not available', async () => {
  const { json } = await service.client.create({ input: 'Say', routing: ['local-chromium', 'agent'] });
  expect(triedBy(json)).toEqual(['agent']);
  expect(json.svc.fallback_from).toEqual([]);
});

test('a card names whom it passed over, and not the hundreds that are off here', async () => {
  const { json } = await service.client.create({
    input: 'Say',
    custody: 'pinned:agent,third,steel',
  });
  const card = (await service.client.get(`/v1/responses/${json.id}/explanation`)).json;
  expect(card.excluded.map(({ runner }: { runner: string }) => runner).toSorted()).toEqual([
    'browserbase',
    'fifth',
    'fourth',
    'reader',
  ]);
  expect(card.appliedHints).toContain('custody');
});

test('a category stays in its pool', async () => {
  const { json } = await service.client.create({ input: `Try ${FAIL}`, routing: 'SOC2' });
  expect(triedBy(json)).toEqual(['browserbase']);
  expect(json.svc.routing_summary).toMatchObject({ runner: 'browserbase' });
});

test.each([
  [undefined, 6],
  [0, 1],
  [1, 2],
  [3, 4],
])('max_fallbacks %s lets %i runners try', async (max_fallbacks, attempts) => {
  const { json } = await service.client.create({ input: `Try ${failEach}`, max_fallbacks });
  const tried = json.svc.routing_attempts as { phase: string }[];
  expect(tried.filter(({ phase }) => phase !== 'widened')).toHaveLength(attempts);
  expect(new Set(triedBy(json)).size).toBe(tried.length);
  expect(json.svc.fallback_from).toHaveLength(tried.length - 1);
});

test('a task that acts on the page goes to no reader', async () => {
  const { json } = await service.client.create({ input: `Click the button. ${failEach}` });
  expect(await candidatesFor(json.id)).toEqual(['agent', 'browserbase', 'fifth', 'fourth', 'third']);
  expect(triedBy(json)).not.toContain('reader');
});

test('a smart run names its plan while it works and its runner when it is over', async () => {
  const { json } = await service.client.create({ input: 'Slow [[after=50]]', background: true });
  const planned = json.svc.ranked_runners[0];
  expect(json.svc.routing_summary).toMatchObject({
    runner: planned,
    explanation: `/api/v1/responses/${json.id}/explanation`,
  });
  expect(json.svc.routing_summary).not.toHaveProperty('attempts');
  const over = await service.client.untilOver(json.id);
  expect(over.svc.routing_summary).toMatchObject({
    runner: over.svc.runner,
    policy_version: expect.any(String),
    attempts: [{ runner: planned, verdict: 'succeeded', fault: 'none' }],
  });
});

test('a custody policy that leaves one runner is a choice of the caller', async () => {
  const body = { input: 'Read the page', custody: 'trusted_runners' };
  const { json } = await service.client.create(body);
  expect(json.svc.ranked_runners).toEqual(['browserbase']);
  expect(json.svc.routing_summary).toMatchObject({
    strategy: 'forced',
    reason: 'forced_by_caller',
    summary: expect.stringMatching(
      /^browserbase is the only runner that your choice leaves; it is \d+% likely to succeed at about \$0\.\d+\.$/,
    ),
  });
});

test('the profile moves the order and nothing but a smart run heeds it', async () => {
  const orderFor = async (body: object) =>
    (await service.client.post('/v1/estimate', { input: 'Read the page', ...body })).json.candidates.map(
      (candidate: { runner: string }) => candidate.runner,
    );
  const [cheapest, reliable] = [
    await orderFor({ sla_profile: 'cheapest' }),
    await orderFor({ sla_profile: 'most_reliable' }),
  ];
  expect(cheapest[0]).toBe('reader');
  // A runner that is too dear for one profile may be worth its price to another.
  expect(reliable).toEqual(expect.arrayContaining(cheapest));
  expect(reliable).toContain('browserbase');
  const chain = { routing: ['fifth', 'reader'] };
  expect(await orderFor({ ...chain, sla_profile: 'cheapest' })).toEqual(['fifth', 'reader']);
  const category = { routing: 'SOC2' };
  expect(await orderFor({ ...category, sla_profile: 'fastest' })).toEqual(await orderFor(category));
});

test.each([
  ['trusted_runners', ['browserbase']],
  ['pinned:agent,third', ['agent', 'third']],
  ['any', ['agent', 'browserbase', 'fifth', 'fourth', 'reader', 'third']],
])('custody %s filters before routing and no fallback leaves it', async (custody, allowed) => {
  const { json } = await service.client.create({ input: `Try ${failEach}`, custody });
  expect(await candidatesFor(json.id)).toEqual(allowed);
  expect(allowed).toEqual(expect.arrayContaining(triedBy(json)));
  expect(json.svc.custody).toMatchObject({
    policy: custody,
    source: 'request',
    credential_id: null,
    enforced: true,
  });
});

test('the same error from three runners in a row ends the run', async () => {
  const { json } = await service.client.create({ input: 'Try [[fail=site:gone:Page not found]]' });
  expect(json.svc.routing_attempts).toHaveLength(3);
  expect(json.error).toMatchObject({
    code: 'run_failed',
    message: expect.stringContaining('3 times in a row'),
  });
});

test('a fault of the caller is not tried on another runner', async () => {
  const { json } = await service.client.create({
    input: 'Try [[fail=caller:bad_task:There is no such button]]',
  });
  expect(json.svc.routing_attempts).toHaveLength(1);
  expect(json.svc.routing_attempts[0].fault).toBe('caller');
});

test('a run that every runner was blocked on is blocked', async () => {
  const routing = ['agent', 'third'];
  const { json } = await service.client.create({ input: 'Try [[fail=site:captcha:A captcha]]', routing });
  expect(json).toMatchObject({
    status: 'failed',
    error: { code: 'blocked' },
    svc: { status: 'blocked', block_reason: 'bot_challenge', answer: null, answer_present: false },
  });
});

test('a page on this network is given to no runner elsewhere', async () => {
  await using resources = new AsyncDisposableStack();
  const far = ['browser-use', 'jina'];
  const built = await Promise.all([...far, 'steel'].map((slug) => builtRunner(slug, resources)));
  const site = resources.use(await serve((_request, response) => response.end()));
  const host = `127.0.0.1:${site.port}`;
  await using local = await startTestApp({
    runners: [scriptedRunner('here'), ...built],
    env: {
      SVC_LOCAL_TARGETS: host,
      BROWSER_USE_API_KEY: 'key',
      // The provider's own address makes it no server of ours; another one does.
      JINA_BASE_URL: 'https://eu.r.jina.ai',
      STEEL_API_KEY: 'key',
      STEEL_BASE_URL: `http://${host}`,
    },
  });
  const { client } = local;
  const task = { input: 'Read [[here|fail=runner:nope:It did not work]]', url: `http://${host}/` };
  const { json } = await client.create(task);
  expect(triedBy(json).filter((runner) => far.includes(runner))).toEqual([]);
  const card = (await client.get(`/v1/responses/${json.id}/explanation`)).json;
  expect(card.excluded).toEqual(far.map((runner) => ({ runner, excludedBecause: 'local_target' })));
  for (const routing of ['smart', 'learning-all']) {
    const { candidates } = (await client.post('/v1/estimate', { ...task, routing })).json;
    expect(candidates.map(({ runner }: { runner: string }) => runner).toSorted()).toEqual(['here', 'steel']);
  }
  const message = 'The page is on a private network that Browser Use cannot reach. Use a local runner.';
  expect(await client.create({ ...task, routing: 'browser-use' })).toMatchObject({
    status: 503,
    json: { error: { code: 'runner_unavailable', message, param: 'url' } },
  });
  expect(await client.create({ ...task, custody: 'pinned:browser-use,jina' })).toMatchObject({
    status: 409,
    json: { error: { code: 'custody_unsatisfiable' } },
  });
  expect((await client.create({ ...task, routing: ['jina', 'here'] })).json.svc.routing_note).toContain(
    'jina',
  );
});
