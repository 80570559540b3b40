import { expect, test } from 'vitest';
import { readTurn } from './read-turn.ts';

test.each([
  ['Go to the next page', 'next'],
  ['Open page 3', 3],
  ['Go to page number 12 of the books', 12],
  ['Go to the third page of results', 3],
  ['Open the 2nd page of the search results', 2],
  ['Show me the second results page', 2],
  ['Go to results page 4', 4],
  ['Go to the contact page', null],
  ['Go to the last page', null],
  ['Open the third book', null],
])('%s', (source, turn) => {
  expect(readTurn(source)).toBe(turn);
});
