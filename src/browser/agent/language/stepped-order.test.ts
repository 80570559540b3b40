import { expect, test } from 'vitest';
import { readStepped } from './stepped-order.ts';

test.each([
  [
    'Order 3 small pizzas, gluten free, with onion and olives.',
    ['3 small pizzas', 'gluten free', 'onion', 'olives'],
    3,
  ],
  [
    'I would like to build a red bike with "Express" delivery. Go through all the steps.',
    ['a red bike', 'Express delivery'],
    1,
  ],
  ['Please configure a large desk in oak and steel', ['a large desk', 'oak', 'steel'], 1],
])('what is to be had is told by its parts: %s', (task, parts, count) => {
  expect(readStepped(task)).toMatchObject({ parts, count });
});

test.each([
  'Order a pizza',
  'Book a table for two, at 7 pm',
  'Order a burger with cheese, without onion',
  'Make a cake, then press Bake',
])('no such order: %s', (task) => {
  expect(readStepped(task)).toBeNull();
});
