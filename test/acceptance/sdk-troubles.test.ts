import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ConnectionError,
  OptionError,
  RateLimitError,
  type RunEvent,
  ServiceError,
  SignatureError,
  Switchyard,
  type SwitchyardError,
  type SwitchyardOptions,
  TimeoutError,
  UnexpectedAnswerError,
} from '@switchyard/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { type DemoService, startDemoService } from '../support/demo-service.ts';

// Troubles between the SDK and a service: cut streams, wrong addresses, servers of another kind.

const KEY = `svc_${'t'.repeat(40)}`;
let service: DemoService;
let shop: string;

beforeAll(async () => {
  service = await startDemoService(KEY);
  shop = service.shop;
});
afterAll(() => service[Symbol.asyncDispose]());

const client = (options: SwitchyardOptions = {}) =>
  new Switchyard({ apiKey: KEY, baseUrl: service.url, logLevel: 'off', ...options });
const kettle = () => ({
  task: 'What does the camp kettle cost?',
  url: `${shop}/products/fernfall-camp-kettle`,
  routing: 'local-fetch',
});
const failure = (promise: PromiseLike<unknown>): Promise<SwitchyardError> =>
  Promise.resolve(promise).then(
    () => expect.fail('It did not fail.'),
    (error: SwitchyardError) => error,
  );

/** A small server that answers every request in the same way. */
async function serverThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function numbersOf(events: AsyncIterable<RunEvent>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const event of events) numbers.push(event.sequence_number);
  return numbers;
}

describe('streams that break', () => {
  test('go on where they were: no event is lost or comes twice, and there is one run', async () => {
    // The first three end before a word, within the first event and in the middle of the rest.
    const cuts = [0, 700, 6_000];
    await using proxy = await startCuttingProxy(service.url, (stream) => cuts[stream] ?? null);
    const before = (await client().runs.list().all()).length;
    const stream = client({ baseUrl: proxy.url }).runs.stream(kettle());
    const numbers = await numbersOf(stream);
    expect(proxy.cuts()).toBe(3);
    expect(numbers).toEqual(numbers.map((_, at) => at));
    const { id, answer } = await stream.result();
    expect(numbers).toEqual(await numbersOf(client().runs.stream(id)));
    expect(answer).toMatch(/58[.,]00/);
    expect((await client().runs.list().all()).length).toBe(before + 1);
  });

  test('a run is waited for through a restart of the network, and given up when it stays away', async () => {
    const { id } = await client().runs.start({ ...kettle(), url: `${shop}/slow?ms=60000` });
    const proxy = await startCuttingProxy(service.url, () => null);
    const waiting = failure(client({ baseUrl: proxy.url, maxRetries: 0 }).runs.wait(id));
    await client().runs.settled(id, { within: 500 });
    await proxy[Symbol.asyncDispose]();
    const error = await waiting;
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', remediation: expect.stringMatching(/address/) });
    expect((await client().runs.cancel(id)).status).toBe('cancelled');
  });

  test('after the last event, a stream of a run that is over ends', async () => {
    const { id } = await client().runs.create(kettle());
    const numbers = await numbersOf(client().runs.stream(id));
    const stream = client().runs.stream(id, { startingAfter: numbers.at(-1) });
    expect(await numbersOf(stream)).toEqual([]);
    expect((await stream.result()).status).toBe('succeeded');
  });
});

describe('tries', () => {
  test('repeat a create with one key, wait as long as the service says, and take another run of luck', async () => {
    const keys: unknown[] = [];
    const times: number[] = [];
    const url = await serverThat((request, response) => {
      keys.push(request.headers['idempotency-key']);
      times.push(performance.now());
      const head = { 'content-type': 'application/json', 'retry-after': '1' };
      const error = { code: 'service_unavailable', message: 'Not now.', remediation: 'Wait.' };
      response.writeHead(503, head).end(JSON.stringify({ error }));
    });
    const error = await failure(client({ baseUrl: url, maxRetries: 1 }).runs.start(kettle()));
    expect(error).toBeInstanceOf(ServiceError);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
  });

  test.each([
    ['a refusal that must not be repeated', { 'x-should-retry': 'false' }, 'POST', 1],
    ['a refusal before any work', {}, 'POST', 3],
  ])('%s', async (_what, headers, _method, tries) => {
    let asked = 0;
    const url = await serverThat((_request, response) => {
      asked += 1;
      const error = { code: 'rate_limited', message: 'Too many.', remediation: 'Wait.' };
      const head = { 'content-type': 'application/json', 'retry-after': '0', ...headers };
      response.writeHead(429, head).end(JSON.stringify({ error }));
    });
    expect(await failure(client({ baseUrl: url }).keys.create({ name: 'a' }))).toBeInstanceOf(RateLimitError);
    expect(asked).toBe(tries);
  });

  test('a call that is not repeatable is sent once when the answer is lost', async () => {
    let asked = 0;
    const url = await serverThat((request) => {
      asked += 1;
      request.socket.destroy();
    });
    expect(await failure(client({ baseUrl: url }).keys.create({ name: 'a' }))).toBeInstanceOf(
      ConnectionError,
    );
    expect(asked).toBe(1);
    expect(await failure(client({ baseUrl: url }).keys.list())).toBeInstanceOf(ConnectionError);
    expect(asked).toBe(4);
  });

  test('a time limit is for each try', async () => {
    let asked = 0;
    const url = await serverThat(() => {
      asked += 1;
    });
    const error = await failure(client({ baseUrl: url, timeout: 100, maxRetries: 1 }).workspace.get());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toContain('100 ms');
    expect(asked).toBe(2);
  });
});

describe('a call that cannot be sent', () => {
  const circle: Record<string, unknown> = {};
  circle.itself = circle;

  test.each<[string, () => PromiseLike<unknown>]>([
    ['circular data', () => client().runs.create({ ...kettle(), output_schema: circle })],
    ['data without a JSON form', () => client().runs.create({ ...kettle(), max_cost_usd: 1n as never })],
    ['a key of two lines', () => client({ apiKey: `${KEY}\nsecond` }).runs.list()],
  ])('%s is a mistake of the call, not of the network', async (_what, call) => {
    const error = await failure(call());
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ code: 'invalid_option', remediation: expect.any(String) });
    expect(error.message).not.toContain(KEY);
  });

  test('the error of a function for the key arrives as it is', async () => {
    const own = new Error('The safe is locked.');
    expect(await failure(client({ apiKey: () => Promise.reject(own) }).runs.list())).toBe(own);
  });
});

test('an idempotency key may be of any script, and is the same key as in a body', async () => {
  const idempotencyKey = 'заказ-42 ✓';
  const { id } = await client().runs.start(kettle(), { idempotencyKey });
  expect((await client().runs.start(kettle(), { idempotencyKey })).id).toBe(id);
  const other = await fetch(`${service.url}/api/v1/responses`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Something else', url: kettle().url, idempotency_key: idempotencyKey }),
  });
  expect((await other.json()).error.code).toBe('idempotency_conflict');
});

describe('a server that is something else', () => {
  const page: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');

  test.each<[string, RequestListener, RegExp]>([
    ['a page', page, /page instead of JSON/],
    [
      'a page that was not found',
      (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>'),
      /answered 404/,
    ],
    [
      'broken JSON',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      /broken JSON|event stream/,
    ],
    [
      'other JSON',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
      /not a run|event stream/,
    ],
  ])('%s is one clear error with what to do', async (_what, answer, message) => {
    const baseUrl = await serverThat(answer);
    const { runs } = client({ baseUrl });
    const calls = [() => runs.get('resp_1'), () => runs.create({ task: 'Read' }), () => runs.wait('resp_1')];
    for (const call of calls) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ code: 'unexpected_answer', message: expect.stringMatching(message) });
      expect(error.remediation).toMatch(/address/);
    }
  });

  test('another version says so', async () => {
    const baseUrl = await serverThat((_, response) => {
      const error = { code: 'not_found', message: 'Route not found.', type: 'invalid_request_error' };
      const head = { 'content-type': 'application/json', 'x-api-version': '2024-01-01' };
      response.writeHead(404, head).end(JSON.stringify({ error }));
    });
    const error = await failure(client({ baseUrl }).runs.createToken('resp_1'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain('2024-01-01');
  });

  test('no server, no such host, no address', async () => {
    const gone = client({ baseUrl: 'http://127.0.0.1:9' });
    for (const call of [() => gone.workspace.get(), () => gone.runs.create(kettle())]) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        message: expect.stringContaining('http://127.0.0.1:9'),
        remediation: expect.any(String),
      });
    }
    expect(() => client({ baseUrl: 'localhost:8787' })).toThrow(OptionError);
    for (const path of ['/', '/api', '/api/v1', '/v1', '/v1/'])
      expect((await client({ baseUrl: service.url + path }).workspace.get()).object).toBe('svc.workspace');
  });

  test('a host that is named like a part of the path', async () => {
    const asked: string[] = [];
    const fetch = async (url: unknown) => {
      asked.push(String(url));
      return Response.json({});
    };
    await client({ baseUrl: 'http://api', fetch }).workspace.get();
    expect(asked).toEqual(['http://api/api/v1/workspace']);
  });

  test('a JSON Schema where a schema of Zod belongs', async () => {
    const schema = { type: 'object' } as never;
    const refused = client({ baseUrl: service.url }).runs.create({ task: 'The price', schema });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_schema',
      remediation: expect.stringContaining('output_schema'),
    });
  });
});

describe('webhooks', () => {
  const { webhooks } = new Switchyard({ baseUrl: 'http://localhost:1', apiKey: null });
  const body = JSON.stringify({ id: 'evt_1', object: 'svc.event', type: 'response.completed' });

  test('a signature is made and checked', async () => {
    const header = await webhooks.testHeader(body, 'whsec_1');
    expect((await webhooks.verify(body, header, 'whsec_1')).id).toBe('evt_1');
    expect((await webhooks.verify(new TextEncoder().encode(body), header, 'whsec_1')).id).toBe('evt_1');
    const rotated = `${header.replace(/v1=\w+/, `v1=${'0'.repeat(64)}`)},${header.split(',')[1]}`;
    expect((await webhooks.verify(body, rotated, 'whsec_1')).id).toBe('evt_1');
  });

  test.each([
    ['another secret', body, undefined, 'whsec_2', {}],
    ['another body', `${body} `, undefined, 'whsec_1', {}],
    ['no header', body, null, 'whsec_1', {}],
    ['a header of another form', body, 'v1=zz', 'whsec_1', {}],
    ['an old signature', body, undefined, 'whsec_1', { now: new Date(Date.now() + 3_600_000) }],
    ['an empty secret', body, undefined, '', {}],
    ['a parsed body', JSON.parse(body), undefined, 'whsec_1', {}],
  ])('%s is refused', async (_what, given, header, secret, options) => {
    const signed = header === undefined ? await webhooks.testHeader(body, 'whsec_1') : header;
    expect(await failure(webhooks.verify(given, signed, secret, options))).toBeInstanceOf(SignatureError);
  });
});

test('a logger hears of tries at its level, and never of the key', async () => {
  const lines: string[] = [];
  const hear = (message: string) => void lines.push(message);
  const logger = { debug: hear, info: hear, warn: hear, error: hear };
  await client({ logger, logLevel: 'debug' }).workspace.get();
  expect(lines.join()).toMatch(/workspace\.get: GET .*workspace\.get: 200, request req_/);
  expect(lines.join()).not.toContain(KEY);
  lines.length = 0;
  await client({ logger, logLevel: 'info' }).workspace.get();
  expect(lines).toEqual([]);
});

test('its own fetch, headers and name are used', async () => {
  const seen: Headers[] = [];
  const spy: typeof fetch = (input, init) => {
    seen.push(new Headers(init?.headers));
    return fetch(input, init);
  };
  await client({ fetch: spy, headers: { 'x-mine': '1' }, userAgent: 'my-agent/2' }).workspace.get();
  expect(seen[0]?.get('user-agent')).toMatch(/^my-agent\/2 switchyard-sdk\/\d/);
  expect([seen[0]?.get('x-mine'), seen[0]?.get('authorization')]).toEqual(['1', `Bearer ${KEY}`]);
});
