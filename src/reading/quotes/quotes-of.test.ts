import { expect, test } from 'vitest';
import { readMarkup } from '../extract.ts';
import { quotesOf } from './quotes-of.ts';

const quotes = (body: string) =>
  quotesOf(readMarkup(`<html><body>${body}</body></html>`, 'https://pool.example/').page).map(
    ({ text, under, kind }) => ({ text, under, kind }),
  );

test('a page is cut at its headings, and the rows of a table keep its head', () => {
  const body = `<main><h1>Pool</h1><p>Open all year.</p><h2>Tickets</h2>
    <table><tr><th>Ticket</th><th>Day</th></tr><tr><td>Adult</td><td>£5</td></tr></table>
    <h2>Rules</h2><ul><li>Shower first</li><li>No diving</li></ul></main>`;
  expect(quotes(body)).toEqual([
    { text: 'Open all year.', under: ['Pool'], kind: 'prose' },
    { text: 'Ticket | Day\nAdult | £5', under: ['Pool', 'Tickets'], kind: 'table' },
    { text: '- Shower first\n- No diving', under: ['Pool', 'Rules'], kind: 'list' },
  ]);
});

test('every piece of a long table has its head', () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `<tr><td>Town ${at}</td><td>${at} people live here</td></tr>`,
  );
  const pieces = quotes(`<h1>Towns</h1><table><tr><th>Town</th><th>People</th></tr>${rows.join('')}</table>`);
  expect(pieces.length).toBeGreaterThan(2);
  for (const { text } of pieces) expect(text.split('\n')[0]).toBe('Town | People');
});

test('what stands around the content is a piece of its own', () => {
  const body =
    '<main><h1>Pool</h1><p>Open all year.</p></main><footer><p>Baths Lane 4, Ambleford AM1 2BB</p></footer>';
  expect(quotes(body)).toContainEqual({
    text: 'Baths Lane 4, Ambleford AM1 2BB',
    under: ['Pool'],
    kind: 'aside',
  });
});
