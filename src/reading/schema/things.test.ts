import { expect, test } from 'vitest';
import { indexPage } from '../answers/page-index.ts';
import { extractPage } from '../extract.ts';
import { stemsOf } from '../words/words.ts';
import { fillSchema } from './fill-schema.ts';
import { namesBeside } from './said-person.ts';

async function fill(body: string, properties: Record<string, unknown>) {
  const page = await extractPage(`<html><body>${body}</body></html>`, 'https://a.example/');
  return fillSchema({ type: 'object', properties }, indexPage(page));
}
const string = { type: 'string' };
const integer = { type: 'integer' };
const list = (properties: Record<string, unknown>) => ({
  type: 'array',
  items: { type: 'object', properties },
});

test('a pairing has two sides, and a score a number for each', async () => {
  const body = `<ul class="results"><li><b>27 September 2025</b> <span class="teams">Rovers – United</span> <span class="score">3:0</span></li>
    <li><b>28 September 2025</b> <span class="teams">City – Albion</span> <span class="score">1:1</span></li></ul>`;
  const results = list({ home: string, away_team: string, home_goals: integer, away_goals: integer });
  expect(await fill(body, { results })).toEqual({
    results: [
      { home: 'Rovers', away_team: 'United', home_goals: 3, away_goals: 0 },
      { home: 'City', away_team: 'Albion', home_goals: 1, away_goals: 1 },
    ],
  });
});

test('things under several headings have these for their category', async () => {
  const menu = (items: string[][]) =>
    `<ul class="dishes">${items.map(([name, price]) => `<li class="dish"><span class="name">${name}</span> <span class="price">${price}</span></li>`).join('')}</ul>`;
  const body = `<section><h2>Starters</h2>${menu([
    ['Soup', '£4'],
    ['Salad', '£5'],
  ])}</section><section><h2>Mains</h2>${menu([
    ['Pie', '£9'],
    ['Fish', '£12'],
  ])}</section>`;
  const items = list({ category: string, name: string, price: { type: 'number' } });
  expect(await fill(body, { items })).toEqual({
    items: [
      { category: 'Starters', name: 'Soup', price: 4 },
      { category: 'Starters', name: 'Salad', price: 5 },
      { category: 'Mains', name: 'Pie', price: 9 },
      { category: 'Mains', name: 'Fish', price: 12 },
    ],
  });
});

test('a sum of two ends is taken apart', async () => {
  const salary = {
    type: 'object',
    properties: {
      min: { type: 'number' },
      max: { type: 'number' },
      currency: string,
      period: { type: 'string', enum: ['hour', 'month', 'year'] },
    },
  };
  const body = '<h1>Nurse</h1><dl><dt>Salary</dt><dd>€ 3,164 - € 4,338 per month</dd></dl>';
  expect(await fill(body, { salary })).toEqual({
    salary: { min: 3164, max: 4338, currency: 'EUR', period: 'month' },
  });
});

test('what an accordion folds away is read, what a menu does is not', async () => {
  const body = `<nav><button aria-controls="m">Menu</button><div id="m" hidden><p>Lamps from £49</p></div></nav><h1>Help</h1>
    <div class="item"><button aria-expanded="false" aria-controls="a">Do you refund?</button><div id="a" hidden><p>Yes, within 14 days.</p></div></div>
    <div class="item"><button aria-expanded="false" aria-controls="b">Do you ship abroad?</button><div id="b" hidden><p>To Norway only.</p></div></div>`;
  expect(await fill(body, { faq: list({ question: string, answer: string }) })).toEqual({
    faq: [
      { question: 'Do you refund?', answer: 'Yes, within 14 days.' },
      { question: 'Do you ship abroad?', answer: 'To Norway only.' },
    ],
  });
});

test.each([
  ['says chief executive Ann Lee of the group', stemsOf('executive'), ['Ann Lee']],
  [
    'It was designed by the engineer Carl Fredrik Rye and first lit in 1869',
    ['design'],
    ['Carl Fredrik Rye'],
  ],
  ['sagt Vorstandsvorsitzende Dr. Silke Brandhorst.', ['ceo'], ['Dr. Silke Brandhorst']],
  ['The design was praised', stemsOf('design'), []],
])('who is named in "%s"', (text, role, names) => {
  expect(namesBeside(text, role)).toEqual(names);
});

const strings = { type: 'array', items: string };
const uri = { type: 'string', format: 'uri' };
const MENU = (name: string, ...dishes: string[]) =>
  `<div class="shelf"><div class="shelf-title">${name}</div><div class="dishes">${dishes.map((dish) => `<div class="dish"><div class="dish-name">${dish}</div><div class="dish-price">£9</div></div>`).join('')}</div></div>`;
const ISSUE = (number: number, title: string, author: string, count: string) =>
  `<div data-testid="issue-${number}"><a href="/i/${number}">${title}</a><p>#${number} opened by <a href="/?q=${author}">${author}</a></p>${count}</div>`;
const RELEASE = (version: string, ...lists: string[]) => `<h2>${version}</h2>${lists.join('')}`;
const PAPER = (id: string, title: string, writers: string) =>
  `<dt><a href="/abs/${id}">${id}</a> [<a href="/pdf/${id}">pdf</a>, <a href="/x/${id}">other</a>]</dt><dd><div class="list-title">${title}</div><div class="list-authors">${writers}</div></dd>`;

const STEP = (amount: string, unit: string, more: string) =>
  `<li class="in-part"><span class="in-part-amount">${amount}</span> ${unit && `<span class="in-part-unit">${unit}</span>`} <span class="in-part-name">${more.split('|')[0]}</span> ${more.includes('|') ? `<span class="in-part-notes">${more.split('|')[1]}</span>` : ''}</li>`;

test.each([
  [
    'part by part, and a note is no unit',
    `<ul>${STEP('2', 'cups', 'brown lentils')}${STEP('3', '', 'chipotle peppers|in adobo')}</ul>`,
    { ingredients: list({ amount: string, unit: string, name: string }) },
    {
      ingredients: [
        { amount: '2', unit: 'cups', name: 'brown lentils' },
        { amount: '3', name: 'chipotle peppers' },
      ],
    },
  ],
  [
    'with shares of their own, and a score for each side',
    `<div><div class="m"><span class="home">Rovers</span><span class="score">2 - 1</span><span class="away">City</span><div class="odds-30-days"><span>30 days ago</span><span>61 % odds</span></div></div>
      <div class="m"><span class="home">Albion</span><span class="score">0 - 1</span><span class="away">United</span><div class="odds-30-days"><span>30 days ago</span><span>45 % odds</span></div></div></div>`,
    {
      games: list({
        homeTeam: string,
        awayTeam: string,
        homeScore: integer,
        awayScore: integer,
        odds_pct: integer,
      }),
    },
    {
      games: [
        { homeTeam: 'Rovers', awayTeam: 'City', homeScore: 2, awayScore: 1, odds_pct: 61 },
        { homeTeam: 'Albion', awayTeam: 'United', homeScore: 0, awayScore: 1, odds_pct: 45 },
      ],
    },
  ],
  [
    'by the names of the boxes they stand in',
    `<h1>Menu</h1><div>${MENU('Pasta', 'Ragu', 'Pesto')}${MENU('Sweets', 'Tart', 'Gelato')}</div>`,
    { sections: list({ title: string, items: list({ name: string, price: integer }) }) },
    {
      sections: [
        { title: 'Pasta', items: ['Ragu', 'Pesto'].map((name) => ({ name, price: 9 })) },
        { title: 'Sweets', items: ['Tart', 'Gelato'].map((name) => ({ name, price: 9 })) },
      ],
    },
  ],
  [
    'with only their test names alike, a number told beside a sign, and who opened them behind "by"',
    `<main>${ISSUE(7, 'Leak', 'kmori', '<a href="/i/7" aria-label="12 comments"><span>12</span></a>')}${ISSUE(9, 'Crash on start', 'pz', '')}</main>`,
    { issues: list({ number: integer, title: string, author: string, comments: integer, url: uri }) },
    {
      issues: [
        { number: 7, title: 'Leak', author: 'kmori', comments: 12, url: 'https://a.example/i/7' },
        { number: 9, title: 'Crash on start', author: 'pz', url: 'https://a.example/i/9' },
      ],
    },
  ],
  [
    'with lists under headings of their own',
    `<main><h1>Changes</h1>${RELEASE('2.4.0', '<h3>Added</h3><ul><li>Watch mode</li><li>Colours</li></ul>', '<h3>Fixed</h3><ul><li>A crash</li></ul>')}${RELEASE('2.3.1', '<h3>Fixed</h3><ul><li>A leak</li></ul>')}</main>`,
    { releases: list({ version: string, added: strings, fixed: strings }) },
    {
      releases: [
        { version: '2.4.0', added: ['Watch mode', 'Colours'], fixed: ['A crash'] },
        { version: '2.3.1', fixed: ['A leak'] },
      ],
    },
  ],
  [
    'as terms with a box of parts each',
    `<dl>${PAPER('25.1', 'Counting letters', '<a href="/a">Ann Lee</a>, <a href="/b">Bo Roe</a>')}${PAPER('25.2', 'Ferry words', '<a href="/c">Cy Poe</a>')}</dl>`,
    { papers: list({ title: string, authors: strings, pdf_url: uri }) },
    {
      papers: [
        {
          title: 'Counting letters',
          authors: ['Ann Lee', 'Bo Roe'],
          pdf_url: 'https://a.example/pdf/25.1',
        },
        { title: 'Ferry words', authors: ['Cy Poe'], pdf_url: 'https://a.example/pdf/25.2' },
      ],
    },
  ],
  [
    'in rows whose name has a note beside it',
    `<table><tr><th>Coin</th><th>Price</th></tr><tr><td><a href="/b">Bitcoin</a> <span class="symbol">BTC</span></td><td>$60</td></tr>
      <tr><td><a href="/e">Ether</a> <span class="symbol">ETH</span></td><td>$30</td></tr></table>`,
    { coins: list({ coin: string, symbol: string, price: integer }) },
    {
      coins: [
        { coin: 'Bitcoin', symbol: 'BTC', price: 60 },
        { coin: 'Ether', symbol: 'ETH', price: 30 },
      ],
    },
  ],
  [
    'in a table of short names',
    `<table><tr><th>Team</th><th>GF</th><th>GA</th><th>GD</th></tr><tr><td>Rovers</td><td>41</td><td>17</td><td>+24</td></tr>
      <tr><td>United</td><td>25</td><td>27</td><td>-2</td></tr></table>`,
    { teams: list({ team: string, goalsFor: integer, goalDifference: integer }) },
    {
      teams: [
        { team: 'Rovers', goalsFor: 41, goalDifference: 24 },
        { team: 'United', goalsFor: 25, goalDifference: -2 },
      ],
    },
  ],
  [
    'with what can be done with them',
    `<main><div class="plan"><h3>Solo</h3><p><span>$5</span><span>/month</span></p><a href="/solo">Start now</a></div>
      <div class="plan"><h3>Team</h3><p><span>$9</span><span>/month</span></p><a href="/team">Talk to us</a></div></main>`,
    { plans: list({ name: string, price: integer, cta_text: string }) },
    {
      plans: [
        { name: 'Solo', price: 5, cta_text: 'Start now' },
        { name: 'Team', price: 9, cta_text: 'Talk to us' },
      ],
    },
  ],
])('things are told %s', async (_, body, properties, filled) => {
  expect(await fill(body, properties)).toEqual(filled);
});

test.each([
  [
    '<h4>Downloads</h4><p>1,284</p><h4>Site</h4><p><a href="https://b.example/x">b</a></p>',
    { downloads: integer, site: uri },
    { downloads: 1_284, site: 'https://b.example/x' },
  ],
  [
    '<p><strong>Status</strong> Released</p><p><strong>Budget</strong> $12</p>',
    { status: string },
    { status: 'Released' },
  ],
  ['<div><span>Feels Like</span><span>8°</span></div>', { feels_like: integer }, { feels_like: 8 }],
  ['<div><span>Ships from</span><span>Leeds</span></div>', { ships_from: string }, { ships_from: 'Leeds' }],
  ['<p>Released: 10/22/2021</p>', { release_year: integer }, { release_year: 2_021 }],
  ['<p>Published: 18 March 2025</p>', { publisher: string }, {}],
  ['<p>Minor Service Outage Refreshed just now</p>', { service: string }, {}],
  ['<p>Population: 248,310</p>', { population_year: integer }, {}],
  ['<p>Mayor: Ann Lee</p><p>Majority: Green Party</p>', { mayor_party: string }, {}],
  ['<p>Time zone: UTC+1</p>', { timezone: string }, { timezone: 'UTC+1' }],
  ['<p>Wind: 21 mph</p>', { windSpeedMph: integer }, { windSpeedMph: 21 }],
  ['<p>Items 1-12 of 48</p><ul><li>Ink</li><li>Pen</li></ul>', { totalItems: integer }, { totalItems: 48 }],
  ['<p>We pay €70,000 a year.</p>', { salaryCurrency: string }, { salaryCurrency: 'EUR' }],
  [
    '<p>Sat, 13 September 2025 · 10am - 2pm</p>',
    { startTime: string, end_time: string },
    { startTime: '10am', end_time: '2pm' },
  ],
  ['<p>$65 – $120</p>', { minPrice: integer, max_price: integer }, { minPrice: 65, max_price: 120 }],
  [
    '<p><a href="/join">Apply for this job</a></p>',
    { applyUrl: uri },
    { applyUrl: 'https://a.example/join' },
  ],
  [
    '<div><h4>Repository</h4><p><a href="https://c.example/r">c.example/r</a></p></div>',
    { repository_url: uri },
    { repository_url: 'https://c.example/r' },
  ],
  [
    '<figure><img src="/f.jpg"><figcaption>At sea</figcaption></figure>',
    { imageUrl: uri, image_caption: string },
    { imageUrl: 'https://a.example/f.jpg', image_caption: 'At sea' },
  ],
  ['<div class="order-id">Order #FC-20418</div>', { orderId: string }, { orderId: 'FC-20418' }],
  [
    '<table><tr><th colspan="2">Area</th></tr><tr><th>• City</th><td>112 km²</td></tr><tr><th colspan="2">Population (2021)</th></tr><tr><th>• City</th><td>248,310</td></tr><tr><th>• Metro</th><td>402,900</td></tr></table>',
    { area_km2: integer, population: integer, metro_population: integer, city: string },
    { area_km2: 112, population: 248_310, metro_population: 402_900 },
  ],
  [
    '<p>By <a rel="author" href="/m">Mo Innes</a> and <a rel="author" href="/d">Dev Patel</a></p>',
    { authors: strings },
    { authors: ['Mo Innes', 'Dev Patel'] },
  ],
  [
    '<div id="breadcrumbs"><a href="/">Home</a><a href="/e">Electronics</a><a href="/k">Keyboards</a></div>',
    { categories: strings },
    { categories: ['Electronics', 'Keyboards'] },
  ],
])('a value has its name above, before or beside it: %s', async (body, properties, filled) => {
  expect(await fill(`<main><h1>Some thing</h1>${body}</main>`, properties)).toEqual(filled);
});
