import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Gate } from './gate.ts';
import { serve } from './loopback.fixture.ts';
import { preflight } from './preflight.ts';
import type { Resolver } from './resolver.ts';
import { bodyOf, fetchFrom, gateFor, limits } from './safe-fetch.fixture.ts';
import { safeFetch } from './safe-fetch.ts';

describe('redirects', () => {
  /** Answers /start with the redirect and any other path with the request that it received. */
  function redirecting(status: number, location: string): RequestListener {
    return async (request, response) => {
      if (request.url === '/start') {
        response.writeHead(status, { location: Buffer.from(location).toString('latin1') }).end();
        return;
      }
      const body = (await request.toArray()).join('');
      response.end(
        JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }),
      );
    };
  }

  it.each([301, 302, 303, 307, 308])('with %i are followed', async (status) => {
    const { result, port } = await fetchFrom(redirecting(status, '/next?x=1'), { path: '/start' });
    expect(result).toMatchObject({ status: 200, hops: 1, url: `http://shop.example:${port}/next?x=1` });
  });

  it.each([
    ['next', '/next'],
    ['?q=2', '/start?q=2'],
    ['../up', '/up'],
    ['/with space', '/with%20space'],
    ['/ünï', '/%C3%BCn%C3%AF'],
    ['//shop.example:PORT/deep', '/deep'],
    ['//mall.example:PORT/deep', '/deep'],
    ['http://mall.example:PORT/a b', '/a%20b'],
    ['/next#part', '/next#part'],
  ])('to %s lead to %s', async (location, path) => {
    await using server = await serve((request, response) =>
      request.url === '/start'
        ? redirecting(302, location.replace('PORT', String(server.port)))(request, response)
        : response.end(),
    );
    const result = await safeFetch(gateFor(server.port), `http://shop.example:${server.port}/start`, limits);
    expect(result).toMatchObject({
      kind: 'response',
      hops: 1,
      url: expect.stringMatching(`:${server.port}${escapePattern(path)}$`),
    });
  });

  it.each([300, 304, 305, 399])('are not seen in a %i', async (status) => {
    const { result } = await fetchFrom(redirecting(status, 'http://127.0.0.1/'), { path: '/start' });
    expect(result).toMatchObject({ kind: 'response', status, hops: 0 });
  });

  it('without a location are answers', async () => {
    const { result } = await fetchFrom((_, response) => response.writeHead(302).end('where?'));
    expect(bodyOf(result)).toBe('where?');
  });

  it.each([
    'http://127.0.0.1/',
    '//127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://localhost/',
    'http://metadata.google.internal/',
    'http://private.example/',
    '//private.example/',
    'https://user:pass@shop.example/',
    'http://shop.example:1/',
    'http://shop.example\\@127.0.0.1/',
    '/\\127.0.0.1/',
    '\\\\127.0.0.1\\x',
    'http:\\\\127.0.0.1/',
    'http:///127.0.0.1/',
    'file:///etc/passwd',
    'data:text/html,hi',
    'javascript:alert(1)',
    'ftp://shop.example/',
    'http://[broken',
    'http://sh op.example/',
  ])('to %s are refused', async (location) => {
    await using server = await serve(redirecting(302, location));
    const dialled: string[] = [];
    const resolver: Resolver = async (name) => (name === 'private.example' ? ['10.0.0.1'] : ['127.0.0.1']);
    const options = {
      ...limits,
      onDial: (address: string, port: number) => void dialled.push(`${address}:${port}`),
    };
    const start = `http://shop.example:${server.port}/start`;
    expect(await safeFetch(gateFor(server.port, resolver), start, options)).toMatchObject({ kind: 'unsafe' });
    expect((await preflight(gateFor(server.port, resolver), start, options)).ok).toBe(false);
    expect(new Set(dialled)).toEqual(new Set([`127.0.0.1:${server.port}`]));
  });

  it('from a public target to a listed pair are refused', async () => {
    const paths: unknown[] = [];
    await using server = await serve((request, response) => {
      paths.push(request.url);
      redirecting(302, `http://shop.example:${server.port}/private`)(request, response);
    });
    const inner = gateFor(server.port);
    const start = `http://public.example:${server.port}/start`;
    // Stands in for a public server, which cannot be had on loopback; every other URL meets the real gate.
    const entry = { ok: true as const, url: new URL(start), host: 'public.example', port: server.port };
    const gate: Gate = {
      ...inner,
      vet: async (raw, options) =>
        raw === start ? { ...entry, addresses: ['127.0.0.1'] } : inner.vet(raw, options),
    };
    expect(await safeFetch(gate, start, { ...limits, localAllowed: false })).toMatchObject({
      kind: 'unsafe',
    });
    expect((await preflight(gate, start, { localAllowed: false })).ok).toBe(false);
    expect(paths).toEqual(['/start', '/start']);
    expect((await preflight(gate, start, { localAllowed: true })).ok).toBe(true);
  });

  const chain =
    (end: number, last: string): RequestListener =>
    (request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop < end) response.writeHead(302, { location: hop + 1 === end ? last : `/${hop + 1}` }).end();
      else response.end('arrived');
    };

  it('may be five and not six', async () => {
    const five = await fetchFrom(chain(5, '/5'), { path: '/0' });
    expect(five.result).toMatchObject({ kind: 'response', hops: 5 });
    const six = await fetchFrom(chain(6, '/6'), { path: '/0' });
    expect(six.result).toMatchObject({ kind: 'failed', code: 'too_many_redirects' });
    expect(six.dialled).toHaveLength(6);
  });

  it('that turn bad at the fourth hop are refused there', async () => {
    const { result, dialled } = await fetchFrom(chain(4, 'http://10.0.0.1/'), { path: '/0' });
    expect(result).toMatchObject({ kind: 'unsafe', url: 'http://10.0.0.1/' });
    expect(dialled).toHaveLength(4);
  });

  it('of thirty are given up early, and preflight refuses them', async () => {
    await using server = await serve(chain(30, '/30'));
    const gate = gateFor(server.port);
    const start = `http://shop.example:${server.port}/0`;
    expect(await safeFetch(gate, start, limits)).toMatchObject({ code: 'too_many_redirects' });
    expect(await preflight(gate, start, { localAllowed: true })).toEqual({
      ok: false,
      reason: 'the URL leads to more than 5 redirects',
    });
  });

  it('in a circle are a failure of the site', async () => {
    await using server = await serve((_, response) => response.writeHead(302, { location: '/0' }).end());
    const start = `http://shop.example:${server.port}/0`;
    expect(await safeFetch(gateFor(server.port), start, limits)).toMatchObject({ code: 'redirect_loop' });
    expect(await preflight(gateFor(server.port), start, { localAllowed: true })).toEqual({ ok: true });
  });

  it.each<[string, (hop: number) => string]>([
    ['another query each time', (hop) => `/loop?n=${hop}`],
    ['a query that grows', (hop) => `/loop?from=${'x'.repeat(hop)}`],
    ['a return to one of several pages', (hop) => (hop % 2 ? `/a?n=${hop}` : `/b?n=${hop}`)],
  ])('that come back to the same page are a circle too: %s', async (_, next) => {
    let hop = 0;
    await using server = await serve((_, response) => {
      hop += 1;
      response.writeHead(302, { location: next(hop) }).end();
    });
    const start = `http://shop.example:${server.port}/loop`;
    expect(await safeFetch(gateFor(server.port), start, limits)).toMatchObject({ code: 'redirect_loop' });
    expect(await preflight(gateFor(server.port), start, { localAllowed: true })).toEqual({ ok: true });
  });

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [301, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [302, 'DELETE', 'DELETE'],
  ])('with %i turn %s into %s', async (status, method, expected) => {
    const { result } = await fetchFrom(redirecting(status, '/next'), {
      path: '/start',
      method,
      body: 'x=1',
      headers: { 'Content-Type': 'text/plain', 'X-Key': 'k' },
    });
    const seen = JSON.parse(bodyOf(result));
    expect(seen).toMatchObject({
      method: expected,
      body: expected === 'GET' ? '' : 'x=1',
      headers: { 'x-key': 'k' },
    });
    expect(seen.headers['content-type']).toBe(expected === 'GET' ? undefined : 'text/plain');
  });

  it('with 303 leave HEAD alone', async () => {
    const methods: unknown[] = [];
    await fetchFrom(
      (request, response) => {
        methods.push(request.method);
        redirecting(303, '/next')(request, response);
      },
      { path: '/start', method: 'HEAD' },
    );
    expect(methods).toEqual(['HEAD', 'HEAD']);
  });

  it('to another origin leave secrets behind', async () => {
    await using server = await serve((request, response) =>
      redirecting(307, `http://mall.example:${server.port}/next`)(request, response),
    );
    const result = await safeFetch(gateFor(server.port), `http://shop.example:${server.port}/start`, {
      ...limits,
      headers: {
        Authorization: 'Bearer s',
        Cookie: 'a=b',
        'X-Api-Key': 'k',
        'User-Agent': 'ua',
        Accept: 'text/html',
      },
    });
    const { headers } = JSON.parse(bodyOf(result));
    expect(headers).toMatchObject({
      'user-agent': 'ua',
      accept: 'text/html',
      host: `mall.example:${server.port}`,
    });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']));
    expect(headers.cookie ?? headers['x-api-key']).toBeUndefined();
  });
});

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
