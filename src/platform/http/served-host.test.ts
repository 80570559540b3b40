import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLoopbackName } from './served-host.ts';
import { exchange, type FixtureServer, startServer } from './server.fixture.ts';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    servesHost: (name) => isLoopbackName(name) || name === 'svc.example',
    upgrades: [{ below: '/api/v1/live', handle: async (_request, socket) => void socket.end('taken') }],
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const get = (headers: string, path = '/api/status') =>
  exchange(server.port, `GET ${path} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);

test.each([
  'localhost',
  'LOCALHOST:9',
  'a.localhost',
  '127.0.0.1:1',
  '127.9.9.9',
  '[::1]:1',
  'svc.example:443',
])('%s is served', async (host) => {
  expect((await get(`host: ${host}\r\n`)).status).toBe(200);
  expect((await get(`host: ${host}\r\norigin: https://${host}\r\n`)).status).toBe(200);
});

test.each([
  'evil.example',
  'localhost.evil.example',
  'evillocalhost',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  '10.0.0.1',
  'sub.svc.example',
  'a b',
])('%s is not, on a path with or without a route', async (host) => {
  expect((await get(`host: ${host}\r\n`)).status).toBe(421);
  expect((await get(`host: ${host}\r\n`, '/api/nowhere')).status).toBe(421);
  expect((await get(`host: localhost\r\norigin: http://${host}\r\n`)).status).toBe(421);
});

test('a page without an origin is not', async () => {
  expect((await get('host: localhost\r\norigin: null\r\n')).status).toBe(421);
});

test('two hosts are refused, also where they are equal', async () => {
  expect((await get('host: localhost\r\nhost: evil.example\r\n')).status).toBe(400);
  expect((await get('host: localhost\r\nhost: localhost\r\n')).status).toBe(400);
});

test('an upgrade obeys the same rule', async () => {
  const upgrade = 'upgrade: websocket\r\nconnection: upgrade\r\n';
  const ask = (headers: string) =>
    exchange(server.port, `GET /api/v1/live HTTP/1.1\r\n${headers}${upgrade}\r\n`);
  expect((await ask('host: evil.example\r\n')).status).toBe(421);
  expect((await ask('host: localhost\r\norigin: http://evil.example\r\n')).status).toBe(421);
});
