import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { WebhookSink } from '../../test/support/webhook-sink.ts';
import { isPlainLoopback, refusedForms } from '../platform/net/url-forms.fixture.ts';
import { EVENT_TYPES } from './event.ts';

const PUBLIC = 'https://hooks.example.com/in';
let service: TestApp;
let other: Awaited<ReturnType<typeof addWorkspace>>;

beforeAll(async () => {
  service = await startTestApp({
    runners: [scriptedRunner('first')],
    resolver: async (name) => {
      if (name.endsWith('.example.com')) return ['93.184.216.34'];
      if (name === 'localhost') return ['127.0.0.1'];
      if (name === 'rebound.example.net') return ['93.184.216.34', '10.0.0.7'];
      throw new Error('no such name');
    },
  });
  other = await addWorkspace(service);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  const { json } = await service.client.get('/v1/webhooks');
  for (const { id } of json.data) await service.client.request('DELETE', `/v1/webhooks/${id}`);
});

const create = (body: Record<string, unknown>) => service.client.post('/v1/webhooks', body);

describe('registering', () => {
  test('mints a secret, subscribes to everything and shows the secret once', async () => {
    const { status, json } = await create({ url: PUBLIC });
    expect(status).toBe(201);
    expect(json).toMatchObject({ object: 'svc.webhook', url: PUBLIC, events: EVENT_TYPES, disabled: false });
    expect(json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(json).toHaveProperty('warning');
    expect(json).not.toHaveProperty('old_secret_expires_at');
    const read = await service.client.get(`/v1/webhooks/${json.id}`);
    expect(read.json).not.toHaveProperty('secret');
    expect((await service.client.get('/v1/webhooks')).json.data).toEqual([read.json]);
  });

  test('keeps the secret sealed in the database', async () => {
    const secret = 'canary-secret-that-nobody-may-read';
    await create({ url: PUBLIC, secret });
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const { rows } = await client.query(`select encode(secret, 'escape') as sealed from webhook_endpoints`);
    await client.end();
    for (const { sealed } of rows) expect(String(sealed)).not.toContain('canary');
  });

  test('takes all nine types once each', async () => {
    const { json } = await create({ url: PUBLIC, events: [...EVENT_TYPES, ...EVENT_TYPES] });
    expect(json.events).toEqual(EVENT_TYPES);
  });

  test.each([
    ['no url', {}, 'invalid_webhook_url'],
    ['a number as url', { url: 7 }, 'invalid_webhook_url'],
    ['a very long url', { url: `${PUBLIC}?${'x'.repeat(3_000)}` }, 'invalid_webhook_url'],
    [
      'an unknown event',
      { url: PUBLIC, events: ['response.completed', 'response.done'] },
      'invalid_webhook_event',
    ],
    ['no events', { url: PUBLIC, events: [] }, 'invalid_webhook_event'],
    ['a text as events', { url: PUBLIC, events: 'response.completed' }, 'invalid_webhook_event'],
    ['a short secret', { url: PUBLIC, secret: 'x'.repeat(15) }, 'invalid_webhook_secret'],
    ['eight wide characters as secret', { url: PUBLIC, secret: '🔑'.repeat(8) }, 'invalid_webhook_secret'],
    ['an empty secret', { url: PUBLIC, secret: '' }, 'invalid_webhook_secret'],
    ['an endless secret', { url: PUBLIC, secret: 'x'.repeat(5_000) }, 'invalid_webhook_secret'],
    [
      'white space in a secret',
      { url: PUBLIC, secret: 'a secret with some spaces' },
      'invalid_webhook_secret',
    ],
  ])('refuses %s', async (_name, body, code) => {
    const { status, json } = await create(body);
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code });
    expect(JSON.stringify(json)).not.toContain('🔑');
    expect((await service.client.get('/v1/webhooks')).json.data).toEqual([]);
  });

  test('names the types that fire when one is unknown', async () => {
    const { json } = await create({ url: PUBLIC, events: ['nope'] });
    for (const type of ['completed', 'failed', 'requires_action', 'cancelled'])
      expect(json.error.message).toContain(`response.${type}`);
  });

  test.each([
    'http://hooks.example.com/in',
    'https://user:pass@hooks.example.com/in',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1%25eth0]/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://redis/',
    'https://rebound.example.net/',
    'https://nowhere.example.org/',
    'http://localhost.:8080/',
    'http://LOCALHOST:8080/',
    'http://127.0.0.2:8080/',
    'http://[::1]:8080/',
    'https://hooks.example.com:22/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    '//hooks.example.com/in',
    'https:/hooks.example.com',
    ' https://hooks.example.com/in',
    'https://hooks.example.com\\@10.0.0.1/',
  ])('refuses the address %s, also as a change', async (url) => {
    expect((await create({ url })).json.error).toMatchObject({ code: 'invalid_webhook_url', param: 'url' });
    const { json } = await create({ url: PUBLIC });
    const changed = await service.client.request('PATCH', `/v1/webhooks/${json.id}`, { body: { url } });
    expect(changed.json.error).toMatchObject({ code: 'invalid_webhook_url' });
    expect((await service.client.get(`/v1/webhooks/${json.id}`)).json.url).toBe(PUBLIC);
  });

  test('refuses every spelling that the gate refuses, also as a change', async () => {
    const forms = refusedForms.filter((form) => !isPlainLoopback(form) && !form.includes('\0'));
    expect(forms.length).toBeGreaterThan(150);
    const { json } = await create({ url: PUBLIC });
    const waiting = forms.values();
    const check = async () => {
      for (const url of waiting) {
        expect((await create({ url })).json.error, url).toMatchObject({ code: 'invalid_webhook_url' });
        const changed = await service.client.request('PATCH', `/v1/webhooks/${json.id}`, { body: { url } });
        expect(changed.json.error, url).toMatchObject({ code: 'invalid_webhook_url' });
      }
    };
    await Promise.all(Array.from({ length: 8 }, check));
    expect((await service.client.get('/v1/webhooks')).json.data).toMatchObject([{ url: PUBLIC }]);
  });

  test('allows loopback in development, in its plain spelling', async () => {
    for (const url of ['http://localhost:9998/x', 'http://127.0.0.1:9999/'])
      expect((await create({ url })).json).toMatchObject({ url: expect.any(String) });
  });

  test('stops at 25 for each account, also when all come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => create({ url: PUBLIC })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(25);
    expect(answers.find(({ status }) => status === 400)?.json.error).toMatchObject({ code: 'webhook_limit' });
    const taken = answers.find(({ status }) => status === 201);
    const sibling = await addWorkspace(service);
    await service.app.context.db.query(
      sql`update workspaces set account_id =
            (select account_id from webhook_endpoints e join workspaces w on w.id = e.workspace_id where e.id = ${taken?.json.id})
          where id = ${sibling.workspaceId}`,
    );
    expect((await sibling.client.post('/v1/webhooks', { url: PUBLIC })).status).toBe(400);
    expect((await other.client.post('/v1/webhooks', { url: PUBLIC })).status).toBe(201);
    const [first] = (await service.client.get('/v1/webhooks')).json.data;
    await service.client.request('DELETE', `/v1/webhooks/${first.id}`);
    expect((await create({ url: PUBLIC })).status).toBe(201);
  });
});

test('a change keeps the fields that it does not name, and switching on clears the reason', async () => {
  const { json } = await create({ url: PUBLIC, events: ['response.failed'] });
  const patch = (body: unknown) => service.client.request('PATCH', `/v1/webhooks/${json.id}`, { body });
  expect((await patch({ enabled: false })).json).toMatchObject({
    disabled: true,
    disabled_reason: expect.any(String),
    events: ['response.failed'],
  });
  expect((await patch({ events: ['response.completed'] })).json).toMatchObject({
    disabled: true,
    url: PUBLIC,
  });
  expect((await patch({ enabled: true })).json).toMatchObject({ disabled: false, disabled_reason: null });
  expect((await patch({ enabled: 'yes' })).json.error).toMatchObject({
    code: 'invalid_request',
    param: 'enabled',
  });
  expect((await patch({ events: [] })).json.error).toMatchObject({ code: 'invalid_webhook_event' });
  expect((await patch([])).json.error).toMatchObject({ code: 'invalid_request' });
});

test.each([
  ['secret', 'a-secret-of-my-own-0002'],
  ['disabled', true],
  ['id', 'wh_1'],
])('a change of %s is refused and changes nothing', async (param, value) => {
  const { json } = await create({ url: PUBLIC });
  const body = { events: ['response.failed'], [param]: value };
  const refused = await service.client.request('PATCH', `/v1/webhooks/${json.id}`, { body });
  expect(refused.status).toBe(400);
  expect(refused.json.error.param).toBe(param);
  expect((await service.client.get(`/v1/webhooks/${json.id}`)).json.events).toEqual(json.events);
});

test('a rotation shows the new secret once and says until when the old one verifies', async () => {
  const { json } = await create({ url: PUBLIC });
  const rotated = await service.client.post(`/v1/webhooks/${json.id}/rotate`);
  expect(rotated.status).toBe(200);
  expect(rotated.json.secret).not.toBe(json.secret);
  const hours = (Date.parse(rotated.json.old_secret_expires_at) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  expect((await service.client.get(`/v1/webhooks/${json.id}`)).json).not.toHaveProperty('secret');
});

test('a deleted endpoint is gone', async () => {
  const { json } = await create({ url: PUBLIC });
  const removed = await service.client.request('DELETE', `/v1/webhooks/${json.id}`);
  expect(removed.json).toEqual({ id: json.id, object: 'svc.webhook', deleted: true });
  expect((await service.client.get(`/v1/webhooks/${json.id}`)).json.error.code).toBe('webhook_not_found');
  expect((await service.client.request('DELETE', `/v1/webhooks/${json.id}`)).status).toBe(404);
});

test("another account's endpoint and delivery are as if they did not exist, and stay as they are", async () => {
  const { json: mine } = await create({ url: 'http://127.0.0.1:59999/x' });
  const sent = await service.client.post(`/v1/webhooks/${mine.id}/test`);
  const before = (await service.client.get(`/v1/webhooks/${mine.id}`)).json;
  const { json: theirs } = await other.client.post('/v1/webhooks', { url: PUBLIC });
  const random = 'wh_0198c0ffee0070008000000000000000';
  for (const id of [mine.id, random, 'nonsense', '%00', '..%2f..']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { enabled: false }],
      ['DELETE', '', undefined],
      ['POST', '/rotate', undefined],
      ['POST', '/test', undefined],
      ['GET', '/deliveries', undefined],
      ['GET', `/deliveries/${sent.json.id}`, undefined],
      ['POST', `/deliveries/${sent.json.id}/retry`, undefined],
    ] as const) {
      const { status, json } = await other.client.request(method, `/v1/webhooks/${id}${path}`, { body });
      expect([status, json.error.code], `${method} ${id}${path}`).toEqual([404, 'webhook_not_found']);
    }
  }
  const path = `/v1/webhooks/${theirs.id}/deliveries/${sent.json.id}`;
  expect((await other.client.get(path)).json.error.code).toBe('webhook_delivery_not_found');
  expect((await other.client.post(`${path}/retry`)).json.error.code).toBe('webhook_delivery_not_found');
  expect(
    (await other.client.get('/v1/webhooks')).json.data.map(({ id }: { id: string }) => id),
  ).not.toContain(mine.id);
  const page = await other.client.get(`/v1/webhooks/${theirs.id}/deliveries?starting_after=${sent.json.id}`);
  expect(page.json).toMatchObject({ data: [], has_more: false });
  const after = (await service.client.get(`/v1/webhooks/${mine.id}`)).json;
  expect({ ...after, last_delivery_at: null, updated_at: null }).toEqual({
    ...before,
    last_delivery_at: null,
    updated_at: null,
  });
});

describe('the cron route', () => {
  const call = (method: string, headers: Record<string, string>) =>
    service.client.request(method, '/cron/webhooks', { headers: { authorization: '', ...headers } });

  test('is closed without a configured secret, for any request', async () => {
    const attempts: Array<Record<string, string>> = [
      {},
      { 'x-cron-secret': '' },
      { authorization: 'Bearer undefined' },
      { authorization: 'Bearer null' },
    ];
    for (const headers of attempts)
      for (const method of ['GET', 'POST']) expect((await call(method, headers)).status).toBe(401);
  });

  test('takes the secret in both styles and no other, not even an API key', async () => {
    await using configured = await startTestApp({
      runners: [scriptedRunner('first')],
      databaseUrl: service.databaseUrl,
      env: { CRON_SECRET: 'cron-secret-1' },
    });
    const { client } = configured;
    const ask = (method: string, headers: Record<string, string>) =>
      client.request(method, '/cron/webhooks', { headers: { authorization: '', ...headers } });
    for (const method of ['GET', 'POST']) {
      expect((await ask(method, { authorization: 'Bearer cron-secret-1' })).json).toMatchObject({
        object: 'svc.webhook_sweep',
      });
      expect((await ask(method, { 'x-cron-secret': 'cron-secret-1' })).status).toBe(200);
    }
    for (const wrong of ['cron-secret-', 'cron-secret-12', 'cron-secret-2', client.key, '']) {
      const { status, json } = await ask('POST', { 'x-cron-secret': wrong });
      expect(status).toBe(401);
      expect(json.error.remediation).toContain('CRON_SECRET');
    }
  });
});

describe('without a sender on this instance', () => {
  test.each([
    ['no cron is configured, listing the endpoints sends what is due', {}, 1],
    ['a cron is configured, listing sends nothing', { CRON_SECRET: 'cron-secret-1' }, 0],
  ])('and %s', async (_when, env, expected) => {
    await using sink = await WebhookSink.start();
    await using api = await startTestApp({ runners: [scriptedRunner('first')], role: 'api', env });
    const { json } = await api.client.post('/v1/webhooks', { url: `${sink.url}/in` });
    expect((await api.client.post(`/v1/webhooks/${json.id}/test`)).status).toBeLessThan(300);
    expect(sink.received).toHaveLength(0);
    await api.client.get('/v1/webhooks');
    await expect.poll(() => sink.received.length, SOON).toBe(expected);
    await api.app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 0 });
    expect(sink.received).toHaveLength(expected);
  });
});
