import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeIn } from '../test/support/error-envelopes.ts';
import { scriptedRunner } from '../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../test/support/test-app.ts';
import { routesOf } from './app.ts';
import { requestErrors } from './errors.ts';
import type { Dialect } from './platform/http/dialects.ts';
import { type Route, urlOf } from './platform/http/route.ts';
import { dialectsOf } from './platform/http/unknown-route.ts';

// Every case follows from this number; change it to look elsewhere.
const SEED = 20_261_115;

let service: TestApp;
let routes: Route[];
let dialectOf: ReturnType<typeof dialectsOf>;
let logged: string[] = [];
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  service = await startTestApp({
    runners: [scriptedRunner('only')],
    resolver: async () => [],
    env: { SVC_TRIAL_CREDITS_USD: '100000', MAX_LIVE_RUNS: '1000' },
    onLog: (line) => logged.push(line),
  });
  routes = routesOf({ context: service.app.context, executor: null }, () => false);
  dialectOf = dialectsOf(routes);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  process.off('unhandledRejection', note);
});
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  expect((await fetch(`${service.app.url}/api/status`)).status).toBe(200);
  expect(unhandled).toEqual([]);
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

interface Got {
  status: number;
  /** The dialect in which a refusal is due. */
  dialect: Dialect;
  headers: Headers;
  text: string;
}

/** Of the path as it arrives: dots are gone by then. */
function dialectAt(path: string): Dialect {
  return dialectOf(new URL(path, service.app.url).pathname);
}

async function send({ method, path, headers, body }: Sent): Promise<Got> {
  for (;;) {
    const response = await fetch(service.app.url + path, {
      method,
      headers: { authorization: `Bearer ${TEST_KEY}`, ...headers },
      body,
    });
    const text = await response.text();
    // On a crowded machine the database may answer too late; the request is not at fault.
    if (response.status !== 503 || !text.includes('"service_unavailable"'))
      return { status: response.status, dialect: dialectAt(path), headers: response.headers, text };
    await delay(100);
  }
}

// Traces, paths, SQL, driver messages and addresses have no place in an answer.
const LEAK =
  /\bat \S+:\d+|node_modules|node:internal|\/(home|tmp|usr|work|src)\/|select .+ from|insert into|syntax error|violates|duplicate key|relation "|column "|invalid byte|ECONN|ENOENT|TypeError|RangeError|undefined is not/i;

function expectRefusal(got: Got, about: string): string {
  expect(got.headers.get('content-type'), about).toBe('application/json; charset=utf-8');
  expect(got.headers.get('x-request-id'), about).toMatch(/^req_/);
  const code = codeIn(JSON.parse(got.text), got.dialect);
  expect(got.text, about).not.toMatch(LEAK);
  const isForPatience = got.status === 429 || got.status === 503;
  expect(got.headers.get('retry-after') ?? '', about).toMatch(isForPatience ? /^\d+$/ : /^\d*$/);
  // The one 5xx that a request alone can bring about: it names a runner that is not there.
  expect(got.status, about).toBeLessThan(code === 'runner_unavailable' ? 600 : 500);
  expect(requestErrors[code as keyof typeof requestErrors].status, about).toBe(got.status);
  return code;
}

function expectSane(got: Got, about: string): void {
  if (got.status >= 400 && got.status !== 502) return void expectRefusal(got, about);
  expect([200, 201, 202, 502], about).toContain(got.status);
  expect(got.headers.get('x-request-id'), about).toMatch(/^req_/);
}

const concrete = (route: Route, id = `resp_${'0'.repeat(32)}`) => urlOf(route).replace(/:\w+|\*$/g, () => id);
const takesBody = (route: Route) =>
  ['POST', 'PUT', 'PATCH'].includes(route.method) && route.takes !== 'bytes' && route.takes !== 'multipart';
const takesKey = (route: Route) => (route.access ?? 'key') === 'key';
const withoutId = (text: string) => text.replace(/"request_id":"\w+"/, '');
const json = { 'content-type': 'application/json' };

describe('the common suite, for every route', () => {
  test('without a valid key the answer is one and the same 401', async () => {
    const bad: Array<Record<string, string>> = [
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: `Bearer svc_${'x'.repeat(40)}` },
      { authorization: `Basic ${TEST_KEY}` },
      { authorization: '', 'x-api-key': 'svc_wrong' },
    ];
    const bodies = new Set<string>();
    const cases = routes.filter(takesKey).flatMap((route) => bad.map((headers) => ({ route, headers })));
    await inParallel(cases, async ({ route, headers }) => {
      const got = await send({ method: route.method, path: concrete(route), headers });
      const about = `${route.method} ${route.path} ${JSON.stringify(headers)}`;
      expect(expectRefusal(got, about), about).toBe('invalid_api_key');
      expect(got.headers.get('cache-control'), about).toBe('private, no-store');
      bodies.add(`${route.dialect} ${withoutId(got.text)}`);
    });
    expect(bodies.size).toBe(new Set(routes.filter(takesKey).map(({ dialect }) => dialect)).size);
  });

  test('a host or page of another site is 421, and two hosts are 400', async () => {
    const port = Number(new URL(service.app.url).port);
    const ask = (route: Route, headers: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const all = [...headers, 'authorization', `Bearer ${TEST_KEY}`, 'connection', 'close'];
        request({ port, method: route.method, path: concrete(route), headers: all, setHost: false })
          .once('error', reject)
          .once('response', (response) => resolve(response.resume().statusCode))
          .end();
      });
    const misdirected = [
      ['host', `evil.example:${port}`],
      ['host', 'localhost', 'origin', 'https://evil.example'],
      ['host', 'localhost', 'origin', 'null'],
    ];
    const cases = routes.flatMap((route) => misdirected.map((headers) => ({ route, headers })));
    await inParallel(cases, async ({ route, headers }) => {
      const about = `${route.method} ${route.path} ${headers}`;
      expect(await ask(route, headers), about).toBe(421);
    });
    await inParallel(routes, async (route) => {
      const about = `${route.method} ${route.path}`;
      expect(await ask(route, ['host', 'localhost', 'host', 'localhost']), about).toBe(400);
    });
    for (const host of ['localhost', `[::1]:${port}`, `127.0.0.1:${port}`, 'svc.localhost:80'])
      expect(await ask(routes[0] as Route, ['host', host, 'origin', `http://${host}`]), host).not.toBe(421);
  });

  test('both styles of sending the key work, at both addresses', async () => {
    const read = routes.filter((one) => one.method === 'GET');
    await inParallel(read, async (route) => {
      const path = concrete(route);
      const alias = path.replace(/^\/api\/(v\d)/, '/$1');
      const bearer = await send({ method: 'GET', path });
      const header = await send({
        method: 'GET',
        path: alias,
        headers: { authorization: '', 'x-api-key': TEST_KEY },
      });
      expect(header.status, route.path).toBe(bearer.status);
      const kept = route.changesRarely ? /^private, no-cache$/ : /^private, no-store(?:, no-transform)?$/;
      const caching = bearer.headers.get('cache-control') ?? '';
      expect(caching, route.path).toMatch(takesKey(route) ? kept : /^/);
      expect(takesKey(route) && bearer.status === 401, route.path).toBe(false);
    });
  });

  test.each(['/api/v1/capabilities', '/api/v1/runners/health', '/api/openapi.json'])(
    '%s is kept by clients that ask whether it changed',
    async (path) => {
      const first = await send({ method: 'GET', path });
      const etag = first.headers.get('etag') ?? '';
      expect([first.headers.get('cache-control'), etag]).toEqual([
        'private, no-cache',
        expect.stringMatching(/^"\S{20,}"$/),
      ]);
      const ask = (tag: string) => send({ method: 'GET', path, headers: { 'if-none-match': tag } });
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
        expect(await ask(tag)).toMatchObject({ status: 304, text: '' });
      expect(await ask('"other"')).toMatchObject({ status: 200, text: first.text });
    },
  );

  test('a wrong method is 405 and says which are right', async () => {
    // A Selenium client gets the errors of WebDriver for every call.
    const ours = routes.filter(({ path }) => !path.startsWith('/webdriver'));
    await inParallel([...new Set(ours.map((route) => route.path))], async (path) => {
      const here = ours.filter((route) => route.path === path);
      const taken = here.map((route) => route.method as string);
      const right = taken.includes('GET') ? [...taken, 'HEAD'] : taken;
      const [first] = here;
      if (!first) return;
      // A page of another origin asks by OPTIONS whether it may read with its token.
      const asked = here.some(({ opensToRunToken }) => opensToRunToken) ? [] : ['OPTIONS'];
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', ...asked].filter(
        (one) => !right.includes(one),
      )) {
        const got = await send({ method, path: concrete(first) });
        // Calls of a vendor's client that its wrapper does not serve.
        if (got.status === 501 && path.startsWith('/wrappers/')) continue;
        expect(expectRefusal(got, `${method} ${path}`)).toBe('method_not_allowed');
        expect(new Set(got.headers.get('allow')?.split(', '))).toEqual(new Set(right));
      }
    });
  });

  test('HEAD is GET without a body', async () => {
    // A machine that stood still is not ready for half a minute.
    for (const route of routes.filter((one) => one.method === 'GET' && one.path !== '/readyz')) {
      const [head, get] = [
        await send({ method: 'HEAD', path: concrete(route) }),
        await send({ method: 'GET', path: concrete(route) }),
      ];
      expect(head, route.path).toMatchObject({ status: get.status, text: '' });
    }
  });

  test.each([
    ['payload_too_large', JSON.stringify({ input: 'x'.repeat(1_000_001) }), json],
    ['invalid_json', '{"input":', json],
    ['invalid_json', Buffer.from([0x7b, 0xff, 0x7d]), json],
    ['invalid_json', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, json],
    ['invalid_request', '{"input":"\\u0000"}', json],
    ['unsupported_media_type', '{}', { 'content-type': 'text/plain' }],
    ['unsupported_media_type', '{}', { ...json, 'content-encoding': 'gzip' }],
  ])('a bad body is %s', async (code, body, headers) => {
    for (const route of routes.filter((one) => takesBody(one) && takesKey(one))) {
      const sent = { method: route.method, path: concrete(route), headers, body: body as BodyInit };
      const about = `${route.method} ${route.path}`;
      expect(expectRefusal(await send(sent as Sent), about), about).toBe(code);
    }
  });

  test('where an object is due nothing else is taken', async () => {
    for (const route of routes.filter((one) => one.body && takesKey(one))) {
      for (const body of ['null', '[]', '"text"', '7', 'true']) {
        const about = `${route.method} ${route.path} ${body}`;
        const got = await send({ method: route.method, path: concrete(route), headers: json, body });
        const isOptional = body === 'null' && route.body?.safeParse(null).success;
        expect(isOptional ? [got.status] : [400, 403, 404], about).toContain(got.status);
        expectSane(got, about);
      }
    }
  });

  test('every code that asks for patience says how long', () => {
    const patient = Object.entries(requestErrors).filter(
      ([, { status }]) => status === 429 || status === 503,
    );
    expect(patient.length).toBeGreaterThan(0);
    for (const [code, { retryAfter }] of patient) expect(retryAfter, code).toBeGreaterThan(0);
  });

  test.each([
    '/api/v2/responses',
    '/v2/responses',
    '/v2',
    '/api/v1/unknown',
    '/v1/unknown',
    '/api/unknown',
    '/api',
    '/api/v1/responses/x/y/z',
  ])('nothing is at %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(expectRefusal(await send({ method, path }), path)).toBe('not_found');
  });
});

describe('generated cases', () => {
  const draw = generator(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;

  test('no value in any field of any body brings the service down', { timeout: 120_000 }, async () => {
    const cases = routes.filter(takesBody).flatMap((route) => {
      const others = fieldsOf(route.body).filter((field) => field !== 'stream');
      return fieldsOf(route.body).flatMap((field) =>
        VALUES.filter((value) => !(field === 'stream' && value === true)).map((value) => {
          const second = draw() < 0.3 ? { [pick(others)]: pick(VALUES) } : {};
          return { route, body: { ...pick(BASES), ...second, [field]: value } };
        }),
      );
    });
    const sample = cases.filter(() => draw() < 800 / cases.length);
    expect(sample.length).toBeGreaterThan(600);
    await inParallel(sample, async ({ route, body }) => {
      const about = `${route.method} ${route.path} ${JSON.stringify(body).slice(0, 300)}`;
      const path = route.path.replace(/:\w+/g, () => pick(IDS));
      await checked(route.method, path, { body }, about);
    });
  });

  test('no value in any query brings the service down', { timeout: 60_000 }, async () => {
    const cases = routes
      .filter((route) => route.method === 'GET')
      .flatMap((route) =>
        fieldsOf(route.query).flatMap((field) =>
          QUERIES.map((value) => ({ route, query: `${field}=${value}` })),
        ),
      )
      .filter(({ query }) => query !== 'stream=true');
    await inParallel(cases, async ({ route, query }) => {
      const path = `${route.path.replace(/:\w+/g, () => pick(IDS))}?${query}`;
      await checked('GET', path, {}, `GET ${path}`);
    });
  });

  test('hostile ids are not found', { timeout: 60_000 }, async () => {
    const cases = routes
      .filter((route) => route.area !== 'page' && route.path.includes(':'))
      // The account pages take a signed-in person's cookie, not a key.
      .filter((route) => !route.path.startsWith('/account/'))
      .flatMap((route) => HOSTILE_IDS.map((id) => ({ route, id })))
      // `..` before a further part is another route by the rules of URLs.
      .filter(({ route, id }) => !(/^(?:\.|%2e){1,2}$/i.test(id) && /:\w+\//.test(route.path)));
    await inParallel(cases, async ({ route, id }) => {
      const about = `${route.method} ${route.path} with ${id}`.slice(0, 200);
      const body = route.body ? JSON.stringify({ code: '1' }) : undefined;
      const got = await send({
        method: route.method,
        path: concrete(route, id),
        headers: body ? json : {},
        body,
      });
      if (got.status === 501 && route.path.startsWith('/wrappers/')) return;
      expect([400, 404, 405, 415], about).toContain(got.status);
      expectRefusal(got, about);
    });
  });

  test('bodies with random damage are refused or understood', { timeout: 60_000 }, async () => {
    const whole = Buffer.from(
      JSON.stringify({ input: 'Say hello', metadata: { a: 'b' }, steps: ['x'], max_fallbacks: 2 }),
    );
    const damaged = Array.from({ length: 500 }, () => {
      const bytes = Buffer.from(whole);
      for (let hits = 1 + Math.floor(draw() * 3); hits > 0; hits -= 1)
        bytes[Math.floor(draw() * bytes.length)] = Math.floor(draw() * 256);
      return draw() < 0.2 ? bytes.subarray(0, Math.floor(draw() * bytes.length)) : bytes;
    });
    await inParallel(damaged, async (body) => {
      const got = await send({ method: 'POST', path: '/v1/estimate', headers: json, body: body as never });
      expectSane(got, body.toString('latin1'));
    });
  });

  test('odd headers are harmless', async () => {
    const odd = [
      '',
      ' ',
      'x'.repeat(255),
      'x'.repeat(256),
      'x'.repeat(7_000),
      'é',
      '\xff\xfe',
      '"',
      '%00',
      'a, b',
      "'; drop table runs; --",
    ];
    for (const value of odd) {
      for (const name of [
        'idempotency-key',
        'prefer',
        'accept',
        'user-agent',
        'x-request-id',
        'x-forwarded-for',
        'cookie',
        'accept-version',
        'range',
        'if-none-match',
      ]) {
        const got = await send({
          method: 'POST',
          path: '/v1/responses',
          headers: { ...json, [name]: value },
          body: JSON.stringify({ input: `Say ${name}` }),
        });
        expectSane(got, `${name}: ${value.slice(0, 50)}`);
        expect(got.headers.get('x-request-id')).not.toBe(value);
      }
    }
  });

  test('the same key with numbers beyond every range is still one request', async () => {
    const sent = {
      method: 'POST',
      path: '/v1/responses',
      headers: { ...json, 'idempotency-key': 'huge' },
      body: '{"input":"Say hello","unknown":[1e999,-1e999]}',
    };
    const [first, again] = [await send(sent), await send(sent)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('after all this the process is as clean and small as before', async () => {
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(process.memoryUsage().heapUsed).toBeLessThan(500_000_000);
    const { status, text } = await send({
      method: 'POST',
      path: '/v1/responses',
      headers: json,
      body: '{"input":"Say hello"}',
    });
    expect(status).toBe(200);
    expect(JSON.parse(text).output_text).toBe('Forty-two for: Say hello');
  });

  /** Through the strict client, which parses every answer against the route's schema. */
  async function checked(
    method: string,
    path: string,
    options: { body?: unknown },
    about: string,
  ): Promise<void> {
    const dialect = dialectAt(`/api${path}`);
    for (;;) {
      const { status, headers, json } = await service.client.request(method, path, options).catch((error) => {
        throw new Error(`${about}: ${error}`);
      });
      const isLate = status === 503 && codeIn(json, dialect) === 'service_unavailable';
      if (!isLate) return expectSane({ status, dialect, headers, text: JSON.stringify(json) }, about);
      await delay(100);
    }
  }
});

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

async function inParallel<T>(cases: T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = cases.entries();
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const [index, one] of queue) {
        await work(one);
        if (index % 100 === 0) seen.push((await fetch(`${service.app.url}/api/status`)).status);
      }
    }),
  );
  expect(new Set(seen)).toEqual(new Set([200]));
}

/** Mulberry32: small, and the same on every machine. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const BASES: Array<Record<string, unknown>> = [
  {},
  { input: 'Say hello' },
  { input: 'Say hello', background: true },
  { domain: 'shop.example', username: 'ada', password: 'x' },
  { url: 'https://hooks.example/x' },
  { code: '123456' },
];

const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1.5,
  13,
  29_999,
  30_000,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  1e308,
  -1e308,
  5e-324,
  '',
  ' ',
  'x',
  '0',
  '-1',
  'NaN',
  'true',
  'null',
  '[]',
  '\n',
  '\u202e',
  '\ud800',
  '😀',
  'ﬀ',
  'x'.repeat(256),
  'x'.repeat(100_000),
  "'; drop table runs; --",
  '$\u007b7*7}',
  '{{7*7}}',
  '%00',
  '%s%n',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '$ref',
  '__proto__',
  'constructor',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'https://localhost/',
  'http://[::1]/',
  'https://0x7f000001/',
  'file:///etc/passwd',
  'https://unknown.example/',
  'http:',
  '//x',
  'smart',
  'SOC2',
  'only',
  'learning',
  'pinned:',
  'pinned:only',
  'pinned:,',
  'any',
  'balanced',
  'resp_',
  'cred_00000000000000000000000000000000',
  '2026-01-01T00:00:00Z',
  '0000-00-00T00:00:00Z',
  [],
  [null],
  [[]],
  [''],
  ['x'],
  [1, 'a', {}],
  ['only', 'only'],
  Array.from({ length: 2_000 }, () => 'x'),
  [{ role: 'user', content: 'Hi' }],
  [{ role: 1, content: [{ text: 7 }] }],
  [{ type: 'input_text', text: null }],
  {},
  { a: 1 },
  { __proto__: null },
  { toString: 'x' },
  { hasOwnProperty: 1 },
  { length: -1 },
  JSON.parse('{"then":"x","__proto__":{"polluted":1}}'),
  { type: 'object' },
  { type: 'nonsense' },
  { $ref: '#' },
  { $ref: 'http://127.0.0.1/' },
  { type: 'string', pattern: '(a+)+$' },
  { type: 'string', pattern: '(' },
  { properties: { a: { $ref: '#/properties/a' } } },
  { format: { type: 'json_schema', schema: { type: 'array' } } },
  { format: null },
  { type: 'json_schema', json_schema: 7 },
  { url: 7, goal: [], steps: 'x' },
  { goal: 'Hi', url: 'http://127.0.0.1/' },
];

const QUERIES = [
  '',
  '%20',
  '0',
  '-1',
  '1.5',
  '1e9',
  '99999999999999999999',
  'NaN',
  'Infinity',
  'true',
  'false',
  'x',
  '%00',
  '%0d%0a',
  '%F0%9F%98%80',
  '%',
  '%zz',
  '%ff',
  '[]',
  '{}',
  'a%26b',
  'x'.repeat(4_000),
  "'%3B--",
  '2026-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-01-01',
  '1',
  'running',
  'smart',
  `resp_${'f'.repeat(32)}`,
  '1&limit=2&limit=3',
  'x&__proto__=1&constructor=2',
];

const IDS = [`resp_${'0'.repeat(32)}`, `cred_${'0'.repeat(32)}`, `wh_${'0'.repeat(32)}`, 'x'];

const HOSTILE_IDS = [
  '%20',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  'resp_%00',
  'resp_',
  `resp_${'z'.repeat(32)}`,
  `resp_${'0'.repeat(31)}`,
  `resp_${'0'.repeat(33)}`,
  `RESP_${'0'.repeat(32)}`,
  `resp_${'0'.repeat(32)}%0a`,
  'x'.repeat(6_000),
  '%F0%9F%98%80',
  '%ff',
  '%E0%A4%A',
  "'%20or%201=1--",
  '1',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%7B%7D',
  '*',
  '%3Cscript%3E',
  `wh_${'0'.repeat(32)}`,
  `cred_${'0'.repeat(32)}`,
];
