import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeIn } from '../../../test/support/error-envelopes.ts';
import { SOON } from '../../../test/support/soon.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { readInput } from './read-input.ts';
import { type Route, route } from './route.ts';
import { exchange, type FixtureServer, fixtureRoutes, KEY, startServer } from './server.fixture.ts';
import { eventStream, STREAM_HEADERS } from './sse.ts';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit | Buffer | null;
}

async function send(path: string, { method = 'GET', headers, body }: Sent = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    body: body as BodyInit,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function refusal(path: string, sent: Sent = {}): Promise<string> {
  const { status, headers, text } = await send(path, sent);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  return `${status} ${codeIn(JSON.parse(text))}`;
}

const json = { 'content-type': 'application/json' };
const post = (body: Sent['body'], headers: Record<string, string> = json) => ({
  method: 'POST',
  headers,
  body,
});

describe('bodies', () => {
  test.each([['', 'null', '[]', '"text"', '7', 'true']].flat())(
    '%j where an object is due is refused',
    async (body) => {
      expect(await refusal('/api/v1/things', post(body))).toBe('400 invalid_request');
    },
  );

  test('a missing body is refused in the same way', async () => {
    expect(await refusal('/api/v1/things', { method: 'POST' })).toBe('400 invalid_request');
  });

  test.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; x=y',
  ])('the content type %s is JSON', async (type) => {
    expect((await send('/api/v1/things', post('{"name":"a"}', { 'content-type': type }))).status).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    ';;;',
    'application/json5',
  ])('the content type %s is refused', async (type) => {
    expect(await refusal('/api/v1/things', post('{"name":"a"}', { 'content-type': type }))).toBe(
      '415 unsupported_media_type',
    );
  });

  test('a body without a content type is refused', async () => {
    const answer = await exchange(
      server.port,
      `POST /api/v1/things HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
    );
    expect(answer.status).toBe(415);
    codeIn(JSON.parse(answer.body));
  });

  test('compressed bodies of any size are refused, and identity is fine', async () => {
    const big = gzipSync(Buffer.alloc(100_000_000));
    for (const body of [gzipSync('{}'), big]) {
      expect(await refusal('/api/v1/things', post(body, { ...json, 'content-encoding': 'gzip' }))).toBe(
        '415 unsupported_media_type',
      );
    }
    const plain = await send('/api/v1/things', post('{}', { ...json, 'content-encoding': 'Identity' }));
    expect(plain.status).toBe(200);
  });

  test.each([json, { 'content-type': 'application/x-www-form-urlencoded' }, {}])(
    'a route without a body takes an empty one under %j',
    async (headers) => {
      expect((await send('/api/v1/things/a/poke', post('', headers as Record<string, string>))).status).toBe(
        200,
      );
      expect(
        (await send('/api/v1/things/a/poke', { method: 'POST', headers: headers as Record<string, string> }))
          .status,
      ).toBe(200);
    },
  );

  test('a chunked body is counted, too', async () => {
    const chunked = (size: number) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('{"name":"'));
          for (let sent = 0; sent < size; sent += 100_000) controller.enqueue(Buffer.alloc(100_000, 'x'));
          controller.enqueue(Buffer.from('"}'));
          controller.close();
        },
      });
    expect((await send('/api/v1/things', post(chunked(900_000)))).status).toBe(200);
    expect(await refusal('/api/v1/things', post(chunked(1_100_000)))).toBe('413 payload_too_large');
  });

  test.each([6, 60])(
    'a client that sends all of %i MB before it reads still gets the 413',
    async (megabytes) => {
      const size = megabytes * 1_000_000;
      const head = `POST /api/v1/things HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`;
      const answer = await exchange(server.port, head, Buffer.alloc(size, ' '));
      expect(answer.status).toBe(413);
      expect(answer.headers.connection).toBe('close');
      expect(JSON.parse(answer.body).error).toMatchObject({
        code: 'payload_too_large',
        type: 'request_too_large',
      });
    },
  );

  test('a client with a wrong key that sends 6 MB before it reads gets the 401', async () => {
    const size = 6_000_000;
    const answer = await exchange(
      server.port,
      `POST /api/v1/things HTTP/1.1\r\nhost: x\r\nx-api-key: no\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
      Buffer.alloc(size, ' '),
    );
    expect(answer.status).toBe(401);
  });

  test('pollution attempts change nothing for the next request', async () => {
    await send(
      '/api/v1/things',
      post('{"__proto__":{"name":"evil"},"constructor":{"prototype":{"name":"evil"}}}'),
    );
    expect(JSON.parse((await send('/api/v1/things', post('{}'))).text)).toEqual({ raw: {}, read: {} });
    expect(({} as Record<string, unknown>).name).toBeUndefined();
  });

  test('a refusal names the field and the rule, not the value, and a key of any length is cut', async () => {
    const { text } = await send('/api/v1/things', post('{"name":{"secret":"hunter2"}}'));
    expect(JSON.parse(text).error).toMatchObject({ param: 'name', message: '`name`: must be a string' });
  });
});

describe('paths and methods', () => {
  test('a wrong method answers 405 with the methods there are', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      expect(await refusal('/api/v1/things', { method })).toBe('405 method_not_allowed');
      expect((await send('/v1/things', { method })).headers.get('allow')).toBe('POST, GET, HEAD');
    }
  });

  test('an unknown place is said before anything is said about the body', async () => {
    expect(await refusal('/api/v1/nothing', post('{broken'))).toBe('404 not_found');
    expect(await refusal('/api/v1/things', { method: 'PUT', headers: json, body: '{broken' })).toBe(
      '405 method_not_allowed',
    );
  });

  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v2/things',
    '/v1',
    '/v2',
    '/v2/things',
    '/v1/nothing',
    '/',
    '/%',
    '//',
    '//api/v1/things',
    '/api//v1/things',
    '/api/v1/things/',
    '/api/v1/things/a/poke/',
    '/api/v1/%2e%2e/status',
    '/api/v1/things%00',
    '/v10/things',
    '/api/v1/things/a/b/c',
  ])('nothing is at %s', async (path) => {
    const answer = await exchange(
      server.port,
      `GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\nconnection: close\r\n\r\n`,
    );
    expect([400, 404]).toContain(answer.status);
    codeIn(JSON.parse(answer.body));
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  test.each([
    '/api/v1/things/%E0%A4%A/poke',
    '/api/v1/things/%zz/poke',
    '/%c0%ae/x',
    '/api/v1/things/%ff/poke',
  ])('the malformed target %s is refused in the envelope', async (path) => {
    const answer = await exchange(
      server.port,
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error.code).toBe('invalid_request');
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  test('an id of any length reaches its route', async () => {
    const { status, text } = await send(`/api/v1/things/${'x'.repeat(8_000)}/poke`, { method: 'POST' });
    expect(status).toBe(200);
    expect(JSON.parse(text).id).toHaveLength(8_000);
  });

  test.each([
    'http://other.example/v1/things',
    'http://other.example/api/v1/things',
    'HTTPS://user@x:99/v1/things',
  ])('the absolute target %s means its path', async (target) => {
    const answer = await exchange(
      server.port,
      `GET ${target} HTTP/1.1\r\nhost: y\r\nx-api-key: ${KEY}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
  });

  test.each(['', 'a b', '[::1', 'x'.repeat(5_000), '127.0.0.1:99999', '../..', 'evil.example\t'])(
    'the Host %j changes nothing',
    async (host) => {
      const answer = await exchange(
        server.port,
        `GET /api/status HTTP/1.1\r\nHost: ${host}\r\nconnection: close\r\n\r\n`,
      );
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.headers)).not.toContain('evil.example');
    },
  );

  test('HEAD answers as GET does, without the body', async () => {
    const answer = await send('/api/v1/things', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('content-length')).toBe('2');
    expect((await send('/api/v1/things', { method: 'HEAD', headers: { authorization: 'no' } })).status).toBe(
      401,
    );
  });

  test('a NUL in a query is refused before anything is asked', async () => {
    expect(await refusal('/api/v1/things?name=a%00b')).toBe('400 invalid_request');
    expect((await send('/api/v1/things?unknown=%00')).status).toBe(200);
    expect(await refusal('/api/v1/things?name=a&name=b')).toBe('400 invalid_request');
  });

  test('an unknown expectation is ignored', async () => {
    const answer = await exchange(
      server.port,
      'GET /api/status HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
    );
    expect(answer.status).toBe(200);
  });
});

describe('failures and logs', () => {
  test('a bug is a 500 that says nothing, and the log names the cause without the driver’s message', async () => {
    server.lines.length = 0;
    const { status, text, headers } = await send('/api/v1/bug');
    expect(status).toBe(500);
    expect(text).not.toMatch(/relation|secret|passwd|\.ts|select/);
    const logged = JSON.stringify(server.lines);
    expect(logged).toContain('42P01');
    expect(logged).toContain(headers.get('x-request-id'));
    expect(logged).not.toContain('passwd');
  });

  test('each request is one line: method, route, status, duration and id, nothing that the caller sent', async () => {
    server.lines.length = 0;
    const { headers } = await send('/v1/things?name=secret-value', {
      headers: { 'x-trace': 'secret-header' },
    });
    await send('/v1/things/secret-id/poke', post('{"code":"secret-body"}'));
    await refusal('/v1/secret-path');
    await exchange(server.port, 'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await expect.poll(() => server.lines.length, SOON).toBe(4);
    expect(server.lines[0]).toMatchObject({
      level: 30,
      requestId: headers.get('x-request-id'),
      method: 'GET',
      route: '/api/v1/things',
      status: 200,
      durationMs: expect.any(Number),
      msg: 'request',
    });
    expect(server.lines.map((line) => [line.route, line.status])).toEqual([
      ['/api/v1/things', 200],
      ['/api/v1/things/:id/poke', 200],
      [null, 404],
      [null, 400],
    ]);
    expect(JSON.stringify(server.lines)).not.toContain('secret');
  });

  test('a draining instance reads but takes no new work', async () => {
    await using draining = await startServer({ isDraining: () => true });
    const headers = { authorization: `Bearer ${KEY}` };
    expect((await fetch(`${draining.url}/v1/things`, { headers })).status).toBe(200);
    const refused = await fetch(`${draining.url}/v1/things/a/poke`, { method: 'POST', headers });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('event streams', () => {
  const log = createLog('silent');

  function streaming(source: () => AsyncIterator<{ type: string }>): Route[] {
    return [
      ...fixtureRoutes,
      route({
        method: 'GET',
        path: '/v1/stream',
        summary: 'Streams',
        tag: 'Test',
        responses: { 200: z.unknown() },
        errors: ['saturated'],
        async handler({ takeStream }) {
          takeStream();
          return {
            status: 200,
            headers: STREAM_HEADERS,
            stream: eventStream(source(), systemClock, log, ''),
          };
        },
      }),
    ];
  }

  test('past the limit of open streams the next one is refused, and a closed one makes room', async () => {
    async function* once() {
      yield { type: 'hello' };
      await new Promise(() => undefined);
    }
    await using limited = await startServer({ routes: streaming(once), limits: { streams: 2 } });
    const open = async (end: AbortController) => {
      const response = await fetch(`${limited.url}/v1/stream`, {
        headers: { authorization: `Bearer ${KEY}` },
        signal: end.signal,
      });
      return response;
    };
    const ends = [new AbortController(), new AbortController(), new AbortController()];
    const first = await open(ends[0] as AbortController);
    expect(first.status).toBe(200);
    expect((await open(ends[1] as AbortController)).status).toBe(200);
    const refused = await open(ends[2] as AbortController);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(codeIn(await refused.json())).toBe('saturated');
    ends[0]?.abort();
    await expect.poll(async () => (await open(ends[2] as AbortController)).status, SOON).toBe(200);
    for (const end of ends) end.abort();
  });

  test('HEAD on a stream holds nothing open', async () => {
    let ended = false;
    const source = () => ({
      next: () => new Promise<never>(() => undefined),
      async return() {
        ended = true;
        return { done: true as const, value: undefined };
      },
    });
    await using single = await startServer({ routes: streaming(source) });
    const response = await fetch(`${single.url}/v1/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(response.status).toBe(200);
    expect(ended).toBe(true);
  });
});

test('what fails because the client left is no error of ours', async () => {
  const entered = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const leaving = route({
    method: 'GET',
    path: '/v1/leaving',
    summary: 'Fails once its client is gone',
    tag: 'Test',
    responses: { 200: z.unknown() },
    errors: [],
    async handler({ untilGone }) {
      entered.resolve();
      await once(untilGone(), 'abort');
      left.resolve();
      throw new Error('the stream broke');
    },
  });
  await using single = await startServer({ routes: [leaving] });
  const client = new AbortController();
  const asked = fetch(`${single.url}/v1/leaving`, {
    headers: { authorization: `Bearer ${KEY}` },
    signal: client.signal,
  }).catch(() => undefined);
  await entered.promise;
  client.abort();
  await Promise.all([asked, left.promise]);
  await fetch(`${single.url}/v1/leaving`, { method: 'PUT' });
  expect(single.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

describe('a rule without words of its own is told in plain ones', () => {
  test.each([
    [z.string(), undefined, 'is missing: must be a string'],
    [z.string(), 7, 'must be a string'],
    [z.int(), 7.5, 'must be an integer'],
    [z.boolean(), 'x', 'must be true or false'],
    [z.record(z.string(), z.string()), [], 'must be an object'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.enum(['one', 'two']), 'x', 'must be one of one, two'],
    [z.literal('one'), 'x', 'must be one'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().max(2), 'long', 'must have at most 2 characters'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entries'],
    [z.email(), 'x', 'must be an email address'],
    [z.iso.date(), 'x', 'must be a date such as 2026-08-13'],
    [z.string().regex(/^a+$/), 'x', 'must be of the form that the API reference shows'],
    [z.union([z.string(), z.number()]), true, 'has none of the forms that the API reference shows'],
  ])('%#', (schema, value, words) => {
    const read = () => readInput(z.object({ field: schema as z.ZodType }), { field: value }, {});
    expect(read).toThrow(expect.objectContaining({ message: `\`field\`: ${words}` }));
  });

  test('a member that the schema does not have is named with its path', () => {
    const read = () => readInput(z.object({ field: z.strictObject({}) }), { field: { more: 1 } }, {});
    expect(read).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ param: 'field.more' }) }),
    );
  });
});
