import { expect, test } from 'vitest';
import { readOutput } from './output.ts';

test.each([
  ['{"price":58.5,"year":2026}', { price: 58.5, year: 2026 }],
  ['[1786543210987654321]', ['1786543210987654321']],
  ['{"id":"1786543210987654321"}', { id: '1786543210987654321' }],
  ['{"broken":', '{"broken":'],
  [' 58.00 ', '58.00'],
  [null, ''],
])('the output %j of a provider is read as %j', (output, expected) => {
  expect(readOutput(output)).toEqual(expected);
});
