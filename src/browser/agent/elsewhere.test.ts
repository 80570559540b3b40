import { expect, test } from 'vitest';
import { waysFrom } from './elsewhere.ts';
import { pageOf } from './sight/page-model.fixture.ts';

const LINKS = {
  Stores: '/stores',
  'Shipping & returns': '/help/shipping',
  Contact: '/contact',
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
  expect(waysFrom(model, question, []).map(({ url }) => url)).toEqual(expected);
});
