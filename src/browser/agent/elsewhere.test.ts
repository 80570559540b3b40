import { expect, test } from 'vitest';
import { waysFrom } from './elsewhere.ts';
import { pageOf } from './sight/page-model.fixture.ts';

const LINKS = {
  Stores: '/stores',
  Stories: '/journal',
  'Shipping & returns': '/help/shipping',
  Contact: '/contact',
  'Map of all stores': '/files/stores.pdf',
  'Sign in': '/login',
  'Our stores in town': 'https://elsewhere.example/stores',
  Home: '/',
};

const model = {
  ...pageOf(Object.entries(LINKS).map(([name, href]) => ({ name, href, role: 'link' }))),
  url: 'https://shop.example/',
};

test.each([
  ['Which stores are open on Sunday?', ['https://shop.example/stores']],
  ['Do you ship to Canada?', ['https://shop.example/help/shipping']],
  ['What is your phone number?', ['https://shop.example/contact']],
  ['How do I sign in?', []],
  ['Who won the match?', []],
])('%s may be answered at %j', (question, expected) => {
  const likely = waysFrom(model, question, []).filter(({ fit }) => fit >= 0.5);
  expect(likely.map(({ url }) => url)).toEqual(expected);
});

test('what a closed menu holds is a way too, but not a single hidden link, which may be a trap', () => {
  const hidden = (signature: string, names: string[]) =>
    names.map((name) => ({ name, href: `/${name}`, role: 'link', isVisible: false, signature }));
  const page = {
    ...pageOf([...hidden('menu', ['tides', 'moorings']), ...hidden('trap', ['secret'])]),
    url: model.url,
  };
  expect(waysFrom(page, 'Who won the match?', []).map(({ url }) => new URL(url).pathname)).toEqual([
    '/tides',
    '/moorings',
  ]);
});
