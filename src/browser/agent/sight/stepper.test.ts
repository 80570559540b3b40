import { expect, test } from 'vitest';
import { pageOf } from './page-model.fixture.ts';
import { numberCalled, soleCounter } from './stepper.ts';

const press = (name: string) => ({ tag: 'button', role: 'button', name, isClickable: true });

test.each([
  ['adults', 2],
  ['child', 5],
  ['dogs', undefined],
])('of numbers on one line the one for %s is number %s', (name, node) => {
  const counters = [press('−'), { text: '1' }, press('+'), press('−'), { text: '0' }, press('+')];
  expect(numberCalled(pageOf(counters), 'Adults − 1 + Children − 0 +', name)?.node).toBe(node);
});

test.each([
  ['temperature', '23 °C', 2],
  ['temperature', '23 degrees', 2],
  ['temperature', '40 %', undefined],
  ['brightness', '23', undefined],
])('"%s to %s" is the one number in that unit', (field, value, node) => {
  const dial = [press('▲'), { text: '19 °C' }, press('▼')];
  expect(soleCounter(pageOf(dial), field, value)?.node).toBe(node);
});

test('four people are as many travellers', () => {
  const counter = pageOf([press('−'), { text: '1' }, press('+')]);
  expect(numberCalled(counter, 'Travellers − 1 +', 'people')?.node).toBe(2);
});
