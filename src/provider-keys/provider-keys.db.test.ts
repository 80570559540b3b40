import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtRunner } from '../../test/support/built-runner.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { sessionOf, startBrowserUseStandIn } from '../../test/support/stand-ins/browser-use.ts';
import { dumpDatabase } from '../../test/support/taint.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { readCatalog } from '../runners/catalog.ts';
import type { DirectRunner, ProviderAccounts } from '../runners/contract.ts';

vi.setConfig({ testTimeout: 120_000 });
const resources = new AsyncDisposableStack();
let service: TestApp;
let standIn: Awaited<ReturnType<typeof startBrowserUseStandIn>>;

beforeAll(async () => {
  standIn = resources.use(await startBrowserUseStandIn());
  service = resources.use(
    await startTestApp({
      runners: [await builtRunner('browser-use', resources), scriptedRunner('operators')],
      // No key of the operator's: only an address.
      env: { BROWSER_USE_BASE_URL: standIn.url },
    }),
  );
});
afterAll(() => resources.disposeAsync());

const KEY = 'own-canary-90125';
const path = '/v1/provider-keys/browser-use';
const task = { input: 'Read the page [[cost=0.5]]', url: 'https://1.1.1.1/', routing: 'browser-use' };
const shown = async () => {
  const { json } = await service.client.get('/v1/capabilities?kind=hosted_agent');
  return json.runners.find(({ slug }: { slug: string }) => slug === 'browser-use');
};

test.each([
  ['kind=hosted', '`kind`: must be one of hosted_agent, browser_infra, extraction, open_source'],
  ['status=on', '`status`: must be one of available, needs_key, unreachable, coming_soon'],
  ['curated=yes', '`curated`: must be true or false'],
])('a list of runners by %s is refused', async (filter, message) => {
  const { status, json } = await service.client.get(`/v1/capabilities?${filter}`);
  expect([status, json.error.message]).toEqual([400, message]);
});

const provider = async () => {
  const { json } = await service.client.get('/v1/capabilities');
  return json.providers.find(({ family }: { family: string }) => family === 'browser-use');
};

test('without a key the runner is off, and names the missing setting', async () => {
  expect(await shown()).toMatchObject({ status: 'needs_key', needs: ['browser-use'] });
  expect(await provider()).toMatchObject({
    name: 'Browser Use',
    own_key: false,
    parts: [{ name: 'api_key', setting: 'BROWSER_USE_API_KEY', optional: false }],
  });
  const { status, json } = await service.client.create(task);
  expect([status, json.error.code]).toEqual([503, 'runner_unavailable']);
  expect(json.error.message).toMatch(/BROWSER_USE_API_KEY.*\/v1\/provider-keys\/browser-use/);
});

test("the workspace's own key turns it on, pays the provider itself, and leaves only the fee to bill", async () => {
  const put = await service.client.put(path, { api_key: KEY, test: true });
  expect(put.json, JSON.stringify(put.json)).toMatchObject({
    object: 'svc.provider_key',
    family: 'browser-use',
    parts: ['api_key'],
    check: 'accepted',
  });
  expect(await shown()).toMatchObject({ status: 'available', unavailable_reason: null });
  expect(await provider()).toMatchObject({ own_key: true });
  const { json } = await service.client.create(task);
  expect(json, JSON.stringify(json)).toMatchObject({ status: 'completed', svc: { runner: 'browser-use' } });
  const { cost, session, routing_attempts } = json.svc;
  expect(cost.runner_usd).toBe(0);
  expect(cost.platform_fee_usd).toBeCloseTo(0.5 * cost.platform_fee_rate, 6);
  expect(cost.total_usd).toBe(cost.platform_fee_usd);
  expect(routing_attempts[0]?.cost_usd).toBe(0.5);
  expect(session).toMatchObject({ provider_id: sessionOf(standIn.tasks.at(-1)), status: 'ended' });
  const told = JSON.stringify([put.json, json, await dumpDatabase(service.app.context.db)]);
  expect(told).not.toContain('canary');
});

test('a provider that repeats the key does not reveal it to the caller', async () => {
  const { json } = await service.client.create({
    ...task,
    input: `Read the page [[output=The answer is ${KEY} and forty-two.]]`,
  });
  expect(json.output_text, JSON.stringify(json.svc).slice(0, 1_500)).toBe(
    'The answer is {{provider_key}} and forty-two.',
  );
});

test('a runner that only the own key turns on is a fallback, and part of a sweep', async () => {
  const body = {
    input: 'Read the page [[operators|fail=runner:nope:It did not work]]',
    url: `${service.app.demoOrigin}/`,
    sla_profile: 'most_reliable',
  };
  let { json } = await service.client.create(body);
  // One run in a hundred is drawn for learning.
  while (json.svc.routing_summary.reason === 'explore_floor') ({ json } = await service.client.create(body));
  expect(json.svc).toMatchObject({ runner: 'browser-use', fallback_from: ['operators'] });
  const swept = await service.client.create({
    input: 'Read',
    url: `${service.app.demoOrigin}/`,
    routing: 'learning-all',
  });
  const { svc } = await service.client.untilOver(swept.json.id);
  expect(svc.routing_attempts.map(({ runner }: { runner: string }) => runner).toSorted()).toEqual([
    'browser-use',
    'operators',
  ]);
});

test('it is read without its value, replaced, and deleted', async () => {
  expect((await service.client.get(path)).json).toMatchObject({ parts: ['api_key'], check: null });
  await service.client.put(path, { api_key: 'another-canary' });
  expect((await service.client.get('/v1/provider-keys')).json.data).toHaveLength(1);
  expect((await service.client.delete(path)).json).toMatchObject({ deleted: true });
  expect((await service.client.get(path)).json.error.code).toBe('not_found');
  expect((await service.client.delete(path)).json.error.code).toBe('not_found');
  expect(await shown()).toMatchObject({ status: 'needs_key' });
  expect(await service.app.context.db.query(sql`select id from provider_keys`)).toEqual([]);
});

test('a key that the provider refuses is not stored', async () => {
  const { json } = await service.client.put(path, { api_key: 'bad-canary', test: true });
  expect(json.error).toMatchObject({ code: 'invalid_request', param: 'api_key' });
  expect(JSON.stringify(json)).not.toContain('canary');
  expect((await service.client.get(path)).json.error.code).toBe('not_found');
});

test.each([
  [{}, 'invalid_request'],
  [{ api_key: '' }, 'invalid_request'],
  [{ api_key: 5 }, 'invalid_request'],
  [{ api_key: 'k', colour: 'red' }, 'invalid_request'],
  [{ project_id: 'p' }, 'invalid_request'],
])('a body %j is refused', async (body, code) => {
  expect((await service.client.put(path, body)).json.error.code).toBe(code);
});

test("the account's own address at its provider is on the provider's site", async () => {
  const put = (base_url?: string) =>
    service.client.put('/v1/provider-keys/surfsky', { api_key: 'k', base_url });
  for (const bad of [
    undefined,
    'http://me.surfsky.io',
    'https://surfsky.io.evil.example',
    'https://10.0.0.1',
    'x',
  ])
    expect((await put(bad)).json.error).toMatchObject({ code: 'invalid_request', param: 'base_url' });
  expect((await put('https://me.surfsky.io')).json).toMatchObject({ parts: ['api_key', 'base_url'] });
});

test('an unknown provider, and one that takes no key, are not found', async () => {
  for (const family of ['nobody', 'local'])
    expect((await service.client.put(`/v1/provider-keys/${family}`, { api_key: 'k' })).json.error.code).toBe(
      'not_found',
    );
});

test('a key with a spend limit neither stores nor removes a key', async () => {
  const { json } = await service.client.post('/v1/keys', { name: 'Small', spend_limit_usd: 1 });
  const limited = service.client.withKey(json.key);
  for (const answer of [await limited.put(path, { api_key: 'of another' }), await limited.delete(path)])
    expect([answer.status, answer.json.error.code]).toEqual([403, 'limited_key']);
});

test("a runner of two providers works under the own key at one and the operator's at the other", async () => {
  const slug = 'gpt-4.1@steel';
  const row = readCatalog().rows.find(({ facts }) => facts.slug === slug);
  let seen: ProviderAccounts = {};
  const runner: DirectRunner = {
    facts: row?.facts as DirectRunner['facts'],
    shape: 'direct',
    async run(_task, { accounts }) {
      seen = accounts;
      return { ok: true, output: 'Tea costs 4 euros.', page: null, files: [], costMicroUsd: null };
    },
  };
  const env = { OPENAI_API_KEY: 'operators-openai', LLM: 'off' };
  await using app = await startTestApp({ runners: [runner], env });
  const create = () => app.client.create({ ...task, routing: slug });
  expect((await create()).json.error.code).toBe('runner_unavailable');
  await app.client.put('/v1/provider-keys/steel', { api_key: KEY });
  expect((await create()).json).toMatchObject({ status: 'completed' });
  const keys = ['steel', 'openai'].map((family) => seen[family]?.secrets.api_key?.reveal());
  expect(keys).toEqual([KEY, 'operators-openai']);
});
