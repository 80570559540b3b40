import { expect, test } from 'vitest';
import { readQuestion } from '../answers/question.ts';
import { readMarkup } from '../extract.ts';
import { findQuote } from './find-quote.ts';

const pool = readMarkup(
  `<html><body><main><h1>Ambleford Baths</h1>
  <p>The baths were built for the mill workers and reopened after a long campaign by the town.</p>
  <h2>Getting in</h2><p>Anyone under eight must be in the water with a grown-up who can swim a length.</p>
  <h2>What to bring</h2><p>Lockers take a pound coin, which comes back to you. Towels can be borrowed at the desk for £2.</p>
  <h2>Classes</h2><table><tr><th>Class</th><th>Day</th><th>Teacher</th></tr>
  <tr><td>Aqua jogging</td><td>Tuesday</td><td>Ines Pardo</td></tr></table></main></body></html>`,
  'https://baths.example/',
).page;
const quote = (question: string, told: string | null = null) =>
  findQuote([pool], readQuestion(question), told)?.text;

test.each([
  ['What does it cost to borrow a towel?', '£2'],
  ['Who teaches the aqua jogging class?', 'Ines Pardo'],
  ['What coin do I need for the lockers?', 'pound coin'],
])('what likely holds the answer is told as it stands: %s', (question, expected) => {
  expect(quote(question)).toContain(expected);
});

test('a piece is told under its heading', () => {
  expect(quote('What coin do I need for the lockers?')).toMatch(/^What to bring\nLockers take/);
});

test.each(['Is there a sauna?', 'Who designed the logo?', 'How much does parking in Ambleford cost?'])(
  'nothing is quoted where no piece is likely to hold it: %s',
  (question) => {
    expect(quote(question)).toBeUndefined();
  },
);

test('of several pages the one with the most fitting piece is meant', () => {
  const other = readMarkup(
    '<html><body><h1>News</h1><p>The car park is being resurfaced.</p></body></html>',
    'https://baths.example/news',
  ).page;
  expect(findQuote([other, pool], readQuestion('Who teaches aqua jogging?'), null)?.at).toBe(1);
});
