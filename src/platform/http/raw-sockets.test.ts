import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { codeIn } from '../../../test/support/error-envelopes.ts';
import { SOON } from '../../../test/support/soon.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { route } from './route.ts';
import {
  dial,
  exchange,
  type FixtureServer,
  fixtureRoutes,
  KEY,
  type RawAnswer,
  readAnswer,
  startServer,
} from './server.fixture.ts';
import { eventStream, STREAM_HEADERS } from './sse.ts';

const HEAD = `host: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
let openSources = 0;
let produced = 0;

let server: FixtureServer;
/** With the limits of a real one: on a crowded machine a header may well take 300 ms. */
let patient: FixtureServer;
beforeAll(async () => {
  process.on('unhandledRejection', note);
  const flood = route({
    method: 'GET',
    path: '/v1/flood',
    summary: 'Streams as fast as it is read',
    tag: 'Test',
    responses: { 200: z.unknown() },
    errors: [],
    async handler() {
      async function* events() {
        openSources += 1;
        try {
          for (;;) {
            await turn();
            produced += 1;
            yield { type: 'delta', text: 'x'.repeat(50_000) };
          }
        } finally {
          openSources -= 1;
        }
      }
      return {
        status: 200,
        headers: STREAM_HEADERS,
        stream: eventStream(events(), systemClock, createLog('silent'), ''),
      };
    },
  });
  const slow = route({
    method: 'GET',
    path: '/v1/slow',
    summary: 'Answers late',
    tag: 'Test',
    responses: { 200: z.unknown() },
    errors: [],
    async handler() {
      await delay(100);
      return { status: 200, body: { late: true } };
    },
  });
  server = await startServer({
    routes: [...fixtureRoutes, flood, slow],
    limits: { headersMs: 300, requestMs: 600, checkMs: 50, keepAliveMs: 200 },
  });
  patient = await startServer({ routes: [...fixtureRoutes, flood] });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await patient[Symbol.asyncDispose]();
  process.off('unhandledRejection', note);
});
afterEach(async () => {
  const health = 'GET /api/status HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  await expect.poll(async () => (await exchange(server.port, health)).status, SOON).toBe(200);
  expect(unhandled).toEqual([]);
  expect(server.lines.filter((line) => Number(line.level) >= 50)).toEqual([]);
});

function expectEnvelope(answer: RawAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
    'x-request-id': expect.stringMatching(/^req_/),
  });
  codeIn(JSON.parse(answer.body));
}

test.each([
  [
    'two different lengths',
    `POST /v1/things HTTP/1.1\r\n${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  ],
  [
    'a length and chunks',
    `POST /v1/things HTTP/1.1\r\n${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  ['a negative length', `POST /v1/things HTTP/1.1\r\n${HEAD}content-length: -1\r\n\r\n`],
  ['a length in words', `POST /v1/things HTTP/1.1\r\n${HEAD}content-length: two\r\n\r\n{}`],
  [
    'an unknown transfer coding',
    `POST /v1/things HTTP/1.1\r\n${HEAD}transfer-encoding: chunked, nonsense\r\n\r\n0\r\n\r\n`,
  ],
  ['a bad chunk size', `POST /v1/things HTTP/1.1\r\n${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
  [
    'a chunk longer than it says',
    `POST /v1/things HTTP/1.1\r\n${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{}}}}\r\n0\r\n\r\n`,
  ],
  ['a space in a header name', 'GET /api/status HTTP/1.1\r\nhost: x\r\nbad header: 1\r\n\r\n'],
  ['a NUL in a header', 'GET /api/status HTTP/1.1\r\nhost: x\r\nx-a: b\0c\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'NONSENSE / HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['noise', Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 131) % 256))],
])('%s is refused in the envelope', async (_name, bytes) => {
  expectEnvelope(await exchange(server.port, bytes), 400);
});

test('HTTP/1.1 without a Host is refused, HTTP/1.0 without one is served', async () => {
  expect((await exchange(server.port, 'GET /api/status HTTP/1.0\r\n\r\n')).status).toBe(200);
  expectEnvelope(await exchange(server.port, 'GET /api/status HTTP/1.1\r\nconnection: close\r\n\r\n'), 400);
});

test.each([20_000, 2_000_000])('%i bytes of headers are refused', async (size) => {
  expectEnvelope(
    await exchange(server.port, `GET /api/status HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(size)}\r\n\r\n`),
    431,
  );
});

test('a connection that says nothing, or never finishes its headers, is ended', async () => {
  const silent = await dial(server.port);
  const slow = await dial(server.port);
  slow.write('GET /api/status HTTP/1.1\r\nhost: x\r\n');
  const answers = await Promise.all([readAnswer(silent), readAnswer(slow)]);
  for (const answer of answers) expectEnvelope(answer, 408);
});

test('a body that never comes is ended', async () => {
  const socket = await dial(server.port);
  socket.write(`POST /v1/things HTTP/1.1\r\n${HEAD}content-length: 100\r\n\r\n{`);
  expectEnvelope(await readAnswer(socket), 408);
});

test('an idle connection is closed after an answer', async () => {
  const socket = await dial(server.port);
  socket.write('GET /api/status HTTP/1.1\r\nhost: x\r\n\r\n');
  expect((await readAnswer(socket)).status).toBe(200);
});

test('an idle connection outlives the limits of a request, and the 60 seconds of usual balancers', async () => {
  await using kept = await startServer({
    routes: fixtureRoutes,
    limits: { headersMs: 300, requestMs: 600, checkMs: 50 },
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const [answer] = await once(http.get({ port: kept.port, path: '/api/status', agent }), 'response');
    const told = { port: answer.socket.localPort, hint: answer.headers['keep-alive'] };
    await once(answer.resume(), 'end');
    return told;
  };
  const first = await ask();
  expect(first.hint).toBe('timeout=75');
  await delay(1_000);
  expect(await ask()).toEqual(first);
  agent.destroy();
});

test('a client that closes its half while it waits does no harm', async () => {
  const socket = await dial(server.port);
  socket.end(`GET /v1/slow HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\n\r\n`);
  await readAnswer(socket);
});

test('garbage after a request does not spoil the answer to it', async () => {
  const socket = await dial(server.port);
  socket.write(`GET /v1/slow HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\n\r\n\x16\x03\x01garbage\r\n\r\n`);
  const answer = await readAnswer(socket);
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('late');
});

test('clients that go away in the middle of a body are nothing to talk about', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(server.port)));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write(
        `POST /v1/things HTTP/1.1\r\n${HEAD}content-length: 100\r\nexpect: 100-continue\r\n\r\n{"na`,
      );
      await once(socket, 'data');
      socket.resetAndDestroy();
    }),
  );
});

test('clients that go away in the middle of an answer end its source', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(patient.port)));
  for (const socket of sockets)
    socket.write(`GET /v1/flood HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\n\r\n`);
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'data');
      socket.pause();
    }),
  );
  expect(openSources).toBe(20);
  for (const socket of sockets) socket.resetAndDestroy();
  await expect.poll(() => openSources, SOON).toBe(0);
});

test('clients that never read cost the service a bounded amount of memory', { timeout: 60_000 }, async () => {
  const clients = 5;
  const before = memoryInUse();
  const sockets = await Promise.all(Array.from({ length: clients }, () => dial(patient.port)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(`GET /v1/flood HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\n\r\n`);
  }
  await expect.poll(() => openSources, SOON).toBe(clients);
  // The kernel takes some megabytes for each connection; then the server produces nothing more.
  let seen = -1;
  const hasStopped = () => {
    const before = seen;
    seen = produced;
    return before === produced;
  };
  await expect.poll(hasStopped, { timeout: 30_000, interval: 100 }).toBe(true);
  expect(memoryInUse() - before).toBeLessThan(16_000_000);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => openSources, SOON).toBe(0);
});

/** Memory without garbage that only waits for its collection. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
