import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import net, { type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { SOON } from '../../../test/support/soon.ts';
import { createLog } from '../log.ts';
import { egressLimits } from './egress-meter.ts';
import { EgressProxy, type EgressProxyOptions, PRIMING_URL } from './egress-proxy.ts';
import { createGate } from './gate.ts';
import { serve } from './loopback.fixture.ts';

const log = createLog('silent');

/** A site at shop.example, and a proxy for a run that is aimed at it. */
async function setUp(
  listener: RequestListener = (_, response) => response.end('hello'),
  options: Partial<EgressProxyOptions> = {},
) {
  const stack = new AsyncDisposableStack();
  const site = stack.use(await serve(listener));
  const { port } = site;
  const dialled: string[] = [];
  const gate = createGate({
    resolver: async (name) => (name === 'private.example' ? ['10.0.0.1'] : ['127.0.0.1']),
    localTargets: [
      { host: 'shop.example', port },
      { host: '127.0.0.1', port },
    ],
  });
  const onDial = (address: string, dialledPort: number): void =>
    void dialled.push(`${address}:${dialledPort}`);
  const proxy = stack.use(await EgressProxy.open({ gate, localAllowed: true, log, onDial, ...options }));
  const authorization = `Proxy-Authorization: Basic ${btoa(`${proxy.credentials.username}:${proxy.credentials.password}`)}`;
  return {
    port,
    site: site.server,
    proxy,
    dialled,
    authorization,
    connect: (door = proxy.port) => net.connect(door, '127.0.0.1'),
    /** Sends a request head and returns the whole answer. */
    ask: async (...lines: string[]): Promise<string> => {
      const socket = net.connect(proxy.port, '127.0.0.1');
      socket.write(`${[...lines, authorization].join('\r\n')}\r\n\r\n`);
      return text(socket).catch((error: Error) => error.message);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof setUp>>;

async function openTunnel(world: World, authority = `shop.example:${world.port}`): Promise<Socket> {
  const socket = world.connect();
  socket.write(`CONNECT ${authority} HTTP/1.1\r\n${world.authorization}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toBe('HTTP/1.1 200 Connection Established\r\n\r\n');
  return socket;
}

/** Closed by an end or by a reset. */
function closing(socket: Socket): Promise<unknown> {
  return new Promise((closed) =>
    socket.closed ? closed(null) : socket.on('error', () => {}).once('close', closed),
  );
}

describe('plain requests', () => {
  it('reach a vetted destination with their path, headers and name', async () => {
    await using world = await setUp((request, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.end(JSON.stringify([request.method, request.url, request.rawHeaders]));
    });
    const answer = await world.ask(
      `GET http://shop.example:${world.port}/a?b=%20c\\d HTTP/1.1`,
      'Host: evil.example',
      'X-A: 1',
      'X-Private: 2',
      'Connection: close, x-private',
      'Proxy-Connection: keep-alive',
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/set-cookie: a=1\r\nset-cookie: b=2/i);
    const [method, path, headers] = JSON.parse(answer.slice(answer.indexOf('[')).replace(/\r\n.*$/s, ''));
    expect([method, path]).toEqual(['GET', '/a?b=%20c\\d']);
    expect(headers.join(' ').toLowerCase()).toBe(`host shop.example:${world.port} x-a 1 connection close`);
    expect(world.dialled).toEqual([`127.0.0.1:${world.port}`]);
  });

  it.each([
    ['with a length', ['Content-Length: 5'], 'hello'],
    ['in chunks', ['Transfer-Encoding: chunked'], '5\r\nhello\r\n0\r\n\r\n'],
  ])('carry a body %s, whatever the method', async (_how, framing, body) => {
    await using world = await setUp((request, response) => void request.pipe(response));
    for (const method of ['POST', 'GET', 'DELETE']) {
      const socket = world.connect();
      const head = [`${method} http://shop.example:${world.port}/ HTTP/1.1`, 'Host: x', 'Connection: close'];
      socket.write(`${[...head, world.authorization, ...framing].join('\r\n')}\r\n\r\n${body}`);
      expect(await text(socket)).toContain('hello');
    }
  });

  it('go one after another over one connection to the proxy', async () => {
    await using world = await setUp((request, response) => response.end(`path=${request.url}`));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (const path of ['/1', '/2', '/3']) {
      const request = http.get({
        agent,
        port: world.proxy.port,
        host: '127.0.0.1',
        path: `http://shop.example:${world.port}${path}`,
        headers: { 'Proxy-Authorization': world.authorization.slice(21) },
      });
      const [response] = await once(request, 'response');
      expect(await text(response)).toBe(`path=${path}`);
    }
    agent.destroy();
    expect(world.dialled).toHaveLength(3);
  });

  it.each([
    ['http://127.0.0.1/', '127.0.0.1:80'],
    ['http://127.0.0.1:1234/x', '127.0.0.1:1234'],
    ['http://localhost/', 'localhost:80'],
    ['http://169.254.169.254/latest/', '169.254.169.254:80'],
    ['http://[::1]/', '[::1]:80'],
    ['http://2130706433/', '2130706433:80'],
    ['http://private.example/', 'private.example:80'],
    ['http://SHOP.example:PORT/', 'SHOP.example:PORT'],
    ['http://user@shop.example:PORT/', 'user@shop.example:PORT'],
    ['http://public.example:25/', 'public.example:25'],
  ])('to %s are refused', async (url, place) => {
    await using world = await setUp();
    const fill = (text: string): string => text.replace('PORT', String(world.port));
    const answer = await world.ask(`GET ${fill(url)} HTTP/1.1`, 'Host: x', 'Connection: close');
    expect(answer).toMatch(/^HTTP\/1.1 403 Forbidden\r\n.*refused: /s);
    expect(world.proxy.meter.refusals).toEqual([fill(place)]);
    expect(world.dialled).toEqual([]);
  });

  it.each(['/', '*', 'https://shop.example/', 'ftp://shop.example/', 'shop.example'])(
    'for "%s" are not proxy requests',
    async (target) => {
      await using world = await setUp();
      expect(await world.ask(`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close')).toMatch(
        /^HTTP\/1.1 400/,
      );
      expect(world.dialled).toEqual([]);
    },
  );

  it('get a 502 from a destination that is down, resets or talks nonsense', async () => {
    await using world = await setUp();
    for (const bytes of ['', 'SSH-2.0\r\n\r\n', 'HTTP/1.1 099 Odd\r\n\r\n']) {
      world.site.removeAllListeners('connection');
      world.site.once('connection', (socket: Socket) =>
        socket
          .on('error', () => {})
          .resume()
          .end(bytes),
      );
      const answer = await world.ask(
        `GET http://shop.example:${world.port}/ HTTP/1.1`,
        'Host: x',
        'Connection: close',
      );
      expect(answer).toMatch(/^HTTP\/1.1 502/);
    }
    world.site.close();
    const answer = await world.ask(
      `POST http://shop.example:${world.port}/ HTTP/1.1`,
      'Host: x',
      'Content-Length: 9',
    );
    expect(answer).toMatch(/^HTTP\/1.1 502/);
  });
});

describe('tunnels', () => {
  it('carry bytes both ways and end with either side', async () => {
    await using world = await setUp();
    const socket = await openTunnel(world);
    socket.write('GET /x HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toContain('hello');
    expect(world.dialled).toEqual([`127.0.0.1:${world.port}`]);
  });

  it('pass on the bytes that the client sent together with its CONNECT', async () => {
    await using world = await setUp();
    const socket = world.connect();
    const early = 'GET /x HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n';
    socket.write(`CONNECT shop.example:${world.port} HTTP/1.1\r\n${world.authorization}\r\n\r\n${early}`);
    expect(await text(socket)).toContain('hello');
  });

  it.each([
    '127.0.0.1:1',
    'localhost:443',
    '[::1]:443',
    '169.254.169.254:80',
    '10.0.0.1:443',
    '0x7f.1:443',
    'private.example:443',
    'public.example:22',
    'shop.example:1',
    'redis:6379',
  ])('to %s are refused', async (authority) => {
    await using world = await setUp();
    expect(await world.ask(`CONNECT ${authority} HTTP/1.1`)).toMatch(
      /^HTTP\/1.1 403 Forbidden\r\n.*refused: /s,
    );
    expect(world.proxy.meter.refusals).toEqual([authority]);
    expect(world.dialled).toEqual([]);
  });

  it.each([
    'shop.example',
    'shop.example:',
    'shop.example:x',
    'http://shop.example:80/',
    'a@shop.example:80',
    '/',
    ':80',
  ])('to "%s" are malformed', async (authority) => {
    await using world = await setUp();
    expect(await world.ask(`CONNECT ${authority} HTTP/1.1`)).toMatch(/^HTTP\/1.1 400/);
    expect(world.dialled).toEqual([]);
  });

  it('to a listed pair are refused to a run aimed elsewhere', async () => {
    await using world = await setUp(undefined, { localAllowed: false });
    expect(await world.ask(`CONNECT shop.example:${world.port} HTTP/1.1`)).toMatch(/^HTTP\/1.1 403/);
    expect(world.dialled).toEqual([]);
  });

  it('to a destination that is down get a 502', async () => {
    await using world = await setUp();
    world.site.close();
    await once(world.site, 'close');
    expect(await world.ask(`CONNECT shop.example:${world.port} HTTP/1.1`)).toMatch(/^HTTP\/1.1 502/);
  });

  it('let go of the destination when the client vanishes', async () => {
    await using world = await setUp();
    const arrived = once(world.site, 'connection') as Promise<[Socket]>;
    const socket = await openTunnel(world);
    const [upstream] = await arrived;
    socket.resetAndDestroy();
    await closing(upstream);
  });

  it('dial the vetted address, not the next answer of DNS', async () => {
    const lookups = ['127.0.0.1', '169.254.169.254'];
    await using site = await serve((_, response) => response.end('hello'));
    const gate = createGate({
      resolver: async () => [lookups.shift() ?? '169.254.169.254'],
      localTargets: [{ host: 'shop.example', port: site.port }],
    });
    await using world = await setUp(undefined, { gate });
    (await openTunnel(world, `shop.example:${site.port}`)).destroy();
    expect(await world.ask(`CONNECT shop.example:${site.port} HTTP/1.1`)).toMatch(/^HTTP\/1.1 403/);
    expect(world.dialled).toEqual([`127.0.0.1:${site.port}`]);
  });
});

describe('websocket upgrades', () => {
  const handshake = (port: number, scheme = 'http'): string[] => [
    `GET ${scheme}://shop.example:${port}/socket HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: k',
  ];

  it.each(['http', 'ws'])('over %s:// are passed on and then carry bytes both ways', async (scheme) => {
    await using world = await setUp();
    world.site.on('upgrade', (request, socket) => {
      expect(request.headers).toMatchObject({ 'sec-websocket-key': 'k', host: `shop.example:${world.port}` });
      expect(request.headers).not.toHaveProperty('proxy-authorization');
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nfirst',
      );
      socket.on('data', (chunk: Buffer) => socket.end(`echo ${chunk}`));
    });
    const socket = world.connect();
    socket.write(`${[...handshake(world.port, scheme), world.authorization].join('\r\n')}\r\n\r\nping`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 101 Switching Protocols\r\n/);
    expect(answer).toMatch(/firstecho ping$/);
  });

  it('that the site declines give its answer', async () => {
    await using world = await setUp();
    world.site.on('upgrade', (_, socket) =>
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope'),
    );
    expect(await world.ask(...handshake(world.port))).toMatch(/^HTTP\/1.1 404 Not Found\r\n.*nope$/s);
  });

  it('to a closed place are refused', async () => {
    await using world = await setUp();
    expect(await world.ask(...handshake(1))).toMatch(/^HTTP\/1.1 403/);
    world.site.on('upgrade', (_, socket) => socket.destroy());
    expect(await world.ask(...handshake(world.port))).toMatch(/^HTTP\/1.1 502/);
  });

  it('to anything but websocket are plain requests', async () => {
    await using world = await setUp();
    const lines = [
      `GET http://shop.example:${world.port}/ HTTP/1.1`,
      'Host: x',
      'Connection: close, Upgrade',
      'Upgrade: h2c',
    ];
    expect(await world.ask(...lines)).toContain('hello');
  });
});

describe('credentials', () => {
  it.each([
    '',
    'Proxy-Authorization: Basic eDp5',
    'Proxy-Authorization: Bearer x',
    'Authorization: Basic eDp5',
  ])('are asked for when a request has "%s"', async (header) => {
    await using world = await setUp();
    for (const line of [
      `CONNECT shop.example:${world.port} HTTP/1.1`,
      `GET http://shop.example:${world.port}/ HTTP/1.1`,
    ]) {
      const socket = world.connect();
      socket.write(`${[line, 'Host: x', 'Connection: close', header].filter(Boolean).join('\r\n')}\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 407 .*Proxy-Authenticate: Basic realm=/s);
    }
    expect(world.dialled).toEqual([]);
    expect(world.proxy.meter.refusals).toEqual([]);
  });

  it('differ from proxy to proxy', async () => {
    await using one = await setUp();
    await using two = await setUp();
    expect(one.proxy.credentials.password).not.toBe(two.proxy.credentials.password);
  });
});

describe('caps', () => {
  const endless: RequestListener = (_, response) => {
    const fill = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    };
    response.on('drain', fill);
    fill();
  };

  it('cut a response that is too long', async () => {
    await using world = await setUp(endless, { limits: { ...egressLimits, responseBytes: 200_000 } });
    const lines = [`GET http://shop.example:${world.port}/ HTTP/1.1`, 'Host: x', 'Connection: close'];
    expect((await world.ask(...lines)).length).toBeLessThan(400_000);
    expect(world.proxy.meter.exceeded).toBe('response_bytes');
  });

  it('cut a tunnel that carries too much', async () => {
    await using world = await setUp(endless, { limits: { ...egressLimits, responseBytes: 200_000 } });
    const socket = await openTunnel(world);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await text(socket).catch(() => '')).length).toBeLessThan(400_000);
    expect(world.proxy.meter.exceeded).toBe('response_bytes');
  });

  it('count the whole run, both ways, and then let nothing out', async () => {
    await using world = await setUp(
      (request, response) => request.resume().on('end', () => response.end('ok')),
      {
        limits: { ...egressLimits, totalBytes: 300_000 },
      },
    );
    const socket = await openTunnel(world);
    socket.on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n');
    socket.write(Buffer.alloc(900_000));
    await closing(socket);
    expect(world.proxy.meter.exceeded).toBe('total_bytes');
    const before = world.dialled.length;
    expect(await world.ask(`CONNECT shop.example:${world.port} HTTP/1.1`)).toMatch(/^HTTP\/1.1 503/);
    expect(world.dialled).toHaveLength(before);
  });

  it('hold the number of open connections', async () => {
    await using world = await setUp(undefined, { limits: { ...egressLimits, connections: 2 } });
    const first = await openTunnel(world);
    const second = await openTunnel(world);
    expect(world.proxy.meter.exceeded).toBeNull();
    expect(await world.ask(`CONNECT shop.example:${world.port} HTTP/1.1`)).toMatch(/^HTTP\/1.1 503/);
    expect(world.proxy.meter.exceeded).toBe('connections');
    expect(world.dialled).toHaveLength(2);
    first.destroy();
    second.destroy();
  });

  it('bound the list of refusals', async () => {
    await using world = await setUp();
    for (let port = 1_000; port < 1_110; port++) await world.ask(`CONNECT 10.0.0.1:${port} HTTP/1.1`);
    expect(world.proxy.meter.refusals).toHaveLength(100);
  });
});

describe('a hostile or broken client', () => {
  it.each([
    ['nothing', ''],
    ['garbage', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['half a head', 'GET http://x/ HTTP/1.1\r\nHo'],
    ['a head without end', `GET http://x/ HTTP/1.1\r\n${'X-A: b\r\n'.repeat(20_000)}`],
    [
      'two framings',
      'POST http://shop.example/ HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
    ],
    ['bare line feeds', 'CONNECT\n\n\n'],
    ['an old protocol', 'GET http://shop.example/\r\n\r\n'],
    ['SOCKS', '\x05\x01\x00'],
  ])('that sends %s and leaves does no harm', async (_what, bytes) => {
    await using world = await setUp();
    for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
      const socket = world.connect();
      socket.on('error', () => {}).resume();
      await once(socket, 'connect');
      await new Promise((sent) => socket.write(bytes, 'latin1', sent));
      socket[leave]();
      await closing(socket);
    }
    (await openTunnel(world)).destroy();
  });

  it('that leaves while its destination is looked up leaves no connection behind', async () => {
    await using site = await serve((_, response) => response.end());
    const looked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string[]>();
    const gate = createGate({
      resolver: () => {
        looked.resolve();
        return answer.promise;
      },
      localTargets: [{ host: 'shop.example', port: site.port }],
    });
    await using world = await setUp(undefined, { gate });
    const socket = world.connect();
    socket.write(`CONNECT shop.example:${site.port} HTTP/1.1\r\n${world.authorization}\r\n\r\n`);
    await looked.promise;
    socket.resetAndDestroy();
    await closing(socket);
    answer.resolve(['127.0.0.1']);
    (await openTunnel(world, `shop.example:${site.port}`)).destroy();
    const count = promisify(site.server.getConnections.bind(site.server));
    await vi.waitFor(async () => expect(await count()).toBe(0), SOON);
  });

  it('that leaves in the middle of a response ends the request to the site', async () => {
    const closed = Promise.withResolvers<void>();
    await using world = await setUp((_, response) => {
      response.on('close', () => closed.resolve());
      response.write('begun');
    });
    const socket = world.connect();
    socket.on('error', () => {});
    socket.write(
      `GET http://shop.example:${world.port}/ HTTP/1.1\r\nHost: x\r\n${world.authorization}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.resetAndDestroy();
    await closed.promise;
  });

  it('does not outlive the proxy, nor do its connections', async () => {
    await using world = await setUp();
    const idle = world.connect();
    await once(idle, 'connect');
    const tunnel = await openTunnel(world);
    const closed = Promise.all([closing(idle), closing(tunnel)]);
    idle.on('error', () => {});
    tunnel.on('error', () => {});
    await world.proxy[Symbol.asyncDispose]();
    await closed;
    await world.proxy[Symbol.asyncDispose]();
    const late = world.connect();
    const [error] = await once(late, 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

it('shows a browser how to log in, and dials nothing for it', async () => {
  await using world = await setUp();
  expect(await world.ask(`GET ${PRIMING_URL} HTTP/1.1`, 'Host: x', 'Connection: close')).toMatch(
    /^HTTP\/1.1 204 /,
  );
  const stranger = world.connect();
  stranger.write(`GET ${PRIMING_URL} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await text(stranger)).toMatch(/^HTTP\/1.1 407 /);
  expect([world.dialled, world.proxy.meter.refusals]).toEqual([[], []]);
});

describe('talk with other sites than the one of a login', () => {
  const isOwn = (url: string): boolean => new URL(url).hostname === 'bank.example';

  it('is not dialled and no name is looked up, for any protocol in the tunnel', async () => {
    await using world = await setUp();
    world.proxy.restrictWebSockets(isOwn);
    const handshake = 'GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
    for (const first of [handshake, '\x00\x01\x00\x00\x21\x12\xa4\x42']) {
      const socket = await openTunnel(world, `secret.thief.example:${world.port}`);
      socket.write(first, 'latin1');
      await closing(socket);
    }
    const asked = `GET ws://secret.thief.example:${world.port}/ HTTP/1.1`;
    expect(await world.ask(asked, 'Connection: Upgrade', 'Upgrade: websocket')).toMatch(/^HTTP\/1.1 403 /);
    expect(world.dialled).toEqual([]);
    expect(world.proxy.meter.refusals).toEqual([`secret.thief.example:${world.port}`]);
  });

  it('over TLS is told from requests by the offered protocols', async () => {
    await using world = await setUp();
    world.proxy.restrictWebSockets(isOwn);
    const offer = async (ALPNProtocols: string[]) => {
      const socket = await openTunnel(world);
      const client = tls.connect({ socket, ALPNProtocols, rejectUnauthorized: false });
      // The site speaks no TLS: its words in the error prove that we reached it.
      const [error] = (await once(client, 'error').catch((reason) => [reason])) as [Error];
      return /wrong version|packet length|http request/i.test(`${error?.message}`);
    };
    expect(await offer(['http/1.1'])).toBe(false);
    expect(world.dialled).toEqual([]);
    expect(await offer(['h2', 'http/1.1'])).toBe(true);
    expect(world.dialled).toHaveLength(1);
  });

  it('is known at its own door, before its first byte', async () => {
    await using world = await setUp();
    world.proxy.restrictWebSockets((url) => new URL(url).hostname === 'shop.example');
    const ask = async (authority: string): Promise<string> => {
      const socket = world.connect(world.proxy.talkPort);
      socket.write(`CONNECT ${authority} HTTP/1.1\r\n${world.authorization}\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return head.toString().slice(0, 12);
    };
    expect(await ask(`127.0.0.1:${world.port}`)).toBe('HTTP/1.1 403');
    expect(world.dialled).toEqual([]);
    expect(await ask(`shop.example:${world.port}`)).toBe('HTTP/1.1 200');
  });

  it('leaves plain requests and the own site alone', async () => {
    await using world = await setUp();
    world.proxy.restrictWebSockets((url) => new URL(url).hostname === 'shop.example');
    const socket = await openTunnel(world);
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toContain('hello');
    world.proxy.restrictWebSockets(isOwn);
    const asked = [
      `GET http://shop.example:${world.port}/ HTTP/1.1`,
      'Host: shop.example',
      'Connection: close',
    ];
    expect(await world.ask(...asked)).toContain('hello');
  });
});
