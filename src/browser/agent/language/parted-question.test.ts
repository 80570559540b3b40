import { expect, test } from 'vitest';
import { partsOf } from './parted-question.ts';

test.each([
  ['Which book is longer, The Salt Road or Moss and Stone?', ['The Salt Road', 'Moss and Stone']],
  [
    'Compare the Fell 25 rucksack and the Fell 45 rucksack: which one is lighter?',
    ['Fell 25 rucksack', 'Fell 45 rucksack'],
  ],
  ['Which is cheaper: the Rowan or the Larch?', ['Rowan', 'Larch']],
  ['What would one Ember gas stove and one Kelp pot set cost together?', ['Ember gas stove', 'Kelp pot set']],
  ['How much are two mugs and a lamp in total?', ['mug', 'lamp']],
])('%s is about %j', (question, names) => {
  expect(partsOf(question)?.names).toEqual(names);
});

test.each([
  ['Is it cheaper or dearer than last year?'],
  ['Which is the cheapest lamp?'],
  ['How much do I owe in total?'],
])('%s is about one thing', (question) => {
  expect(partsOf(question)).toBeNull();
});

test.each([
  ['Which is lighter, A1 or B2?', ['1.2 kg', '900 g'], 'B2 (900 g)'],
  ['Which is cheaper, Oak or Elm?', ['£96', '£88'], 'Elm (£88)'],
  ['Which is older, Oak or Elm?', ['2014', '1999'], 'Elm (1999)'],
  ['Which has more pages, Oak or Elm?', ['312', '352 pages'], 'Elm (352 pages)'],
  ['What do Oak and two Elms cost together?', ['£10.00', '£5.50'], '£21.00'],
  ['Which is cheaper, Oak or Elm?', ['on request', '£88'], null],
])('%s of %j is %s', (question, values, answer) => {
  expect(partsOf(question)?.join(values)).toBe(answer);
});

test.each([
  [
    'How much more storage does the Business plan have than the Team plan?',
    ['500 GB', '100 GB'],
    '400 GB (500 GB – 100 GB)',
  ],
  ['How much cheaper is the Wren than the Heron?', ['£18', '£27.50'], '£9.5 (£18 – £27.50)'],
  ['How much more does the Kite cost than the Wren?', ['£45', '£18'], '£27 (£45 – £18)'],
])('a difference is worked out: %s', (question, values, output) => {
  const parts = partsOf(question);
  expect(parts?.names).toHaveLength(2);
  expect(parts?.join(values)).toBe(output);
});
