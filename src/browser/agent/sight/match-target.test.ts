import { expect, test } from 'vitest';
import { readTarget } from '../language/read-target.ts';
import { LIKELY, matchTarget, SURE } from './match-target.ts';
import { button, pageOf } from './page-model.fixture.ts';

const people = pageOf([
  { tag: 'tr', role: 'row' },
  { depth: 2, tag: 'td', role: 'cell', text: 'Ann' },
  button('Edit', { depth: 2 }),
  button('Remove', { depth: 2 }),
  { tag: 'tr', role: 'row' },
  { depth: 2, tag: 'td', role: 'cell', text: 'Bob' },
  button('Edit', { depth: 2 }),
  button('Remove', { depth: 2 }),
]);

const line = (y: number, text: string) => [
  { text, box: { x: 0, y, width: 50, height: 10 } },
  button('Edit', { box: { x: 60, y, width: 20, height: 10 } }),
];
const grid = pageOf([...line(0, 'Ann'), ...line(20, 'Bob'), ...line(40, 'Cleo')]);

const drawing = pageOf([
  { tag: 'circle', shape: 'circle', colour: 'red', box: { x: 0, y: 0, width: 10, height: 10 } },
  { tag: 'circle', shape: 'circle', colour: 'blue', box: { x: 50, y: 0, width: 10, height: 10 } },
  { tag: 'circle', shape: 'circle', colour: 'red', box: { x: 90, y: 90, width: 60, height: 60 } },
]);

const prices = pageOf([
  { tag: 'li' },
  { depth: 2, text: 'Tent $90' },
  button('Buy', { depth: 2 }),
  { tag: 'li' },
  { depth: 2, text: 'Mug $9.50' },
  button('Buy', { depth: 2 }),
]);

test.each([
  ['the button in the row of Bob', people, 'the Edit button in the row of Bob', 7],
  ['the thing beside a name', people, 'Remove next to Ann', 4],
  ['what stands on the line of a name', grid, 'the Edit button next to Bob', 4],
  ['what comes after another', grid, 'the one that comes after Ann', 3],
  ['one of several by number', people, 'the 2nd Remove button', 8],
  ['a shape by its colour', drawing, 'the blue circle', 2],
  ['a shape by colour and size', drawing, 'the large red circle', 3],
  ['a place in the picture', drawing, 'the circle in the bottom right corner', 3],
  ['the cheapest', prices, 'Buy for the product with the lowest price', 6],
  ['the most expensive', prices, 'Buy for the most expensive product', 3],
])('%s is found', (_name, page, phrase, node) => {
  const [best] = matchTarget(page, readTarget(phrase, []));
  expect(best?.element.node).toBe(node);
  expect(best?.score).toBeGreaterThanOrEqual(SURE);
});

test('a name that no row has is not answered with another row', () => {
  const [best] = matchTarget(people, readTarget('the Edit button in the row of Carla', []));
  expect(best?.score ?? 0).toBeLessThan(SURE);
});

test('what is hidden is not found unless it is asked for', () => {
  const page = pageOf([button('Save', { isVisible: false })]);
  expect(matchTarget(page, readTarget('Save', []))).toEqual([]);
  expect(matchTarget(page, readTarget('Save', []), { isHidden: true })).toHaveLength(1);
});

test('things are counted from the side that is told', () => {
  const row = pageOf(
    [0, 40, 20].map((x) => ({ shape: 'square box', box: { x, y: 0, width: 10, height: 10 } })),
  );
  const x = (phrase: string) => matchTarget(row, readTarget(phrase, []))[0]?.element.box.x;
  expect(x('the first box from the right')).toBe(40);
  expect(x('the second box from the left')).toBe(20);
});

test('a value goes by the label it stands in, beside what the page is about', () => {
  const card = pageOf([
    { tag: 'h4', text: 'Ingrid' },
    { text: 'Phone:' },
    { depth: 2, tag: 'span', text: '251-7880', isClickable: true },
    { text: 'Email:' },
    { depth: 2, tag: 'span', text: 'ingrid@willow.example', isClickable: true },
  ]);
  const asked = { ...readTarget('phone number', []), near: 'Ingrid' };
  expect(matchTarget(card, asked)[0]?.element.text).toBe('251-7880');
});

test('what lies on one side of something is the nearest of its kind there', () => {
  const grid = pageOf(
    [...'ABCDEFGHJ'].map((text, at) => ({
      tag: 'span',
      text,
      box: { x: (at % 3) * 20, y: Math.floor(at / 3) * 20, width: 20, height: 20 },
    })),
  );
  const text = (phrase: string) => matchTarget(grid, readTarget(phrase, []))[0]?.element.text;
  expect(text('the letter below A')).toBe('D');
  expect(text('the letter to the right of E')).toBe('F');
  expect(text('the letter above J')).toBe('F');
  expect(text('the letter below J')).toBeUndefined();
});

test('of many alike none is likely when the one named stands nowhere', () => {
  const target = { ...readTarget('Edit', []), near: 'Dora' };
  expect(matchTarget(grid, target)[0]?.score ?? 0).toBeLessThan(LIKELY);
});
