import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { ConnectionCloser } from './close-connections.ts';

test('the end waits for an answer, not for connections that are kept or were never used', async () => {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = createServer(async (request, response) => {
    if (request.url === '/slow') {
      asked.resolve();
      await held.promise;
    }
    response.end('done');
  });
  const connections = new ConnectionCloser(server, systemClock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [unused, kept, slow] = ['', '/', '/slow'].map((path) => {
    const socket = connect(port, '127.0.0.1');
    if (path) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return { socket, ended: once(socket.resume(), 'close'), said: once(socket, 'data') };
  });
  await Promise.all([kept?.said, asked.promise]);
  await expect.poll(() => connectionsOf(server)).toBe(3);

  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closing = connections.closeIdle(closed);
  await Promise.all([unused?.ended, kept?.ended]);
  expect(await connectionsOf(server)).toBe(1);
  held.resolve();
  expect(String(await slow?.said)).toContain('done');
  await closing;
  await connections.untilNone(60_000);
});

const connectionsOf = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
