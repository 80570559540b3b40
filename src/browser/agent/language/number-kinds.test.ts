import { expect, test } from 'vitest';
import { numbersMeant } from './number-kinds.ts';

const NUMBERS = [-4, 1, 2, 3, 9, 12, 21];

test.each([
  ['all the even numbers', [-4, 2, 12]],
  ['every odd number', [1, 3, 9, 21]],
  ['all numbers greater than 9', [12, 21]],
  ['the numbers between 2 and 9', [2, 3, 9]],
  ['all multiples of 3', [3, 9, 12, 21]],
  ['all even numbers below 10', [-4, 2]],
  ['all prime numbers', [2, 3]],
])('%s are told from the others', (words, meant) => {
  expect(NUMBERS.filter(numbersMeant(words) ?? (() => false))).toEqual(meant);
});

test('what says nothing of numbers means none of them', () => {
  expect(numbersMeant('all the red boxes')).toBeNull();
  expect(numbersMeant('all the numbers')).toBeNull();
  expect(numbersMeant('the numbers below as odd or even')).toBeNull();
});
