import { expect, test } from 'vitest';
import { addToBasket, type BasketLine, basketCount, basketTotals, changeQuantity } from './basket-lines.ts';

const kettle = { slug: 'fernfall-camp-kettle', option: '', quantity: '1' };
const mug = { slug: 'speckled-tin-mug', option: 'Oat', quantity: '2' };

test('the same product and option share a line, other options do not', () => {
  const basket: BasketLine[] = [];
  for (const wish of [mug, mug, { ...mug, option: 'Fern' }]) expect(addToBasket(basket, wish)).toBeNull();
  expect(basket.map(({ option, quantity }) => [option, quantity])).toEqual([
    ['Oat', 4],
    ['Fern', 2],
  ]);
  expect(basketCount(basket)).toBe(6);
});

test.each([
  [{ ...kettle, slug: 'no-such-thing' }, /do not know/],
  [{ ...kettle, slug: 'drift-hammock' }, /out of stock/],
  [{ ...mug, option: 'Glitter' }, /choose: Colour/],
  [{ ...kettle, quantity: '0' }, /whole number/],
  [{ ...kettle, quantity: '-1' }, /whole number/],
  [{ ...kettle, quantity: '1.5' }, /whole number/],
  [{ ...kettle, quantity: '11' }, /at most 10/],
  [{ ...kettle, slug: 'cairn-two-person-tent', option: 'Fern', quantity: '8' }, /at most 7/],
])('the wish %j is refused with a reason', (wish, reason) => {
  const basket: BasketLine[] = [];
  expect(addToBasket(basket, wish)).toMatch(reason);
  expect(basket).toEqual([]);
});

test('delivery costs $6.50 below $75 and nothing from there on', () => {
  const basket: BasketLine[] = [];
  addToBasket(basket, kettle);
  expect(basketTotals(basket)).toEqual({ goods: 5_800, delivery: 650, total: 6_450 });
  addToBasket(basket, kettle);
  expect(basketTotals(basket)).toEqual({ goods: 11_600, delivery: 0, total: 11_600 });
  expect(basketTotals([])).toEqual({ goods: 0, delivery: 0, total: 0 });
});

test('a quantity can be changed, and zero removes the line', () => {
  const basket: BasketLine[] = [];
  addToBasket(basket, kettle);
  expect(changeQuantity(basket, 0, '3')).toBeNull();
  expect(basketCount(basket)).toBe(3);
  expect(changeQuantity(basket, 0, '11')).toMatch(/at most 10/);
  expect(changeQuantity(basket, 1, '1')).toMatch(/no longer/);
  expect(changeQuantity(basket, Number.NaN, '1')).toMatch(/no longer/);
  expect(changeQuantity(basket, 0, '0')).toBeNull();
  expect(basket).toEqual([]);
});
