import { expect, test } from 'vitest';
import { indexPage } from '../answers/page-index.ts';
import { extractPage } from '../extract.ts';
import { fillSchema } from './fill-schema.ts';

const integer = { type: 'integer' };
const moment = { type: 'string', format: 'date-time' };

async function fill(html: string, properties: Record<string, unknown>, more = {}, goal = '') {
  const page = await extractPage(html, 'https://river.example/p/1');
  return fillSchema({ type: 'object', properties, ...more }, indexPage(page), goal);
}

function table(columns: string[], ...rows: string[][]): string {
  const cells = (row: string[], name: string) => row.map((cell) => `<${name}>${cell}</${name}>`).join('');
  return `<table><tr>${cells(columns, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
}

const LEAGUE = `<h1>League table</h1>${table(
  ['Team', 'Played', 'Goals For', 'Goals Against'],
  ['Rovers', '3', '9', '2'],
  ['United', '3', '5', '4'],
  ['City', '3', '1', '9'],
)}`;

test.each<[string, string, Record<string, unknown>]>([
  ['visitor_count', `<h1>Wye</h1>${table(['Year', 'Visitors'], ['2018', '210'], ['2023', '1,700'])}`, {}],
  [
    'visitor_count',
    `<h1>Wye</h1><h2>Visitors by year</h2>${table(['Year', 'Number'], ['2018', '210'], ['2023', '1,700'])}`,
    {},
  ],
  [
    'otter_count',
    `<h1>Otters of the Wye</h1>${table(['Reach', 'Otters'], ['Upper', '4'], ['Middle', '7'], ['Lower', '2'])}`,
    {},
  ],
  ['goal_count', LEAGUE, {}],
  ['number_of_goals', LEAGUE, {}],
  ['team_count', LEAGUE, { team_count: 3 }],
  [
    'train_count',
    `<h1>Trains</h1>${table(['Dep', 'Train', 'To'], ['7:10', '411', 'Ash'], ['8:10', '413', 'Elm'])}`,
    { train_count: 2 },
  ],
  [
    'otter_count',
    `<h1>Holt</h1><h2>Our otters</h2><ul><li>Bramble</li><li>Reed</li><li>Moss</li></ul>`,
    { otter_count: 3 },
  ],
  ['review_count', '<h1>Lamps</h1><p>Showing 1-12 of 48 products</p>', {}],
  ['product_count', '<h1>Lamps</h1><p>Showing 1-12 of 48 products</p>', { product_count: 48 }],
])('%s is a count of rows only where the rows are the things: %s', async (key, html, filled) => {
  expect(await fill(html, { [key]: integer })).toEqual(filled);
});

const HEAD = `<html><head><title>Otter walk | Wye</title><meta property="og:site_name" content="River Trust">
  <meta property="og:title" content="Otters!"><meta name="description" content="A walk.">
  <link rel="canonical" href="https://river.example/walk">
  <script type="application/ld+json">[{"@type":"WebSite","name":"River Trust"},{"@type":"Event","name":"Otter walk"}]</script>
  </head><body><h1>Otter walk</h1></body></html>`;

test('what the head of a page says is not made up for by what it is called', async () => {
  const string = { type: 'string' };
  const asked = {
    site_name: string,
    og_title: string,
    ogImage: string,
    meta_description: string,
    canonical_url: string,
  };
  expect(await fill(HEAD, asked)).toEqual({
    site_name: 'River Trust',
    og_title: 'Otters!',
    meta_description: 'A walk.',
    canonical_url: 'https://river.example/walk',
  });
  const bare = '<title>Otter walk</title><h1>Otter walk</h1><p>Come along.</p>';
  expect(await fill(bare, asked)).toEqual({});
  const named = bare.replace(
    '<h1>',
    '<script type="application/ld+json">{"@type":"WebSite","name":"Holt"}</script><h1>',
  );
  expect(await fill(named, asked)).toEqual({ site_name: 'Holt' });
});

test('an hour without a zone is no moment, and where it must be told it is told as it stands', async () => {
  const html = (start: string) =>
    `<script type="application/ld+json">{"@type":"Event","name":"Walk","startDate":"${start}"}</script><h1>Walk</h1>`;
  expect(await fill(html('2026-06-12T19:30'), { start_date: moment })).toEqual({});
  expect(await fill(html('2026-06-12T19:30'), { start_date: moment }, { required: ['start_date'] })).toEqual({
    start_date: '2026-06-12T19:30',
  });
  expect(await fill(html('2026-06-12T19:30+02:00'), { start_date: moment })).toEqual({
    start_date: '2026-06-12T19:30:00+02:00',
  });
  const said = '<h1>Walk</h1><p>The walk starts on 12 June 2026 at 19:30 at the bridge.</p>';
  expect(await fill(said, { walk_starts: moment })).toEqual({});
});

test('rows whose hours have no zone stay rows, with the hours as they stand', async () => {
  const row = (time: string, place: string) => `<tr><td>${time}</td><td>${place}</td></tr>`;
  const page = `<h1>Parcel</h1><table><tr><th>Time</th><th>Place</th></tr>${row('2026-06-12 19:30', 'Riga')}${row('2026-06-13 08:10', 'Turin')}</table>`;
  const items = {
    type: 'object',
    properties: { time: moment, place: { type: 'string' } },
    required: ['time', 'place'],
  };
  expect(await fill(page, { events: { type: 'array', items } }, { required: ['events'] })).toEqual({
    events: [
      { time: '2026-06-12 19:30', place: 'Riga' },
      { time: '2026-06-13 08:10', place: 'Turin' },
    ],
  });
});

test.each(['items', 'results', 'entries', 'data', 'products', 'found_items'])(
  'a page that says that nothing was found has no %s',
  async (key) => {
    const list = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } };
    const required = { required: [key] };
    const none = '<h1>Lamps</h1><p>No products were found matching your selection.</p>';
    expect(await fill(none, { [key]: list }, required)).toEqual({ [key]: [] });
    const other = '<h1>Lamps</h1><p>No delivery charge on orders over £20.</p>';
    expect(await fill(other, { [key]: list }, required)).toEqual({});
  },
);

test('a list whose description names what there is none of is empty', async () => {
  const list = (description: string) => ({
    type: 'array',
    description,
    items: { type: 'object', properties: { name: { type: 'string' } } },
  });
  const none = '<h1>Shop</h1><p>No lamps were found.</p>';
  expect(await fill(none, { offers: list('The lamps on offer') }, { required: ['offers'] })).toEqual({
    offers: [],
  });
  expect(await fill(none, { offers: list('Reviews') }, { required: ['offers'] })).toEqual({});
});
