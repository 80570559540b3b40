import { expect, test } from 'vitest';
import { ungrounded } from './grounded.ts';

const source = 'The Fernfall  Camp Kettle costs $1,058.50, came out on 2 May 2026 and 12k people like it.';

test.each([
  [{ name: 'Fernfall Camp Kettle' }],
  [{ price: 1058.5 }],
  [{ likes: 12_000 }],
  [{ day: '2026-05-02' }],
  [{ words: ['kettle', 'CAMP'] }],
  [{ gone: null, isOpen: false, note: '' }],
])('%j is in the source', (candidate) => {
  expect(ungrounded(candidate, source, {})).toEqual([]);
});

test.each([
  [{ name: 'Fernfall Tea Kettle' }, 'name'],
  [{ price: 58 }, 'price'],
  [{ offers: [{ day: '2026-06-02' }] }, 'offers[0].day'],
  [{ deep: { seller: 'Acme' } }, 'deep.seller'],
])('%j is not', (candidate, path) => {
  expect(ungrounded(candidate, source, {})).toEqual([path]);
});

test('what the schema itself spells out may be chosen', () => {
  const schema = { properties: { kind: { enum: ['product', 'service'] }, version: { const: 3 } } };
  expect(ungrounded({ kind: 'product', version: 3 }, source, schema)).toEqual([]);
});
