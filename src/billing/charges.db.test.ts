import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { type ScriptedRunner, scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { findBreaks } from './breaks.ts';
import { loadBalance } from './store.ts';

let service: TestApp;
let runners: ScriptedRunner[];
/** Without a cheap runner. */
let costly: TestApp;

const costing = (slug: string, microUsd: number) =>
  scriptedRunner(slug, { price: { unit: 'task', microUsd, typicalTaskMicroUsd: microUsd } });

beforeAll(async () => {
  runners = [
    costing('one', 1_000),
    costing('two', 2_000),
    costing('three', 3_000),
    costing('four', 4_000),
    costing('free', 0),
  ];
  service = await startTestApp({ runners });
  costly = await startTestApp({ runners: [costing('three', 3_000), costing('four', 4_000)] });
});
afterAll(() => Promise.all([service[Symbol.asyncDispose](), costly[Symbol.asyncDispose]()]));
/** Over all entries of the tests so far. */
afterEach(() => checkLedger(service));

async function checkLedger({ app }: TestApp): Promise<void> {
  expect(await findBreaks(app.context.db)).toEqual([]);
}

async function chargedUsd(runId: string): Promise<number> {
  const [row] = await service.app.context.db.query<{ micro: number }>(
    sql`select coalesce(sum(amount_micro), 0)::bigint as micro from ledger_entries
        where run_id = ${runId} and credit like 'platform:%'`,
  );
  return (row?.micro ?? 0) / 1e6;
}

const FAIL = '[[fail=runner:nope:It did not work]]';
const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

test.each([
  ['a success', { input: 'Say something', routing: 'one' }, 0.001],
  ['every failed attempt of a chain', { input: `Try ${FAIL}`, routing: ['one', 'two'] }, 0.003],
  ['a fallback', { input: `Try [[one|fail=site:down:Down]]`, routing: ['one', 'two'] }, 0.003],
  ['what the provider reports', { input: 'Say [[cost=123456]]', routing: 'one' }, 0.123456],
  ['nothing, when the provider reports nothing', { input: 'Say [[cost=0]]', routing: 'one' }, 0],
  ['the listed price, when the report is nonsense', { input: 'Say [[cost=NaN]]', routing: 'one' }, 0.001],
  ['the listed price, above all sense', { input: 'Say [[cost=1000000001]]', routing: 'one' }, 0.001],
  ['the listed price, when the report is negative', { input: 'Say [[cost=-5]]', routing: 'one' }, 0.001],
  ['whole millionths', { input: 'Say [[cost=10.5]]', routing: 'one' }, 0.00001],
  ['a runner without a price', { input: 'Say something', routing: 'free' }, 0],
  ['nothing, for a platform fault', { input: 'Try [[fail=platform:connect:Away]]', routing: 'one' }, 0],
])('%s is billed once and reported as billed', async (_name, body, usd) => {
  const { json } = await service.client.create(body);
  expect(json.svc.cost.total_usd).toBe(usd);
  expect(await chargedUsd(json.id)).toBe(usd);
  const sum = json.svc.cost.attempts.reduce(
    (total: number, attempt: { usd: number }) => total + attempt.usd,
    0,
  );
  expect(sum).toBeCloseTo(usd, 9);
});

test('a cancelled attempt bills the share of its typical time that it worked', async () => {
  const { json } = await service.client.create({ input: 'Hang [[hang]]', routing: 'two', background: true });
  await service.client.post(`/v1/responses/${json.id}/cancel`);
  const { json: over } = await service.client.get(`/v1/responses/${json.id}`);
  // It was cut off within the first seconds of a typical minute.
  expect(over.svc.cost.total_usd).toBeLessThan(0.002);
  expect(await chargedUsd(json.id)).toBe(over.svc.cost.total_usd);
});

test('a failure is free where the price list of the provider says so, and a success is not', async () => {
  const price = { unit: 'task', microUsd: 1_000, typicalTaskMicroUsd: 1_000, isFailureFree: true } as const;
  await using kind = await startTestApp({ runners: [scriptedRunner('kind', { price })] });
  const cost = async (input: string) => (await kind.client.create({ input })).json.svc.cost.total_usd;
  expect(await cost(`Try ${FAIL}`)).toBe(0);
  expect(await cost(`Try [[cost=300]] ${FAIL}`)).toBe(0.0003);
  expect(await cost('Say something')).toBe(0.001);
});

test('a run with a ceiling holds at most the ceiling and the fee', async () => {
  const { workspaceId, client } = await addWorkspace(service, 1_000_000);
  const { db } = service.app.context;
  await db.query(sql`update workspaces set topped_up_at = now() where id = ${workspaceId}`);
  const body = { input: 'Hang [[hang]]', routing: 'four', output_schema: schema, normalize: true };
  const held = async (more: Record<string, unknown>) => {
    const { json } = await client.create({ ...body, ...more, background: true });
    const { heldMicro } = await loadBalance(db, workspaceId);
    await client.post(`/v1/responses/${json.id}/cancel`);
    return heldMicro;
  };
  expect(await held({ max_cost_usd: 0.006 })).toBe(6_200);
  // Nothing starts, so nothing is held.
  expect(await held({ max_cost_usd: 0.001 })).toBe(0);
  // Without a ceiling: the price, its fee and the add-on.
  expect(await held({})).toBe(104_200);
});

test('the credits go down by the bill and by nothing else', async () => {
  const { workspaceId, client } = await addWorkspace(service, 1_000_000);
  await client.create({ input: `Try ${FAIL}`, routing: ['one', 'two', 'three'] });
  expect(await loadBalance(service.app.context.db, workspaceId)).toEqual({
    creditsMicro: 994_000,
    heldMicro: 0,
  });
  expect((await client.get('/v1/me')).json).toMatchObject({
    credits_usd: 0.994,
    on_trial: true,
    platform_fee_rate: 0,
  });
});

test('while a run works, the price of its attempt is held', async () => {
  const { workspaceId, client } = await addWorkspace(service, 1_000_000);
  const { json } = await client.create({ input: 'Hang [[hang]]', routing: 'three', background: true });
  expect(await loadBalance(service.app.context.db, workspaceId)).toEqual({
    creditsMicro: 997_000,
    heldMicro: 3_000,
  });
  await client.post(`/v1/responses/${json.id}/cancel`);
});

test('after the first top-up every attempt carries a fee of five per cent', async () => {
  const { workspaceId, client } = await addWorkspace(service, 1_000_000);
  await service.app.context.db.query(
    sql`update workspaces set topped_up_at = now() where id = ${workspaceId}`,
  );
  const { json } = await client.create({
    input: 'Say [[two|cost=1010]] [[one|fail=runner:nope:No]]',
    routing: ['one', 'two'],
  });
  expect(json.svc.cost).toMatchObject({
    total_usd: 0.00211,
    runner_usd: 0.00201,
    platform_fee_usd: 0.0001,
    platform_fee_rate: 0.05,
  });
  expect(await chargedUsd(json.id)).toBe(0.00211);
});

test('executed attempts that reach the ceiling end the run, with their findings', async () => {
  const { json } = await service.client.create({
    input: 'Price? [[output={"cost": 12}]]',
    output_schema: schema,
    routing: ['one', 'two', 'three'],
    max_cost_usd: 0.002,
  });
  expect(json).toMatchObject({
    status: 'failed',
    error: { code: 'budget_exhausted' },
    incomplete_details: { reason: 'budget_exhausted' },
    svc: {
      budget: { max_cost_usd: 0.002, source: 'caller', exhausted: true },
      cost: { total_usd: 0.001 },
      routing_note: 'Too expensive for the spend ceiling: two, three.',
    },
  });
  expect(json.error.message).toContain('the cheapest runner left, two, costs 0.002 USD');
  expect(json.svc.routing_attempts).toMatchObject([{ runner: 'one', output: { cost: 12 } }]);
});

test('a provider that reports more than the ceiling leaves is paid by us; no other attempt starts', async () => {
  const { json } = await service.client.create({
    input: `Try [[cost=500000]] ${FAIL}`,
    routing: ['one', 'two'],
    max_cost_usd: 0.0015,
  });
  expect(json.error.code).toBe('budget_exhausted');
  expect(json.svc.routing_attempts).toHaveLength(1);
  expect(await chargedUsd(json.id)).toBe(0.0015);
});

test('a runner that the ceiling forbids is skipped for a cheaper one, and named', async () => {
  const { json } = await service.client.create({
    input: 'Say [[two|fail=runner:nope:No]] [[one|answer=x]]',
    routing: ['two', 'three', 'one'],
    max_cost_usd: 0.003,
  });
  expect(json.svc).toMatchObject({
    status: 'succeeded',
    runner: 'one',
    routing_note: 'Too expensive for the spend ceiling: three.',
    budget: { exhausted: false },
  });
});

test.each([['smart'], ['three'], [['three', 'four']]])(
  'under the price of every runner a run ends at once, free, and the estimate agrees: %j',
  async (routing) => {
    const { workspaceId, client } = await addWorkspace(costly, 1_000_000);
    const body = { input: 'Say something', routing, max_cost_usd: 0.0005 };
    const estimate = await client.post('/v1/estimate', body);
    expect(estimate.json).toMatchObject({
      likely_runner: null,
      cheapest_price_usd: 0.003,
      estimated_cost_usd: 0,
      range_usd: { low: 0, high: 0 },
    });
    const { json } = await client.create(body);
    const over = await client.untilOver(json.id);
    expect(over).toMatchObject({
      status: 'failed',
      error: { code: 'budget_exhausted' },
      svc: {
        cost: { total_usd: 0 },
        routing_attempts: [],
        budget: { max_cost_usd: 0.0005, source: 'caller', exhausted: true },
      },
    });
    expect(over.error.message).toBe(
      'The spend ceiling is 0.0005 USD, and the cheapest runner left, three, costs 0.003 USD.',
    );
    expect(await loadBalance(costly.app.context.db, workspaceId)).toEqual({
      creditsMicro: 1_000_000,
      heldMicro: 0,
    });
    const card = await client.get(`/v1/responses/${json.id}/explanation`);
    const named = routing === 'smart' ? [{ runner: 'three', excludedBecause: 'over_ceiling' }] : [];
    expect(card.json.excluded ?? []).toEqual(expect.arrayContaining(named));
  },
);

test('a fallback that the ceiling forbids is named in the note, on the card and in the end of a smart run', async () => {
  const { json } = await costly.client.create({ input: `Try ${FAIL}`, max_cost_usd: 0.005 });
  const tried: string = json.svc.routing_attempts[0].runner;
  const forbidden = tried === 'three' ? 'four' : 'three';
  expect(json).toMatchObject({
    error: { code: 'budget_exhausted', message: expect.stringContaining(`${forbidden}, costs 0.00`) },
    svc: {
      routing_attempts: [{ runner: tried }],
      routing_note: `Too expensive for the spend ceiling: ${forbidden}.`,
      budget: { max_cost_usd: 0.005, source: 'caller', exhausted: true },
    },
  });
  const { json: card } = await costly.client.get(`/v1/responses/${json.id}/explanation`);
  expect(card.excluded).toContainEqual({ runner: forbidden, excludedBecause: 'over_ceiling' });
});

test('without room for the add-on the output is not normalized, and the reason is told', async () => {
  const body = {
    input: 'Say [[output={"cost":"$58.00"}]]',
    output_schema: schema,
    normalize: true,
    routing: 'one',
  };
  const { json } = await service.client.create({ ...body, max_cost_usd: 0.1 });
  expect(json.svc).toMatchObject({
    normalization: {
      applied: false,
      reason: 'The spend ceiling does not cover the normalization.',
      addon_usd: 0,
    },
    cost: { total_usd: 0.001 },
  });
  const { json: smart } = await service.client.create({ ...body, routing: 'smart', max_cost_usd: 0.099 });
  expect(smart.svc.cost.total_usd).toBeLessThanOrEqual(0.099);
  const { json: covered } = await service.client.create({ ...body, max_cost_usd: 0.101 });
  expect(covered.svc).toMatchObject({ normalization: { applied: true }, cost: { total_usd: 0.101 } });
});

test('an answer at the ceiling is an answer', async () => {
  const { json } = await service.client.create({
    input: 'Say something',
    routing: 'one',
    max_cost_usd: 0.001,
  });
  expect(json).toMatchObject({ status: 'completed', svc: { budget: { exhausted: false } } });
});

test.each([0.000001, 1e-9, 1e9, 1e300])('a ceiling of %d is a positive number', async (max_cost_usd) => {
  const { status, json } = await service.client.create({
    input: 'Say something',
    routing: 'free',
    max_cost_usd,
  });
  expect({ status, state: json.status }).toEqual({ status: 200, state: 'completed' });
  expect(json.svc.budget.source).toBe('caller');
});

test('a smart run is bounded by its plan even below the ceiling of its caller', async () => {
  const { json } = await service.client.create({
    input: 'Try [[cost=900000]] [[fail=runner:nope:No]]',
    max_cost_usd: 50,
  });
  expect(json).toMatchObject({
    error: { code: 'budget_exhausted' },
    svc: { budget: { source: 'routing_plan' } },
  });
  expect(json.svc.budget.max_cost_usd).toBeLessThan(50);
});

test('credits that do not cover a further attempt end the run', async () => {
  const { workspaceId, client } = await addWorkspace(service, 2_500);
  const { json } = await client.create({ input: `Try ${FAIL}`, routing: ['one', 'two'] });
  expect(json).toMatchObject({
    status: 'failed',
    error: { code: 'insufficient_credits', remediation: expect.stringContaining('Add credits') },
    svc: { budget: { exhausted: false } },
  });
  expect(json.svc.routing_attempts).toHaveLength(1);
  expect(await loadBalance(service.app.context.db, workspaceId)).toEqual({
    creditsMicro: 1_500,
    heldMicro: 0,
  });
});

test('the full price is held under a ceiling: credits for one run let one of twenty in', async () => {
  const { client } = await addWorkspace(service, 1_000);
  const body = { input: 'Hang [[hang]]', routing: 'one', max_cost_usd: 0.001, background: true };
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.create(body)));
  const admitted = answers.filter(({ status }) => status === 202);
  expect(admitted).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(19);
  await client.post(`/v1/responses/${admitted[0]?.json.id}/cancel`);
});

test('credits for three runs let three of twenty in', async () => {
  const { workspaceId, client } = await addWorkspace(service, 3_500);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      client.create({ input: 'Hang [[hang]]', routing: 'one', background: true }),
    ),
  );
  const admitted = answers.filter(({ status }) => status === 202);
  expect(admitted).toHaveLength(3);
  const refused = answers.filter(({ json }) => json.error?.code === 'insufficient_credits');
  expect(refused).toHaveLength(17);
  expect(refused.at(-1)?.json.error.message).toBe(
    'The run needs 0.001 USD, and the workspace has 0.0005 USD of credits.',
  );
  expect(await loadBalance(service.app.context.db, workspaceId)).toEqual({
    creditsMicro: 500,
    heldMicro: 3_000,
  });
  for (const { json } of admitted) await client.post(`/v1/responses/${json.id}/cancel`);
  const { creditsMicro, heldMicro } = await loadBalance(service.app.context.db, workspaceId);
  expect(heldMicro).toBe(0);
  expect(creditsMicro).toBeGreaterThan(500);
});

test('without credits a create is 402, leaves nothing and keeps its key free', async () => {
  await using poor = await startTestApp({ runners, env: { SVC_TRIAL_CREDITS_USD: '0' } });
  const headers = { 'idempotency-key': 'poor' };
  const { status, json } = await poor.client.create({ input: 'Say something', routing: 'one' }, headers);
  expect({ status, ...json.error }).toMatchObject({
    status: 402,
    code: 'insufficient_credits',
    type: 'billing_error',
    message: 'The run needs 0.001 USD, and the workspace has 0 USD of credits.',
    remediation:
      'Ask the operator of this service for credits. Or choose a cheaper runner: with free the run needs 0 USD.',
  });
  const [counts] = await poor.app.context.db.query(
    sql`select (select count(*) from runs) as runs, (select count(*) from ledger_entries) as entries,
               (select count(*) from idempotency_keys) as keys, (select count(*) from pgboss.job) as jobs`,
  );
  expect(counts).toEqual({ runs: 0, entries: 0, keys: 0, jobs: 0 });
  expect(
    (await poor.client.post('/v1/estimate', { input: 'Say something', routing: 'one' })).json
      .sufficient_credits,
  ).toBe(false);
  expect((await poor.client.create({ input: 'Say something', routing: 'free' }, headers)).status).toBe(200);
});

test('a refusal for want of credits names a spend limit only where the key has one', async () => {
  const { client } = await addWorkspace(service, 2_500);
  await client.create({ input: 'Say something', routing: 'one' });
  const { json } = await client.create({ input: 'Say something', routing: 'two' });
  expect(json.error).toMatchObject({
    code: 'insufficient_credits',
    message: 'The run needs 0.002 USD, and the workspace has 0.0015 USD of credits.',
    remediation: expect.stringMatching(
      /^Ask the operator of this service for credits\. Or .* with one the run needs/,
    ),
  });
});

test.each(['smart', 'one'])(
  'a %s run whose normalization the credits do not cover is refused',
  async (routing) => {
    const { client } = await addWorkspace(service, 20_000);
    const { status, json } = await client.create({
      input: 'Say [[output={"cost":"$58.00"}]]',
      output_schema: schema,
      normalize: true,
      routing,
    });
    expect({ status, code: json.error?.code }).toEqual({ status: 402, code: 'insufficient_credits' });
  },
);

test('a fallback does not use up the credits that are set aside for the normalization', async () => {
  const { workspaceId, client } = await addWorkspace(service, 102_000);
  const { json } = await client.create({
    input: 'Say [[one|fail=runner:nope:No]] [[two|output={"cost":"$58.00"}]]',
    routing: ['one', 'two'],
    output_schema: schema,
    normalize: true,
  });
  expect(json.error).toMatchObject({ code: 'insufficient_credits' });
  expect(await loadBalance(service.app.context.db, workspaceId)).toEqual({
    creditsMicro: 101_000,
    heldMicro: 0,
  });
});

test('an instance with all the runs it may have is saturated and says when to come back', async () => {
  await using small = await startTestApp({ runners, env: { MAX_LIVE_RUNS: '1' } });
  const hanging = { input: 'Hang [[hang]]', routing: 'one', background: true };
  const first = await small.client.create(hanging, { 'idempotency-key': 'hanging' });
  const headers = { 'idempotency-key': 'saturated' };
  const refused = await small.client.create({ input: 'Say something', routing: 'one' }, headers);
  expect({ status: refused.status, ...refused.json.error }).toMatchObject({ status: 429, code: 'saturated' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await small.client.get('/v1/runs')).json.data).toHaveLength(1);
  // The repetition of a known create is answered, also now.
  const again = await small.client.create(hanging, { 'idempotency-key': 'hanging' });
  expect([again.status, again.json.id]).toEqual([202, first.json.id]);
  const other = await small.client.create({ ...hanging, input: 'Other' }, { 'idempotency-key': 'hanging' });
  expect(other.json.error.code).toBe('idempotency_conflict');
  // A refusal waits for no other work of the database.
  const beside = await small.app.context.db.transaction(async (run) => {
    await run(
      sql`lock table runs, attempts, balances, idempotency_keys, provider_keys in access exclusive mode`,
    );
    return small.client.create({ input: 'Say something', routing: 'one' });
  });
  expect(beside.json.error.code).toBe('saturated');
  await small.client.post(`/v1/responses/${first.json.id}/cancel`);
  await expect
    .poll(
      async () => (await small.client.create({ input: 'Say something', routing: 'one' }, headers)).status,
      SOON,
    )
    .toBe(200);
});

test.each(['all', 'api'] as const)('one workspace cannot keep another out (role %s)', async (role) => {
  await using full = await startTestApp({ runners, role, env: { MAX_LIVE_RUNS: '4' } });
  const quiet = await addWorkspace(full);
  const body = { input: 'Hang [[hang]]', routing: 'one', background: true };
  for (let run = 0; run < 4; run += 1) expect((await full.client.create(body)).status).toBe(202);
  expect((await full.client.create(body)).status).toBe(429);
  expect((await quiet.client.create(body)).status).toBe(202);
  // The quarter beyond the limit is full, too.
  expect((await quiet.client.create(body)).status).toBe(429);
  await full.app.context.db.query(sql`update runs set expires_at = now()`);
});

test('an estimate names the price, its fee and the ceiling, and starts nothing', async () => {
  const { json } = await service.client.post('/v1/estimate', {
    input: 'Say',
    routing: ['two', 'three'],
    max_cost_usd: 1,
  });
  expect(json).toMatchObject({
    likely_runner: 'two',
    estimated_cost_usd: 0.002,
    range_usd: { low: 0.002, high: 0.005 },
    normalization_usd: 0,
    budget: { max_cost_usd: 1, source: 'caller' },
    sufficient_credits: true,
  });
  const normalized = await service.client.post('/v1/estimate', {
    input: 'Say',
    routing: 'two',
    normalize: true,
    output_schema: schema,
  });
  expect(normalized.json).toMatchObject({ estimated_cost_usd: 0.102, normalization_usd: 0.1 });
  for (const { estimated_cost_usd, range_usd } of [json, normalized.json]) {
    expect(range_usd.low).toBeLessThanOrEqual(estimated_cost_usd);
    expect(range_usd.high).toBeGreaterThanOrEqual(estimated_cost_usd);
  }
  const capped = await service.client.post('/v1/estimate', {
    input: 'Say',
    routing: ['two', 'three'],
    max_cost_usd: 0.001,
  });
  expect(capped.json).toMatchObject({
    likely_runner: null,
    cheapest_price_usd: 0.002,
    estimated_cost_usd: 0,
  });
});

test('the ledger refuses to be changed', async () => {
  const { db } = service.app.context;
  await expect(db.query(sql`update ledger_entries set amount_micro = 1`)).rejects.toThrow('never changed');
  await expect(db.query(sql`delete from ledger_entries`)).rejects.toThrow('never changed');
});
