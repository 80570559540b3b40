import { expect, test } from 'vitest';
import { readTarget } from '../language/read-target.ts';
import { matchTarget } from './match-target.ts';
import { button, pageOf } from './page-model.fixture.ts';

const tile = (text: string, x: number, y: number) => ({
  depth: 2,
  text,
  isHeard: true,
  signature: 'div<div.grid',
  box: { x, y, width: 10, height: 10 },
});
const LOCKERS = pageOf([
  { tag: 'h1', role: 'heading', text: 'Lockers' },
  { depth: 1 },
  tile('K9', 0, 0),
  tile('A1', 20, 0),
  tile('Q7', 0, 20),
  tile('X3', 20, 20),
  button('Confirm', { signature: 'button<body' }),
]);

test.each([
  ['the locker in the bottom right corner', 'X3'],
  ['the top right locker', 'A1'],
  ['the last locker', 'X3'],
  ['the second locker', 'A1'],
])('things that are not called what they are: %s', (words, name) => {
  expect(matchTarget(LOCKERS, readTarget(words, []))[0]?.element.name).toBe(name);
});

test('what is called so comes before anything else', () => {
  const model = pageOf([
    ...['Red', 'Green', 'Blue'].map((name, at) => tile(name, at, 0)),
    button('Last locker'),
  ]);
  expect(matchTarget(model, readTarget('the last locker', []))[0]?.element.name).toBe('Last locker');
});
