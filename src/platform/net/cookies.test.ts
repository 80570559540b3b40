import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Cookies } from './cookies.ts';
import { serve } from './loopback.fixture.ts';
import { preflight } from './preflight.ts';
import { bodyOf, fetchFrom, gateFor, limits } from './safe-fetch.fixture.ts';
import { safeFetch } from './safe-fetch.ts';

const at = (url: string) => new URL(url);

describe('a cookie goes back', () => {
  it.each<[string, string, string, string, string | null]>([
    ['to its host', 'a=1', 'https://shop.example/x', 'https://shop.example/y', 'a=1'],
    ['not to another host', 'a=1', 'https://shop.example/', 'https://other.example/', null],
    [
      'not to a name below, unless it says so',
      'a=1',
      'https://shop.example/',
      'https://www.shop.example/',
      null,
    ],
    [
      'to names below that it names',
      'a=1; Domain=shop.example',
      'https://www.shop.example/',
      'https://shop.example/',
      'a=1',
    ],
    [
      'to nobody when it is for another site',
      'a=1; Domain=bank.example',
      'https://shop.example/',
      'https://bank.example/',
      null,
    ],
    [
      'to nobody when it is for everybody',
      'a=1; Domain=co.uk',
      'https://shop.co.uk/',
      'https://bank.co.uk/',
      null,
    ],
    [
      'only below its path',
      'a=1; Path=/account',
      'https://shop.example/account',
      'https://shop.example/',
      null,
    ],
    ['only safely when it is secure', 'a=1; Secure', 'https://shop.example/', 'http://shop.example/', null],
    ['not when it has run out', 'a=1; Max-Age=0', 'https://shop.example/', 'https://shop.example/', null],
    [
      'to an address without a name',
      'a=1; Path=/',
      'http://127.0.0.1:8080/x',
      'http://127.0.0.1:8080/',
      'a=1',
    ],
  ])('%s', (_, cookie, from, to, expected) => {
    const cookies = new Cookies();
    cookies.keep([cookie], at(from));
    expect(cookies.headerFor(at(to))).toBe(expected);
  });
});

it('a header stays as short as servers take it, and nonsense is left out', () => {
  const cookies = new Cookies();
  cookies.keep(['', ';;;', 'a=1'], at('https://shop.example/'));
  for (let n = 0; n < 50; n += 1) cookies.keep([`c${n}=${'x'.repeat(1_000)}`], at('https://shop.example/'));
  expect(cookies.headerFor(at('https://shop.example/'))?.length).toBeLessThan(8_193);
  expect(cookies.headerFor(at('https://shop.example/'))).toContain('a=1');
});

describe('redirects that set a cookie', () => {
  const gated: RequestListener = (request, response) => {
    if (request.headers.cookie?.includes('ok=1')) return void response.end(`seen ${request.headers.cookie}`);
    const setCookies = ['ok=1; Path=/', 'lang=en; Path=/'];
    response.writeHead(302, { location: '/gate', 'set-cookie': setCookies }).end();
  };

  it('lead to the page behind them', async () => {
    const { result } = await fetchFrom(gated, { path: '/gate', cookies: new Cookies() });
    expect(bodyOf(result)).toBe('seen ok=1; lang=en');
  });

  it('are a circle for a client without cookies', async () => {
    const { result } = await fetchFrom(gated, { path: '/gate' });
    expect(result).toMatchObject({ kind: 'failed', code: 'redirect_loop' });
  });

  it('are remembered from one fetch to the next, and told to no other site', async () => {
    const seen: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      seen.push(request.headers.cookie);
      response.writeHead(200, { 'set-cookie': 'a=1; Path=/' }).end();
    });
    const cookies = new Cookies();
    for (const host of ['shop.example', 'shop.example', 'mall.example'])
      await safeFetch(gateFor(server.port), `http://${host}:${server.port}/`, {
        ...limits,
        cookies,
      });
    expect(seen).toEqual([undefined, 'a=1', undefined]);
  });

  it('do not hide from the preflight where they lead', async () => {
    await using server = await serve((request, response) => {
      const isKnown = request.headers.cookie?.includes('ok=1');
      const location = isKnown ? 'http://10.0.0.1/' : '/gate';
      response.writeHead(302, { location, 'set-cookie': 'ok=1; Path=/' }).end();
    });
    const start = `http://shop.example:${server.port}/gate`;
    expect((await preflight(gateFor(server.port), start, { localAllowed: true })).ok).toBe(false);
  });
});
