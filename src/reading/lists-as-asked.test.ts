import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const PRICES = `<h1>Price list</h1><table><tr><th>Item</th><th>Price</th><th>In stock</th></tr>
  <tr><th colspan=3>Ropes</th></tr>${row('Mooring line 12 mm', '38.00 €', 'yes')}${row('Halyard 8 mm', '52.50 €', 'no')}
  <tr><th colspan=3>Fenders</th></tr>${row('Ball fender A2', '44.90 €', 'yes')}${row('Cylinder fender F1', '19.90 €', 'yes')}</table>`;
const LAMPS = `<h1>Lamps</h1><table><tr><th></th><th>One</th><th>Two</th><th>Max</th></tr>
  <tr><th>Price</th><td>$29</td><td>$49</td><td>$89</td></tr><tr><th>Dimmable</th><td>No</td><td>Yes</td><td>Yes</td></tr></table>`;
const CARDS = `<h1>Furniture</h1><div>${[
  ['Alder desk', 'Ships in 3 days'],
  ['Birch shelf', 'Sold out'],
  ['Cedar chest', 'Ships in 5 days'],
]
  .map(
    ([name, state]) =>
      `<div class="css-9x"><span class="css-b">${name}</span><span class="css-d">${state}</span></div>`,
  )
  .join('')}</div>`;
const TRAILS = `<h1>Trails</h1>${[
  ['Ridge loop', '12.4 km', '640 m'],
  ['Lake path', '5 km', '40 m'],
  ['Mill walk', '8.1 km', '210 m'],
]
  .map(
    ([name, length, ascent]) =>
      `<section><h2>${name}</h2><dl><dt>Length</dt><dd>${length}</dd><dt>Ascent</dt><dd>${ascent}</dd></dl></section>`,
  )
  .join('')}`;
const MENU = `<h1>Menu</h1><ul><li>Starters<ul><li>Soup – £5.50</li><li>Garlic bread – £4.20</li></ul></li>
  <li>Mains<ul><li>Fish pie – £13.90</li><li>Risotto – £12.50</li><li>Lamb stew – £15.00</li></ul></li></ul>`;
const CLUB = `<h1>Club</h1><h2>Members</h2><table><tr><th>Name</th><th>Joined</th></tr>${row('Ada Holt', '2019')}${row('Ben Ray', '2021')}</table>
  <h2>Boats</h2><table><tr><th>Name</th><th>Length</th></tr>${row('Tern', '9 m')}${row('Skua', '7.5 m')}</table>`;
const VISITORS = `<h2>Visitors by month</h2><table><tr><th>Month</th><th>Visitors</th></tr>${row('January', '1,204')}${row('March', '2,011')}${row('Total', '3,215')}</table>`;
const STOCK =
  'sku;name;price_eur;stock\nA-1;Anchor 10 kg;89,90;4\nA-2;Anchor 15 kg;119,00;0\nC-7;Chain;6,50;120\n';

async function ask(page: string, goal: string, properties: Record<string, unknown> | null = null) {
  const isMarkup = page.startsWith('<');
  const body = isMarkup ? `<html lang="en"><body><main>${page}</main></body></html>` : Buffer.from(page);
  const source = { body, url: 'https://site.example/x', contentType: isMarkup ? null : 'text/csv' };
  const outputSchema = properties && { type: 'object', properties };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema });
  return answer?.found ? answer.output : undefined;
}

const listOf = (...keys: string[]) => ({
  type: 'array',
  items: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])) },
});
const names = async (page: string, goal: string, list = 'items', key = 'name') => {
  const filled = (await ask(page, goal, { [list]: listOf(key) })) as Record<string, Record<string, string>[]>;
  return filled[list]?.map((thing) => thing[key]);
};

test.each([
  [
    'only those in stock',
    PRICES,
    'Only the items in stock',
    ['Mooring line 12 mm', 'Ball fender A2', 'Cylinder fender F1'],
  ],
  ['under a price', PRICES, 'Items under 40 EUR', ['Mooring line 12 mm', 'Cylinder fender F1']],
  [
    'sorted',
    PRICES,
    'All items sorted by price',
    ['Cylinder fender F1', 'Mooring line 12 mm', 'Ball fender A2', 'Halyard 8 mm'],
  ],
  [
    'sorted downwards',
    PRICES,
    'All items, most expensive first',
    ['Halyard 8 mm', 'Ball fender A2', 'Mooring line 12 mm', 'Cylinder fender F1'],
  ],
  [
    'by name',
    PRICES,
    'All items in alphabetical order',
    ['Ball fender A2', 'Cylinder fender F1', 'Halyard 8 mm', 'Mooring line 12 mm'],
  ],
  [
    'the cheapest of them',
    PRICES,
    'The three cheapest items',
    ['Cylinder fender F1', 'Mooring line 12 mm', 'Ball fender A2'],
  ],
  ['with a yes', LAMPS, 'Only the dimmable lamps', ['Two', 'Max']],
  ['not gone', CARDS, 'Items that are not sold out', ['Alder desk', 'Cedar chest']],
  ['in a unit', TRAILS, 'Items shorter than 10 km', ['Lake path', 'Mill walk']],
])('the words of a task narrow and sort the list of a schema: %s', async (_, page, goal, expected) => {
  expect(await names(page, goal)).toEqual(expected);
});

test('the stock of each thing that is asked for narrows nothing', async () => {
  const filled = await ask(PRICES, 'All items with name, price and in stock', {
    items: listOf('name', 'in_stock'),
  });
  expect((filled as { items: unknown[] }).items).toHaveLength(4);
});

test('a limit that the page cannot tell gives nothing rather than everything', async () => {
  expect(await ask(LAMPS, 'Lamps lighter than 2 kg', { lamps: listOf('name') })).toEqual({});
});

test('numbers of pieces say what is in stock', async () => {
  expect(await names(STOCK, 'Only products in stock', 'products', 'sku')).toEqual(['A-1', 'C-7']);
});

test('rows and entries stand under the name of their group', async () => {
  const grouped = {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, category: { type: 'string' }, price: { type: 'number' } },
    },
  };
  expect(await ask(PRICES, '', { items: grouped })).toMatchObject({
    items: [{ category: 'Ropes' }, { category: 'Ropes' }, { category: 'Fenders' }, { category: 'Fenders' }],
  });
  expect(await ask(MENU, '', { dishes: grouped })).toMatchObject({
    dishes: [
      { name: 'Soup', category: 'Starters', price: 5.5 },
      { name: 'Garlic bread', category: 'Starters', price: 4.2 },
      { name: 'Fish pie', category: 'Mains', price: 13.9 },
      { name: 'Risotto', category: 'Mains', price: 12.5 },
      { name: 'Lamb stew', category: 'Mains', price: 15 },
    ],
  });
  expect(await ask(MENU, 'How many mains are there?')).toBe('3');
});

test('of two tables the one that is named is meant, also for a list of names', async () => {
  expect(await ask(CLUB, '', { members: { type: 'array', items: { type: 'string' } } })).toEqual({
    members: ['Ada Holt', 'Ben Ray'],
  });
  expect(await names(CLUB, '', 'boats')).toEqual(['Tern', 'Skua']);
});

test('the total below a table is no row of it, and answers for it', async () => {
  expect(await names(VISITORS, '', 'months', 'month')).toEqual(['January', 'March']);
  expect(await ask(VISITORS, 'What is the total number of visitors?')).toBe('3,215');
});

test('a question in words is sorted and limited too, and a list comes as CSV', async () => {
  expect(await ask(PRICES, 'What are the two cheapest items?')).toBe(
    'Cylinder fender F1\nMooring line 12 mm',
  );
  expect(await ask(PRICES, 'The name and price of the first two items')).toBe(
    'Mooring line 12 mm: 38.00 €\nHalyard 8 mm: 52.50 €',
  );
  expect(await ask(CLUB, 'Give me all members as CSV')).toBe('Name,Joined\r\nAda Holt,2019\r\nBen Ray,2021');
});

test('each thing of a list comes with every column that is asked for, and those with a yes where one is asked for', async () => {
  expect(await ask(TRAILS, 'List all trails with their length and ascent')).toBe(
    'Ridge loop: 12.4 km, 640 m\nLake path: 5 km, 40 m\nMill walk: 8.1 km, 210 m',
  );
  const huts = `<h1>Huts</h1><table><tr><th>Hut</th><th>Beds</th><th>Hot shower</th></tr>${row('Fell', '12', 'Yes')}${row('Moor', '8', 'No')}${row('Tarn', '20', 'Yes')}</table>`;
  expect(await ask(huts, 'List all huts with a hot shower')).toBe('Fell\nTarn');
  expect(await ask(huts, 'List all huts without a hot shower')).toBe('Moor');
});

test('a limit in money is one of the price, whatever else the things hold', async () => {
  const cards = [
    ['Camp kettle', '4.8 out of 5', '$58.00'],
    ['Tin mug', '4.9 out of 5', '$14.00'],
  ].map(
    ([name, stars, price]) =>
      `<li class="list-item"><h3>${name}</h3><p>${stars}</p><p class="price">${price}</p></li>`,
  );
  const page = `<h1>Shop</h1><h2>Products</h2><ul>${cards.join('')}</ul>`;
  expect(await ask(page, 'List all products under $20 with their prices')).toBe('Tin mug: $14.00');
});
