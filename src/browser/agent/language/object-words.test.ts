import { expect, test } from 'vitest';
import { namesIn, objectWords } from './object-words.ts';

test.each([
  ['a 4 star review of the Alder lantern titled "Bright" saying "Good."', 'Alder lantern'],
  ['one Tansy mug for Per Dahl, Storgata 3, Oslo', 'one Tansy mug'],
  ['Moira Flynn a message with the subject "Leeks"', 'Moira Flynn'],
  ['to Peter Lund: subject Badgers, message: hello', 'Peter Lund'],
  ['the Hazel room from 3 June 2027 to 6 June 2027 for Mira Kos', 'the Hazel room'],
  ['the book Winter Ferry for collection at the Hillside branch', 'the book Winter Ferry'],
  ['the member who has plot D8', 'the member plot D8'],
])('%j is about %j', (phrase, object) => {
  expect(objectWords(phrase)).toBe(object);
});

test('names and numbers are told from common words', () => {
  expect(namesIn('member Dele Ade')).toEqual(['Dele Ade']);
  expect(namesIn('member plot D8')).toEqual(['D8']);
  expect(namesIn('the cheapest plot')).toEqual([]);
});
