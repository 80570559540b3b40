import { expect, test } from 'vitest';
import { button, pageOf } from './page-model.fixture.ts';
import { pickExtreme } from './pick-extreme.ts';

const card = (...parts: { tag: string; text: string }[]) => [
  { tag: 'li', depth: 1 },
  ...parts.map((part) => ({ ...part, depth: 2 })),
  button('Select', { depth: 2, signature: 'select' }),
];
const span = (text: string) => ({ tag: 'span', text });

test('the price that is struck through is none', () => {
  const page = pageOf([...card(span('£55')), ...card({ tag: 'del', text: '£58' }, span('£49'))]);
  const peers = page.elements.filter(({ role }) => role === 'button');
  expect(pickExtreme(page, peers, { end: 'min', of: 'price' })).toBe(peers[1]);
});

test('the earliest of one day is told by the time', () => {
  const page = pageOf([
    ...card(span('13:40 – 17:00')),
    ...card(span('07:15 – 11:05')),
    ...card(span('16:10')),
  ]);
  const peers = page.elements.filter(({ role }) => role === 'button');
  expect(pickExtreme(page, peers, { end: 'min', of: 'date' })).toBe(peers[1]);
  expect(pickExtreme(page, peers, { end: 'max', of: 'date' })).toBe(peers[2]);
});
