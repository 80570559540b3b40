import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';

async function ask(body: string, goal: string): Promise<unknown> {
  const html = `<html lang="en"><body>${body}</body></html>`;
  const source = { body: html, contentType: null, url: 'https://site.example/page' };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema: null });
  return answer?.found ? answer.output : undefined;
}

const INN = `<main><h1>The Ferry Inn</h1><p>By bus, take the 14 to Ness and change to the 62 at the quay.</p>
  <p>Guests may use the sauna free of charge on weekdays.</p><p>Up to ten days before arrival you can cancel and pay nothing. After that
  we keep half of the sum.</p><p>The bar seats thirty and can be booked for two evenings.</p>
  <p>The oldest wing, in a former school, has a children's corner under the roof.</p><dl><dt>Garage</dt><dd>6 places, € 9 per night</dd>
  <dt>House manager</dt><dd>Edda Falk</dd></dl><h2>What guests say</h2><p>"Dinner alone is worth the trip." — Piotr, Gdynia</p>
  <p>Photos by Lena Ostrow.</p></main>`;

test.each([
  ['What does the bus to Ness cost?', undefined],
  ['How much will the new wing cost?', undefined],
  ['Who is in charge of the house?', 'Edda Falk'],
  ['Who painted the oldest wing?', undefined],
  ['How many books does the inn have?', undefined],
  ['Is dinner included?', undefined],
  ['May I take photos?', undefined],
  ['What is the wing called?', undefined],
  ['Why can the bar be booked?', undefined],
])(
  'a line of the page that shares a word with the question is no answer to %s',
  async (question, expected) => {
    expect(await ask(INN, question)).toBe(expected);
  },
);

test('what holds for another time than the one asked about is told with what follows it', async () => {
  expect(await ask(INN, 'What do I pay if I cancel four days before?')).toContain('keep half of the sum');
  expect(await ask(INN, 'What do I pay if I cancel twelve days before?')).toContain('pay nothing');
});

const HILL = `<main><h1>A weekend in Orle</h1><h2>What to skip</h2><p>The cable car. The queue takes an hour.</p>
  <h2>Getting around</h2><p>A car is of no use, as the centre is closed to traffic.</p></main>`;

test.each([
  ['Do I need a car?', 'A car is of no use, as the centre is closed to traffic.'],
  ['What does the author say about the cable car?', 'The cable car. The queue takes an hour.'],
])('a word within the name of another thing is not that word: %s', async (question, expected) => {
  expect(await ask(HILL, question)).toContain(expected);
});

const LOANS = `<main><h1>Ness Library</h1><h2>Borrowing</h2><p>Books go out for 21 days, films for 7.</p></main>
  <aside><h2>Related notices</h2><ul><li><a href="/t">Taxi fares: consultation ends 20 May</a></li></ul></aside>`;

test.each([
  'Can I borrow a laptop?',
  'Can I borrow a phone?',
  'How much is a taxi?',
  'When does the consultation start?',
])('what a page does not name it does not lend or sell: %s', async (question) => {
  expect(await ask(LOANS, question)).toBeUndefined();
});

const PLANS = `<main><h1>Limits</h1><table><tr><th>Plan</th><th>Requests a minute</th><th>Labels a day</th></tr>
  <tr><td>Small</td><td>60</td><td>100</td></tr><tr><td>Middle</td><td>600</td><td>5,000</td></tr>
  <tr><td>Large</td><td>3,000</td><td>unlimited</td></tr></table></main>`;
const TABLE = `<main><h1>Division Two</h1><table><tr><th>Team</th><th>Played</th><th>Lost</th><th>Points</th></tr>
  <tr><td>Alm Rovers</td><td>9</td><td>2</td><td>19</td></tr><tr><td>Dunmore</td><td>9</td><td>5</td><td>10</td></tr></table>
  <p>Three points deducted from Dunmore for missing a match.</p></main>`;
const HOUSE = `<main><h1>Elm Road 4</h1><p>Guide price £410,000</p><p>Ask for Ann Reed on 0117 555 0101.</p></main>`;

test.each([
  [PLANS, 'Which plan has no daily label limit?', 'Large'],
  [PLANS, 'Which plan comes without a label limit?', 'Large'],
  [TABLE, 'Why did Dunmore lose three points?', 'Three points deducted from Dunmore for missing a match.'],
  [HOUSE, 'What are they asking for the house?', '£410,000'],
  [HOUSE, 'How much do they want for it?', '£410,000'],
])('what is asked in other words is told by its own kind: %#', async (page, question, expected) => {
  expect(await ask(page, question)).toContain(expected);
});

const GUIDE = `<main><h1>Lantern Night</h1><h2>If it rains</h2><p>We decide by noon and write to all who hold a ticket.</p>
  <h2>Running late</h2><p>We hold your place for 20 minutes.</p><h2>When to come</h2><p>May and late September.</p>
  <h2>Why the drums come last</h2><p>Skins give their sound only when warm. Beaten cold they tear.</p>
  <h2>How to return</h2><p>Hand the lantern in at the gate. You get your coin back.</p></main>`;

test.each([
  ['What happens if the weather is bad?', 'We decide by noon'],
  ['What happens if I turn up late?', 'We hold your place for 20 minutes.'],
  ['When is the best time to visit?', 'May and late September.'],
  ['Why are the drums at the end?', 'Skins give their sound'],
  ['How do I return the lantern?', 'Hand the lantern in at the gate.'],
])('a part whose heading says it in other words is the answer to %s', async (question, expected) => {
  expect(await ask(GUIDE, question)).toContain(expected);
});

test.each(['What happens if I lose my coat?', 'How do I get a locker?', 'Why is the gate shut?'])(
  'a part that is headed by something else does not answer %s',
  async (question) => {
    expect(await ask(GUIDE, question)).toBeUndefined();
  },
);

const dish = (name: string, price: string) =>
  `<div class="dish"><div class="dish-name">${name}</div><div class="dish-price">${price}</div></div>`;
const course = (name: string, ...dishes: string[]) =>
  `<div class="course"><div class="course-name">${name}</div>${dishes.join('')}</div>`;
const CARD = `<main><h1>Dinner</h1>${course('Antipasti', dish('Burrata', '£11'), dish('Farinata', '£7'))}
  ${course('Primi', dish('Tajarin', '£17'), dish('Gnocchi', '£16'))}${course('Dolci', dish('Bonet', '£8'), dish('Quince', '£9'))}</main>`;

test('a box that holds the dishes is none of the dishes', async () => {
  expect(await ask(CARD, 'What is the cheapest dish?')).toBe('Farinata');
  expect(await ask(CARD, 'What is the cheapest starter?')).not.toBe('Dolci');
});

const TICKETS = `<h1>Tickets</h1><table><tr><th>Number</th><th>Subject</th><th>Assigned to</th><th>State</th></tr>
  <tr><td>T1</td><td>New phone for Ada Lind</td><td>Bo Kerr</td><td>Open</td></tr>
  <tr><td>T2</td><td>Screen is black</td><td>Ada Lind</td><td>New</td></tr>
  <tr><td>T3</td><td>Cannot print</td><td>Ada Lind</td><td>Closed</td></tr>
  <tr><td>T4</td><td>Access for Ada Lind</td><td>Bo Kerr</td><td>New</td></tr>
  <tr><td>T5</td><td>New chair</td><td>Ada Lind</td><td>Open</td></tr></table>`;

test.each([
  ['How many of the tickets assigned to Ada Lind are still New?', '1'],
  ['How many tickets are assigned to Ada Lind?', '3'],
  ['How many tickets are New?', '2'],
])('what fills a cell tells by its column: %s', async (question, expected) => {
  expect(await ask(TICKETS, question)).toBe(expected);
});

test.each([
  'When do the banners for the trade fair have to be ordered? I mean the due date on the card.',
  'When do the banners for the trade fair have to be ordered?',
])('a number of things is no time: %s', async (question) => {
  const boards = `<h1>Boards</h1><a href="/b/1"><b>Website</b> <small>12 cards</small></a>
    <a href="/b/2"><b>Autumn trade fair</b> <small>8 cards</small></a><a href="/b/3"><b>Office</b> <small>3 cards</small></a>`;
  expect(await ask(boards, question)).toBeUndefined();
});
