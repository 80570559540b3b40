import { expect, test } from 'vitest';
import { numbersMeant, numbersTogether } from './number-kinds.ts';

const NUMBERS = [-4, 1, 2, 3, 9, 12, 21];

test.each([
  ['all the even numbers', [-4, 2, 12]],
  ['every odd number', [1, 3, 9, 21]],
  ['all numbers greater than 9', [12, 21]],
  ['the numbers between 2 and 9', [2, 3, 9]],
  ['all multiples of 3', [3, 9, 12, 21]],
  ['the tiles from 3 to 12 in order', [3, 9, 12]],
  ['the numbers 9 down to 2', [2, 3, 9]],
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

test.each([
  ['Click two numbers whose sum is 12', [3, 9]],
  ['Pick three tiles that add up to 15', [1, 2, 12]],
  ['Select two cards with a product of 27', [3, 9]],
  ['Choose two numbers with a difference of 9', [12, 21]],
])('%s: they are told by what they make together', (words, numbers) => {
  const meant = numbersTogether(words);
  expect(meant?.count).toBe(numbers.length);
  expect(meant?.isRight(numbers)).toBe(true);
  expect(meant?.isRight(numbers.with(0, 100))).toBe(false);
});
