import { expect, test } from 'vitest';
import { readTarget } from '../language/read-target.ts';
import { pageOf } from './page-model.fixture.ts';
import { thingFor } from './things.ts';

const link = { tag: 'a', role: 'link', isClickable: true, depth: 2 };
const card = (name: string, text: string) => [
  { text: '', depth: 1 },
  { ...link, name, href: `/${name}`, signature: 'A.card' },
  { text, depth: 2 },
];
const page = pageOf([
  { ...link, depth: 1, name: 'Skip to content', href: '#content', signature: 'A.skip' },
  ...card('Morning Coffee', '$16.00'),
  ...card('Travel Press', 'for coffee on the way, $9.00'),
  ...card('Tin Mug', '$4.00'),
  { ...link, depth: 1, name: 'Next', href: '/2', signature: 'A.page' },
]);

test.each([
  ['the first result', 'Morning Coffee'],
  ['the third product', 'Tin Mug'],
  ['the last item', 'Tin Mug'],
  ['the cheapest product', 'Tin Mug'],
  ['the cheapest coffee', 'Travel Press'],
  ['the most expensive coffee', 'Morning Coffee'],
  ['the fourth result', undefined],
])('%s is %s', (phrase, expected) => {
  expect(thingFor(page, readTarget(phrase, []))?.name).toBe(expected);
});
