import { expect, test } from 'vitest';
import { readMarkup } from '../extract.ts';
import { fillSchema } from '../schema/fill-schema.ts';
import { answerQuestion } from './answer-question.ts';
import { indexPage } from './page-index.ts';

function indexOf(body: string) {
  return indexPage(
    readMarkup(`<html lang="en"><title>Mill</title><body>${body}</body></html>`, 'https://mill.example/')
      .page,
  );
}

const prose = indexOf(
  '<h1>The Old Mill</h1><p>Adults £8.50, children £4, under 3s free.</p><p>There is a booking fee of £1.50 for each order.</p>',
);
const table = indexOf(
  '<h1>Prices</h1><table><tr><th>Code</th><th>Ticket</th><th>Weekday</th><th>Weekend</th></tr><tr><td>A</td><td>Adult</td><td>£5.20</td><td>£6.40</td></tr><tr><td>C</td><td>Child (4-15)</td><td>£3.00</td><td>£3.60</td></tr><tr><td>F</td><td>Family (2 adults, 2 children)</td><td>£14.50</td><td>£17.50</td></tr></table>',
);

test('a sentence that goes through several prices gives each under its name, and none for another', () => {
  const key = { type: 'number' };
  const schema = { type: 'object', properties: { adult_price: key, child_price: key, booking_fee: key } };
  expect(fillSchema(schema, prose)).toEqual({ adult_price: 8.5, child_price: 4, booking_fee: 1.5 });
});

test('a party pays for each of them, from prose or from the column that is asked for', () => {
  expect(answerQuestion(prose, 'How much is it for two adults and one child?')).toBe('£21.00');
  expect(answerQuestion(table, 'What do two adults and one child pay at the weekend?')).toBe('£16.40');
});

test('a party with a ticket of its own does not pay one by one', () => {
  const family = indexOf(
    '<h1>The Old Mill</h1><p>Adults £8.50, children £4</p><p>Family ticket (2+2) £21</p>',
  );
  expect(answerQuestion(family, 'How much would it be for two adults and two kids?')).toBe('£21');
  expect(answerQuestion(table, 'What do two adults and two children pay at the weekend?')).not.toBe('£20.00');
});

test('whoever the page has no price for is not told what others pay', () => {
  expect(answerQuestion(table, 'What does a student pay?')).toBeUndefined();
});
