import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { createGate } from './gate.ts';
import { certificate, certificateKey, listen, serve } from './loopback.fixture.ts';
import { bodyOf, fetchFrom, gateFor, limits } from './safe-fetch.fixture.ts';
import { safeFetch } from './safe-fetch.ts';

describe('a fetch', () => {
  it('dials an unresolvable name at the vetted address and keeps the name in the Host header', async () => {
    const { result, dialled, port } = await fetchFrom((request, response) =>
      response.end(request.headers.host),
    );
    expect(result).toMatchObject({
      kind: 'response',
      status: 200,
      hops: 0,
      url: `http://shop.example:${port}/`,
    });
    expect(bodyOf(result)).toBe(`shop.example:${port}`);
    expect(dialled).toEqual([`127.0.0.1:${port}`]);
  });

  it('sends method, headers and body, but no caller can set the host or the framing', async () => {
    const { result, port } = await fetchFrom(
      async (request, response) => {
        const { host, connection, 'x-a': a, 'content-length': length } = request.headers;
        const body = (await request.toArray()).join('');
        response.end(JSON.stringify([request.method, host, connection, a, length, body]));
      },
      {
        method: 'post',
        body: 'hello',
        headers: { 'X-A': '1', Host: 'evil.example', 'Content-Length': '1', 'Transfer-Encoding': 'chunked' },
      },
    );
    expect(JSON.parse(bodyOf(result))).toEqual([
      'POST',
      `shop.example:${port}`,
      'keep-alive',
      '1',
      '5',
      'hello',
    ]);
  });

  it('refuses an address that the gate refuses, without dialling', async () => {
    const dialled: string[] = [];
    const gate = gateFor(1, async () => ['10.0.0.1']);
    for (const raw of ['http://127.0.0.1/', 'http://private.example/', 'file:///etc/passwd', 'nonsense']) {
      const result = await safeFetch(gate, raw, { ...limits, onDial: (address) => dialled.push(address) });
      expect(result).toMatchObject({ kind: 'unsafe', url: raw });
    }
    expect(dialled).toEqual([]);
  });

  it('returns a redirect as it is when told to follow none', async () => {
    const { result } = await fetchFrom(
      (_, response) => response.writeHead(302, { location: '/x' }).end('moved'),
      {
        maxHops: 0,
      },
    );
    expect(result).toMatchObject({ kind: 'response', status: 302, headers: { location: '/x' } });
  });

  it('ignores proxies named in the environment', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    const { result } = await fetchFrom((_, response) => response.end('direct'));
    vi.unstubAllEnvs();
    expect(bodyOf(result)).toBe('direct');
  });

  it('opens a connection of its own each time', async () => {
    let connections = 0;
    await using server = await serve((_, response) => response.end());
    server.server.on('connection', () => connections++);
    const gate = gateFor(server.port);
    for (let round = 0; round < 3; round++)
      await safeFetch(gate, `http://shop.example:${server.port}/`, limits);
    expect(connections).toBe(3);
  });
});

describe('when the network fails', () => {
  it('says that no server listens', async () => {
    const server = net.createServer();
    const port = await listen(server);
    server.close();
    await once(server, 'close');
    expect(await safeFetch(gateFor(port), `http://shop.example:${port}/`, limits)).toMatchObject({
      kind: 'failed',
      code: 'connect',
    });
  });

  it('gives up on a server that says nothing, and on one that drips', async () => {
    const silent = await fetchFrom(() => {}, { timeoutMs: 100 });
    expect(silent.result).toMatchObject({ kind: 'failed', code: 'timeout' });
    const dripping = await fetchFrom(
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(timer));
      },
      { timeoutMs: 150 },
    );
    expect(dripping.result).toMatchObject({ kind: 'failed', code: 'timeout' });
  });

  it('gives up on a name server that says nothing', async () => {
    const gate = gateFor(1, () => new Promise(() => {}));
    expect(await safeFetch(gate, 'http://slow.example/', { ...limits, timeoutMs: 20 })).toMatchObject({
      code: 'timeout',
    });
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const { result } = await fetchFrom(() => stop.abort(), { signal: stop.signal });
    expect(result).toMatchObject({ kind: 'failed', code: 'aborted' });
    const before = await fetchFrom((_, response) => response.end(), { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ result: { code: 'aborted' }, dialled: [] });
  });

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['nothing', ''],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
  ])('reports an answer of %s as a broken connection', async (_what, bytes) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    });
    const port = await listen(server);
    const result = await safeFetch(gateFor(port), `http://shop.example:${port}/`, limits);
    server.close();
    expect(result).toMatchObject({ kind: 'failed', code: 'protocol' });
  });

  it('reports a request that cannot be sent', async () => {
    const { result } = await fetchFrom((_, response) => response.end(), { headers: { 'x-a': 'b\r\nc: d' } });
    expect(result).toMatchObject({ kind: 'failed', code: 'invalid_request' });
  });
});

describe('over TLS', () => {
  async function tlsServer() {
    const names: unknown[] = [];
    const server = https.createServer({ cert: certificate, key: certificateKey }, (_, response) =>
      response.end('secret'),
    );
    server.on('secureConnection', (socket) => names.push(socket.servername));
    server.on('tlsClientError', () => {});
    const port = await listen(server);
    return { port, names, [Symbol.asyncDispose]: async () => void server.close() };
  }

  it('verifies the certificate for the name while dialling the address', async () => {
    await using server = await tlsServer();
    const trusted = tls.getCACertificates('default');
    const untrusted = await safeFetch(gateFor(server.port), `https://shop.example:${server.port}/`, limits);
    tls.setDefaultCACertificates([...trusted, certificate]);
    const right = await safeFetch(gateFor(server.port), `https://shop.example:${server.port}/`, limits);
    const dotted = await safeFetch(
      createGate({
        resolver: async () => ['127.0.0.1'],
        localTargets: [{ host: 'shop.example.', port: server.port }],
      }),
      `https://shop.example.:${server.port}/`,
      limits,
    );
    const wrongName = await safeFetch(gateFor(server.port), `https://mall.example:${server.port}/`, limits);
    const wrongAddress = await safeFetch(gateFor(server.port), `https://127.0.0.1:${server.port}/`, limits);
    tls.setDefaultCACertificates(trusted);
    expect(untrusted).toMatchObject({ kind: 'failed', code: 'tls' });
    expect(bodyOf(right)).toBe('secret');
    expect(bodyOf(dotted)).toBe('secret');
    expect(wrongName).toMatchObject({ kind: 'failed', code: 'tls' });
    expect(wrongAddress).toMatchObject({ kind: 'failed', code: 'tls' });
    expect(server.names.slice(0, 2)).toEqual(['shop.example', 'shop.example']);
  });
});

describe('rebinding', () => {
  it('cannot move a connection after the check', async () => {
    await using server = await serve((_, response) => response.end('once'));
    const lookups = ['127.0.0.1', '169.254.169.254', '169.254.169.254'];
    const gate = gateFor(server.port, async () => [lookups.shift() ?? '169.254.169.254']);
    const dialled: string[] = [];
    const options = { ...limits, onDial: (address: string) => void dialled.push(address) };
    expect(bodyOf(await safeFetch(gate, `http://shop.example:${server.port}/`, options))).toBe('once');
    expect(await safeFetch(gate, `http://shop.example:${server.port}/`, options)).toMatchObject({
      kind: 'unsafe',
    });
    expect(dialled).toEqual(['127.0.0.1']);
  });

  it('between two hops stops at the second', async () => {
    await using server = await serve((_, response) => response.writeHead(302, { location: '/again' }).end());
    const lookups = ['127.0.0.1', '127.0.0.1', '100.100.100.200'];
    const gate = gateFor(server.port, async () => [lookups.shift() ?? '']);
    const dialled: string[] = [];
    const result = await safeFetch(gate, `http://shop.example:${server.port}/`, {
      ...limits,
      onDial: (address) => dialled.push(address),
    });
    expect(result).toMatchObject({ kind: 'unsafe', url: `http://shop.example:${server.port}/again` });
    expect(dialled).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('of a webhook between registration and delivery dials nothing', async () => {
    const lookups = ['93.184.216.34', '10.0.0.1'];
    const gate = createGate({ resolver: async () => [lookups.shift() ?? ''], localTargets: [] });
    const dialled: string[] = [];
    expect((await gate.vet('https://hooks.example/', { use: 'webhook' })).ok).toBe(true);
    const result = await safeFetch(gate, 'https://hooks.example/', {
      ...limits,
      use: 'webhook',
      onDial: (address) => dialled.push(address),
    });
    expect(result.kind).toBe('unsafe');
    expect(dialled).toEqual([]);
  });
});
