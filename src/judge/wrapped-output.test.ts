import { expect, test } from 'vitest';
import { unwrappedOutput } from './wrapped-output.ts';

test.each([
  ['Here is the result:\n```json\n{"price": 1}\n```'],
  ['The product: {"price": 1}'],
  ['{"price": 1,}'],
  [{ result: { price: 1 } }],
  [{ result: '{"price": 1}', url: 'https://shop.example/' }],
])('the data is taken out of what a runner wraps it in: %j', (output) => {
  expect(unwrappedOutput(output)).toEqual({ price: 1 });
});

test.each([
  ['It costs one dollar.'],
  [{ price: 1 }],
  [{ result: 'one' }],
  [{ result: {}, note: 'x' }],
  [[1]],
  [null],
])('what is not wrapped stays: %j', (output) => {
  expect(unwrappedOutput(output)).toBeUndefined();
});
