import { expect, test } from 'vitest';
import { indexPage } from '../answers/page-index.ts';
import { extractPage } from '../extract.ts';
import { fillSchema } from './fill-schema.ts';

async function fill(html: string, schema: Record<string, unknown>) {
  return fillSchema(schema, indexPage(await extractPage(html, 'https://shop.example/p/1')));
}
const object = (properties: Record<string, unknown>, more = {}) => ({ type: 'object', properties, ...more });
const string = { type: 'string' };
const number = { type: 'number' };

const product = `<html><head><title>Blue kettle - Shop</title><meta property="og:image" content="/k.png">
  <script type="application/ld+json">{"@type":"Product","name":"Blue kettle","brand":{"@type":"Brand","name":"Acme"},"offers":{"price":"19.90","priceCurrency":"EUR","availability":"https://schema.org/InStock","seller":{"name":"Shop Ltd"}},"aggregateRating":{"ratingValue":"4,5","reviewCount":"12"},"category":["Kitchen","Kettles"]}</script>
  </head><body><h1>Blue kettle</h1><dl><dt>Weight</dt><dd>1.2 kg</dd></dl><p>Made in: Italy</p></body></html>`;

test('keys are filled whatever their spelling, with the types asked for', async () => {
  const schema = object({
    product_name: string,
    price: number,
    priceCurrency: string,
    in_stock: { type: 'boolean' },
    Rating: number,
    'review count': { type: 'integer' },
    brand: string,
    image_url: { type: 'string', format: 'uri' },
    weight: string,
    madeIn: string,
    category: { type: 'array', items: string },
  });
  expect(await fill(product, schema)).toEqual({
    product_name: 'Blue kettle',
    price: 19.9,
    priceCurrency: 'EUR',
    in_stock: true,
    Rating: 4.5,
    'review count': 12,
    brand: 'Acme',
    image_url: 'https://shop.example/k.png',
    weight: '1.2 kg',
    madeIn: 'Italy',
    category: ['Kitchen', 'Kettles'],
  });
});

test('what the page does not say is left out, never guessed', async () => {
  expect(await fill(product, object({ voltage: string, isbn: string, price: { type: 'boolean' } }))).toEqual(
    {},
  );
});

test('a nested object is filled only from what the page nests there', async () => {
  const schema = object({
    brand: object({ name: string }),
    seller: object({ name: string }),
    offers: object({ price: number }),
  });
  expect(await fill(product, schema)).toEqual({ brand: { name: 'Acme' }, offers: { price: 19.9 } });
});

test('references and alternatives inside the schema are followed, remote ones are not', async () => {
  const schema = object(
    {
      price: { $ref: '#/$defs/amount' },
      name: { anyOf: [{ type: 'null' }, string] },
      far: { $ref: 'https://evil.example/s' },
    },
    { $defs: { amount: number } },
  );
  expect(await fill(product, schema)).toEqual({ price: 19.9, name: 'Blue kettle' });
  expect(await fill(product, object({ a: { $ref: '#/properties/a' } }))).toEqual({});
});

const table = `<h1>Mugs</h1><table><thead><tr><th>Name</th><th>Unit price</th><th>In stock</th></tr></thead><tbody>
  <tr><td>Red</td><td>$4.00</td><td>yes</td></tr><tr><td>Blue</td><td>$5.50</td><td>no</td></tr></tbody></table>`;

test('a list of objects comes from the table with those columns', async () => {
  const items = object({ name: string, unit_price: number, inStock: { type: 'boolean' }, weight: string });
  const rows = [
    { name: 'Red', unit_price: 4, inStock: true },
    { name: 'Blue', unit_price: 5.5, inStock: false },
  ];
  expect(await fill(table, object({ products: { type: 'array', items } }))).toEqual({ products: rows });
  expect(await fill(table, { type: 'array', items })).toEqual(rows);
});

test('a list of objects comes from an item list in JSON-LD', async () => {
  const html = `<script type="application/ld+json">{"@type":"ItemList","itemListElement":[{"position":1,"item":{"name":"A","offers":{"price":1}}},{"position":2,"item":{"name":"B","offers":{"price":"2"}}}]}</script>`;
  const schema = object({ items: { type: 'array', items: object({ name: string, price: number }) } });
  expect(await fill(html, schema)).toEqual({
    items: [
      { name: 'A', price: 1 },
      { name: 'B', price: 2 },
    ],
  });
});

test('the page itself is what title, content, url and headings ask for', async () => {
  const schema = object({
    title: string,
    content: string,
    url: string,
    headings: { type: 'array', items: string },
  });
  const filled = await fill('<title>Hello</title><h1>Hi</h1><p>Some words here.</p><h2>More</h2>', schema);
  expect(filled).toMatchObject({ title: 'Hello', url: 'https://shop.example/p/1', headings: ['Hi', 'More'] });
  expect(filled).toHaveProperty('content', expect.stringContaining('Some words here.'));
});

test('hostile keys of page and schema do no harm', async () => {
  const html =
    '<meta name="__proto__" content="x"><script type="application/ld+json">{"__proto__":{"price":1},"constructor":"x"}</script><p>y</p>';
  expect(await fill(html, object({ constructor: number, toString: number, price: string }))).toEqual({});
  expect(({} as Record<string, unknown>).price).toBeUndefined();
});

test('a value that may be null is null when the page does not say it', async () => {
  const nullable = { type: ['number', 'null'] };
  const either = { anyOf: [{ $ref: '#/$defs/text' }, { type: 'null' }] };
  const offer = object({ name: string, weight: nullable }, { required: ['name', 'weight'] });
  const schema = object(
    { discount: nullable, name: string, motto: either, note: nullable, missing: string, price: nullable },
    { required: ['discount', 'name', 'motto', 'missing', 'price'], $defs: { text: string } },
  );
  const filled = await fill(product, schema);
  expect(filled).toEqual({ discount: null, name: 'Blue kettle', motto: null, note: null, price: 19.9 });
  expect(Object.keys(filled as object)).toEqual(['discount', 'name', 'motto', 'note', 'price']);
  expect(await fill(product, object({ nothing: nullable }, { required: ['nothing'] }))).toEqual({});
  const listed = await fill(table, { type: 'array', items: offer });
  expect(listed).toEqual([
    { name: 'Red', weight: null },
    { name: 'Blue', weight: null },
  ]);
});

const menu = `<title>Menu</title><h1>Menu</h1>
  <h2>Starters</h2><div class="dish"><h4>Soup</h4><b>6</b></div><div class="dish"><h4>Bread</h4><b>3.5</b></div>
  <h2>Mains</h2><div class="dish"><h4>Hake <i class="tag">New</i></h4><b>19</b></div><div class="dish"><h4>Pie</h4><b>14</b></div>`;

test('things under headings fill lists inside a list, or the list that is named like a heading', async () => {
  const dish = object({ name: string, price: number });
  const sections = object({
    sections: { type: 'array', items: object({ name: string, items: { type: 'array', items: dish } }) },
  });
  expect(await fill(menu, sections)).toEqual({
    sections: [
      {
        name: 'Starters',
        items: [
          { name: 'Soup', price: 6 },
          { name: 'Bread', price: 3.5 },
        ],
      },
      {
        name: 'Mains',
        items: [
          { name: 'Hake', price: 19 },
          { name: 'Pie', price: 14 },
        ],
      },
    ],
  });
  const mains = object({
    mains: { type: 'array', items: object({ dish: string, new: { type: 'boolean' } }) },
  });
  expect(await fill(menu, mains)).toEqual({
    mains: [
      { dish: 'Hake', new: true },
      { dish: 'Pie', new: false },
    ],
  });
});

test('a line that tells several things fills several keys', async () => {
  const html =
    '<h1>Cup</h1><h2>Top scorers</h2><ol><li>Ann Lee (Oslo) – 12 goals</li><li>Bo Ek (Bergen) – 9 goals</li></ol>';
  const schema = object({
    top_scorers: { type: 'array', items: object({ player: string, team: string, goals: number }) },
  });
  expect(await fill(html, schema)).toEqual({
    top_scorers: [
      { player: 'Ann Lee', team: 'Oslo', goals: 12 },
      { player: 'Bo Ek', team: 'Bergen', goals: 9 },
    ],
  });
});

test.each([
  '<article><h1>Rye</h1><p>Bread.</p><footer>Posted in <a href="/category/baking">Baking</a></footer></article>',
  '<h1>Rye</h1><div class="topic-category"><b>Baking</b><div class="topic-category"><a href="/t/1">rye</a></div></div>',
])('what an article belongs to is told at its foot, or beside a namesake: %s', async (html) => {
  expect(await fill(html, object({ category: string }))).toEqual({ category: 'Baking' });
});
