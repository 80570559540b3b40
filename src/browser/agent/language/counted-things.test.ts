import { expect, test } from 'vitest';
import { countedThings } from './counted-things.ts';

test('a list of numbers and names says how many of what', () => {
  expect(countedThings('2 Fish Soup, one Apple Tart and 3x Rice Bowl')).toEqual([
    { name: 'Fish Soup', count: 2 },
    { name: 'Apple Tart', count: 1 },
    { name: 'Rice Bowl', count: 3 },
  ]);
  expect(countedThings('two portions of Soup.')).toEqual([{ name: 'Soup', count: 2 }]);
});

test('a part without a number makes it something else', () => {
  expect(countedThings('2 Fish Soup and the lamp')).toEqual([]);
  expect(countedThings('the cheapest flight')).toEqual([]);
});
