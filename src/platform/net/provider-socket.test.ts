import { once } from 'node:events';
import { expect, test } from 'vitest';
import { serve } from './loopback.fixture.ts';
import { openProviderSocket } from './provider-socket.ts';

async function upgradeWith(answer: string) {
  const asked: (string | undefined)[] = [];
  const served = await serve((_, response) => response.end());
  served.server.on('upgrade', (request, socket) => {
    asked.push(request.url, request.headers['x-key'] as string | undefined);
    socket.on('error', () => undefined).on('end', () => socket.destroy());
    socket.resume();
    if (answer !== '') socket.end(answer);
  });
  const url = new URL(`ws://127.0.0.1:${served.port}/browser?key=canary`);
  return { ...served, asked, url, [Symbol.asyncDispose]: served[Symbol.asyncDispose] };
}

test('a redirect is not followed: the key in the address is for one host', async () => {
  await using elsewhere = await upgradeWith('HTTP/1.1 500 No\r\n\r\n');
  const { href } = elsewhere.url;
  await using provider = await upgradeWith(
    `HTTP/1.1 302 Found\r\nlocation: ${href}\r\ncontent-length: 0\r\n\r\n`,
  );
  const headers = { 'x-key': 'canary' };
  expect(await openProviderSocket({ url: provider.url, headers, timeoutMs: 10_000 })).toBeNull();
  expect(provider.asked).toEqual(['/browser?key=canary', 'canary']);
  expect(elsewhere.asked).toEqual([]);
});

test('a refusal, and an answer that never comes, are no connection', async () => {
  await using refusing = await upgradeWith('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
  expect(await openProviderSocket({ url: refusing.url, headers: {}, timeoutMs: 10_000 })).toBeNull();
  await using silent = await upgradeWith('');
  expect(await openProviderSocket({ url: silent.url, headers: {}, timeoutMs: 100 })).toBeNull();
  const stop = new AbortController();
  const opening = openProviderSocket({
    url: silent.url,
    headers: {},
    timeoutMs: 60_000,
    signal: stop.signal,
  });
  await once(silent.server, 'upgrade');
  stop.abort();
  expect(await opening).toBeNull();
  expect(
    await openProviderSocket({ url: silent.url, headers: {}, timeoutMs: 1, signal: stop.signal }),
  ).toBeNull();
});
