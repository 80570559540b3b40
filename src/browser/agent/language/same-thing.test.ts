import { expect, test } from 'vitest';
import { sameThing } from './same-thing.ts';

test.each([
  [
    'Rename list.csv to old-list.csv and move it into the Taxes folder.',
    'Rename list.csv to old-list.csv and move old-list.csv into the Taxes folder.',
  ],
  [
    'On the board, move "Fix help" to Review and assign it to Ann.',
    'On the board, move "Fix help" to Review and assign "Fix help" to Ann.',
  ],
  [
    'Like Ann\'s comment and reply "Well said" to Bob\'s.',
    'Like Ann\'s comment and reply "Well said" to Bob\'s comment.',
  ],
])('%s', (text, said) => {
  expect(sameThing(text)).toBe(said);
});

test.each(['Move the lamp to the left and click it', "Like Ann's comment", 'Rename it to "A" and save it'])(
  'nothing is carried over: %s',
  (text) => {
    expect(sameThing(text)).toBe(text);
  },
);
