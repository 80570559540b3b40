import { expect, test } from 'vitest';
import { button, pageOf } from './page-model.fixture.ts';
import { isUnavailable } from './unavailable.ts';

const size = (text: string, more = {}) => ({ tag: 'div', signature: 'div.size', text, ...more });

test('the one of its kind that answers no press', () => {
  const page = pageOf([
    size('S', { isHeard: true, signature: 'div.size.on' }),
    size('M', { isHeard: true }),
    size('L', { signature: 'div.size.off' }),
  ]);
  expect(page.elements.map((element) => isUnavailable(page, element))).toEqual([false, false, true]);
});

test('what is said to be gone, and what is switched off', () => {
  const page = pageOf([
    button('S', { hints: 'size sold out' }),
    button('M', { isDisabled: true }),
    button('L', { hints: 'size' }),
  ]);
  expect(page.elements.map((element) => isUnavailable(page, element))).toEqual([true, true, false]);
});
