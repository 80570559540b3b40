import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import sql from 'sql-template-tag';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { type Behaviour, type Received, WebhookSink } from '../../test/support/webhook-sink.ts';

let service: TestApp;
let second: TestApp;
let sink: WebhookSink;
let answers: string[];

const relay = { ...scriptedRunner('x').facts.capabilities, interaction_relay: true };
const runners = () => [scriptedRunner('first', { capabilities: relay })];

beforeAll(async () => {
  // The name is public at registration; at delivery the test chooses its address.
  const resolver = async (name: string) => (name === 'hooks.example.com' ? answers : ['127.0.0.1']);
  answers = ['93.184.216.34'];
  service = await startTestApp({ runners: runners(), resolver });
  second = await startTestApp({ runners: runners(), resolver, databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

beforeEach(async () => {
  answers = ['93.184.216.34'];
  for (const { id } of (await service.client.get('/v1/webhooks')).json.data)
    await service.client.request('DELETE', `/v1/webhooks/${id}`);
  sink = await WebhookSink.start();
  return () => sink[Symbol.asyncDispose]();
});

async function register(extra: Record<string, unknown> = {}) {
  const { status, json } = await service.client.post('/v1/webhooks', { url: `${sink.url}/hook`, ...extra });
  expect(status).toBe(201);
  return json;
}

const eventOf = ({ body }: Received) => JSON.parse(body);
const deliveriesOf = async (endpoint: { id: string }) =>
  (await service.client.get(`/v1/webhooks/${endpoint.id}/deliveries`)).json.data;

/** The only delivery, once its first attempt is written down. */
async function attempted(endpoint: { id: string }) {
  await expect.poll(async () => (await deliveriesOf(endpoint))[0]?.request_headers, SOON).toBeTruthy();
  return (await deliveriesOf(endpoint))[0];
}

test('a finished run is announced once, signed, with the same object that GET shows', async () => {
  const endpoint = await register();
  const { json: run } = await service.client.create({ input: 'Say something' });
  const [delivery] = await sink.until(1);
  expect(delivery?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhook/1.0',
  });
  const event = Stripe.webhooks.constructEvent(
    delivery?.body ?? '',
    String(delivery?.headers['x-svc-signature']),
    endpoint.secret,
  ) as unknown as Record<string, unknown>;
  expect(event).toMatchObject({
    id: delivery?.headers['x-svc-event-id'],
    object: 'svc.event',
    api_version: '2026-08-13',
    type: 'response.completed',
    sequence: 1,
  });
  expect(event.data).toEqual((await service.client.get(`/v1/responses/${run.id}`)).json);
  expect((event.data as { svc: unknown }).svc).toHaveProperty('routing_summary');
  const recorded = await attempted(endpoint);
  expect(recorded).toMatchObject({
    status: 'delivered',
    attempt: 1,
    response_id: run.id,
    event_id: event.id,
    last_http_status: 200,
    last_error: null,
    next_attempt_at: null,
    response_body_preview: 'answer 200',
    redelivery_count: 0,
  });
  expect(recorded.request_headers).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Svc-Event-Id': event.id,
  });
  const single = await service.client.get(`/v1/webhooks/${endpoint.id}/deliveries/${recorded.id}`);
  expect(delivery?.body.startsWith(single.json.payload_preview)).toBe(true);
  expect((await service.client.get(`/v1/webhooks/${endpoint.id}`)).json).toMatchObject({
    last_http_status: 200,
    last_delivery_at: expect.any(String),
  });
});

test('each ending has its type, and an endpoint hears only its subscriptions', async () => {
  await register();
  const failures = await register({
    url: `${sink.url}/failures`,
    events: ['response.failed', 'long_task.failed'],
  });
  await service.client.create({ input: 'Fail [[fail=site:down:The site is down]]' });
  const { json: hanging } = await service.client.create({ input: 'Hang [[hang]]', background: true });
  await second.client.post(`/v1/responses/${hanging.id}/cancel`);
  await sink.until(3);
  const types = (path: string) =>
    sink.received
      .filter((one) => one.path === path)
      .map((one) => eventOf(one).type)
      .sort();
  expect(types('/hook')).toEqual(['response.cancelled', 'response.failed']);
  expect(types('/failures')).toEqual(['response.failed']);
  expect(await deliveriesOf(failures)).toHaveLength(1);
  const ids = sink.received.map((one) => eventOf(one)).filter(({ type }) => type === 'response.failed');
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
});

test('every question of a run is announced, and the numbers of its events have no gap', async () => {
  await register();
  const { json: run } = await service.client.create({
    input: 'Log in [[ask=otp:Enter the code]]',
    background: true,
  });
  await sink.until(1);
  expect(eventOf(sink.received[0] as Received)).toMatchObject({
    type: 'response.requires_action',
    sequence: 1,
    data: {
      id: run.id,
      status: 'requires_action',
      required_action: { submit_input: { kind: 'otp', prompt: 'Enter the code' } },
    },
  });
  await second.client.post(`/v1/responses/${run.id}/input`, { code: '0000' });
  await sink.until(2);
  await second.client.post(`/v1/responses/${run.id}/input`, { code: '123456' });
  await sink.until(3);
  const events = sink.received.map(eventOf);
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['response.requires_action', 1],
    ['response.requires_action', 2],
    ['response.completed', 3],
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  expect(sink.received.map(({ body }) => body).join()).not.toContain('123456');
});

test('both secrets verify after a rotation, with the official verifier', async () => {
  const endpoint = await register({ secret: 'a-secret-of-my-own-0001' });
  const { json: rotated } = await service.client.post(`/v1/webhooks/${endpoint.id}/rotate`);
  await service.client.create({ input: 'Say something' });
  const [delivery] = await sink.until(1);
  const header = String(delivery?.headers['x-svc-signature']);
  for (const secret of [rotated.secret, 'a-secret-of-my-own-0001'])
    expect(Stripe.webhooks.constructEvent(delivery?.body ?? '', header, secret)).toBeTruthy();
  expect(() => Stripe.webhooks.constructEvent(delivery?.body ?? '', header, 'another-secret-0001')).toThrow();
  expect(header.indexOf(signedWith(rotated.secret, delivery as Received))).toBeLessThan(
    header.indexOf(signedWith('a-secret-of-my-own-0001', delivery as Received)),
  );
});

test('a second rotation keeps every secret that is in its 24 hours', async () => {
  const endpoint = await register({ secret: 'a-secret-of-my-own-0001' });
  const rotate = async () => (await service.client.post(`/v1/webhooks/${endpoint.id}/rotate`)).json.secret;
  const [second, third] = [await rotate(), await rotate()];
  await service.client.create({ input: 'Say something' });
  const [delivery] = await sink.until(1);
  const header = String(delivery?.headers['x-svc-signature']);
  const signatures = [third, second, 'a-secret-of-my-own-0001'].map((one) =>
    signedWith(one, delivery as Received),
  );
  expect(header.split(',').slice(1)).toEqual(signatures.map((one) => `v1=${one}`));
});

function signedWith(secret: string, { headers, body }: Received): string {
  const t = /t=(\d+)/.exec(String(headers['x-svc-signature']))?.[1];
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
}

test('a test event goes to one endpoint, with any subscription, and never counts', async () => {
  const endpoint = await register({ events: ['long_task.progress'] });
  const { status, json } = await service.client.post(`/v1/webhooks/${endpoint.id}/test`, {
    type: 'response.requires_action',
  });
  expect(status).toBe(202);
  expect(json).toMatchObject({ status: 'pending', type: 'response.requires_action' });
  const [delivery] = await sink.until(1);
  expect(eventOf(delivery as Received)).toMatchObject({
    id: json.event_id,
    type: 'response.requires_action',
    data: { object: 'response', status: 'requires_action', metadata: { test: 'true' } },
  });
  sink.behave(500);
  await service.client.post(`/v1/webhooks/${endpoint.id}/test`);
  await expect.poll(async () => (await deliveriesOf(endpoint))[0].status, SOON).toBe('failed');
  expect((await service.client.get(`/v1/webhooks/${endpoint.id}`)).json.consecutive_failures).toBe(0);
  const bad = await service.client.post(`/v1/webhooks/${endpoint.id}/test`, { type: 'long_task.failed' });
  expect(bad.json.error.code).toBe('invalid_webhook_event');
});

test('a retry by hand sends the same bytes, and not while the endpoint is off', async () => {
  const endpoint = await register();
  sink.behave(503);
  await service.client.create({ input: 'Say something' });
  const waiting = await attempted(endpoint);
  expect(waiting).toMatchObject({
    status: 'pending',
    last_error: 'HTTP 503',
    next_attempt_at: expect.any(String),
  });
  sink.behave(204);
  const path = `/v1/webhooks/${endpoint.id}/deliveries/${waiting.id}/retry`;
  expect((await second.client.post(path)).json).toMatchObject({
    redelivery_count: 1,
    event_id: waiting.event_id,
  });
  await expect.poll(async () => (await deliveriesOf(endpoint))[0].status, SOON).toBe('delivered');
  expect(new Set(sink.received.map(({ bodyHash }) => bodyHash)).size).toBe(1);
  await service.client.request('PATCH', `/v1/webhooks/${endpoint.id}`, { body: { enabled: false } });
  expect((await service.client.post(path)).json.error.code).toBe('invalid_request');
});

test('an endpoint that is off hears nothing, and its waiting deliveries end', async () => {
  const endpoint = await register();
  sink.behave(500);
  await service.client.create({ input: 'Say something' });
  await attempted(endpoint);
  await service.client.request('PATCH', `/v1/webhooks/${endpoint.id}`, { body: { enabled: false } });
  await service.client.create({ input: 'Say something else' });
  expect(await deliveriesOf(endpoint)).toMatchObject([
    { status: 'failed', last_error: 'the endpoint is disabled' },
  ]);
});

test('the public status has the share of arrived deliveries, tests left out', async () => {
  const ratio = async () => (await service.client.get('/status')).json.webhook_success_ratio_24h;
  const endpoint = await register();
  await service.client.create({ input: 'Say something' });
  await attempted(endpoint);
  const before = await ratio();
  expect(before).toBeGreaterThan(0);
  sink.behave(500);
  await service.client.post(`/v1/webhooks/${endpoint.id}/test`);
  await expect.poll(async () => (await deliveriesOf(endpoint))[0].status, SOON).toBe('failed');
  expect(await ratio()).toBe(before);
  await service.client.create({ input: 'Say something' });
  await attempted(endpoint);
  expect(await ratio()).toBeLessThan(before);
});

test('deliveries come in pages, newest first, and by status', async () => {
  const endpoint = await register();
  for (let index = 0; index < 5; index += 1) await service.client.create({ input: `Say ${index}` });
  await sink.until(5);
  const path = `/v1/webhooks/${endpoint.id}/deliveries`;
  const seen: string[] = [];
  for (let query = '?limit=2'; ; ) {
    const { json } = await service.client.get(`${path}${query}`);
    seen.push(...json.data.map(({ id }: { id: string }) => id));
    expect(json.first_id).toBe(json.data[0].id);
    if (!json.has_more) break;
    query = `?limit=2&starting_after=${json.next_starting_after}`;
  }
  expect(seen).toHaveLength(5);
  expect(seen).toEqual([...seen].sort().reverse());
  await expect
    .poll(async () => (await service.client.get(`${path}?status=delivered`)).json.data.length, SOON)
    .toBe(5);
  expect((await service.client.get(`${path}?status=failed`)).json.data).toEqual([]);
  expect((await service.client.get(`${path}?status=lost`)).json.error.code).toBe('invalid_list_filter');
  expect((await service.client.get(`${path}?limit=0`)).json.data).toHaveLength(1);
  expect((await service.client.get(`${path}?starting_after=whdel_x`)).json).toMatchObject({
    data: [],
    has_more: false,
  });
});

test('the deletion of a live run announces nothing', async () => {
  const endpoint = await register();
  const { json: run } = await service.client.create({ input: 'Hang [[hang]]', background: true });
  await service.client.request('DELETE', `/v1/responses/${run.id}`);
  const { json: next } = await service.client.create({ input: 'Say something' });
  await sink.until(1);
  expect(sink.received.map((one) => eventOf(one).data.id)).toEqual([next.id]);
  expect(await deliveriesOf(endpoint)).toHaveLength(1);
});

test('a question that is answered before anything could be sent is announced all the same', async () => {
  await register({ events: ['response.requires_action'] });
  const [locked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // While this lock is held, no instance claims a delivery.
  const holding = service.app.context.db.transaction(async (execute) => {
    await execute(sql`select pg_advisory_xact_lock(hashtext('webhook-claim'))`);
    locked.resolve();
    await answered.promise;
  });
  await locked.promise;
  const body = { input: 'Log in [[ask=otp:Enter the code]]', background: true };
  const { json: run } = await service.client.create(body);
  const path = `/v1/responses/${run.id}`;
  await expect.poll(async () => (await service.client.get(path)).json.status, SOON).toBe('requires_action');
  await service.client.post(`${path}/input`, { code: '123456' });
  expect(await service.client.untilOver(run.id)).toMatchObject({ status: 'completed' });
  answered.resolve();
  await holding;
  await sink.until(1);
  expect(eventOf(sink.received[0] as Received)).toMatchObject({
    type: 'response.requires_action',
    data: {
      id: run.id,
      status: 'requires_action',
      required_action: { submit_input: { kind: 'otp', prompt: 'Enter the code' } },
      svc: { status: 'needs_human', answer: null, finished_at: null },
    },
  });
  expect(sink.received).toHaveLength(1);
});

describe('a hostile receiver', () => {
  test.each([
    ['reset', null, /connection/],
    ['redirect', 302, /redirects are not followed/],
    [404, 404, /HTTP 404/],
    [199 + 101, 300, /HTTP 300/],
  ] as const)(
    'that answers with %s has failed, after ten seconds at the latest',
    async (behaviour, status, error) => {
      const endpoint = await register();
      sink.behave(behaviour);
      await service.client.create({ input: 'Say something' });
      const delivery = await attempted(endpoint);
      expect(delivery).toMatchObject({ status: 'pending', last_http_status: status });
      expect(delivery.last_error).toMatch(error);
      expect(delivery.last_latency_ms).toBeLessThan(20_000);
      expect(sink.received.map(({ path }) => path)).not.toContain('/elsewhere');
    },
  );

  test.each(['endless', 'broken-gzip', 201, 299] as const)(
    'that says yes and then answers with %s has taken the event',
    async (behaviour) => {
      const endpoint = await register();
      sink.behave(behaviour);
      await service.client.create({ input: 'Say something' });
      const delivery = await attempted(endpoint);
      expect(delivery).toMatchObject({ status: 'delivered' });
      expect(Buffer.byteLength(delivery.response_body_preview)).toBeLessThanOrEqual(512);
      expect(delivery.last_latency_ms).toBeLessThan(20_000);
    },
  );

  test('that takes its time is left after ten seconds: failed, unless it had said yes by then', async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    sink.behave((path) => path.slice(1) as Behaviour);
    const [hang, slow, drip, tls] = await Promise.all([
      ...['hang', 'slow-headers', 'drip'].map((name) => register({ url: `${sink.url}/${name}` })),
      register({ url: `https://hooks.example.com:${port}/` }),
    ]);
    // Only here does the public name lead to loopback: the gate itself would refuse it.
    const restore = [service, second].map(({ app }) => {
      const { gate } = app.context;
      const { vet } = gate;
      gate.vet = async (raw, options) =>
        raw.startsWith('https://hooks.example.com')
          ? { ok: true, url: new URL(raw), host: 'hooks.example.com', port, addresses: ['127.0.0.1'] }
          : vet(raw, options);
      return () => Object.assign(gate, { vet });
    });
    await service.client.create({ input: 'Say something' });
    const results = await Promise.all([hang, slow, drip, tls].map(attempted));
    for (const undo of restore) undo();
    silent.close();
    for (const late of [results[0], results[1], results[3]])
      expect(late).toMatchObject({ status: 'pending', last_error: 'no complete answer within 10000 ms' });
    expect(results[2]).toMatchObject({ status: 'delivered', last_http_status: 200 });
    for (const { last_latency_ms } of results) expect(last_latency_ms).toBeLessThan(20_000);
  });

  test('that mirrors its requests does not bring the signature into the record', async () => {
    const endpoint = await register();
    sink.behave('mirror');
    await service.client.create({ input: 'Say something' });
    const delivery = await attempted(endpoint);
    expect(delivery.response_body_preview).toContain('[redacted]');
    expect(delivery.response_body_preview).not.toMatch(/[0-9a-f]{64}/);
  });

  test('whose name leads to a private address by now is not dialled', async () => {
    const endpoint = await register({ url: 'https://hooks.example.com/in' });
    answers = ['127.0.0.1'];
    await service.client.create({ input: 'Say something' });
    const delivery = await attempted(endpoint);
    expect(delivery).toMatchObject({ status: 'pending', last_http_status: null });
    expect(delivery.last_error).toMatch(/not public/);
    expect(delivery.last_latency_ms).toBeLessThan(20_000);
  });

  test('never slows a run, nor another receiver', async () => {
    const dead = await WebhookSink.start();
    dead.behave('hang');
    for (let index = 0; index < 12; index += 1) await register({ url: `${dead.url}/${index}` });
    await register();
    const startedAt = performance.now();
    for (let index = 0; index < 20; index += 1) await service.client.create({ input: `Say ${index}` });
    await sink.until(20);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    const byPath = new Map<string, number>();
    for (const { path } of dead.received) byPath.set(path, (byPath.get(path) ?? 0) + 1);
    for (const count of byPath.values()) expect(count).toBeLessThanOrEqual(4);
    await dead[Symbol.asyncDispose]();
  });
});

test('several instances share the work and send nothing twice', async () => {
  await register();
  const clients = [service.client, second.client];
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      clients[index % 2]?.create({ input: `Say ${index}`, background: true }),
    ),
  );
  await sink.until(40);
  await expect.poll(async () => new Set(sink.received.map((one) => eventOf(one).id)).size, SOON).toBe(40);
  expect(sink.received).toHaveLength(40);
  expect(sink.mostOpen).toBeLessThanOrEqual(4);
});
