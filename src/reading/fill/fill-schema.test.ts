import { expect, test } from 'vitest';
import { extractPage } from '../extract.ts';
import { fillSchema } from './fill-schema.ts';

function fill(body: string, properties: Record<string, unknown>, goal = ''): unknown {
  const page = extractPage(`<html lang="en">${body}</html>`, 'https://shop.example/p/1');
  return fillSchema({ type: 'object', properties }, page, goal);
}

const text = { type: 'string' };
const number = { type: 'number' };

test('structured data, labels and the head of a page fill the keys they name', () => {
  const page = `<head><title>Fern | Shop</title><script type="application/ld+json">{"@type":"Product","name":"Fern kettle",
    "brand":{"@type":"Brand","name":"Moorland"},"offers":{"@type":"Offer","price":"39.00","priceCurrency":"EUR"},
    "aggregateRating":{"ratingValue":4.6,"reviewCount":12}}</script></head>
    <body><h1>Fern kettle</h1><dl><dt>Weight</dt><dd>900 g</dd><dt>Colour</dt><dd>Green</dd></dl></body>`;
  expect(
    fill(page, {
      name: text,
      brand: text,
      price: number,
      currency: text,
      rating: number,
      weight_g: number,
      color: text,
    }),
  ).toEqual({
    name: 'Fern kettle',
    brand: 'Moorland',
    price: 39,
    currency: 'EUR',
    rating: 4.6,
    weight_g: 900,
    color: 'Green',
  });
});

test('a key that the page does not name stays out, whatever shares a word with it', () => {
  const page = `<head><meta property="og:site_name" content="The Book Nook"></head><body><h1>Salt Roads</h1>
    <p>Sold by The Book Nook.</p><h2>Titles like this</h2></body>`;
  expect(fill(page, { publisher: text, isbn: text, titles: { type: 'array', items: text } })).toEqual({});
});

test('the name is that of the thing, not of its shop, and a required key of another world stays empty', () => {
  const page = `<head><meta property="og:site_name" content="Tussock and Tin"><title>Fern kettle</title>
    <script type="application/ld+json">{"@type":"Product","name":"Fern kettle","offers":{"price":"58.00","priceCurrency":"USD"}}</script></head>
    <body><header>Tussock and Tin</header><h1>Fern kettle</h1><p>The kettle costs $58.00 and weighs 540 g.</p></body>`;
  const goal = 'What does the kettle cost?';
  expect(fill(page, { name: text, price: number, site_name: text }, goal)).toEqual({
    name: 'Fern kettle',
    price: 58,
    site_name: 'Tussock and Tin',
  });
  expect(fill(page, { warp_factor: number }, goal)).toEqual({});
});

test.each(['anyOf', 'allOf'])(
  'a thing that may hold others of its kind is filled, and not without end: %s',
  (word) => {
    const page = '<body><h1>Fern kettle</h1><dl><dt>Part maker</dt><dd>Moorland</dd></dl></body>';
    const again = { [word]: [{ $ref: '#/properties/part' }] };
    const part = { type: 'object', properties: { maker: text, weight_g: number, lid: again, spout: again } };
    expect(fill(page, { part })).toEqual({ part: { maker: 'Moorland' } });
  },
);

const things = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: text, price: number, url: { type: 'string', format: 'uri' } },
  },
};

test('the cards and the table of a page are lists of things', () => {
  const cards = ['Fern', 'Moor', 'Heath'].map(
    (name, at) =>
      `<div class="card"><h3><a href="/p/${at}">${name}</a></h3><p class="price">€${at + 10}</p></div>`,
  );
  expect(fill(`<body><h1>Kettles</h1><div>${cards.join('')}</div></body>`, { kettles: things })).toEqual({
    kettles: ['Fern', 'Moor', 'Heath'].map((name, at) => ({
      name,
      price: at + 10,
      url: `https://shop.example/p/${at}`,
    })),
  });
  const rows =
    '<tr><th>Name</th><th>Price</th></tr><tr><td>Fern</td><td>€10</td></tr><tr><td>Moor</td><td>€11</td></tr>';
  expect(
    fill(`<body><h1>Kettles</h1><table>${rows}</table></body>`, { kettles: things }, 'The kettles'),
  ).toMatchObject({
    kettles: [
      { name: 'Fern', price: 10 },
      { name: 'Moor', price: 11 },
    ],
  });
});

test('keys for the text of a page hold just its text', () => {
  const page = extractPage('<body><h1>Note</h1><p>All is well.</p></body>', 'https://a.example/');
  const filled = fillSchema({ type: 'object', properties: { article_body: text } }, page, '');
  expect(filled).toEqual({ article_body: page.text });
});

test('the row that the task names fills the keys', () => {
  const rows = [
    ['January', '-4.1', '12.4'],
    ['June', '12.6', '103.5'],
    ['July', '14.2', '96.3'],
  ];
  const body = `<body><h1>Climate</h1><table><tr><th>Month</th><th>Mean min (°C)</th><th>Rain (mm)</th></tr>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table></body>`;
  const keys = { mean_min_c: number, rain_mm: number };
  expect(fill(body, keys, 'june row')).toEqual({ mean_min_c: 12.6, rain_mm: 103.5 });
  expect(fill(body, keys, 'july row')).toEqual({ mean_min_c: 14.2, rain_mm: 96.3 });
});

test('a key is filled only by a value of that name, also a required one', () => {
  const body = `<body><h1>Bridge closed</h1><p>Repairs are expected to cost £2.7m. It was designed by Ilse Vandermolen.</p></body>`;
  const page = extractPage(body, 'https://news.example/1');
  const properties = { repair_cost_gbp: number, designer: text, mascot: text };
  expect(fillSchema({ type: 'object', properties, required: ['mascot'] }, page, 'bridge')).toEqual({});
});

test('one column of a table fills a list of texts', () => {
  const table = `<body><h1>Rules</h1><h2>Variables</h2><table><tr><th>Name</th><th>Meaning</th></tr>
    <tr><td>BROKER_URL</td><td>the broker</td></tr><tr><td>LOG_LEVEL</td><td>how much is told</td></tr></table></body>`;
  const names = { type: 'array', items: text };
  expect(fill(table, { variable_names: names })).toEqual({ variable_names: ['BROKER_URL', 'LOG_LEVEL'] });
  expect(fill(table, { colours: names })).toEqual({});
});

test('a key that only wraps others is filled from the main thing, and one that names a part from that part', () => {
  const page = `<head><script type="application/ld+json">{"@type":"Product","name":"Fern kettle",
    "offers":{"@type":"Offer","price":"39.00","priceCurrency":"EUR"}}</script></head><body><h1>Fern kettle</h1>
    <dl><dt>Weight</dt><dd>900 g</dd><dt>Maker name</dt><dd>Moorland</dd></dl></body>`;
  const thing = (properties: Record<string, unknown>) => ({ type: 'object', properties });
  expect(fill(page, { product: thing({ name: text, price: number, weight_g: number }) })).toEqual({
    product: { name: 'Fern kettle', price: 39, weight_g: 900 },
  });
  expect(fill(page, { maker: thing({ name: text }) })).toEqual({ maker: { name: 'Moorland' } });
});
