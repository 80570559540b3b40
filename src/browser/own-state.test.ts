import { expect, test } from 'vitest';
import { ownState } from './own-state.ts';

const cookie = (domain: string) => ({
  name: 'session',
  value: '1',
  domain,
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: 'Lax' as const,
});

test('only the state of the site is kept', () => {
  const origins = ['https://shop.example', 'https://login.shop.example', 'https://ads.example'];
  const state = {
    cookies: ['shop.example', '.shop.example', 'login.shop.example', 'notshop.example', '.ads.example'].map(
      cookie,
    ),
    origins: origins.map((origin) => ({ origin, localStorage: [] })),
  };
  const own = ownState(state, 'shop.example');
  expect(own.cookies.map(({ domain }) => domain)).toEqual([
    'shop.example',
    '.shop.example',
    'login.shop.example',
  ]);
  expect(own.origins.map(({ origin }) => origin)).toEqual(origins.slice(0, 2));
  expect(ownState(state, 'login.shop.example').cookies.map(({ domain }) => domain)).toContain(
    '.shop.example',
  );
});
