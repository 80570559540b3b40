import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen, serve } from './loopback.fixture.ts';
import { preflight } from './preflight.ts';
import { gateFor } from './safe-fetch.fixture.ts';

describe('preflight', () => {
  it('asks with HEAD and reads no body', async () => {
    const seen: unknown[] = [];
    await using server = await serve((request, response) => {
      seen.push(request.method);
      response.end('body');
    });
    const gate = gateFor(server.port);
    expect(await preflight(gate, `http://shop.example:${server.port}/`, { localAllowed: true })).toEqual({
      ok: true,
    });
    expect(seen).toEqual(['HEAD']);
  });

  it('asks a server that knows only GET again, and finds where it redirects to', async () => {
    let location = 'http://10.0.0.1/';
    await using server = await serve((request, response) => {
      if (request.method === 'GET' && request.url === '/') response.writeHead(302, { location });
      else response.statusCode = request.method === 'GET' ? 200 : 501;
      response.end();
    });
    const start = `http://shop.example:${server.port}/`;
    const gate = gateFor(server.port);
    expect(await preflight(gate, start, { localAllowed: true })).toMatchObject({ ok: false });
    location = '/fine';
    expect(await preflight(gate, start, { localAllowed: true })).toEqual({ ok: true });
  });

  it('lets a target that answers nothing go on after two seconds', async () => {
    await using server = await serve(() => undefined);
    const startedAt = performance.now();
    expect(
      await preflight(gateFor(server.port), `http://shop.example:${server.port}/`, { localAllowed: true }),
    ).toEqual({ ok: true });
    expect(performance.now() - startedAt).toBeLessThan(3_500);
  });

  it('leaves a target that is down or broken to the run', async () => {
    const server = net.createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('garbage'),
    );
    const port = await listen(server);
    const start = `http://shop.example:${port}/`;
    expect(await preflight(gateFor(port), start, { localAllowed: true })).toEqual({ ok: true });
    server.close();
    await once(server, 'close');
    expect(await preflight(gateFor(port), start, { localAllowed: true })).toEqual({ ok: true });
  });

  it('refuses an unsafe target with the reason', async () => {
    expect(await preflight(gateFor(1), 'http://10.0.0.1/', {})).toEqual({
      ok: false,
      reason: '10.0.0.1 is a private address',
    });
  });
});
