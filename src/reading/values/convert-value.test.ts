import { expect, test } from 'vitest';
import { parseNumber } from '../../platform/text/number.ts';
import { convertValue } from './convert-value.ts';

test.each([
  ['€19.90', 19.9],
  ['19,90 €', 19.9],
  ['$1,299.00', 1299],
  ['1.299,00 EUR', 1299],
  ['1 299,50 kr', 1299.5],
  ["CHF 1'250.00", 1250],
  ['1,299', 1299],
  ['1.299.000', 1299000],
  ['4.5 out of 5', 4.5],
  ['Rs. 500', 500],
  ['12 reviews', 12],
  ['-3.5', -3.5],
  ['12k', 12000],
  ['0', 0],
  ['free', undefined],
  ['', undefined],
])('%j is the number %j', (text, expected) => {
  expect(parseNumber(text)).toBe(expected);
});

test.each<[unknown, Record<string, unknown>, unknown]>([
  ['12.5', { type: 'integer' }, undefined],
  ['12', { type: ['null', 'integer'] }, 12],
  ['https://schema.org/OutOfStock', { type: 'boolean' }, false],
  ['In stock', { type: 'boolean' }, true],
  ['perhaps', { type: 'boolean' }, undefined],
  ['https://schema.org/InStock', { type: 'string' }, 'InStock'],
  ['in stock', { type: 'string', enum: ['in_stock', 'out_of_stock'] }, 'in_stock'],
  ['sold', { type: 'string', enum: ['in_stock'] }, undefined],
  ['2025-03-04T10:00:00Z', { type: 'string', format: 'date' }, '2025-03-04'],
  ['March 4, 2025', { type: 'string', format: 'date' }, '2025-03-04'],
  ['4 March 2025', { type: 'string', format: 'date-time' }, '2025-03-04T00:00:00Z'],
  ['2026-06-12T19:30', { type: 'string', format: 'date-time' }, undefined],
  ['2026-06-12T19:30', { type: 'string', format: 'date' }, '2026-06-12'],
  ['12 June 2026, 10:00-12:00', { type: 'string', format: 'date-time' }, undefined],
  ['12 June 2026, 7.30pm BST', { type: 'string', format: 'date-time' }, '2026-06-12T19:30:00+01:00'],
  ['12. Juni 2026, 19.30 Uhr', { type: 'string', format: 'date-time' }, undefined],
  ['12 juin 2026 à 19h30, 19:30 est', { type: 'string', format: 'date-time' }, undefined],
  ['2026-06-12T19:30:00-0500', { type: 'string', format: 'date-time' }, '2026-06-12T19:30:00-05:00'],
  ['12 June 2026 19:30 UTC+2', { type: 'string', format: 'date-time' }, '2026-06-12T19:30:00+02:00'],
  ['20260612T193000Z', { type: 'string', format: 'date-time' }, '2026-06-12T19:30:00Z'],
  ['03/04/2025', { type: 'string', format: 'date' }, undefined],
  ['/a.png', { type: 'string', format: 'uri' }, 'https://site.example/a.png'],
  [7, { type: 'string' }, '7'],
  [7, {}, 7],
])('%j as %j is %j', (value, schema, expected) => {
  expect(convertValue(value as string, schema, { url: 'https://site.example/x', language: null })).toBe(
    expected,
  );
});
