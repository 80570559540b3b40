import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI, { type ClientOptions } from 'openai';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { type ScriptedRunner, scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
let second: TestApp;
let site: Server;
let target: string;
let runner: ScriptedRunner;
let admission: PromiseWithResolvers<void>;
let keys = 0;
let key: string;

beforeAll(async () => {
  site = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const { port } = site.address() as AddressInfo;
  target = `http://slow.test:${port}/`;
  runner = scriptedRunner('only');
  const options = {
    runners: [runner],
    env: { SVC_LOCAL_TARGETS: `slow.test:${port}` },
    // Admission of a run on this target takes as long as its name does to resolve.
    resolver: async () => {
      await admission.promise;
      return ['127.0.0.1'];
    },
  };
  service = await startTestApp(options);
  second = await startTestApp({ ...options, databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  site.close();
});
beforeEach(() => {
  admission = Promise.withResolvers();
  keys += 1;
  key = `key-${keys}`;
});

const keyed = (body: Record<string, unknown>, at = service) =>
  at.client.create(body, { 'idempotency-key': key });
/** The key of this test: the table does not hold its text. */
const isNewest = sql`created_at = (select max(created_at) from idempotency_keys)`;
const db = () => service.app.context.db;

test('the same key and body give the same run, through header and body alike', async () => {
  const original = await keyed({ input: 'Once' });
  expect(original.headers.get('idempotency-key')).toBe(key);
  expect(original.headers.get('idempotent-replayed')).toBeNull();
  for (const replay of [
    await keyed({ input: 'Once' }),
    await service.client.create({ input: 'Once', idempotency_key: key }),
    await keyed({ input: 'Once', idempotency_key: key }),
    await keyed({ input: 'Once', background: true }),
    await keyed({ input: 'Once', stream: false }),
    await keyed({ input: 'Once' }, second),
  ]) {
    expect(replay.status).toBe(200);
    expect(replay.json).toEqual(original.json);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('idempotency-key')).toBe(key);
  }
});

test('the order of the fields does not make another body', async () => {
  const original = await keyed({ input: 'Once', metadata: { a: '1', b: '2' } });
  const replay = await keyed({ metadata: { b: '2', a: '1' }, input: 'Once' });
  expect(replay.json.id).toBe(original.json.id);
});

test('a replay of a run that still works is 202 with its present state', async () => {
  const original = await keyed({ input: 'Slow [[after=600]]', background: true });
  const replay = await keyed({ input: 'Slow [[after=600]]' });
  expect(replay.status).toBe(202);
  expect(replay.json).toMatchObject({
    id: original.json.id,
    created_at: original.json.created_at,
    status: 'in_progress',
  });
  await service.client.untilOver(original.json.id);
  const later = await keyed({ input: 'Slow [[after=600]]' });
  expect(later.status).toBe(200);
  expect(later.json).toMatchObject({ id: original.json.id, status: 'completed' });
});

test('a replay of a run that fell to platform faults is 200', async () => {
  const body = { input: 'Try [[fail=platform:connect:Away]]' };
  expect((await keyed(body)).status).toBe(502);
  const replay = await keyed(body);
  expect(replay).toMatchObject({ status: 200, json: { status: 'failed' } });
  expect(replay.headers.get('x-should-retry')).toBeNull();
});

test.each([
  ['another task', { input: 'Twice' }],
  ['a further field', { input: 'Once', metadata: { a: 'b' } }],
  ['another routing', { input: 'Once', routing: 'only' }],
])('the same key with %s is a conflict', async (_name, body) => {
  await keyed({ input: 'Once' });
  const { status, json } = await keyed(body);
  expect({ status, ...json.error }).toMatchObject({ status: 422, code: 'idempotency_conflict' });
});

test('a key belongs to its workspace', async () => {
  const other = await addWorkspace(service);
  const one = await keyed({ input: 'Once' });
  const two = await other.client.create({ input: 'Something else' }, { 'idempotency-key': key });
  expect(two.status).toBe(200);
  expect(two.json.id).not.toBe(one.json.id);
});

test('two different keys in one request are refused', async () => {
  const { status, json } = await keyed({ input: 'Once', idempotency_key: 'another' });
  expect({ status, ...json.error }).toMatchObject({ status: 400, code: 'idempotency_key_mismatch' });
});

test('two different key headers are refused, and one that is repeated is one key', async () => {
  const send = (keys: string[]) =>
    new Promise<{ status?: number; code?: string }>((resolve, reject) => {
      const sent = request(`${service.client.url}/api/v1/responses`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.client.key}`,
          'content-type': 'application/json',
          'idempotency-key': keys,
        },
      });
      sent.once('error', reject).once('response', (response) =>
        json(response).then((body) => {
          const { error } = body as { error: { code: string } | null };
          resolve({ status: response.statusCode, code: error?.code });
        }, reject),
      );
      sent.end(JSON.stringify({ input: 'Once' }));
    });
  expect(await send([key, `${key}-other`])).toEqual({ status: 400, code: 'idempotency_key_mismatch' });
  expect(await send([key, key])).toEqual({ status: 200, code: undefined });
});

test('the endpoint is part of the request, and `/v1` is `/api/v1`', async () => {
  const { json: first } = await keyed({ input: 'Once' });
  const alias = await fetch(`${service.client.url}/v1/responses?again=1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.client.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ input: 'Once' }),
  });
  expect(((await alias.json()) as { id: string }).id).toBe(first.id);
  const body = {
    model: 'svc',
    max_tokens: 100,
    input: 'Twice',
    messages: [{ role: 'user', content: 'Twice' }],
  };
  const headers = { 'idempotency-key': `${key}-shared` };
  expect((await service.client.create(body, headers)).status).toBe(200);
  const { status, json: refused } = await service.client.post('/v1/messages', body, headers);
  expect({ status, code: refused.error.code }).toEqual({ status: 422, code: 'idempotency_conflict' });
});

test('the table holds a hash and not the key', async () => {
  key = 'order of Mrs Miller';
  await keyed({ input: 'Once' });
  const [row] = await db().query(
    sql`select count(*)::int as rows from idempotency_keys k where k::text like '%Miller%'`,
  );
  expect(row).toEqual({ rows: 0 });
});

test.each([
  [255, 200, undefined],
  [256, 400, 'invalid_idempotency_key'],
])('a key of %i characters answers %i', async (length, expected, code) => {
  const { status, json } = await service.client.create(
    { input: 'Once' },
    { 'idempotency-key': 'k'.repeat(length) },
  );
  expect([status, json.error?.code]).toEqual([expected, code]);
});

test('a key with any characters in the body works and comes back as a header', async () => {
  const body = { input: 'Once', idempotency_key: 'schlüssel 🔑' };
  const one = await service.client.create(body);
  const two = await service.client.create(body);
  expect(two.json.id).toBe(one.json.id);
  expect(two.headers.get('idempotency-key')).toBe(encodeURIComponent('schlüssel 🔑'));
});

test('a duplicate while the original is being admitted is told to come back', async () => {
  const body = { input: 'Once', url: target };
  const original = keyed(body);
  await expect
    .poll(
      async () => (await db().query(sql`select 1 from idempotency_keys where run_id is null`)).length,
      SOON,
    )
    .toBe(1);
  const duplicate = await keyed(body, second);
  expect({ status: duplicate.status, ...duplicate.json.error }).toMatchObject({
    status: 409,
    code: 'idempotency_in_flight',
  });
  expect(duplicate.headers.get('retry-after')).toBe('1');
  expect(duplicate.headers.get('x-should-retry')).toBeNull();
  const different = await keyed({ input: 'Twice', url: target });
  expect(different.json.error.code).toBe('idempotency_conflict');
  admission.resolve();
  const { status, json } = await original;
  expect(status).toBe(200);
  expect((await keyed(body)).json.id).toBe(json.id);
});

test('a replay is answered before anything else about the request is looked at', async () => {
  const other = await addWorkspace(service);
  const headers = { 'idempotency-key': key };
  const { json: credential } = await other.client.post('/v1/credentials', {
    domain: 'shop.example',
    username: 'ada',
    password: 'pass-word-1',
    custody: 'any',
  });
  const body = { input: 'Once', url: target, routing: 'only', credential_id: credential.id };
  admission.resolve();
  const original = await other.client.create(body, headers);
  expect(original.status).toBe(200);
  await other.client.request('DELETE', `/v1/credentials/${credential.id}`);
  await db().query(sql`update balances set credits_micro = 0 where workspace_id = ${other.workspaceId}`);
  // From here on the target's name never resolves.
  admission = Promise.withResolvers();
  const replay = await other.client.create(body, headers);
  expect(replay).toMatchObject({ status: 200, json: { id: original.json.id } });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
});

test('a claim whose instance died is taken over after its lease, and only then', async () => {
  await keyed({ input: 'Once' });
  await db().query(
    sql`update idempotency_keys set run_id = null, claimed_until = now() + interval '5 seconds' where ${isNewest}`,
  );
  expect((await keyed({ input: 'Once' })).json.error.code).toBe('idempotency_in_flight');
  await db().query(
    sql`update idempotency_keys set claimed_until = now() - interval '1 second' where ${isNewest}`,
  );
  const { status, headers } = await keyed({ input: 'Once' });
  expect(status).toBe(200);
  expect(headers.get('idempotent-replayed')).toBeNull();
});

test('fifty duplicates at once over two instances start one run', async () => {
  const executed = runner.executed.length;
  const body = { input: 'Once [[after=30]]' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => keyed(body, index % 2 ? service : second)),
  );
  const ran = answers.filter(({ status }) => status < 300);
  const refused = answers.filter(({ status }) => status >= 300);
  expect(new Set(ran.map(({ json }) => json.id)).size).toBe(1);
  expect(ran.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(refused.every(({ status, headers }) => status === 409 && headers.get('retry-after') === '1')).toBe(
    true,
  );
  await service.client.untilOver(ran[0]?.json.id);
  expect(runner.executed.length).toBe(executed + 1);
});

test('two bodies racing for one key: one wins, the other never runs', async () => {
  const [one, other] = await Promise.all([keyed({ input: 'This' }), keyed({ input: 'That' }, second)]);
  expect([one.status, other.status].sort()).toEqual([200, 422]);
  const rows = await db().query(
    sql`select count(*) as runs from runs where request->'task'->>'goal' in ('This', 'That')`,
  );
  expect(rows).toEqual([{ runs: 1 }]);
});

test('a deleted run does not come back through its key', async () => {
  const { json } = await keyed({ input: 'Once' });
  await service.client.request('DELETE', `/v1/responses/${json.id}`);
  const { status, json: refused } = await keyed({ input: 'Once' });
  expect({ status, ...refused.error }).toMatchObject({ status: 404, code: 'response_not_found' });
});

test('a key is remembered for 24 hours from its first use', async () => {
  const { json } = await keyed({ input: 'Once' });
  const hours = async (offsetMs: number) =>
    startTestApp({ runners: [runner], databaseUrl: service.databaseUrl, clockOffsetMs: () => offsetMs });
  await using before = await hours(24 * 3_600_000 - 60_000);
  expect((await keyed({ input: 'Once' }, before)).json.id).toBe(json.id);
  await using after = await hours(24 * 3_600_000 + 60_000);
  const fresh = await keyed({ input: 'Something else' }, after);
  expect(fresh.status).toBe(200);
  expect(fresh.json.id).not.toBe(json.id);
});

test('the key header on other calls means nothing', async () => {
  const { json } = await keyed({ input: 'Once' });
  const headers = { 'idempotency-key': key };
  expect((await service.client.post(`/v1/responses/${json.id}/cancel`, undefined, headers)).status).toBe(200);
  expect((await service.client.request('DELETE', `/v1/responses/${json.id}`, { headers })).status).toBe(200);
});

describe('official clients, which count their repeats', () => {
  const tried = (count: number, body: Record<string, unknown>, at = service) =>
    at.client.create(body, { 'x-stainless-retry-count': String(count) });

  /** Calls through a network that loses the first answer. */
  function losing(): { fetch: typeof fetch; sent(): number } {
    let sent = 0;
    return {
      sent: () => sent,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        sent += 1;
        if (sent > 1) return response;
        await response.arrayBuffer();
        throw new TypeError('fetch failed');
      },
    };
  }

  test.each([
    [
      'openai, responses',
      (options: ClientOptions) =>
        new OpenAI({ ...options, baseURL: `${service.app.url}/v1` }).responses.create({ input: 'Lost one' }),
    ],
    [
      'openai, a stream',
      (options: ClientOptions) =>
        new OpenAI({ ...options, baseURL: `${service.app.url}/v1` }).responses
          .stream({ input: 'Lost two', model: 'svc' })
          .finalResponse(),
    ],
    [
      'openai, chat completions',
      (options: ClientOptions) =>
        new OpenAI({ ...options, baseURL: `${service.app.url}/v1` }).chat.completions.create({
          model: 'switchyard',
          messages: [{ role: 'user', content: 'Lost three' }],
        }),
    ],
    [
      'anthropic',
      (options: ClientOptions) =>
        new Anthropic({
          apiKey: String(options.apiKey),
          fetch: options.fetch,
          baseURL: service.app.url,
        }).messages.create({
          model: 'svc',
          max_tokens: 100,
          messages: [{ role: 'user', content: 'Lost four' }],
        }),
    ],
  ])('%s: a lost answer costs no second run', async (_name, call) => {
    const executed = runner.executed.length;
    const network = losing();
    await call({ apiKey: service.client.key, fetch: network.fetch });
    expect({ sent: network.sent(), runs: runner.executed.length - executed }).toEqual({ sent: 2, runs: 1 });
  });

  test('a repeat gets the run of its first try, whichever instance it reaches', async () => {
    const body = { input: 'Once more' };
    const first = await tried(0, body);
    for (const repeat of [await tried(1, body), await tried(2, body, second)]) {
      expect(repeat.json.id).toBe(first.json.id);
      expect(repeat.headers.get('idempotent-replayed')).toBe('true');
      expect(repeat.headers.get('idempotency-key')).toBeNull();
    }
  });

  test('a repeat waits for the answer of a run that still works', async () => {
    const body = { input: 'Slow once more [[after=900]]' };
    const first = tried(0, body);
    const isLive = sql`select from runs where request->'task'->>'goal' like 'Slow once more%' and finished_at is null`;
    await expect.poll(async () => (await db().query(isLive)).length, SOON).toBe(1);
    const repeat = await tried(1, body, second);
    expect(repeat.json).toMatchObject({ status: 'completed', id: (await first).json.id });
  });

  test('an equal call is a new run, and its repeat belongs to it', async () => {
    const body = { input: 'Every hour' };
    const [earlier, later] = [await tried(0, body), await tried(0, body)];
    expect(later.json.id).not.toBe(earlier.json.id);
    expect((await tried(1, body)).json.id).toBe(later.json.id);
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, (_, at) => tried(0, body, at % 2 ? service : second)),
    );
    expect(new Set(atOnce.map(({ status, json }) => `${status} ${json.id}`)).size).toBe(8);
  });

  test('another body, key, endpoint or a time after ten minutes is another run', async () => {
    const body = {
      input: 'Mine',
      model: 'svc',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Mine' }],
    };
    const { json: mine } = await tried(0, body);
    const other = await addWorkspace(service);
    const repeat = { 'x-stainless-retry-count': '1' };
    const ids = [
      (await tried(1, { ...body, input: 'Yours' })).json.id,
      (await other.client.create(body, repeat)).json.id,
      (await service.client.post('/v1/messages', body, repeat)).json.id,
    ];
    await using later = await startTestApp({
      runners: [runner],
      databaseUrl: service.databaseUrl,
      clockOffsetMs: () => 601_000,
    });
    ids.push((await tried(1, body, later)).json.id);
    expect(ids).not.toContain(mine.id);
    expect(new Set(ids).size).toBe(4);
  });

  test('a repeat of a refused call is a first try', async () => {
    const body = { input: 'Again', url: 'http://10.0.0.1/' };
    expect((await tried(0, body)).status).toBe(400);
    expect((await tried(1, body)).status).toBe(400);
    expect((await tried(1, { input: 'Never arrived before' })).headers.get('idempotent-replayed')).toBeNull();
  });

  test.each(['', '-1', 'one', '1.5'])('a count of %j announces nothing', async (count) => {
    const body = { input: `Odd ${count}` };
    const send = () => service.client.create(body, { 'x-stainless-retry-count': count });
    expect((await send()).json.id).not.toBe((await send()).json.id);
  });
});
