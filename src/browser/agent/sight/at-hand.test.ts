import { expect, test } from 'vitest';
import { isAtHand } from './at-hand.ts';
import { pageOf } from './page-model.fixture.ts';

const page = pageOf([{ tag: 'h1', text: 'Help and advice' }]);

test.each([
  ['open the help page', true],
  ['open the contact page', false],
  ['open the next page', false],
  ['open the help', false],
])('%s: %s', (order, isHere) => {
  expect(isAtHand(page, order)).toBe(isHere);
});
