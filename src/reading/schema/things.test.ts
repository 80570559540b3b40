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
