import { expect, test } from 'vitest';
import { isSharedName, siteOf } from './site.ts';

test.each([
  ['https://www.shop.example.co.uk/cart', 'example.co.uk'],
  ['https://api.shop.example.', 'shop.example'],
  ['https://alice.github.io/', 'alice.github.io'],
  ['http://127.0.0.1:8080/', '127.0.0.1'],
  ['http://[::1]:8080/', '[::1]'],
  ['http://localhost/', 'localhost'],
  ['https://wiki.intranet/', 'wiki.intranet'],
])('%s is of the site %s', (url, site) => {
  expect(siteOf(url)).toBe(site);
});

test.each(['com', 'co.uk', 'github.io', 'intranet'])('%s belongs to many', (host) => {
  expect([isSharedName(host), isSharedName(`shop.${host}`)]).toEqual([true, false]);
});
