/** On a run with a login no WebSocket reaches another site, over any kind of connection. */
import { createHash } from 'node:crypto';
import http2 from 'node:http2';
import { expect, test } from 'vitest';
import { createGate } from '../platform/net/gate.ts';
import { certificate, certificateKey, listen } from '../platform/net/loopback.fixture.ts';
import { openPool } from './browser.fixture.ts';
import { SiteBounds } from './site-bounds.ts';

test('a WebSocket to another site is refused over a connection that requests already use, in every corner', async () => {
  await using site = await serveTalkative();
  const localTargets = ['own.test', 'other.test'].map((host) => ({ host, port: site.port }));
  const gate = createGate({ resolver: async () => ['127.0.0.1'], localTargets });
  await using browsers = await openPool({ gate });
  await using run = await browsers.pool.acquire({ localAllowed: true });
  await run.keepWithin(new SiteBounds(['https://own.test/']));
  const session = await run.context.newCDPSession(run.page);
  await session.send('Security.setIgnoreCertificateErrors', { ignore: true });
  expect(await run.goto(`https://own.test:${site.port}/`, 20_000)).toBeNull();
  const opened = await run.page.evaluate(tryAll, site.port);
  expect(opened).toEqual({ request: true, own: true, page: false, worker: false, nested: false });
  expect(site.talks).toEqual(['own.test']);
  expect(run.refusals).toEqual([`other.test:${site.port}`]);
});

/** Runs in the page: which of its tries reached a server. */
async function tryAll(port: number) {
  const other = `wss://other.test:${port}/`;
  const talk = (url: string) =>
    new Promise<boolean>((done) => {
      const socket = new WebSocket(url);
      socket.onopen = () => done(true);
      socket.onerror = () => done(false);
    });
  const heard = (source: string) =>
    new Promise<boolean>((done) => {
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      worker.onmessage = ({ data }) => done(data);
    });
  const talking = `(${talk})(${JSON.stringify(other)}).then((isOpen) => postMessage(isOpen))`;
  const nesting = `(${heard})(${JSON.stringify(talking)}).then((isOpen) => postMessage(isOpen))`;
  return {
    // With cookies, like a WebSocket: only then could it take the same connection.
    request: await fetch(`https://other.test:${port}/`, { mode: 'no-cors', credentials: 'include' }).then(
      () => true,
    ),
    own: await talk(`wss://own.test:${port}/`),
    page: await talk(other),
    worker: await heard(talking),
    nested: await heard(nesting),
  };
}

/** A site under two names that takes WebSockets over HTTP/2 (RFC 8441) and over a connection of their own. */
async function serveTalkative() {
  const talks: string[] = [];
  const server = http2.createSecureServer({
    cert: certificate,
    key: certificateKey,
    allowHTTP1: true,
    settings: { enableConnectProtocol: true },
  });
  const hear = (authority: string | undefined) => void talks.push(`${authority}`.split(':')[0] ?? '');
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    if (headers[':method'] === 'CONNECT') hear(headers[':authority']);
    else stream.end('<title>Hello</title>');
  });
  server.on('upgrade', (request, socket) => {
    hear(request.headers.host);
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accepted = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Hello\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
    );
  });
  return {
    talks,
    port: await listen(server),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
