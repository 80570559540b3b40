import { expect, test } from 'vitest';
import { mapToSchema } from './map-to-schema.ts';

const product = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    in_stock: { type: 'boolean' },
    released: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['name', 'price'],
  additionalProperties: false,
};

test.each([
  ['types are converted', { name: 'Kettle', price: '$58.00' }, { name: 'Kettle', price: 58 }],
  [
    'keys go by their spelling and synonyms',
    { Name: 'Kettle', Price: 58, inStock: 'yes' },
    { name: 'Kettle', price: 58, in_stock: true },
  ],
  ['a wrapper comes off', { result: { name: 'Kettle', price: 58 } }, { name: 'Kettle', price: 58 }],
  ['a list of one is that one', [{ name: 'Kettle', price: 58 }], { name: 'Kettle', price: 58 }],
  [
    'keys that nobody asked for go',
    { name: 'Kettle', price: 58, mood: 'good' },
    { name: 'Kettle', price: 58 },
  ],
  ['JSON in words is found', 'Here: {"name": "Kettle", "price": 58}', { name: 'Kettle', price: 58 }],
  ['labelled lines are read', '- **Name**: Kettle\n- Price: 58,00 €', { name: 'Kettle', price: 58 }],
  [
    'an amount in an object is the number',
    { name: 'Kettle', price: { value: 58, currency: 'USD' } },
    { name: 'Kettle', price: 58 },
  ],
  [
    'dates and lists are brought into form',
    { name: 'K', price: 1, released: '2 May 2026', tags: 'a, b' },
    { name: 'K', price: 1, released: '2026-05-02', tags: ['a', 'b'] },
  ],
])('%s', (_, output, expected) => {
  expect(mapToSchema(product, output)).toEqual(expected);
});

test('what the result does not hold is left out, not made up', () => {
  expect(mapToSchema(product, { title: null, price: 'on request' })).toEqual({ name: null });
  expect(mapToSchema(product, { price: 'on request' })).toEqual({});
  expect(mapToSchema(product, 'I could not find it')).toBe('I could not find it');
});

test('a bare list belongs under the one key that takes a list', () => {
  const schema = { type: 'object', properties: { products: { type: 'array', items: product } } };
  expect(mapToSchema(schema, [{ title: 'Kettle', cost: '58' }])).toEqual({
    products: [{ name: 'Kettle', price: 58 }],
  });
});

test('a list wrapped in an object is the list', () => {
  expect(mapToSchema({ type: 'array', items: { type: 'integer' } }, { items: ['1', 'two', 3] })).toEqual([
    1, 2, 3,
  ]);
});

test('local references are followed and open objects keep what they have', () => {
  const schema = {
    type: 'object',
    properties: { best: { $ref: '#/$defs/thing' } },
    $defs: { thing: { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: true } },
  };
  expect(mapToSchema(schema, { best: { id: '7', note: 'x' } })).toEqual({ best: { id: 7, note: 'x' } });
});
