import { expect, test } from 'vitest';
import { readPurchase } from './read-purchase.ts';

test.each([
  ['Put the cheapest jumper in size L in blue into the basket.', 'jumper', ['L', 'blue'], 1, false],
  ['Add the cheapest shirt in red, size M, to my bag', 'shirt', ['M', 'red'], 1, false],
  ['Add the cheapest blue T-shirt in size 42 to the cart', 'T-shirt', ['42', 'blue'], 1, false],
  [
    'I want the Voss half-zip jumper in navy, size XL. Please put it in my bag.',
    'Voss half-zip jumper',
    ['XL', 'navy'],
    1,
    false,
  ],
  ['Add two Fjell wool caps in rust, size S, to the bag.', 'Fjell wool caps', ['S', 'rust'], 2, false],
  [
    'Buy the Moss linen shirt in white, size M. Deliver it to Ada Lind.',
    'Moss linen shirt',
    ['M', 'white'],
    1,
    true,
  ],
  ['Order the Sol hat in natural, size L, for Per Dahl, 3 Store St', 'Sol hat', ['L', 'natural'], 1, true],
])('%s: what, how many, and which of its kinds', (task, thing, variants, count, isOrdered) => {
  expect(readPurchase(task)).toMatchObject({ thing, variants, count, isOrdered });
});

test('what is to be compared is told apart from what it is', () => {
  expect(readPurchase('Add the cheapest sleeping bag to my basket')).toMatchObject({
    thing: 'sleeping bag',
    extreme: { end: 'min', of: 'price' },
  });
});

test.each(['Buy a lamp and two mugs', 'Order 1026 was never sent', 'Put the milk into the fridge'])(
  '%s is no purchase of one thing',
  (task) => {
    expect(readPurchase(task)).toBeNull();
  },
);
