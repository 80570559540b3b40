import { expect, test } from 'vitest';
import { readTarget } from '../language/read-target.ts';
import { pageOf } from './page-model.fixture.ts';
import { openerBeside, thingFor, thingsOn, wayFrom } from './things.ts';

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
  // A press for coffee is no coffee.
  ['the cheapest coffee', 'Morning Coffee'],
  ['the most expensive coffee', 'Morning Coffee'],
  ['the fourth result', undefined],
])('%s is %s', (phrase, expected) => {
  expect(thingFor(page, readTarget(phrase, []))?.name).toBe(expected);
});

test('what a search found is what was looked for only where it is called so', () => {
  const head = { tag: 'h1', role: 'heading', text: 'Results for “kettle”', depth: 1 };
  const found = [
    ...card('Camp Kettle', '$58.00'),
    ...card('Instant Sachets', 'with water from the kettle, $12.00'),
  ];
  expect(thingFor(pageOf([head, ...found]), readTarget('the cheapest kettle', []))?.name).toBe('Camp Kettle');
  const kettles = [...card('Fernfall', '$58.00'), ...card('Tarn', '$49.00')];
  const shelf = pageOf([{ ...head, text: 'Kettles' }, ...kettles]);
  expect(thingFor(shelf, readTarget('the cheapest kettle', []))?.name).toBe('Tarn');
});

test('a heading without a link of its own goes by the one link of its card', () => {
  const card = (name: string) => [
    { tag: 'div', depth: 1 },
    { tag: 'h2', role: 'heading', text: name, depth: 2 },
    { tag: 'a', role: 'link', name: 'See more', href: `/${name}`, isClickable: true, depth: 2 },
  ];
  const model = pageOf([...card('wren'), ...card('heron')]);
  const heading = model.elements.find(({ text }) => text === 'heron');
  expect(heading && wayFrom(model, heading)?.href).toBe('/heron');
  const link = model.elements.find(({ role }) => role === 'link');
  expect(link && wayFrom(model, link)).toBeNull();
});

test('where a page has no links, its like buttons are what it lists, and not those that turn its pages', () => {
  const pressed = { tag: 'button', role: 'button', isClickable: true };
  const model = pageOf([
    ...['Wren', 'Heron'].map((name) => ({ ...pressed, name, signature: 'BUTTON.card' })),
    ...['Go to page 2', 'Go to page 3', 'Go to next page'].map((name) => ({
      ...pressed,
      name,
      signature: 'BUTTON.page',
    })),
  ]);
  expect(thingsOn(model).map(({ name }) => name)).toEqual(['Wren', 'Heron']);
});

test('a row that is not heard is opened by its own control', () => {
  const row = (name: string) => [
    { tag: 'tr', depth: 1 },
    { tag: 'td', text: name, depth: 2 },
    { tag: 'button', role: 'button', name: 'Open', hints: name, isClickable: true, depth: 2 },
  ];
  const model = pageOf([...row('wren'), ...row('heron')]);
  const cell = model.elements.find(({ text }) => text === 'heron');
  expect(cell && openerBeside(model, cell)?.hints).toBe('heron');
});
