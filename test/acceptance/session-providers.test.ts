import { once } from 'node:events';
import Browserbase from '@browserbasehq/sdk';
import { chromium } from 'playwright-core';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, type Instance, startCluster } from '../support/cluster.ts';
import { isOutsideWeb, RelayClient } from '../support/relay-client.ts';
import { fuzzRelay } from '../support/relay-fuzz.ts';
import { seeded } from '../support/seeded.ts';
import {
  type InfraStandIn,
  lendRemoteChromium,
  startInfraStandIn,
} from '../support/stand-ins/browser-infra.ts';
import { BAD_ANSWERS, REFUSALS } from '../support/stand-ins/faults.ts';
import { INFRA_SECRET, INFRA_WIRES, LIVE_VIEW } from '../support/stand-ins/infra-wires.ts';

// Sessions at providers of browsers, and sessions that are asked for on an instance that does not hold them.

const NAMES = ['browserbase', 'kernel', 'steel', 'hyperbrowser', 'browserless', 'anchor'];
const PROVIDER_KEY = 'key-canary-5150';
const SECRETS = new RegExp(`${PROVIDER_KEY}|${INFRA_SECRET}`);
const owned = new AsyncDisposableStack();
/** The address of the lent browser itself. */
let direct: string;
let standIn: InfraStandIn;
let cluster: Cluster;
let first: Instance;
let second: Instance;
let client: Browserbase;

beforeAll(async () => {
  const lend = await lendRemoteChromium(owned);
  const { port, path } = await lend();
  direct = `ws://127.0.0.1:${port}${path}`;
  standIn = owned.use(await startInfraStandIn(INFRA_WIRES, lend));
  cluster = owned.use(await startCluster());
  const settings = NAMES.map((name) => name.toUpperCase()).flatMap((name) => [
    [`${name}_API_KEY`, PROVIDER_KEY],
    [`${name}_BASE_URL`, standIn.url],
  ]);
  const env = Object.fromEntries(settings);
  first = await cluster.start(env);
  second = await cluster.start(env);
  client = clientOf(first);
});
afterAll(() => owned.disposeAsync());

function clientOf({ url, key }: Instance): Browserbase {
  return new Browserbase({ apiKey: key, baseURL: url, maxRetries: 0 });
}

function create(provider: string, more: object = {}, from = client) {
  return from.sessions.create({ svc: { provider }, ...more } as never);
}

/** Opens the page in the session; answers its heading, and every message to the driver. */
async function readPage(connectUrl: string): Promise<string | null> {
  const browser = await chromium.connectOverCDP(connectUrl);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.newPage());
  await page?.goto(cluster.page);
  const heading = (await page?.locator('h1').textContent()) ?? null;
  await browser.close();
  return heading;
}

test.each(NAMES)('a browser of %s is driven through our address alone, and let go', async (name) => {
  const viewport = { width: 1000, height: 700 };
  const isLasting = name !== 'browserless';
  const created = await create(name, { keepAlive: isLasting, browserSettings: { viewport } });
  expect(created).toMatchObject({ status: 'RUNNING', svc: { provider: name } });
  expect(new URL(created.connectUrl).host).toBe(new URL(first.url).host);
  expect(await readPage(created.connectUrl)).toBe('Opening hours');
  const shown = isLasting ? await client.sessions.debug(created.id) : {};
  // Where the browser ended with its driver, the log is still being kept.
  await expect
    .poll(async () => JSON.stringify(await client.sessions.logs.list(created.id)))
    .toContain('Page.navigate');
  const logs = await client.sessions.logs.list(created.id);
  const released = await client.sessions.update(created.id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  expect(released.status).toBe('COMPLETED');
  expect(JSON.stringify([created, shown, logs, released])).not.toMatch(SECRETS);
  const there = standIn.sessions.filter(({ provider }) => provider === name);
  expect(there).toMatchObject([{ key: PROVIDER_KEY, connections: 1 }]);
  if (!isLasting) return;
  expect(there).toMatchObject([{ isOpen: false, releases: 1 }]);
  expect(JSON.stringify(there[0]?.body)).toContain('"height":700');
  const [row] = await cluster.db.query(
    sql`select is_open_at_provider, key_id is not null as has_key from browser_sessions where id = ${created.id}`,
  );
  expect(row).toEqual({ is_open_at_provider: false, has_key: true });
});

const head = (line: string) => `HTTP/1.1 ${line}\r\ncontent-length: 2\r\ncontent-type: text/html\r\n`;
const HANDSHAKES: [InfraStandIn['script'], RegExp][] = [
  [{ handshake: `${head('401 No')}\r\nno` }, /refused the API key/],
  [{ handshake: `${head('402 No')}\r\nno` }, /has no credit left/],
  [{ handshake: `${head('429 No')}retry-after: 9\r\n\r\nno` }, /limits the request rate/],
  [{ handshake: `${head('500 No')}\r\nno` }, /had an internal error/],
  [{ handshake: `${head('302 No')}location: /\r\n\r\n` }, /redirects to another address/],
  [{ handshake: 'cats' }, /does not respond|closed the connection/],
  [{ close: [4402, ''] }, /has no credit left/],
  [{ close: [1008, 'Invalid API key'] }, /refused the API key/],
  [{ close: [1011, 'no machine'] }, /does not respond/],
];

test.each(NAMES)('faults of %s are named with advice, cost nothing and leave no browser', async (name) => {
  const wire = INFRA_WIRES[name];
  const isKnown = wire?.idOf !== undefined || wire?.isFound;
  const calls = wire?.create ? [...REFUSALS, ...BAD_ANSWERS] : [];
  const scripts: [InfraStandIn['script'], RegExp, number][] = [
    ...calls.map((create): [InfraStandIn['script'], RegExp, number] => [
      { create },
      new RegExp(create.answer ? '' : 'closed the connection|cannot be reached'),
      // Without a name it ends by its own timeout.
      create.status < 300 && !isKnown ? 1 : 0,
    ]),
    ...HANDSHAKES.map(([script, said]): [InfraStandIn['script'], RegExp, number] => [script, said, 0]),
  ];
  const written = async () => (await cluster.db.query(sql`select count(*)::int as n from ledger_entries`))[0];
  const before = await written();
  for (const session of standIn.open()) Object.assign(session, { isOpen: false });
  for (const [script, said, open] of scripts) {
    Object.assign(standIn.script, { create: undefined, handshake: undefined, close: undefined, ...script });
    const error = await create(name).then(
      () => null,
      (refused) => refused,
    );
    const where = JSON.stringify(script).slice(0, 200);
    expect([where, error?.status, error?.error?.code]).toEqual([where, 503, 'runner_unavailable']);
    expect(error.error.message, where).toMatch(/\b(?:Check|Try|Top up|Ask)\b/);
    expect(error.error.message, where).toMatch(said);
    expect(JSON.stringify(error.error)).not.toMatch(SECRETS);
    const left = standIn.open().filter(({ provider }) => provider === name);
    expect([where, left.length]).toEqual([where, open]);
    for (const session of left) Object.assign(session, { isOpen: false });
  }
  Object.assign(standIn.script, { create: undefined, handshake: undefined, close: undefined });
  expect(await written()).toEqual(before);
  const live = await client.sessions.list({ status: 'RUNNING' });
  expect(JSON.stringify(live)).not.toContain(`"${name}"`);
});

function closing(connectUrl: string): Promise<{ code: number; reason: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
  new WebSocket(connectUrl).onclose = ({ code, reason }) => resolve({ code, reason });
  return promise;
}

test('a connection that is refused later has a reason, and one to a lost browser ends its session', async () => {
  const lasting = await create('kernel', { keepAlive: true });
  await readPage(lasting.connectUrl);
  standIn.script.handshake = `${head('402 No')}\r\nno`;
  const reason = expect.stringMatching(/no credit left.*Top up/);
  expect(await closing(lasting.connectUrl)).toEqual({ code: 1011, reason });
  standIn.script.handshake = undefined;
  expect(await readPage(lasting.connectUrl)).toBe('Opening hours');
  await client.sessions.update(lasting.id, { status: 'REQUEST_RELEASE', projectId: 'any' });

  const { id, connectUrl } = await create('kernel');
  const begun = standIn.sessions.at(-1);
  standIn.script.handshake = `${head('404 No')}\r\nno`;
  begun?.lose();
  expect(await closing(connectUrl)).toMatchObject({ code: 1011, reason: expect.stringContaining('.') });
  standIn.script.handshake = undefined;
  await expect.poll(async () => (await client.sessions.retrieve(id)).status).toBe('ERROR');
  await expect.poll(() => begun?.isOpen).toBe(false);
});

test("Hyperbrowser's live view is shown as soon as it is there", async () => {
  const { id } = await create('hyperbrowser', { keepAlive: true });
  await expect.poll(async () => (await client.sessions.debug(id)).debuggerUrl).toBe(LIVE_VIEW);
  await client.sessions.update(id, { status: 'REQUEST_RELEASE', projectId: 'any' });
});

test('without a wish the best provider is taken, and a browser of our own where contexts are kept', async () => {
  const { id, svc } = (await client.sessions.create({})) as unknown as { id: string; svc: unknown };
  expect(svc).toMatchObject({ provider: 'browserbase' });
  await client.sessions.update(id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  const context = await client.contexts.create({ projectId: 'any' });
  const browserSettings = { context: { id: context.id } };
  const embedded = await client.sessions.create({ browserSettings });
  expect(embedded).toMatchObject({ svc: { provider: 'embedded' } });
  await client.sessions.update(embedded.id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  await expect(create('steel', { browserSettings })).rejects.toMatchObject({ status: 400 });
});

test('leaving a session without keepAlive ends it at the provider', async () => {
  const { connectUrl } = await create('kernel');
  await readPage(connectUrl);
  await expect.poll(() => standIn.open().filter(({ provider }) => provider === 'kernel')).toEqual([]);
});

test('hostile commands do not reach the provider', async () => {
  const { connectUrl } = await create('hyperbrowser');
  const browser = await chromium.connectOverCDP(connectUrl);
  const session = await browser.newBrowserCDPSession();
  await expect(session.send('Browser.getBrowserCommandLine' as never)).rejects.toThrow(/not allowed/);
  const page = await browser.contexts()[0]?.newPage();
  await expect(page?.goto('http://169.254.169.254/')).rejects.toThrow(/may not be opened/);
  await browser.close();
});

test("a provider's browser shows no page outside the web, and its new tab is an empty page", async () => {
  await using owner = await RelayClient.connect(direct);
  const openThere = (url: string) => owner.send('Target.createTarget', { url });
  await openThere('chrome://newtab/');
  const { id, connectUrl } = await create('hyperbrowser', { keepAlive: true });
  await using relay = await RelayClient.connect(connectUrl);
  await relay.follow();
  const outside = ['chrome://version/', 'file:///etc/hostname'];
  for (const url of outside) await openThere(url);
  await expect
    .poll(async () => {
      const entries = (await client.sessions.logs.list(id)) as { method: string; response?: object }[];
      const closed = entries.flatMap(({ method, response }) => (method === 'Target.closed' ? response : []));
      // A frame of the new tab may appear after the tab was emptied.
      return closed.filter((one) => !JSON.stringify(one).includes('new-tab-page'));
    })
    .toEqual(outside.map((url) => expect.objectContaining({ result: expect.objectContaining({ url }) })));
  const { page } = cluster;
  expect(await fuzzRelay({ connectUrl, page, random: seeded(7), commands: 100 })).toEqual([]);
  expect(relay.targets.filter(isOutsideWeb)).toEqual([]);
  await expect.poll(async () => (await owner.list()).filter(isOutsideWeb)).toEqual([]);
  await client.sessions.update(id, { status: 'REQUEST_RELEASE', projectId: 'any' });
});

test.each(['hyperbrowser', 'embedded'])('at %s what is no command ends its connection only', async (name) => {
  const { id, connectUrl } = await create(name, { keepAlive: true });
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  for (const params of ['null', '7', `{"filter":${deep}}`]) {
    const socket = new WebSocket(connectUrl);
    await once(socket, 'open');
    socket.send(`{"id":1,"method":"Target.getTargets","params":${params}}`);
    await once(socket, 'close');
  }
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await readPage(connectUrl)).toBe('Opening hours');
  await client.sessions.update(id, { status: 'REQUEST_RELEASE', projectId: 'any' });
});

test("a workspace's own key comes first, and its refusal is told in the client's shape", async () => {
  const put = (key: string) => first.call('PUT', '/v1/provider-keys/steel', { api_key: key });
  expect((await put('own-key-canary')).status).toBeLessThan(300);
  const owner = (await create('steel')) as unknown as { id: string; svc: { cost_usd: number } };
  expect(standIn.sessions.at(-1)).toMatchObject({ provider: 'steel', key: 'own-key-canary' });
  // On trial there is no fee, and the workspace pays the provider.
  expect(owner.svc.cost_usd).toBe(0);
  await client.sessions.update(owner.id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  await put('bad-own-key');
  await expect
    .poll(() => create('steel').catch((error) => error.error))
    .toMatchObject({
      statusCode: 503,
      error: 'Service Unavailable',
      message: expect.stringMatching(/^Steel refused the API key \(401\).*own key/),
      code: 'runner_unavailable',
    });
  await first.call('DELETE', '/v1/provider-keys/steel');
});

test('an unknown provider and an unsupported option are refused', async () => {
  await expect(create('nobody')).rejects.toMatchObject({ status: 400, error: { statusCode: 400 } });
  await expect(create('browserless', { keepAlive: true })).rejects.toMatchObject({ status: 400 });
});

test('a session is reached through every instance', async () => {
  const created = await create('embedded', { keepAlive: true });
  const other = clientOf(second);
  const through = created.connectUrl.replace(new URL(first.url).host, new URL(second.url).host);
  expect(await readPage(through)).toBe('Opening hours');
  const shown = await other.sessions.debug(created.id);
  expect(shown.pages.length).toBeGreaterThan(0);
  await other.sessions.uploads.create(created.id, { file: new File(['hello'], 'note.txt') });
  expect((await other.sessions.logs.list(created.id)).length).toBeGreaterThan(0);
  const view = await fetch(shown.debuggerUrl.replace(new URL(first.url).host, new URL(second.url).host));
  expect(await view.text()).toContain('<img');
  const released = await other.sessions.update(created.id, { status: 'REQUEST_RELEASE', projectId: 'any' });
  expect(released.status).toBe('COMPLETED');
});

test('sessions that a dead instance left at a provider are closed by another', async () => {
  const created = await create('browserbase', { keepAlive: true }, clientOf(second));
  const reference = standIn.sessions.at(-1)?.id;
  await second.end('SIGKILL');
  await expect(client.sessions.debug(created.id)).rejects.toMatchObject({ status: 503 });
  expect(await client.sessions.retrieve(created.id)).toMatchObject({ status: 'RUNNING' });
  await cluster.db.query(
    sql`update browser_sessions set seen_at = seen_at - interval '2 minutes' where id = ${created.id}`,
  );
  await expect.poll(() => standIn.open().some(({ id }) => id === reference)).toBe(false);
  expect(await client.sessions.retrieve(created.id)).toMatchObject({ status: 'ERROR' });
});
