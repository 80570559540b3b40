import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { Secret } from '../../platform/secret.ts';
import { secretOf } from './account-of.ts';
import { createTransport, type TransportCall, type TransportOptions } from './transport.ts';

const KEY = 'canary-key-90125';

/** Sleeping takes no time and is recorded. */
function quickClock() {
  const slept: number[] = [];
  let monoMs = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => new Date('2026-11-15T12:00:00Z'),
    mono: () => monoMs,
    async sleep(ms) {
      slept.push(ms);
      monoMs += ms;
    },
  };
  return { clock, slept };
}

async function listen(server: Server, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function setUp(listener: RequestListener, options: Partial<TransportOptions> = {}) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    listener(request, response);
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const logged: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const { clock, slept } = quickClock();
  const created = createTransport({
    facts: { name: 'Acme Agents', family: 'acme-agents' },
    baseUrl: url,
    headers: (account) => ({ authorization: `Bearer ${secretOf(account)}` }),
    clock,
    log: createLog('debug', sink),
    ...options,
  });
  const account = {
    family: 'acme-agents',
    secrets: { api_key: new Secret(KEY) },
    baseUrl: null,
    isOwn: false,
  };
  const transport = { call: (call: TransportCall) => created.call(account, call) };
  return { transport, server, url, seen, slept, logged };
}

/** Answers with the given statuses in turn, then with `{}`. */
function inTurn(statuses: number[], headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(statuses.shift() ?? 200, headers).end('{}');
  };
}

test('the key, the query and the prefix of the base URL go along', async () => {
  const { url, seen } = await setUp(inTurn([]));
  const { transport } = await setUp(inTurn([]), { baseUrl: `${url}/eu/proxy/` });
  const answer = await transport.call({ method: 'GET', path: '/v1/runs', query: { after: 'a&b' } });
  expect(answer).toMatchObject({ ok: true, status: 200, json: {} });
  expect(seen[0]?.url).toBe('/eu/proxy/v1/runs?after=a%26b');
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test.each(['//elsewhere.example/x', '/@elsewhere.example', '/\\elsewhere.example', '/../../x'])(
  'the path %s stays on the host the operator set',
  async (path) => {
    const { transport, seen } = await setUp(inTurn([]));
    expect(await transport.call({ method: 'GET', path })).toMatchObject({ ok: true });
    expect(seen).toHaveLength(1);
  },
);

test.each([
  [401, 'provider_auth', 'ACME_AGENTS_API_KEY'],
  [403, 'provider_auth', 'ACME_AGENTS_API_KEY'],
  [402, 'provider_quota', 'Top up'],
  [404, 'provider_not_found', '404'],
  [422, 'provider_rejected', '422'],
  [429, 'provider_rate_limited', 'later'],
  [500, 'provider_5xx', 'later'],
  [529, 'provider_5xx', 'later'],
  [307, 'provider_garbage', 'ACME_AGENTS_BASE_URL'],
])('status %s is the platform fault %s', async (status, code, advice) => {
  const { transport, logged } = await setUp((request, response) => {
    response.writeHead(status, { location: '/x' }).end(JSON.stringify(request.headers));
  });
  const answer = await transport.call({ method: 'POST', path: '/v1/runs', body: { task: KEY } });
  expect(answer).toMatchObject({ ok: false, code, status, retryable: false });
  expect(JSON.stringify(answer)).toMatch(/Acme Agents/);
  expect(JSON.stringify(answer)).toContain(advice);
  expect(JSON.stringify(answer) + logged.join()).not.toContain(KEY);
});

test('reads are repeated with growing pauses until they work', async () => {
  const { transport, seen, slept } = await setUp(inTurn([503, 500, 429]));
  expect(await transport.call({ method: 'GET', path: '/v1/runs/1' })).toMatchObject({ ok: true });
  expect(seen).toHaveLength(4);
  for (const [round, ms] of slept.entries()) {
    expect(ms).toBeGreaterThanOrEqual(125 * 2 ** round);
    expect(ms).toBeLessThanOrEqual(250 * 2 ** round);
  }
});

test('reads are not repeated for ever', async () => {
  const { transport, slept } = await setUp(inTurn(Array(200).fill(503)));
  const answer = await transport.call({ method: 'GET', path: '/v1/runs/1' });
  expect(answer).toMatchObject({ ok: false, code: 'provider_5xx', retryable: true });
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(20_000);
});

test('a start is repeated only under an idempotency key, and under the same one', async () => {
  const plain = await setUp(inTurn([503]));
  const call = { method: 'POST', path: '/v1/runs', body: {}, idempotencyKey: 'att_7' } as const;
  expect(await plain.transport.call(call)).toMatchObject({ ok: false, code: 'provider_5xx' });
  expect(plain.seen).toHaveLength(1);
  expect(plain.seen[0]?.headers['idempotency-key']).toBeUndefined();

  const keyed = await setUp(inTurn([503, 429]), { idempotencyHeader: 'Idempotency-Key' });
  expect(await keyed.transport.call(call)).toMatchObject({ ok: true });
  expect(keyed.seen.map((request) => request.headers['idempotency-key'])).toEqual([
    'att_7',
    'att_7',
    'att_7',
  ]);
});

test('a start is repeated while nobody listens, since it surely did not arrive', async () => {
  const { server, url, seen, transport } = await setUp(inTurn([]), {
    clock: {
      ...quickClock().clock,
      async sleep() {
        await listen(server, Number(new URL(url).port));
      },
    },
  });
  await new Promise((done) => server.close(done));
  expect(await transport.call({ method: 'POST', path: '/v1/runs', body: {} })).toMatchObject({ ok: true });
  expect(seen).toHaveLength(1);
});

test('a provider that is not there is given up on soon when something is to be started', async () => {
  const { server, transport, slept } = await setUp(inTurn([]));
  await new Promise((done) => server.close(done));
  const answer = await transport.call({ method: 'POST', path: '/v1/runs', body: {} });
  expect(answer).toMatchObject({ code: 'provider_unreachable', status: null, retryable: true });
  expect(answer).toMatchObject({ message: expect.stringContaining('ACME_AGENTS_BASE_URL') });
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(2_000);
});

test.each([
  ['7', 7_000],
  ['Sun, 15 Nov 2026 12:00:09 GMT', 9_000],
])('Retry-After: %s is kept to', async (retryAfter, ms) => {
  const { transport, slept } = await setUp(inTurn([429], { 'retry-after': retryAfter }));
  expect(await transport.call({ method: 'GET', path: '/v1/runs/1' })).toMatchObject({ ok: true });
  expect(slept).toEqual([ms]);
});

test('a Retry-After beyond our patience is not waited for', async () => {
  const { transport, slept } = await setUp(inTurn([429], { 'retry-after': '3600' }));
  const answer = await transport.call({ method: 'GET', path: '/v1/runs/1' });
  expect(answer).toMatchObject({ code: 'provider_rate_limited', retryable: true });
  expect(slept).toEqual([]);
});

test('a Retry-After that makes no sense, or is past, falls back to the backoff', async () => {
  for (const retryAfter of ['soon', '-5', '0', 'Sun, 15 Nov 2020 12:00:09 GMT']) {
    const { transport, slept } = await setUp(inTurn([503], { 'retry-after': retryAfter }));
    expect(await transport.call({ method: 'GET', path: '/x' })).toMatchObject({ ok: true });
    expect(slept[0]).toBeLessThanOrEqual(250);
  }
});

test('a signal ends the waiting between two tries', async () => {
  const controller = new AbortController();
  const { transport, seen } = await setUp(inTurn([503, 503]), {
    clock: {
      ...quickClock().clock,
      async sleep(_ms, signal) {
        controller.abort();
        signal?.throwIfAborted();
      },
    },
  });
  const answer = await transport.call({ method: 'GET', path: '/x', signal: controller.signal });
  expect(answer).toMatchObject({ ok: false, code: 'aborted', retryable: false });
  expect(seen).toHaveLength(1);
});

test('an answer without a body is fine; one that is not JSON is garbage', async () => {
  const { transport } = await setUp((request, response) => {
    response.end(request.url === '/empty' ? '' : '<html>');
  });
  expect(await transport.call({ method: 'POST', path: '/empty' })).toMatchObject({
    ok: true,
    status: 200,
    json: null,
  });
  expect(await transport.call({ method: 'POST', path: '/html' })).toMatchObject({
    code: 'provider_garbage',
    status: 200,
  });
});

test.each([
  ['You are out of credits.', 'It says: You are out of credits.'],
  ['<html><body>Bad gateway</body></html>', 'limits the request rate (429). Try again later.'],
])('a refusal in plain text is told, and markup is not: %s', async (text, said) => {
  const { transport } = await setUp((_request, response) => response.writeHead(429).end(text));
  const answer = await transport.call({ method: 'POST', path: '/x' });
  expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(endingIn(said)) });
});

function endingIn(words: string): RegExp {
  return new RegExp(`${words.replace(/[()]/g, '\\$&')}$`);
}
