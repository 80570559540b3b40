import { expect, test } from 'vitest';
import { answerAsked } from './answer.ts';
import { extractPage } from './extract.ts';
import { kindAsked, valuesIn } from './parts/kinds.ts';

function ask(body: string, goal: string, outputSchema: Record<string, unknown> | null = null) {
  const page = extractPage(`<html lang="en"><body>${body}</body></html>`, 'https://site.example/page');
  return answerAsked({ goal, instructions: null, outputSchema }, page);
}

const WORDS = `<title>Words</title><h1>Words</h1><h2>Today</h2><p>The word of the day is lantern.</p>
  <h2>About us</h2><p>We are four people who like old words, and we write about one of them every morning.</p>
  <h2>Contact</h2><p>Letters to the editor are welcome at the desk.</p>`;

test.each([
  'What is the word of the day?',
  'Find the word of the day',
  'word of the day?',
  'I need this for a report. Could you please tell me the word of the day? Thanks!',
  'Hello! Please find out what the word of the day is. Many thanks in advance!',
])('the wording of a task does not decide: %s', (goal) => {
  const answer = ask(WORDS, goal);
  expect(answer).toMatchObject({ found: true, output: expect.stringContaining('lantern') });
  expect(answer.found && answer.output).not.toContain('Letters');
});

const SHOP = `<title>Shop</title><h1>Kettles</h1><table><tr><th>Name</th><th>Price</th><th>Weight</th></tr>
  <tr><td>Fern</td><td>€39</td><td>900 g</td></tr><tr><td>Moor</td><td>€54</td><td>1.2 kg</td></tr></table>
  <dl><dt>Phone</dt><dd>0555 010 20</dd></dl>`;

test.each([
  ['How much is the Moor?', '€54'],
  ['Moor weight', '1.2 kg'],
  ['What is the phone number?', '0555 010 20'],
])('a value that stands under just the words of the task is told by itself: %s', (goal, output) => {
  expect(ask(SHOP, goal)).toMatchObject({ found: true, output });
});

const LAMP = `<main><h1>Moor Lamp</h1><div class="price"><s>€129.00</s> <b>€89.90</b> You save 30 %</div>
  <p>Delivery in 2 days, €4.95.</p><h2>Reviews</h2><p>The arm sinks. I paid €95 elsewhere.</p></main>
  <footer><p>Harbour Lights Ltd. All rights reserved.</p></footer>`;

test('of two prices side by side the one that is not struck out holds', () => {
  expect(ask(LAMP, 'What is the price of this product?')).toMatchObject({ rung: 'value', output: '€89.90' });
  expect(ask(LAMP, 'how much is it')).toMatchObject({ rung: 'value', output: '€89.90' });
  const shape = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
  expect(ask(LAMP, 'Get the product.', shape)).toMatchObject({ output: { price: 89.9 } });
});

test('the foot of the page is not said under the last heading of its content', () => {
  const { found, ...told } = ask(LAMP, 'What do the reviews say?');
  expect(found && JSON.stringify(told)).not.toContain('rights reserved');
});

test.each([
  ['How much does the Fern weigh?', /^(?!€39$)/],
  ['List the names and prices of all kettles', /^Name \| Price \| Weight\nFern \| €39 \| 900 g\nMoor/],
])('%s', (goal, output) => {
  expect(ask(SHOP, goal)).toMatchObject({ output: expect.stringMatching(output) });
});

test('two cells of a row that say the same are both told', () => {
  const hours = `<h1>Shops</h1><table><tr><th>Town</th><th>Friday</th><th>Sunday</th></tr><tr><td>Pell</td><td>9-12</td>
    <td>9-12</td></tr><tr><td>Dunmere</td><td>9-12</td><td>Closed</td></tr></table>`;
  expect(ask(hours, 'Which shops open on Sunday before ten?')).toMatchObject({
    output: expect.stringMatching(/^Town \| Friday \| Sunday\nPell \| 9-12 \| 9-12\nDunmere/),
  });
});

test('a German "Was" asks for the price, and a house number with its street is a place', () => {
  expect(kindAsked('Was kostet diese Lampe?')).toBe('money');
  expect(valuesIn('Kettle House, 12 Mill Lane, Fallowby', 'place')).toEqual(['12 Mill Lane, Fallowby']);
});

test('a price of structured data is told as the page shows it', () => {
  const availability = 'https://schema.org/OutOfStock';
  const data = {
    '@type': 'Product',
    name: 'Fern',
    offers: { price: '58.00', priceCurrency: 'USD', availability },
  };
  const body = `<script type="application/ld+json">${JSON.stringify(data)}</script><h1>Fern</h1><p>Only $58.00 today.</p>`;
  expect(ask(body, 'What is the price of this product?')).toMatchObject({ output: '$58.00' });
  expect(ask(body.replace('$58.00', 'a little'), 'What is the price of this product?')).toMatchObject({
    output: '58.00 USD',
  });
  expect(ask(body, 'availability')).toMatchObject({ output: 'Out of stock' });
});

test('what the page does not say is answered with its nearest passages, or its text, and never as sure', () => {
  const near = ask(SHOP, 'Does the Moor come with a lid?');
  expect(near).toMatchObject({ rung: 'passages', output: expect.stringContaining('Moor') });
  expect(near.found && near.likely).toBeLessThan(0.6);
  expect(ask(WORDS, 'Is wombat insurance compulsory?')).toMatchObject({
    rung: 'text',
    likely: 0.25,
    output: expect.stringContaining('lantern'),
  });
});

test.each(['', 'Get the text', 'Read this page', 'Extract the content as markdown'])(
  'a task that asks for the whole page gets its text: %j',
  (goal) => {
    expect(ask(WORDS, goal)).toMatchObject({
      found: true,
      output: expect.stringMatching(/^# Words\n[\s\S]*desk\.$/),
    });
  },
);

test('a list of titles has a row for each title, and a synonym of a label finds its value', () => {
  const articles = ['Salt and iron', 'A quiet harbour', 'Nine bells'];
  const cards = articles.map(
    (title) =>
      `<article><h3><a href="/a">${title}</a></h3><p>By Ann Lee, 3 May 2026</p><p>Words on it.</p></article>`,
  );
  const blog = '{"@type":"Blog","name":"The Fern Blog","datePublished":"2014-06-01"}';
  const body = `<title>Journal | The Fern Blog</title><script type="application/ld+json">${blog}</script>
    <main><h1>Journal</h1><section><h2>Latest journal articles</h2>${cards.join('')}</section>
    <dl><dt>Author</dt><dd>Bo Roke</dd></dl></main>`;
  const told = (goal: string) => {
    const answer = ask(body, goal);
    return answer.found ? String(answer.output) : '';
  };
  const rows = told('Give me the titles of the latest journal articles').split('\n');
  for (const title of articles) expect(rows.some((row) => row.startsWith(title))).toBe(true);
  expect(told('byline')).toBe('Bo Roke');
  // The blog began then, and not what the page is about.
  expect(told('publish date')).not.toBe('2014-06-01');
});

const NOTHING = `<header><a href="/">Lantern House</a><form><input name="q" value="purple lamp"></form></header>
  <main><h1>Results</h1><p>Sorry, but no products were found for "purple lamp". Try other words.</p>
  <section><h2>You may also like</h2><ul><li><a href="/1">Red lamp</a> 39 EUR</li><li><a href="/2">Tall lamp</a> 49 EUR</li></ul></section></main>
  <footer><p>Free delivery over 40 EUR. Write to desk@lantern.example.</p></footer>`;
const PURPLE = `<main><h1>Purple lamp</h1><p>Price: 59 EUR</p><p>It weighs 2 kg.</p><h2>Reviews</h2><p>No reviews found.</p></main>
  <aside><p>No products were found in your list.</p></aside>`;
const STUDY = `<main><h1>The purple lamp</h1><p>No results were found that speak against the purple lamp, says Ada Holm. ${'It was looked at for two years by a team of nine in Lund, who took it apart. '.repeat(20)}</p></main>`;

test.each([
  'How much is the purple lamp?',
  'purple lamp price',
  'List all purple lamps',
  'its price',
  'the price and the weight of the purple lamp',
])('a page that found nothing says so, and not what stands around it: %s', (goal) => {
  const none = 'no products were found for "purple lamp".';
  expect(ask(NOTHING, goal)).toMatchObject({ output: none, rung: 'value', likely: 0.85 });
  expect(ask(PURPLE, goal)).toMatchObject({ output: expect.stringContaining('59 EUR') });
  expect(ask(STUDY, goal)).toMatchObject({ output: expect.stringContaining('took it apart') });
});

test('a list without things is empty; the address of a site with no results is found', () => {
  const lamps = { type: 'object', properties: { lamps: { type: 'array' } }, required: ['lamps'] };
  expect(ask(NOTHING, 'List the lamps', lamps)).toMatchObject({ output: { lamps: [] } });
  const other = NOTHING.replace(/Sorry, but no products were found/, "Sorry, we couldn't find anything");
  expect(ask(other, 'List the lamps', lamps)).toMatchObject({ output: { lamps: [] } });
  expect(ask(STUDY, 'List the lamps', lamps)).not.toMatchObject({ output: { lamps: [] } });
  expect(ask(NOTHING, 'What is the e-mail address?')).toMatchObject({
    output: expect.stringContaining('desk@lantern.example'),
  });
});
