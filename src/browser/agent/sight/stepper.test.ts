import { expect, test } from 'vitest';
import { pageOf } from './page-model.fixture.ts';
import { numberCalled } from './stepper.ts';

const press = (name: string) => ({ tag: 'button', role: 'button', name, isClickable: true });

test.each([
  ['adults', 2],
  ['child', 5],
  ['dogs', undefined],
])('of numbers on one line the one for %s is number %s', (name, node) => {
  const counters = [press('−'), { text: '1' }, press('+'), press('−'), { text: '0' }, press('+')];
  expect(numberCalled(pageOf(counters), 'Adults − 1 + Children − 0 +', name)?.node).toBe(node);
});
