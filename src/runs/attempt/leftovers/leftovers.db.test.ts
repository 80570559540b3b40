import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtRunner } from '../../../../test/support/built-runner.ts';
import { scriptedRunner } from '../../../../test/support/scripted-runner.ts';
import { type ServiceProcess, startService } from '../../../../test/support/service-process.ts';
import { type InfraStandIn, startInfraStandIn } from '../../../../test/support/stand-ins/browser-infra.ts';
import { type DeckStandIn, startDeckStandIn } from '../../../../test/support/stand-ins/deck.ts';
import { type SkyvernStandIn, startSkyvernStandIn } from '../../../../test/support/stand-ins/skyvern.ts';
import { dumpDatabase } from '../../../../test/support/taint.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../../../test/support/test-app.ts';
import { createGate } from '../../../platform/net/gate.ts';
import { systemResolver } from '../../../platform/net/resolver.ts';
import { tidy } from '../../tidy.ts';

const resources = new AsyncDisposableStack();
/** No test connects to it: it only stands in tasks for providers. Listed, so that no name is looked up. */
const SITE = '198.51.100.7:443';
let deck: DeckStandIn;
let skyvern: SkyvernStandIn;
let browsers: InfraStandIn;
let service: TestApp;

beforeAll(async () => {
  deck = resources.use(await startDeckStandIn());
  skyvern = resources.use(await startSkyvernStandIn());
  browsers = resources.use(await startInfraStandIn());
  const gate = createGate({ resolver: systemResolver, localTargets: [{ host: '198.51.100.7', port: 443 }] });
  service = await startTestApp({
    runners: [
      await builtRunner('deck', resources),
      await builtRunner('skyvern', resources),
      await builtRunner('browserbase', resources, { gate }),
      scriptedRunner('stranger', { secrets: { channel: 'named_values', modelSees: false } }),
    ],
    env: {
      SVC_LOCAL_TARGETS: SITE,
      DECK_API_KEY: 'key',
      DECK_BASE_URL: deck.url,
      SKYVERN_API_KEY: 'key',
      SKYVERN_BASE_URL: skyvern.url,
      // A browser that can be opened, and not connected to.
      BROWSERBASE_API_KEY: 'dead-key',
      BROWSERBASE_BASE_URL: browsers.url,
    },
  });
  resources.use(service);
});
afterAll(() => resources.disposeAsync());
vi.setConfig({ testTimeout: 120_000 });

const LOGIN = {
  domain: '198.51.100.7',
  username: 'alice-4711@mail.example',
  password: 'correct horse battery',
};
const url = 'https://198.51.100.7/orders';

async function store(body: object = {}): Promise<string> {
  return (await service.client.post('/v1/credentials', { ...LOGIN, ...body })).json.id;
}

async function create(body: Record<string, unknown>) {
  return service.client.create({ url, credential_id: await store(), ...body });
}

const left = async () =>
  (await service.app.context.db.query(sql`select attempt_id, item, tries from provider_leftovers`)).length;
const swept = async () => {
  await tidy(service.app.context);
  return [atDeck(), await left()];
};
const atDeck = () => deck.credentials.filter(({ status }) => status !== 'deleted').length;

test('deck alone may have a login under deck_only: it goes through its vault and is gone when the run is over', async () => {
  const credential_id = await store({ custody: 'deck_only' });
  const { json } = await create({ input: 'Read my orders [[output=Orders: $40.]]', credential_id });
  expect(json, JSON.stringify(json)).toMatchObject({
    status: 'completed',
    output_text: 'Orders: $40.',
    svc: { runner: 'deck', custody: { policy: 'deck_only', allowed_runners: ['deck'] } },
  });
  expect(deck.tasks.at(-1)?.credentialId).toBe(deck.credentials.at(-1)?.id);
  expect(deck.credentials.at(-1)).toMatchObject({ status: 'deleted', secret: null });
  expect(await left()).toBe(0);
  const told = JSON.stringify([json, deck.bodies, await dumpDatabase(service.app.context.db)]);
  expect(told).not.toMatch(/alice-4711|correct horse/);
});

test('trusted runners are those whose facts say so', async () => {
  const refused = await create({ input: 'Read my orders', routing: 'stranger' });
  expect(refused.json.error.code).toBe('custody_unsatisfiable');
  const { json } = await create({ input: 'Read my orders', routing: 'skyvern' });
  expect(json.svc.custody.allowed_runners).toEqual(expect.arrayContaining(['deck', 'skyvern']));
  expect(json.svc.custody.allowed_runners).not.toContain('stranger');
});

test('a vault item is gone after the sign-in and the task that goes on in its browser', async () => {
  const { json } = await create({ input: 'Read my orders [[output=Orders: $20.]]', routing: 'skyvern' });
  expect(json, JSON.stringify(json)).toMatchObject({ status: 'completed', output_text: 'Orders: $20.' });
  expect(skyvern.logins.at(-1)?.login?.secret.password).toBe(LOGIN.password);
  expect([skyvern.credentials, await left()]).toEqual([[], 0]);
  expect([...skyvern.sessions.values()].some(({ isOpen }) => isOpen)).toBe(false);
  expect(skyvern.bodies.join()).not.toMatch(/alice-4711|correct horse/);
});

test.each(['[[fail]]', '[[status=500]]', '[[garbage]]', '[[garbage=start]]'])(
  'an attempt that ends with %s leaves nothing in the vault',
  async (words) => {
    const { json } = await create({ input: `Read ${words}`, routing: 'deck' });
    expect(json.status).toBe('failed');
    expect([atDeck(), await left()]).toEqual([0, 0]);
  },
);

test('a cancelled run leaves nothing in the vault', async () => {
  const { json } = await create({ input: 'Read [[hang]]', routing: 'deck', background: true });
  await expect.poll(() => deck.tasks.at(-1)?.polls, { timeout: 30_000 }).toBeGreaterThan(0);
  await service.client.post(`/v1/responses/${json.id}/cancel`);
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
  expect([atDeck(), deck.tasks.at(-1)?.isStopped]).toEqual([0, true]);
});

test('a leftover that a provider would not delete is deleted later', async () => {
  deck.refuseDeletes.status = 503;
  const { json } = await create({ input: 'Read', routing: 'deck' });
  expect(json.status).toBe('completed');
  await tidy(service.app.context);
  expect([atDeck(), await left()]).toEqual([1, 1]);
  deck.refuseDeletes.status = null;
  await service.app.context.db.query(sql`update provider_leftovers set due_at = due_at - interval '2 hours'`);
  await expect.poll(swept, { timeout: 30_000 }).toEqual([0, 0]);
});

/** An instance of its own that dies as soon as it has noted the leftover. */
async function startKilled() {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  return startService(
    {
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: join(service.dataDir, 'killed'),
      KMS_KEYS_DIR: join(tmpdir(), `switchyard-keys-${name}`),
      SVC_API_KEY: TEST_KEY,
      SVC_LOCAL_TARGETS: SITE,
      DECK_API_KEY: 'key',
      DECK_BASE_URL: deck.url,
      BROWSERBASE_API_KEY: 'key',
      BROWSERBASE_BASE_URL: browsers.url,
      FAULT: 'after-leftover-named',
    },
    ['--role', 'all'],
  );
}

async function runAndDie(killed: ServiceProcess, body: object): Promise<string> {
  const response = await fetch(`${killed.url}/api/v1/responses`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Read', url, background: true, ...body }),
  });
  const { id } = (await response.json()) as { id: string };
  await expect.poll(() => killed.child.signalCode, { timeout: 30_000 }).toBe('SIGKILL');
  return id;
}

test('a login whose process was killed before it was used is deleted by another instance', async () => {
  await using killed = await startKilled();
  const startsBefore = deck.starts.length;
  const id = await runAndDie(killed, { credential_id: await store(), routing: 'deck' });
  expect([atDeck(), await left(), deck.starts.length]).toEqual([1, 1, startsBefore]);
  await service.client.post(`/v1/responses/${id}/cancel`);
  await expect.poll(swept, { timeout: 30_000 }).toEqual([0, 0]);
});

test('a browser whose process was killed before it was used is let go by another instance', async () => {
  await using killed = await startKilled();
  const id = await runAndDie(killed, { routing: 'browserbase' });
  expect([browsers.open().length, await left()]).toEqual([1, 1]);
  await service.client.post(`/v1/responses/${id}/cancel`);
  const sweptBrowsers = async () => {
    await tidy(service.app.context);
    return [browsers.open().length, await left()];
  };
  await expect.poll(sweptBrowsers, { timeout: 30_000 }).toEqual([0, 0]);
});

test('a browser that cannot be used is let go, and the run goes on elsewhere', async () => {
  const { json } = await service.client.create({ url, input: 'Read', routing: ['browserbase', 'stranger'] });
  expect(json, JSON.stringify(json)).toMatchObject({ status: 'completed', svc: { runner: 'stranger' } });
  expect(json.svc.routing_attempts[0]).toMatchObject({
    runner: 'browserbase',
    fault: 'platform',
    error: { code: 'browser_unavailable' },
  });
  // The session of the attempt that failed is not that of the answer.
  expect(json.svc.session).toBeNull();
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
  expect(browsers.sessions.at(-1)?.releases).toBeGreaterThan(0);
  expect(browsers.open()).toEqual([]);
});
