import { expect, test } from 'vitest';
import { categories, products } from './products.ts';
import { searchProducts } from './search.ts';

test('a word in the name comes before a word in the text', () => {
  expect(searchProducts('kettle')[0]?.slug).toBe('fernfall-camp-kettle');
});

test('every word must occur, in any order and case', () => {
  expect(searchProducts('TENT  cairn').map(({ slug }) => slug)).toEqual(['cairn-two-person-tent']);
  expect(searchProducts('cairn umbrella')).toEqual([]);
});

test('nothing is found for nothing', () => {
  expect(searchProducts('')).toEqual([]);
  expect(searchProducts(' -- ')).toEqual([]);
});

test('the catalogue has unique addresses and article numbers, and seven products in each category', () => {
  expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length);
  expect(new Set(products.map(({ sku }) => sku)).size).toBe(products.length);
  for (const { slug } of categories)
    expect(products.filter(({ category }) => category === slug)).toHaveLength(7);
});
