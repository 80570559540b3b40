import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { offeredProtocols } from './client-hello.ts';

/** The first message of a real client. */
async function helloOf(ALPNProtocols?: string[]): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', servername: 'shop.example', ALPNProtocols });
  client.on('error', () => undefined);
  const [socket] = await accepted;
  let hello = Buffer.alloc(0);
  while (offeredProtocols(hello) === 'more') hello = Buffer.concat([hello, (await once(socket, 'data'))[0]]);
  socket.destroy();
  client.destroy();
  server.close();
  return hello;
}

test.each([
  [
    ['h2', 'http/1.1'],
    ['h2', 'http/1.1'],
  ],
  [['http/1.1'], ['http/1.1']],
  [undefined, []],
])('a client that offers %j', async (offered, expected) => {
  expect(offeredProtocols(await helloOf(offered))).toEqual(expected);
});

test('a message in pieces of any size is waited for', async () => {
  const hello = await helloOf(['h2']);
  for (let length = 0; length < hello.length; length += 1)
    expect(offeredProtocols(hello.subarray(0, length))).toBe('more');
});

test('another message, or one with wrong lengths, offers nothing', async () => {
  expect(offeredProtocols(Buffer.from('GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n'))).toBeNull();
  expect(offeredProtocols(Buffer.from('00010000', 'hex'))).toBeNull();
  expect(offeredProtocols(Buffer.from([22, 3, 1, 255, 255, 1]))).toBeNull();
  const hello = await helloOf(['h2']);
  for (let at = 5; at < hello.length; at += 1) {
    const broken = Buffer.from(hello);
    broken[at] = 255;
    expect(() => offeredProtocols(broken)).not.toThrow();
  }
});
