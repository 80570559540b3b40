import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';

async function read(body: string, goal: string, outputSchema: Record<string, unknown> | null = null) {
  const source = {
    body: `<html lang="en"><body>${body}</body></html>`,
    contentType: null,
    url: 'https://a.example/x',
  };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema });
  return answer?.found ? answer.output : undefined;
}

const priced = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
};
const card = (name: string, price: string) =>
  `<div class="card"><h3>${name}</h3><span class="price">${price}</span></div>`;

const PAGES = {
  'cards in a box called so': `<section class="product"><h1>Oak Table</h1><p>Sold out. Price on request.</p></section>
    <section class="related"><h2>You may also like</h2>${card('Pine Chair', '$45.00')}${card('Elm Bench', '$99.00')}</section>`,
  'a list with links': `<div><h1>Walnut Desk</h1><p>Currently unavailable</p><p>A desk of solid walnut with two drawers.</p></div>
    <div class="carousel"><h2>Customers also bought</h2><ul><li><a href="/p1">Desk Lamp</a> <span>$34.99</span></li>
    <li><a href="/p2">Chair Mat</a> <span>$22.50</span></li></ul></div>`,
  'cards below a heading without a box': `<div><h1>Alpine Boot</h1><p>Out of stock</p></div><h2>Similar products</h2>
    <div>${card('Trail Boot', '£80.00')}${card('City Boot', '£60.00')}${card('Snow Boot', '£95.00')}</div>`,
  'one other thing': `<main><h1>Steel Kettle</h1><p>Currently unavailable.</p><p>Capacity: 1.7 l</p></main>
    <div><h2>Frequently bought together</h2><div><a href="/f">Descaler</a> <span class="price">$6.50</span></div></div>`,
  'a table': `<article><h1>The Sea Road</h1><p>No longer available.</p></article><div><h2>Readers also enjoyed</h2>
    <table><tr><th>Title</th><th>Price</th></tr><tr><td>Low Water</td><td>$12.00</td></tr><tr><td>High Ground</td><td>$15.00</td></tr></table></div>`,
  'others of the kind': `<h1>Hotel Luna</h1><p>Closed for the season.</p><section><h2>Other hotels nearby</h2>
    <ul><li>Hotel Sol <b>€90</b></li><li>Pension Mar <b>€70</b></li></ul></section>`,
  'flats of the same town': `<h1>Rosengasse 4, Vienna</h1><p>This flat has been let.</p><h2>More flats in Vienna</h2>
    <div><h3>Lindengasse 9</h3><p>€1,100 per month</p></div><div><h3>Burggasse 2</h3><p>€980 per month</p></div>`,
};

test.each(Object.entries(PAGES))('what other things cost is not what this one costs: %s', async (_, body) => {
  const name = /<h1>(.+?)<\/h1>/.exec(body)?.[1] ?? '';
  for (const question of ['What is the price?', `How much is the ${name}?`, `How much does ${name} cost?`])
    expect(String(await read(body, question))).not.toMatch(/\d/);
  expect(await read(body, '', priced)).toEqual({ name });
});

test('another thing on the page is told of where the question names it', async () => {
  expect(await read(PAGES['cards in a box called so'], 'How much is the Pine Chair?')).toBe('$45.00');
  expect(await read(PAGES['a list with links'], 'How much is the Desk Lamp?')).toBe('$34.99');
  expect(await read(PAGES['cards below a heading without a box'], 'How much is the City Boot?')).toBe(
    '£60.00',
  );
});

test('the own price counts beside those of others', async () => {
  const body = `<h1>Oak Bench</h1><p class="price">$220.00</p><h2>Recommended for you</h2>${card('Stool', '$29.00')}${card('Shelf', '$59.00')}`;
  expect(await read(body, 'What is the price?')).toBe('$220.00');
  expect(await read(body, '', priced)).toEqual({ name: 'Oak Bench', price: 220 });
});
