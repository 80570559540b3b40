import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { takeFrom } from './socket-relay.ts';

let server: WebSocketServer;

beforeAll(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
});
afterAll(() => server.close());

async function connected(): Promise<{ client: WebSocket; socket: WebSocket }> {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  return { client, socket };
}

test('messages wait in the network while one takes time, and keep their order', async () => {
  const { client, socket } = await connected();
  const slow = Promise.withResolvers<void>();
  const taken: string[] = [];
  const all = Promise.withResolvers<void>();
  takeFrom(socket, (text) => {
    taken.push(text.slice(0, 2));
    if (taken.length === 40) all.resolve();
    return text.startsWith('00') ? slow.promise : null;
  });
  const names = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0'));
  for (const name of names) client.send(name + 'x'.repeat(1_000_000));
  // The rest fills the buffers of the connection, and then waits at the client.
  await expect.poll(() => client.bufferedAmount).toBeLessThan(40_000_000);
  await expect.poll(() => taken.length).toBeGreaterThan(0);
  expect(client.bufferedAmount).toBeGreaterThan(10_000_000);
  expect(taken.length).toBeLessThan(5);
  slow.resolve();
  await all.promise;
  expect(taken).toEqual(names);
  client.terminate();
});

test('a message that fails ends its connection only', async () => {
  const { client, socket } = await connected();
  takeFrom(socket, async () => {
    throw new Error('a bug');
  });
  client.send('x');
  const [code] = await once(client, 'close');
  expect(code).toBe(1011);
});
