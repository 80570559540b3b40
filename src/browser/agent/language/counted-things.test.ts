import { expect, test } from 'vitest';
import { countedThings, readOrder, readThingCount } from './counted-things.ts';

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

test.each([
  ['Buy one Green tea', [['Green tea', 1]], true],
  ['Add 2 Candles to the cart and check out', [['Candles', 2]], true],
  ['Add the Candle to my basket', [['Candle', 1]], false],
  ['Could you put 4 bedroom lamps in the basket?', [['bedroom lamps', 4]], false],
  ['I want 3 pieces of the lamp for the kitchen in my basket, nothing else.', [['kitchen lamp', 3]], false],
  ['Purchase two packs of Green tea.', [['Green tea', 2]], true],
  ['I would like to buy the Candle, please order it for me.', [['Candle', 1]], true],
  [
    'Put a mug and a Candle in the basket, then place the order.',
    [
      ['mug', 1],
      ['Candle', 1],
    ],
    true,
  ],
  [
    '1. Add Green tea to the cart\n2. Add Candle to the cart\n3. Go to the cart\n4. Check out',
    [
      ['Green tea', 1],
      ['Candle', 1],
    ],
    true,
  ],
] as const)('%s is an order', (task, things, isSent) => {
  expect(readOrder(task)).toEqual({ things: things.map(([name, count]) => ({ name, count })), isSent });
});

test.each([
  'Buy the cheapest lamp',
  'Order a pizza with ham',
  'Buy the lamp for Ann Lee, Main Street 3',
  'Add Milk to the list',
])('%s tells more than what to buy', (task) => {
  expect(readOrder(task)).toBeNull();
});

test.each([
  ['Change the quantity of Green tea to 3', 'Green tea', 3],
  ['Set the amount of "Coffee mug" to 5', 'Coffee mug', 5],
  ['The quantity of the Candle should be 7', 'Candle', 7],
  ['I want 4 Candles instead of 1', 'Candles', 4],
  ['update the cart: 2 x green tea', 'green tea', 2],
  ['Make it six coffee mugs, please.', 'coffee mugs', 6],
])('%s: how many of it', (task, name, count) => {
  expect(readThingCount(task)).toEqual({ name, count });
});
