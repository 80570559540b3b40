import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
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
  const answer = await openProviderSocket({ url: provider.url, headers, timeoutMs: 10_000 });
  expect(answer).toMatchObject({ refused: { ok: true, status: 302 } });
  expect(provider.asked).toEqual(['/browser?key=canary', 'canary']);
  expect(elsewhere.asked).toEqual([]);
});

test('a refused handshake is read like the answer to a request', async () => {
  const body = '{"error":"no credit"}';
  const head = `HTTP/1.1 402 Payment Required\r\nretry-after: 7\r\ncontent-length: ${body.length}`;
  await using refusing = await upgradeWith(`${head}\r\n\r\n${body}`);
  const answer = await openProviderSocket({ url: refusing.url, headers: {}, timeoutMs: 10_000 });
  expect(answer).toMatchObject({
    refused: { ok: true, status: 402, json: { error: 'no credit' }, headers: { 'retry-after': '7' } },
  });
});

test.each([
  ['HTTP/1.1 101 Switching Protocols\r\nupgrade: cats\r\nconnection: upgrade\r\n\r\n', 'interrupted'],
  ['no http at all\r\n\r\n', 'interrupted'],
  ['HTTP/1.1 402 Payment', 'interrupted'],
])('%j is no connection, and no error of ours', async (said, reason) => {
  await using odd = await upgradeWith(said);
  const answer = await openProviderSocket({ url: odd.url, headers: {}, timeoutMs: 10_000 });
  expect(answer).toMatchObject({ refused: { ok: false, reason, sent: true } });
});

test('a refusal without end is cut off, and keeps its status', async () => {
  await using odd = await upgradeWith(`HTTP/1.1 402 No\r\n\r\n${'x'.repeat(200_000)}`);
  const answer = await openProviderSocket({ url: odd.url, headers: {}, timeoutMs: 10_000 });
  expect(answer).toMatchObject({ refused: { ok: true, status: 402 } });
});

test('nobody there, a key that cannot be a header, no answer in time, and a stop', async () => {
  const nobody = new URL('ws://127.0.0.1:1/');
  const shared = { headers: {}, timeoutMs: 10_000 };
  expect(await openProviderSocket({ url: nobody, ...shared })).toMatchObject({
    refused: { ok: false, reason: 'unreachable', sent: false },
  });
  const odd = await openProviderSocket({ url: nobody, timeoutMs: 10_000, headers: { key: 'can\nary' } });
  expect(odd).toMatchObject({ refused: { reason: 'unreachable', sent: false } });
  expect(JSON.stringify(odd)).not.toContain('ary');
  await using silent = await upgradeWith('');
  const { url } = silent;
  expect(await openProviderSocket({ url, headers: {}, timeoutMs: 100 })).toMatchObject({
    refused: { reason: 'timeout' },
  });
  const stop = new AbortController();
  const opening = openProviderSocket({ url, headers: {}, timeoutMs: 60_000, signal: stop.signal });
  await once(silent.server, 'upgrade');
  stop.abort();
  expect(await opening).toMatchObject({ refused: { reason: 'aborted' } });
  expect(await openProviderSocket({ url, ...shared, signal: stop.signal })).toMatchObject({
    refused: { reason: 'aborted', sent: false },
  });
});

test('a connection that the provider closes keeps its words', async () => {
  const served = await serve((_, response) => response.end());
  const sockets = new WebSocketServer({ server: served.server });
  sockets.on('connection', (socket) => socket.close(1008, 'no credit left'));
  const url = new URL(`ws://127.0.0.1:${served.port}/`);
  const socket = await openProviderSocket({ url, headers: {}, timeoutMs: 10_000 });
  await expect
    .poll(() => 'closed' in socket && socket.closed)
    .toEqual({ code: 1008, reason: 'no credit left' });
  await served[Symbol.asyncDispose]();
});
