import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { TestAnswer } from '../../../test/support/test-client.ts';
import { solve } from './solve.fixture.ts';

const runners = [scriptedRunner('only')];
let service: TestApp;
let second: TestApp;
/** Behind one proxy, so that a test can come from any address. */
let proxied: TestApp;
let addresses = 0;

beforeAll(async () => {
  service = await startTestApp({ runners });
  const { databaseUrl } = service;
  second = await startTestApp({ runners, databaseUrl });
  proxied = await startTestApp({ runners, databaseUrl, env: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await proxied[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const db = () => service.app.context.db;
function fresh(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

/** An agent at an address. */
function agent(address: string, at = proxied, userAgent = 'test-agent/1.0') {
  const url = `${at.app.url}/v1/agent-signup`;
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address, 'content-type': 'application/json' };
  const read = async (response: Response): Promise<TestAnswer> => ({
    status: response.status,
    headers: response.headers,
    json: await response.json(),
  });
  const challenge = async () => read(await fetch(`${url}/challenge`, { headers }));
  const answer = async (body: unknown) =>
    read(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  const solved = async () => {
    const { json } = await challenge();
    return {
      challenge_id: json.challenge_id as string,
      challenge_answer: solve(json.instruction, json.puzzle),
    };
  };
  return { challenge, answer, solved, signUp: async () => answer(await solved()) };
}

async function grantsOf(address: string): Promise<number> {
  const [row] = await db().query<{ micro: number }>(
    sql`select coalesce(sum(e.amount_micro), 0)::bigint as micro from ledger_entries e
        join workspaces w on w.id = e.workspace_id
        where e.reference = 'grant:' || w.account_id
          and w.account_id in (select account_id from welcome_grants where address_group = ${address})`,
  );
  return row?.micro ?? 0;
}

const me = async (key: string) => {
  const response = await fetch(`${proxied.app.url}/v1/me`, { headers: { 'x-api-key': key } });
  return { status: response.status, json: (await response.json()) as TestAnswer['json'] };
};

describe('the way in', () => {
  test('an agent that solves the puzzle has a key, ten dollars and a link for its human', async () => {
    const { status, json } = await agent(fresh()).signUp();
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'ready', free_credit_usd: 10 });
    expect(json.claim_url.replace(proxied.app.url, '')).toMatch(/^\/claim\/[\w-]{43}$/);
    expect(Date.parse(json.expires_at)).toBeGreaterThan(Date.now());
    const { json: account } = await me(json.api_key);
    expect(account).toMatchObject({
      account_id: json.account_id,
      kind: 'agent',
      claimed: false,
      claim_url: json.claim_url,
      credits_usd: 10,
      on_trial: true,
      platform_fee_rate: 0,
    });
    const run = await proxied.client.withKey(json.api_key).create({ input: 'Say something' });
    expect(run.status).toBe(200);
  });

  test('the same address gets another key of the same account and no more credit', async () => {
    const address = fresh();
    const first = (await agent(address).signUp()).json;
    const again = (await agent(address).signUp()).json;
    expect(again).toMatchObject({ account_id: first.account_id, free_credit_usd: 0 });
    expect(again.api_key).not.toBe(first.api_key);
    expect((await me(again.api_key)).json.credits_usd).toBe(10);
    expect(await grantsOf(address)).toBe(10_000_000);
  });

  test('once its account is claimed, the address waits for the rest of the day', async () => {
    const address = fresh();
    const { account_id: id } = (await agent(address).signUp()).json;
    await db().query(sql`update accounts set claimed = true where id = ${id}`);
    const refused = await agent(address).signUp();
    expect({ status: refused.status, code: refused.json.error.code }).toEqual({
      status: 429,
      code: 'rate_limited',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    await db().query(
      sql`update welcome_grants set granted_at = granted_at - interval '25 hours' where address_group = ${address}`,
    );
    const other = await agent(address).signUp();
    expect(other.json.free_credit_usd).toBe(10);
    expect(other.json.account_id).not.toBe(id);
  });

  test('an unclaimed account is used again the next day, until it is frozen', async () => {
    const address = fresh();
    const { account_id: id } = (await agent(address).signUp()).json;
    await db().query(
      sql`update welcome_grants set granted_at = granted_at - interval '25 hours' where address_group = ${address}`,
    );
    expect((await agent(address).signUp()).json).toMatchObject({ account_id: id, free_credit_usd: 0 });
    await db().query(sql`update accounts set claim_ends_at = db_now() where id = ${id}`);
    expect((await agent(address).signUp()).json.free_credit_usd).toBe(10);
  });
});

describe('refusals', () => {
  test('a challenge without a User-Agent', async () => {
    // `fetch` always sends one, so this is empty.
    const refused = await agent(fresh(), proxied, '').challenge();
    expect({ status: refused.status, code: refused.json.error.code }).toEqual({
      status: 400,
      code: 'missing_user_agent',
    });
  });

  test('a sign-up by the name of a library, which costs no challenge', async () => {
    const address = fresh();
    const solved = await agent(address).solved();
    const refused = await agent(address, proxied, 'curl/8.5.0').answer(solved);
    expect(refused.json.error.code).toBe('generic_user_agent');
    expect((await agent(address).answer(solved)).status).toBe(200);
  });

  test.each([
    {},
    { challenge_id: 'chal_1' },
    { challenge_answer: 'x' },
    { challenge_id: 1, challenge_answer: 2 },
    [],
    null,
  ])('%j is missing its challenge', async (body) => {
    const refused = await agent(fresh()).answer(body);
    expect({ status: refused.status, code: refused.json.error.code }).toEqual({
      status: 400,
      code: 'missing_challenge',
    });
  });

  test('a client and an e-mail that are none', async () => {
    const solved = await agent(fresh()).solved();
    for (const [param, value] of [
      ['client', 'netscape'],
      ['email', 'nobody'],
    ] as const) {
      const { json } = await agent(fresh()).answer({ ...solved, [param]: value });
      expect(json.error).toMatchObject({ code: 'invalid_request', param });
    }
  });

  test('a challenge that is unknown, of another address, or used', async () => {
    const address = fresh();
    const solved = await agent(address).solved();
    const codes = [
      await agent(address).answer({ ...solved, challenge_id: `chal_${'0'.repeat(32)}` }),
      await agent(fresh()).answer(solved),
      await agent(address).answer(solved),
      await agent(address).answer(solved),
    ].map(({ status, json }) => [status, json.error?.code]);
    expect(codes).toEqual([
      [400, 'invalid_challenge'],
      [400, 'invalid_challenge'],
      [200, undefined],
      [400, 'invalid_challenge'],
    ]);
  });

  test('a wrong answer uses a challenge up', async () => {
    const address = fresh();
    const solved = await agent(address).solved();
    const wrong = await agent(address).answer({ ...solved, challenge_answer: 'no' });
    expect(wrong.json.error).toMatchObject({
      code: 'wrong_challenge_answer',
      remediation: expect.stringContaining('get a new challenge'),
    });
    expect((await agent(address).answer(solved)).json.error.code).toBe('invalid_challenge');
    expect((await agent(address).signUp()).status).toBe(200);
  });

  test('a challenge works for two minutes', async () => {
    const address = fresh();
    const [early, late] = [await agent(address).solved(), await agent(address).solved()];
    for (const [{ challenge_id: id }, age] of [
      [early, 118],
      [late, 121],
    ] as const) {
      await db().query(
        sql`update signup_challenges set created_at = created_at - make_interval(secs => ${age}) where id = ${id}`,
      );
    }
    expect((await agent(address).answer(early)).status).toBe(200);
    expect((await agent(address).answer(late)).json.error.code).toBe('invalid_challenge');
  });
});

describe('abuse', () => {
  test('ten challenges a minute and five sign-ups an hour for one address', async () => {
    const address = fresh();
    const solved: unknown[] = [];
    for (let count = 0; count < 10; count += 1) solved.push(await agent(address).solved());
    const refused = await agent(address).challenge();
    expect({ status: refused.status, code: refused.json.error.code }).toEqual({
      status: 429,
      code: 'rate_limited',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const statuses = [];
    for (const one of solved) statuses.push((await agent(address).answer(one)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
  });

  test('a forged X-Forwarded-For is ignored without a trusted proxy', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 60; count += 1)
      statuses.add((await agent(`203.0.113.${count}`, count % 2 ? service : second).challenge()).status);
    expect(statuses).toEqual(new Set([200, 429]));
    const [row] = await db().query<{ groups: number }>(
      sql`select count(distinct address_group)::int as groups from signup_challenges where address_group like '203.0.113.%'`,
    );
    expect(row?.groups).toBe(0);
  });

  test('behind a proxy only the address that the proxy saw counts', async () => {
    const address = fresh();
    const first = await agent(`6.6.6.6, ${address}`).signUp();
    const again = await agent(`7.7.7.7, ${address}`).signUp();
    expect(again.json.account_id).toBe(first.json.account_id);
  });

  test('fifty sign-ups at once from one address on two instances make one account and one credit', async () => {
    const address = fresh();
    await using third = await startTestApp({
      runners,
      databaseUrl: service.databaseUrl,
      env: { TRUST_PROXY: '1' },
    });
    const solved: unknown[] = [];
    for (let count = 0; count < 10; count += 1) solved.push(await agent(address).solved());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        agent(address, index % 2 ? proxied : third).answer(solved[index % solved.length]),
      ),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(5);
    expect(new Set(made.map(({ json }) => json.account_id)).size).toBe(1);
    expect(made.map(({ json }) => json.free_credit_usd).toSorted()).toEqual([0, 0, 0, 0, 10]);
    expect(await grantsOf(address)).toBe(10_000_000);
    const refused = answers.filter(({ status }) => status !== 200).map(({ json }) => json.error.code);
    expect(new Set(refused)).toEqual(new Set(['invalid_challenge', 'rate_limited']));
  });

  test('a hundred answers to one challenge: one is right', async () => {
    const address = fresh();
    const solved = await agent(address).solved();
    const answers = await Promise.all(Array.from({ length: 100 }, () => agent(address).answer(solved)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('the addresses of one IPv6 customer are one', async () => {
    const answers = [];
    for (const last of ['1', '2', 'ffff:1', 'a:b:c:d'])
      answers.push(await agent(`2001:db8:7:9::${last}`.replace('::a:b:c:d', ':a:b:c:d')).signUp());
    expect(new Set(answers.map(({ json }) => json.account_id)).size).toBe(1);
    expect(await grantsOf('2001:db8:7:9::/64')).toBe(10_000_000);
  });

  test('so many accounts in an hour, and no more', async () => {
    await db().query(
      sql`update throttles set count = 50, window_ends_at = db_now() + interval '10 minutes' where action = 'welcome-credits'`,
    );
    const refused = await agent(fresh()).signUp();
    expect({ status: refused.status, code: refused.json.error.code }).toEqual({
      status: 429,
      code: 'rate_limited',
    });
    await db().query(sql`delete from throttles`);
  });
});

describe('an unclaimed account', () => {
  const refusal = async (key: string) => (await proxied.client.withKey(key).create({ input: '' })).json.error;
  const frozen = async (key: string, claimUrl: string) => {
    // At once: what the service knew of the account a moment ago does not count.
    expect(await refusal(key)).toMatchObject({ code: 'account_unclaimed', claim_url: claimUrl });
  };
  const setCredits = (workspaceId: string, micro: number) =>
    db().query(sql`update balances set credits_micro = ${micro} where workspace_id = ${workspaceId}`);

  test('is frozen when its credits pay for no runner, unless it has a provider key of its own', async () => {
    const address = fresh();
    const { json } = await agent(address).signUp();
    const workspaceId = (await me(json.api_key)).json.workspace_id;
    const client = proxied.client.withKey(json.api_key);
    const cheapest = proxied.app.registry.cheapestMicro;
    expect(cheapest).toBeGreaterThan(1);
    await setCredits(workspaceId, cheapest);
    expect((await client.create({ input: '' })).json.error.code).toBe('missing_input');
    await client.put('/v1/provider-keys/steel', { api_key: 'of its own' });
    await setCredits(workspaceId, cheapest - 1);
    const another = proxied.client.withKey((await agent(address).signUp()).json.api_key);
    expect((await another.create({ input: '' })).json.error.code).toBe('missing_input');
    await client.delete('/v1/provider-keys/steel');
    await frozen(json.api_key, json.claim_url);
  });

  test('gives no other key to its address', async () => {
    const address = fresh();
    const { json } = await agent(address).signUp();
    await db().query(sql`update accounts set claim_ends_at = db_now() where id = ${json.account_id}`);
    const again = await agent(address).signUp();
    expect([again.status, again.json.error.code]).toEqual([429, 'rate_limited']);
    expect(again.json.error.hint).toContain('claim link');
  });

  test('is frozen when its credits are used up, and the same key works once it is claimed', async () => {
    const { json } = await agent(fresh()).signUp();
    const client = proxied.client.withKey(json.api_key);
    const spent = await client.create({ input: 'Costly [[cost=10000000]]' });
    expect(spent.status).toBe(200);
    await frozen(json.api_key, json.claim_url);
    await db().query(sql`update accounts set claimed = true where id = ${json.account_id}`);
    expect((await me(json.api_key)).json).toMatchObject({ claimed: true, claim_url: null, credits_usd: 0 });
  });

  test('may cancel its live runs and answer their questions while it is frozen', async () => {
    const { json } = await agent(fresh()).signUp();
    const client = proxied.client.withKey(json.api_key);
    const create = async (input: string) => (await client.create({ input, background: true })).json.id;
    const [asking, hanging, swept] = [
      await create('Sign in [[ask=otp:Enter the code]]'),
      await create('Hang [[hang]]'),
      await create('Hang [[hang]]'),
    ];
    const statusOf = async (id: string) => (await client.get(`/v1/responses/${id}`)).json.status;
    await expect.poll(() => statusOf(asking), SOON).toBe('requires_action');
    await db().query(sql`update accounts set claim_ends_at = db_now() where id = ${json.account_id}`);
    await frozen(json.api_key, json.claim_url);
    expect((await client.post(`/v1/responses/${asking}/input`, { code: '123456' })).status).toBe(200);
    expect((await client.post(`/v1/responses/${hanging}/cancel`)).json.status).toBe('cancelled');
    const many = { action: 'cancel', ids: [swept] };
    expect((await client.post('/v1/runs/many', many)).status).toBe(200);
    await expect.poll(() => statusOf(asking), SOON).toBe('completed');
    const secret = { url: 'https://hooks.example/in' };
    expect((await client.post('/v1/webhooks', secret)).json.error.code).toBe('account_unclaimed');
  });

  test('is frozen when its window is over; live runs go on', async () => {
    const { json } = await agent(fresh()).signUp();
    const client = proxied.client.withKey(json.api_key);
    const live = await client.create({ input: 'Slow [[after=500]]', background: true });
    await db().query(sql`update accounts set claim_ends_at = db_now() where id = ${json.account_id}`);
    await frozen(json.api_key, json.claim_url);
    await expect
      .poll(() => db().query(sql`select status from runs where id = ${live.json.id}`))
      .toEqual([{ status: 'succeeded' }]);
  });
});
