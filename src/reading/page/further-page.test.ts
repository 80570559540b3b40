import { expect, test } from 'vitest';
import { furtherJson, joinJson } from '../content/further-json.ts';
import { furtherPage } from './further-page.ts';
import { parseMarkup } from './parse-markup.ts';

const LIST = `<ul>${['Kettle, red enamel', 'Teapot for six', 'Mug, stoneware', 'Milk jug'].map((name) => `<li>${name} and what it is made of</li>`).join('')}</ul>`;

function onFrom(url: string, markup: string, head = '', header: string | null = null) {
  const html = `<html><head>${head}</head><body><main>${LIST}${markup}</main></body></html>`;
  return furtherPage(parseMarkup(html), url, header);
}

const SHOP = 'https://shop.example/pots';

test.each([
  ['a link in the head', '', '<link rel="next" href="/pots?page=2">', '/pots?page=2'],
  [
    'older posts of a blog',
    '<a class="nav-previous" href="/pots/page/2/">Older posts</a>',
    '',
    '/pots/page/2/',
  ],
  ['an arrow beside the end', '<a href="?page=9">»</a><a href="?page=2">›</a>', '', '/pots?page=2'],
  [
    'a name for screen readers',
    '<a href="?start=20" aria-label="Next page"><i></i></a>',
    '',
    '/pots?start=20',
  ],
  ['German', '<a href="?seite=2">Nächste Seite ›</a>', '', '/pots?seite=2'],
  ['French', '<a href="?p=2">Page suivante</a>', '', '/pots?p=2'],
  ['Polish', '<a href="/pots/2">Następna</a>', '', '/pots/2'],
  ['Japanese', '<a href="?page=2">次へ</a>', '', '/pots?page=2'],
  ['an address in an attribute', '<button hx-get="/pots?page=2">Load more</button>', '', '/pots?page=2'],
  ['numbers', '<b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a>', '', '/pots?page=2'],
])('a list goes on where the page says so: %s', (_, markup, head, address) => {
  expect(onFrom(SHOP, markup, head)).toMatchObject({ url: `https://shop.example${address}`, reason: '' });
});

test('the page behind the one at hand is next, and after the last there is none', () => {
  const numbers = [1, 2, 3].map((n) => `<a href="?page=${n}">${n}</a>`).join(' ');
  expect(onFrom(`${SHOP}?page=2`, numbers)?.url).toBe(`${SHOP}?page=3`);
  expect(onFrom(`${SHOP}?page=3`, numbers)).toBeNull();
  expect(
    onFrom(`${SHOP}?page=3`, '<a href="?page=2">‹</a><a class="disabled" href="?page=3">›</a>'),
  ).toBeNull();
});

test('the header of the answer may say it', () => {
  const header = '<https://shop.example/pots?page=9>; rel="last", </pots?page=2>; rel="next"';
  expect(onFrom(SHOP, '', '', header)?.url).toBe(`${SHOP}?page=2`);
});

test.each([
  ['the next chapter', '<nav class="pagination-nav"><a rel="next" href="/teapots">Next Teapots</a></nav>'],
  ['the next month', '<a href="?month=2026-12">Next</a>'],
  ['the next week', '<a href="?start=2026-11-23">Next ›</a>'],
  ['the next month in the path', '<a href="/pots/2026/12">Next</a>'],
  ['the arrow of a slider', '<div class="slider"><button>Next</button></div>'],
  ['a text that unfolds', '<button>Show more</button>'],
  ['a link to all offers', '<a href="/offers">See more</a>'],
  ['all that there is', '<p>1–4 of 4</p><p>Page 1 of 1</p>'],
])('what is no further part of a list is left alone: %s', (_, markup) => {
  expect(onFrom(SHOP, markup)).toBeNull();
});

test.each([
  ['<button>Load more</button>', /script/],
  ['<button>Show more products</button>', /script/],
  ['<ul class="pagination"><li><a href="#">Next</a></li></ul>', /script/],
  [`<div class="pager"><a href="javascript:__doPostBack('g','Page$2')">›</a></div>`, /script/],
  ['<div class="pagination"><a href="https://other.example/pots?page=2">Next</a></div>', /another site/],
  ['<p>Showing 1 to 4 of 1,204 results</p>', /1204 entries/],
  ['<p>Seite 1 von 9</p>', /9 pages/],
])('a list that goes on out of reach is known to: %s', (markup, reason) => {
  expect(onFrom(SHOP, markup)).toMatchObject({ url: null, reason: expect.stringMatching(reason) });
});

test('what goes on is the part of the page around the way on', () => {
  const reviews =
    '<section><p>Pours without a drop. I bought two more for my mother and my aunt, who like it.</p><button>Load more reviews</button></section>';
  expect(onFrom(SHOP, reviews)?.beside).toMatch(/^Pours without a drop/);
});

const API = 'https://api.example/v1/pots?limit=2';
const items = [{ id: 1 }, { id: 2 }];

test.each([
  [{ items, next: 'https://api.example/v1/pots?limit=2&page=2' }, 'limit=2&page=2'],
  [{ results: items, info: { next: '/v1/pots?page=2' } }, 'page=2'],
  [{ data: items, links: { next: { href: '?page=2' } } }, 'page=2'],
  [{ value: items, '@odata.nextLink': '/v1/pots?$skip=2' }, '$skip=2'],
])('an answer for programs goes on where it says: %j', (value, query) => {
  expect(furtherJson(value, API, null)).toMatchObject({ url: `https://api.example/v1/pots?${query}` });
});

test.each([
  [{ items, next: null }],
  [{ items, next_cursor: '' }],
  [{ items, next_cursor: 'abc', has_more: false }],
  [{ items, next: 'Thursday' }],
])('an answer for programs that is all there is goes nowhere: %j', (value) => {
  expect(furtherJson(value, API, null)).toBeNull();
});

test('an answer that has more and does not say where is known to', () => {
  expect(furtherJson({ data: items, has_more: true }, API, null)?.url).toBeNull();
  expect(furtherJson({ items, nextPageToken: 'abc' }, API, null)?.url).toBeNull();
  expect(furtherJson({ data: items, next: 'https://other.example/?page=2' }, API, null)?.url).toBeNull();
});

test('the lists of two answers are one, and each thing is in it once', () => {
  const joined = joinJson(
    { page: 1, data: { items, tags: ['a'] } },
    { page: 2, data: { items: [{ id: 2 }, { id: 3 }], tags: ['a'] } },
  );
  expect(joined).toEqual({ page: 1, data: { items: [{ id: 1 }, { id: 2 }, { id: 3 }], tags: ['a'] } });
});
