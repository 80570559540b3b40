import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { SOON } from '../../../test/support/soon.ts';
import { createGate, type Gate } from './gate.ts';
import { KeptConnections } from './kept-connections.ts';
import { certificate, certificateKey, listen, serve } from './loopback.fixture.ts';
import type { Resolver } from './resolver.ts';
import { type SafePostResult, safePost } from './safe-post.ts';

let connections: KeptConnections;
let dialled: string[];

beforeEach(() => {
  connections = new KeptConnections();
  dialled = [];
  return () => connections[Symbol.asyncDispose]();
});

/** Lets hooks.example through to loopback, as long as it resolves to one of its addresses. */
function gateFor(port: number, resolver: Resolver = async () => ['127.0.0.1'], scheme = 'http'): Gate {
  const inner = createGate({ resolver, localTargets: [{ host: 'hooks.example', port }] });
  const vet = (raw: string) => inner.vet(raw, { localAllowed: true });
  return { ...inner, vet: (raw) => vet(raw.replace('hook:', `${scheme}:`)) };
}

function post(gate: Gate, port: number, options: { timeoutMs?: number; body?: string } = {}) {
  return safePost(gate, `hook://hooks.example:${port}/in?x=1`, {
    use: 'webhook',
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(options.body ?? 'hello'),
    previewBytes: 512,
    timeoutMs: options.timeoutMs ?? 5_000,
    connections,
    onDial: (address) => dialled.push(address),
  });
}

const textOf = (result: SafePostResult) =>
  result.kind === 'response' ? Buffer.from(result.preview).toString() : JSON.stringify(result);

describe('a post', () => {
  it('sends its bytes under the name, to the vetted address', async () => {
    await using server = await serve(async (request, response) => {
      const { host, 'content-length': length, 'content-type': type } = request.headers;
      response.end([request.method, request.url, host, length, type, await request.toArray()].join(' '));
    });
    const result = await post(gateFor(server.port), server.port);
    expect(textOf(result)).toBe(`POST /in?x=1 hooks.example:${server.port} 5 text/plain hello`);
    expect(dialled).toEqual(['127.0.0.1']);
  });

  it('uses a connection again that was dialled under the same verdict', async () => {
    await using server = await serve((_, response) => response.end('ok'));
    const gate = gateFor(server.port);
    for (let round = 0; round < 5; round += 1) expect(textOf(await post(gate, server.port))).toBe('ok');
    expect(dialled).toHaveLength(1);
    await Promise.all(Array.from({ length: 3 }, () => post(gate, server.port)));
    expect(dialled).toHaveLength(3);
  });

  it('looks the name up each time, and uses no connection of another verdict', async () => {
    await using server = await serve((_, response) => response.end('ok'));
    const answers = [
      ['127.0.0.1'],
      ['127.0.0.1'],
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2'],
      ['169.254.169.254'],
    ];
    const gate = gateFor(server.port, async () => answers.shift() ?? []);
    await post(gate, server.port);
    await post(gate, server.port);
    expect(dialled).toEqual(['127.0.0.1']);
    await post(gate, server.port);
    expect(dialled).toHaveLength(2);
    // No server listens there; the open connection to the old address is of no use.
    expect(await post(gate, server.port)).toMatchObject({ kind: 'failed', code: 'connect' });
    expect(await post(gate, server.port)).toMatchObject({ kind: 'unsafe' });
    expect(await post(gate, server.port)).toMatchObject({ kind: 'unsafe' });
    expect(dialled).toHaveLength(3);
  });

  it('is made again on a fresh connection when a kept one turns out to be closed', async () => {
    const sockets: Socket[] = [];
    let requests = 0;
    await using server = await serve((_, response) => {
      requests += 1;
      // The second request on a connection is met by a reset, as from a server that has just timed it out.
      if (requests === 2) response.socket?.resetAndDestroy();
      else response.end(`answer ${requests}`);
    });
    server.server.on('connection', (socket) => sockets.push(socket));
    const gate = gateFor(server.port);
    await post(gate, server.port);
    expect(textOf(await post(gate, server.port))).toBe('answer 3');
    for (const socket of sockets) socket.destroy();
    expect(textOf(await post(gate, server.port))).toBe('answer 4');
  });

  it('is not made twice when a fresh connection breaks', async () => {
    let requests = 0;
    await using server = await serve((_, response) => {
      requests += 1;
      response.socket?.resetAndDestroy();
    });
    expect(await post(gateFor(server.port), server.port)).toMatchObject({ kind: 'failed', code: 'protocol' });
    expect(requests).toBe(1);
  });

  it('follows no redirect', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(307, { location: '/x' }).end('moved'),
    );
    expect(await post(gateFor(server.port), server.port)).toMatchObject({ kind: 'response', status: 307 });
  });

  it('skips interim answers', async () => {
    await using server = await serve((_, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(204).end();
    });
    expect(await post(gateFor(server.port), server.port)).toMatchObject({ status: 204 });
  });
});

describe('of the answer', () => {
  it('no more than the preview is read, and the connection ends there', async () => {
    let closed = Promise.withResolvers<void>();
    await using server = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.once('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    });
    const gate = gateFor(server.port);
    for (let round = 0; round < 2; round += 1) {
      closed = Promise.withResolvers();
      expect(textOf(await post(gate, server.port))).toBe('x'.repeat(512));
      await closed.promise;
    }
    expect(dialled).toHaveLength(2);
  });

  it('an unrequested encoding is undone, or left where it is broken', async () => {
    const bodies = [gzipSync('thank you'), gzipSync('a'.repeat(100_000)), Buffer.from('no gzip')];
    await using server = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBeUndefined();
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bodies.shift());
    });
    const gate = gateFor(server.port);
    expect(textOf(await post(gate, server.port))).toBe('thank you');
    expect(textOf(await post(gate, server.port))).toBe('a'.repeat(512));
    expect(await post(gate, server.port)).toMatchObject({ kind: 'response', status: 200 });
  });

  it('the status counts, even if the rest does not come in time or breaks off', async () => {
    await using server = await serve((request, response) => {
      const isCut = request.headers['content-length'] === '5';
      response.writeHead(200, { 'content-length': 10 }).write('abc', () => isCut && response.socket?.end());
    });
    const gate = gateFor(server.port);
    expect(textOf(await post(gate, server.port))).toBe('abc');
    expect(textOf(await post(gate, server.port, { body: 'slow post', timeoutMs: 100 }))).toBe('abc');
  });
});

describe('the time', () => {
  it.each([
    ['says nothing', (_: Socket) => {}],
    ['drips headers', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nx-a: b\r\n')],
  ])('is over for a server that %s, and its connection with it', async (_what, behave) => {
    const ended = Promise.withResolvers<void>();
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => behave(socket));
      socket.once('close', () => ended.resolve());
    });
    const port = await listen(server);
    const result = await post(gateFor(port), port, { timeoutMs: 80 });
    expect(result).toMatchObject({ kind: 'failed', code: 'timeout' });
    await ended.promise;
    server.close();
  });

  it('is over for a handshake that does not come', async () => {
    const ended = Promise.withResolvers<void>();
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.resume().once('close', () => ended.resolve());
    });
    const port = await listen(server);
    const gate = gateFor(port, undefined, 'https');
    expect(await post(gate, port, { timeoutMs: 80 })).toMatchObject({ code: 'timeout' });
    await ended.promise;
    server.close();
  });

  it('is over for a name server that says nothing', async () => {
    const slow = createGate({
      resolver: () => new Promise(() => {}),
      localTargets: [],
      resolveTimeoutMs: 50,
    });
    expect(
      await safePost(slow, 'https://hooks.example.com/', {
        use: 'webhook',
        headers: {},
        body: Buffer.from(''),
        previewBytes: 1,
        timeoutMs: 1_000,
        connections,
      }),
    ).toMatchObject({ kind: 'unsafe' });
  });
});

describe('over TLS', () => {
  it('the certificate is verified for the name', async () => {
    const server = https.createServer({ cert: certificate, key: certificateKey }, (_, response) =>
      response.end('in'),
    );
    server.on('tlsClientError', () => {});
    const port = await listen(server);
    const trusted = tls.getCACertificates('default');
    const gate = createGate({
      resolver: async () => ['127.0.0.1'],
      localTargets: [
        { host: 'shop.example', port },
        { host: 'mall.example', port },
      ],
    });
    const via = (name: string) =>
      safePost({ ...gate, vet: (raw) => gate.vet(raw, { localAllowed: true }) }, `https://${name}:${port}/`, {
        use: 'webhook',
        headers: {},
        body: Buffer.from('x'),
        previewBytes: 512,
        timeoutMs: 5_000,
        connections,
      });
    const untrusted = await via('shop.example');
    tls.setDefaultCACertificates([...trusted, certificate]);
    const right = await via('shop.example');
    const again = await via('shop.example');
    const wrongName = await via('mall.example');
    tls.setDefaultCACertificates(trusted);
    await connections[Symbol.asyncDispose]();
    server.close();
    await once(server, 'close');
    expect(untrusted).toMatchObject({ kind: 'failed', code: 'tls' });
    expect([right, again].map(textOf)).toEqual(['in', 'in']);
    expect(wrongName).toMatchObject({ kind: 'failed', code: 'tls' });
  });
});

it('keeps a bounded number of idle connections', async () => {
  const waiting: ServerResponse[] = [];
  await using server = await serve((_, response) => {
    if (waiting.push(response) === 300) for (const one of waiting) one.end('ok');
  });
  let open = 0;
  server.server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  await Promise.all(Array.from({ length: 300 }, () => post(gateFor(server.port), server.port)));
  await expect.poll(() => open, SOON).toBe(256);
});
