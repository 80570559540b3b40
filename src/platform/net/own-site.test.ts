import { expect, test } from 'vitest';
import { isOnSite } from './own-site.ts';

const site = (domain: string, local = '') => ({ domain, isLocal: (url: string) => url === local });

test.each([
  ['https://shop.example/login'],
  ['https://login.shop.example/'],
  ['https://a.b.shop.example:8443/x'],
  ['https://SHOP.example./'],
])('%s belongs to shop.example', (url) => expect(isOnSite(url, site('shop.example'))).toBe(true));

test.each([
  ['http://shop.example/login'],
  ['https://shop.example@evil.example/'],
  ['https://evil.example/shop.example'],
  ['https://shop.example.evil.example/'],
  ['https://notshop.example/'],
  ['https://shop-example.evil/'],
  ['https://xn--shp-rna.example/'],
  ['https://example/'],
  ['ftp://shop.example/'],
  ['data:text/html,shop.example'],
  ['about:blank'],
  ['shop.example'],
  [''],
])('%s does not', (url) => expect(isOnSite(url, site('shop.example'))).toBe(false));

test('plain http is good enough only where the operator said so', () => {
  const local = site('127.0.0.1', 'http://127.0.0.1:8788/');
  expect(isOnSite('http://127.0.0.1:8788/login', local)).toBe(true);
  expect(isOnSite('http://127.0.0.1:8789/login', local)).toBe(false);
});

test('the bare host is the same site as www, and no other sibling is', () => {
  expect(isOnSite('https://shop.example/', site('www.shop.example'))).toBe(true);
  expect(isOnSite('https://blog.shop.example/', site('www.shop.example'))).toBe(false);
});
