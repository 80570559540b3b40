import { expect, test } from 'vitest';
import { indexPage } from '../answers/page-index.ts';
import { readMarkup } from '../extract.ts';
import { answerSite, likelihood } from './answer-site.ts';
import { LEAST_LIKELY } from './site-answer.ts';
import { waysOn } from './ways.ts';

const menu =
  '<nav><a href="/">Home</a><a href="/classes">Classes</a><a href="/visit">Visit us</a><a href="/people">Our team</a><a href="/logout">Log out</a><a href="/classes?action=delete">Classes</a></nav>';
const foot = '<footer><p>Monday to Friday 9am – 5pm</p><p>Saturday 10am – 2pm</p></footer>';
const read = (path: string, title: string, body: string) =>
  readMarkup(
    `<html lang="en"><title>${title} | Kiln House</title><body>${menu}<main><h1>${title}</h1>${body}</main>${foot}</body></html>`,
    `https://kiln.example${path}`,
  ).page;

const site = [
  read(
    '/',
    'Kiln House',
    '<p>A pottery in an old bakery. People plan their weekends around our classes.</p>',
  ),
  read(
    '/classes',
    'Classes',
    `<table><thead><tr><th>Class</th><th>Length</th><th>Teacher</th><th>Price</th></tr></thead><tbody>
     <tr><td>Throwing for beginners</td><td>3 hours</td><td>Ines Duarte</td><td>£65</td></tr>
     <tr><td>Glazing</td><td>2 hours</td><td>Tom Weir</td><td>£40</td></tr></tbody></table>
     <h2>If you cannot come</h2><p>Tell us a week before and you get your money back.</p>`,
  ),
  read(
    '/visit',
    'Visit us',
    '<h2>Getting here</h2><p>We have no car park of our own. Use the one in Mill Street, which is free after six.</p><h2>Dogs</h2><p>Dogs on a lead are welcome.</p>',
  ),
  read(
    '/people',
    'Our team',
    '<div class="who"><h3>Ines Duarte</h3><p>Founded the house in 2009. She speaks Portuguese.</p></div><div class="who"><h3>Tom Weir</h3><p>Fires the kilns. He speaks Polish.</p></div>',
  ),
];

test.each([
  ['Who teaches the glazing course?', 'Tom Weir'],
  ['What does the throwing class cost?', '£65'],
  ['Where can I leave my car?', 'Mill Street'],
  ['Do I get a refund if I cannot come?', 'a week before'],
  ['Until what time can I come on Saturday?', '14:00'],
  ['Are dogs allowed?', 'on a lead'],
  ['How long does Glazing take?', '2 hours'],
])('%s', (goal, expected) => {
  expect(answerSite(site, goal).said?.output).toContain(expected);
});

test.each(['How much is a gift voucher?', 'Who designed the logo?', 'Do you sell wheelbarrows?'])(
  'what no page speaks of is not told: %s',
  (goal) => {
    expect(answerSite(site, goal)).toEqual({ said: undefined, quote: undefined });
  },
);

test.each([
  ['<h1>Lamp</h1><p class="price">€20</p><p>In stock</p>', 'How much is the lamp?', '€20'],
  ['<h1>Lamp</h1><p class="price">€20</p><p>In stock</p>', 'Is the lamp in stock?', 'Yes'],
  [
    '<h1>Lamp</h1><p>The lamp costs 20 euros and is in stock today.</p>',
    'What does the lamp cost?',
    '20 euros',
  ],
  ['<h1>Welcome</h1><p>Call us on +44 20 7946 0958.</p>', 'What is the phone number?', '+44 20 7946 0958'],
  ['<h1>Oslo</h1><p>Temperature: 12 °C</p>', 'What is the temperature in Oslo?', '12 °C'],
])('what a front page says itself is not lost among its other pages: %s', (body, goal, expected) => {
  const front = readMarkup(
    `<html lang="en"><title>Shop</title><body>${menu}<main>${body}</main></body></html>`,
    'https://kiln.example/',
  ).page;
  expect(answerSite([front, ...site.slice(2)], goal).said?.output).toContain(expected);
});

test('of the page at hand a question is meant first', () => {
  const [front, ...others] = site;
  const visit = others.filter(({ url }) => url.endsWith('/visit'));
  expect(front && answerSite([...visit, front], 'Can I bring my dog?').said?.at).toBe(0);
});

test('pages are looked at by what their links are called, and none that does more than show', () => {
  const [front] = site;
  const ways = front ? waysOn(front, 'Which classes are there for children?') : [];
  expect(ways[0]).toMatchObject({ url: 'https://kiln.example/classes' });
  for (const { url } of ways) expect(url).not.toMatch(/logout|delete/);
});

test('an answer that its page bears out is likelier than one that stands somewhere else on it', () => {
  const [, classes] = site;
  const index = indexPage(classes as (typeof site)[number]);
  const likely = (output: string, coverage: number) =>
    likelihood(index, 'How much is Glazing?', { output, coverage });
  expect(likely('£40', 1)).toBeGreaterThan(LEAST_LIKELY);
  expect(likely('Saturday 10am – 2pm', 0.5)).toBeLessThan(likely('£40', 1));
});
