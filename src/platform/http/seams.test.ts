import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { codeIn } from '../../../test/support/error-envelopes.ts';
import { ApiError } from '../../errors.ts';
import type { Dialect } from './dialects.ts';
import { dialects } from './dialects.ts';
import { type Route, route } from './route.ts';
import { exchange, type FixtureServer, fixtureRoutes, KEY, startServer } from './server.fixture.ts';

const shape = { tag: 'Test', summary: 'Test', responses: { 200: z.unknown() }, errors: [] };
const others = Object.keys(dialects).filter((name) => name !== 'svc') as Dialect[];

/** For each dialect one route that takes JSON and throws on request. */
const spoken: Route[] = others.map((dialect) =>
  route({
    ...shape,
    method: 'POST',
    path: `/wrappers/${dialect}/things/:id`,
    dialect,
    body: z.object({ name: z.string().optional() }, { error: 'must be a JSON object' }),
    async handler({ caller }) {
      if (caller.keyId === 'key_1') throw new ApiError('response_not_found', 'Response not found.');
      return { status: 200, body: {} };
    },
  }),
);

const routes: Route[] = [
  ...fixtureRoutes,
  ...spoken,
  route({
    ...shape,
    method: 'PUT',
    path: '/v1/signed',
    takes: 'bytes',
    handler: async ({ rawBytes, body }) => ({
      status: 200,
      body: { text: rawBytes.toString('latin1'), body },
    }),
  }),
  route({
    ...shape,
    method: 'POST',
    path: '/v1/uploads',
    takes: 'multipart',
    body: z.object({ note: z.string().optional() }),
    handler: async ({ files, body }) => ({
      status: 200,
      body: { ...body, files: files.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length })) },
    }),
  }),
  route({
    ...shape,
    method: 'POST',
    path: '/console/things',
    access: 'session',
    handler: async ({ caller, cookie, ip }) => ({
      status: 200,
      headers: { 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] },
      body: { caller, theme: cookie('theme'), ip },
    }),
  }),
  route({
    ...shape,
    method: 'GET',
    path: '/cron/x',
    access: 'cron',
    handler: async () => ({ status: 200, body: {} }),
  }),
  route({
    ...shape,
    method: 'GET',
    path: '/look/*',
    area: 'page',
    access: 'public',
    handler: async () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      bytes: Buffer.from('<p>Hi'),
    }),
  }),
];

let server: FixtureServer;
const sockets = new WebSocketServer({ noServer: true });

beforeAll(async () => {
  server = await startServer({
    routes,
    cronSecret: 'cron-secret',
    authenticateSession: async ({ cookie, header, method }) => {
      const isRight = cookie('svc_session') === 's1' && (method === 'GET' || header('x-csrf-token') === 't1');
      if (!isRight) throw new ApiError('invalid_api_key', 'Sign in first.');
      return { accountId: 'acct_1', workspaceId: 'ws_1', keyId: null, feeRatePpm: 0 };
    },
    upgrades: [
      {
        below: '/api/wrappers/browserbase/connect',
        async handle(request, socket, head) {
          if (!request.url?.includes('token=right'))
            throw new ApiError('invalid_api_key', 'The token is wrong.');
          sockets.handleUpgrade(request, socket, head, (client) =>
            client.on('message', (data) => client.send(`heard ${data}`)),
          );
        },
      },
    ],
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };

async function call(method: string, path: string, body?: BodyInit, headers?: Record<string, string>) {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'x-api-key': KEY, ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

describe.each(others)('every error below /wrappers/%s is in its dialect', (dialect) => {
  const there = `/api/wrappers/${dialect}/things/x`;
  test.each([
    [404, 'response_not_found', 'POST', there, '{}', json],
    [501, 'not_served', 'GET', there, undefined, {}],
    [501, 'not_served', 'GET', `/api/wrappers/${dialect}`, undefined, {}],
    [501, 'not_served', 'POST', `/api/wrappers/${dialect}/v9/nothing?x=1`, '{broken', json],
    [400, 'invalid_request', 'POST', `/api/wrappers/${dialect}/things/%zz`, '{}', json],
    [400, 'invalid_json', 'POST', there, '{broken', json],
    [400, 'invalid_request', 'POST', there, '{"name":1}', json],
    [413, 'payload_too_large', 'POST', there, `"${'x'.repeat(1_000_001)}"`, json],
    [415, 'unsupported_media_type', 'POST', there, 'x', { 'content-type': 'text/plain' }],
    [401, 'invalid_api_key', 'POST', there, '{}', { ...json, 'x-api-key': 'wrong' }],
  ])('%i %s', async (status, code, method, path, body, headers) => {
    const got = await call(method, path, body, headers as Record<string, string>);
    expect(got.status).toBe(status);
    expect(codeIn(JSON.parse(got.text), dialect)).toBe(code);
  });

  test('the client’s own header brings the key', async () => {
    const name = dialects[dialect].keyHeader ?? 'x-api-key';
    const got = await fetch(server.url + there, {
      method: 'POST',
      headers: { ...json, [name]: KEY },
      body: '{}',
    });
    expect(got.status).toBe(404);
  });
});

test('elsewhere a foreign key header opens nothing, and errors are our own', async () => {
  const got = await fetch(`${server.url}/v1/things`, { headers: { 'x-bb-api-key': KEY } });
  expect([got.status, codeIn(await got.json())]).toEqual([401, 'invalid_api_key']);
});

test('one root cannot speak two dialects', async () => {
  const clash = [...fixtureRoutes, { ...(spoken[0] as Route), path: '/v1/things/odd' }];
  await expect(startServer({ routes: clash })).rejects.toThrow('/api/v1/things');
});

test('bytes arrive as they were sent, with any content type', async () => {
  const text = '{ "a" : \u00ff';
  const bytes = Buffer.from(text, 'latin1');
  for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
    const got = await call('PUT', '/api/v1/signed', bytes, {
      'content-type': type,
      'content-encoding': 'odd',
    });
    expect(JSON.parse(got.text)).toEqual({ text });
  }
  expect(JSON.parse((await call('PUT', '/api/v1/signed')).text)).toEqual({ text: '' });
  const got = await call('PUT', '/api/v1/signed', Buffer.alloc(1_000_001), { 'content-type': 'text/plain' });
  expect([got.status, codeIn(JSON.parse(got.text))]).toEqual([413, 'payload_too_large']);
});

describe('uploads', () => {
  function form(...files: Array<[field: string, size: number]>): FormData {
    const made = new FormData();
    made.set('note', 'hello');
    for (const [field, size] of files)
      made.append(field, new Blob([Buffer.alloc(size)], { type: 'text/csv' }), 'a.csv');
    return made;
  }

  test('one file and its fields', async () => {
    const got = await call('POST', '/v1/uploads', form(['file', 2_000_000]));
    expect(JSON.parse(got.text)).toEqual({
      note: 'hello',
      files: [{ field: 'file', name: 'a.csv', contentType: 'text/csv', size: 2_000_000 }],
    });
  });

  test.each([
    [413, 'payload_too_large', form(['file', 30_000_001]), {}],
    [413, 'payload_too_large', form(['file', 60_000_000]), {}],
    [413, 'payload_too_large', form(['file', 1], ['file', 1]), {}],
    [415, 'unsupported_media_type', '{}', json],
    [400, 'invalid_request', 'not multipart at all', { 'content-type': 'multipart/form-data; boundary=x' }],
    [400, 'invalid_request', '', { 'content-type': 'multipart/form-data' }],
  ])('%i %s', async (status, code, body, headers) => {
    const got = await call('POST', '/v1/uploads', body, headers as Record<string, string>);
    expect([got.status, codeIn(JSON.parse(got.text))]).toEqual([status, code]);
  });

  test('a JSON route still refuses them', async () => {
    const got = await call('POST', '/v1/things', form(['file', 10]));
    expect([got.status, codeIn(JSON.parse(got.text))]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('kinds of caller', () => {
  test('a console session needs its cookie and its token, and no key replaces them', async () => {
    const proof = { cookie: 'theme=dark; svc_session=s1', 'x-csrf-token': 't1' };
    const got = await call('POST', '/api/console/things', undefined, proof);
    expect(JSON.parse(got.text)).toEqual({
      caller: { accountId: 'acct_1', workspaceId: 'ws_1', keyId: null, feeRatePpm: 0 },
      theme: 'dark',
      ip: '127.0.0.1',
    });
    expect(got.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    const incomplete: Array<Record<string, string>> = [
      {},
      { cookie: proof.cookie },
      { 'x-csrf-token': 't1' },
    ];
    for (const headers of incomplete)
      expect((await call('POST', '/api/console/things', undefined, headers)).status).toBe(401);
  });

  test('without a console its routes refuse every request', async () => {
    await using closed = await startServer({ routes });
    const got = await fetch(`${closed.url}/api/console/things`, {
      method: 'POST',
      headers: { 'x-api-key': KEY },
    });
    expect(got.status).toBe(401);
  });

  test('the scheduler has a secret of its own', async () => {
    expect(
      (await call('GET', '/api/cron/x', undefined, { authorization: 'Bearer cron-secret' })).status,
    ).toBe(200);
    expect((await call('GET', '/api/cron/x', undefined, { 'x-cron-secret': 'cron-secret' })).status).toBe(
      200,
    );
    expect((await call('GET', '/api/cron/x')).status).toBe(401);
  });
});

test('a page is outside the API, takes the rest of its path, and is not in the document', async () => {
  const got = await call('GET', '/look/at/this');
  expect([got.status, got.headers.get('content-type'), got.text]).toEqual([200, 'text/html', '<p>Hi']);
  expect((await call('POST', '/look/at/this')).status).toBe(405);
  expect((await call('GET', '/api/look/at/this')).status).toBe(404);
  const document = (await call('GET', '/api/openapi.json')).text;
  expect([document.includes('"/api/'), document.includes('/look')], document.slice(0, 300)).toEqual([
    true,
    false,
  ]);
});

describe('upgrades', () => {
  const below = '/api/wrappers/browserbase/connect';
  const address = (rest: string) => `${server.url.replace('http', 'ws')}${below}${rest}`;

  test('the room that has the path takes the socket', async () => {
    const socket = new WebSocket(address('/s1?token=right'));
    await once(socket, 'open');
    socket.send('hello');
    expect(String((await once(socket, 'message'))[0])).toBe('heard hello');
    socket.close();
  });

  test('its errors are answered as HTTP, in its dialect', async () => {
    const wrong = await exchange(
      server.port,
      `GET ${below}/s1 HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    expect([wrong.status, codeIn(JSON.parse(wrong.body), 'browserbase')]).toEqual([401, 'invalid_api_key']);
  });

  test('an upgrade without a taker is an ordinary request', async () => {
    const ask = (path: string, upgrade: string) =>
      exchange(
        server.port,
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, close\r\nupgrade: ${upgrade}\r\n\r\n`,
      );
    expect((await ask('/api/status', 'h2c')).status).toBe(200);
    expect((await ask('/api/v1/other', 'websocket')).status).toBe(404);
  });

  test('a draining instance takes no more of them', async () => {
    await using draining = await startServer({
      routes,
      isDraining: () => true,
      upgrades: [{ below, handle: async () => undefined }],
    });
    const socket = new WebSocket(`${draining.url.replace('http', 'ws')}${below}`);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(503);
  });
});
