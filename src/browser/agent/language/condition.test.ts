import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { holds, readCondition } from './condition.ts';

test.each<[string, ReturnType<typeof readCondition>]>([
  ['the price is less than $50.00', { kind: 'below', subject: 'price', amount: 50 }],
  ['a number greater than 31', { kind: 'above', subject: '', amount: 31 }],
  ['the number is even', { kind: 'even', subject: '' }],
  ['it says "Done"', { kind: 'says', text: 'Done' }],
  ['Finish to appear', { kind: 'says', text: 'Finish' }],
  ['the "Go" button is shown', { kind: 'says', text: 'Go' }],
  ['fewer than 5 kettles are left', { kind: 'below', subject: 'kettles', amount: 5 }],
  ['you like it', null],
])('%s', (words, expected) => {
  expect(readCondition(words)).toEqual(expected);
});

test('a condition is about the number with its name', () => {
  const page = pageOf([
    { text: 'Volume:' },
    { text: '900', depth: 2 },
    { text: 'Price:' },
    { text: '$49.50', depth: 2 },
  ]);
  expect(holds(page, '', { kind: 'below', subject: 'price', amount: 50 })).toBe(true);
  expect(holds(page, '', { kind: 'below', subject: 'volume', amount: 50 })).toBe(false);
});
