import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SOON } from '../../../test/support/soon.ts';
import { requestProvider } from './provider-client.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  onTestFinished(close);
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), close };
}

test('JSON goes out and comes in, with the headers', async () => {
  const { url } = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.setHeader('X-Seen', `${request.method} ${request.headers['content-type']}`);
    response.end(body);
  });
  const answer = await requestProvider({ method: 'POST', url, body: { tea: 'grün' } });
  expect(answer).toMatchObject({
    ok: true,
    status: 200,
    json: { tea: 'grün' },
    headers: { 'x-seen': 'POST application/json' },
  });
  const form = await requestProvider({ method: 'POST', url, body: new URLSearchParams({ a: 'b c' }) });
  expect(form).toMatchObject({
    text: 'a=b+c',
    headers: { 'x-seen': 'POST application/x-www-form-urlencoded' },
  });
});

test('a body that is not JSON is given as text, and an empty one as null', async () => {
  const { url } = await serve((request, response) => {
    response.writeHead(502).end(request.method === 'GET' ? '<html>' : '');
  });
  const html = await requestProvider({ method: 'GET', url });
  expect(html).toMatchObject({ ok: true, status: 502, text: '<html>', json: undefined });
  expect(await requestProvider({ method: 'DELETE', url })).toMatchObject({ ok: true, json: null });
});

test('a redirect is answered, not followed', async () => {
  const paths: string[] = [];
  const { url } = await serve((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await requestProvider({ method: 'GET', url })).toMatchObject({ ok: true, status: 302 });
  expect(paths).toEqual(['/']);
});

test('a body without end is cut off at the limit', async () => {
  let isClosed = false;
  const { url } = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(50_000)), 1);
    response.on('close', () => {
      clearInterval(timer);
      isClosed = true;
    });
  });
  const answer = await requestProvider({ method: 'GET', url, maxBytes: 200_000 });
  expect(answer).toMatchObject({ ok: false, reason: 'too_large' });
  await vi.waitFor(() => expect(isClosed).toBe(true), SOON);
});

test.each([
  ['without any answer', false],
  ['that drips its body', true],
])('the timeout covers a provider %s', async (_name, drips) => {
  const { url } = await serve((_request, response) => {
    if (!drips) return;
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  });
  const answer = await requestProvider({ method: 'GET', url, timeoutMs: 60 });
  expect(answer).toMatchObject({ ok: false, reason: 'timeout', sent: true });
});

test('a signal breaks the request off; one that has fired sends nothing', async () => {
  let requests = 0;
  const controller = new AbortController();
  const { url } = await serve(() => {
    requests += 1;
    controller.abort(new Error('deadline'));
  });
  const ask = () => requestProvider({ method: 'GET', url, signal: controller.signal });
  expect(await ask()).toMatchObject({ ok: false, reason: 'aborted', sent: true });
  expect(await ask()).toMatchObject({ ok: false, reason: 'aborted', sent: false });
  expect(requests).toBe(1);
});

test('a refused connection was surely not sent; a reset one may have been', async () => {
  const { url, close } = await serve((request) => request.socket.resetAndDestroy());
  const reset = await requestProvider({ method: 'POST', url, body: {} });
  expect(reset).toMatchObject({ ok: false, reason: 'interrupted', sent: true });
  await close();
  const refused = await requestProvider({ method: 'POST', url, body: {} });
  expect(refused).toMatchObject({ ok: false, reason: 'unreachable', code: 'ECONNREFUSED', sent: false });
});

test('a key that cannot be a header fails without being repeated in the failure', async () => {
  const { url } = await serve((_request, response) => response.end('{}'));
  const answer = await requestProvider({ method: 'GET', url, headers: { 'x-api-key': 'canary\n77' } });
  expect(answer).toMatchObject({ ok: false, reason: 'unreachable', sent: false });
  expect(JSON.stringify(answer)).not.toContain('canary');
});

test('a call that must not happen twice gets a connection of its own, and none waits for another', async () => {
  const ports = new Set<number | undefined>();
  const held: (() => void)[] = [];
  const { url } = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    held.push(() => response.end('{}'));
  });
  for (const round of [1, 2]) {
    const posts = [1, 2, 3].map(() => requestProvider({ method: 'POST', url, body: {} }));
    await vi.waitFor(() => expect(held).toHaveLength(3), SOON);
    for (const release of held.splice(0)) release();
    expect(await Promise.all(posts)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(ports.size).toBe(3 * round);
  }
});
