import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';

async function ask(body: string, goal: string): Promise<unknown> {
  const html = `<html lang="en"><body><main>${body}</main></body></html>`;
  const source = { body: html, contentType: null, url: 'https://site.example/page' };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema: null });
  return answer?.found ? answer.output : undefined;
}

const BOOT = '<h1>Trail Boot</h1><p>Price: £119.99</p><p>Delivery: 2–4 working days</p><p>Weight: 640 g</p>';
const VASE = '<h1>Clay Vase</h1><p class="price">$38.00</p><p>Hand made in Oaxaca.</p>';
const MUSEUM =
  '<h1>Tram Museum</h1><p>Admission: €9</p><p>The café is on the first floor.</p><p>The building was restored in 2014.</p>';
const HOTEL = `<h1>Hotel Alder</h1><p>Rooms from <b>$140</b> per night. Breakfast is included. Parking costs $15 per day.</p>
  <p>The hotel has 86 rooms on five floors. It was renovated in 2021.</p>`;
const GYM =
  '<h1>Iron Gym</h1><p>Membership is $45 per month. Towels cost $2.</p><p>It was extended in 2019.</p>';

test.each([
  [BOOT, 'What is the shipping cost?'],
  [BOOT, 'What is the price of shipping?'],
  [VASE, 'What is the delivery fee?'],
  [VASE, 'How much does gift wrapping cost?'],
  [MUSEUM, 'How much is parking?'],
  [MUSEUM, 'What is the price of an audio guide?'],
  [GYM, 'How much is a personal trainer?'],
])('the price of something else is no answer: %s %s', async (page, question) => {
  expect(await ask(page, question)).toBeUndefined();
});

test.each([
  [BOOT, 'How much is the boot?', '£119.99'],
  [VASE, 'What is the cost of the vase?', '$38.00'],
  [MUSEUM, 'How much is admission?', '€9'],
  [HOTEL, 'How much is parking?', 'Parking costs $15 per day.'],
  [HOTEL, 'How much does breakfast cost?', 'Breakfast is included.'],
  [GYM, 'How much does a towel cost?', 'Towels cost $2.'],
])('what is paid for is named by what is told: %s %s', async (page, question, answer) => {
  expect(await ask(page, question)).toBe(answer);
});

test.each([
  [HOTEL, 'When was it built?'],
  [HOTEL, 'When was the hotel built?'],
  [MUSEUM, 'When was it built?'],
  [GYM, 'When was the gym founded?'],
])('when something else was done is no answer: %s %s', async (page, question) => {
  expect(await ask(page, question)).toBeUndefined();
});

const FIRM = `<h1>About Nordvik AB</h1><p>Nordvik AB was founded in 1987 by Lars Nord and employs 240 people. Its headquarters are in
  Gothenburg.</p><p>CEO since 2019 is Eva Strand.</p>`;
const CLUB =
  '<h1>Severn Rowing Club</h1><p>The club was started in 1921 by two brothers and has 310 members.</p><p>President since 2018 is Ida Long.</p>';
const BRIDGE =
  '<h1>Ford Bridge</h1><p>Ford Bridge was designed by Tom Pryce, built in 1881 and widened in 1934.</p><p>Keeper since 2009 is Al Moss.</p>';
const FORUM = `<h1>How do I fix error E42?</h1><p>E42 means that the drain pump is stuck. Clean the filter.</p>
  <p>If that does not help, replace the pump. The part number is DP-1180.</p>`;

test.each([
  [FIRM, 'When was the company founded?', '1987'],
  [FIRM, 'Who founded it?', 'Lars Nord'],
  [FIRM, 'Who is the CEO?', 'Eva Strand'],
  [CLUB, 'When was the club founded?', '1921'],
  [BRIDGE, 'When was it built?', '1881'],
  [FORUM, 'What is the part number of the pump?', 'DP-1180'],
])('what the page says outright counts before what may be meant: %s %s', async (page, question, part) => {
  expect(await ask(page, question)).toContain(part);
});

const row = (cells: string[], tag = 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
const JOBS = `<h1>Open positions</h1><table>${row(['Title', 'Posted'], 'th')}${row(['Data engineer', 'Jan 5, 2025'])}
  ${row(['Support agent', 'Mar 1, 2025'])}${row(['Designer', 'Feb 17, 2025'])}</table>`;
const ORDERS = `<h1>Orders</h1><table>${row(['Order', 'Customer', 'Shipped'], 'th')}${row(['A-1', 'Kim', '2025-03-08'])}
  ${row(['A-2', 'Lee', '2025-02-01'])}${row(['A-3', 'Roy', '2025-03-02'])}</table>`;

test.each([
  [JOBS, 'Which job was posted last?', 'Support agent'],
  [JOBS, 'Which job was posted first?', 'Data engineer'],
  [ORDERS, 'Which order was shipped last?', 'A-1'],
  [ORDERS, 'Which order was shipped first?', 'A-2'],
  [ORDERS, 'What is the last order?', 'A-3'],
])('what was done last is told by its day: %s %s', async (page, question, answer) => {
  expect(await ask(page, question)).toBe(answer);
});

const PLANS = `<h1>Compare</h1><table>${row(['Feature', 'Starter', 'Team', 'Enterprise'], 'th')}
  ${row(['Storage', '5 GB', '100 GB', '1 TB'])}${row(['Backup', '✗', '✓', '✓'])}${row(['Support', 'Email', 'Email', 'Phone'])}</table>`;

test.each([
  ['Which plan has phone support?', 'Enterprise'],
  ['Which plans have email support?', 'Starter\nTeam'],
  ['Which plan has 100 GB storage?', 'Team'],
  ['Which plans include backup?', 'Team\nEnterprise'],
  ['Which plan does not have backup?', 'Starter'],
])('of a table with a row for each feature, the columns that have it: %s', async (question, answer) => {
  expect(await ask(PLANS, question)).toBe(answer);
});

test.each(['What year was the company founded?', 'In which year was Acme founded?'])(
  '%s',
  async (question) => {
    expect(await ask('<h1>About Acme</h1><p>Founded in 1987 by Lena Holm.</p>', question)).toBe('1987');
  },
);

const PLACES = `<h1>Fenmoor footbridge</h1><p>Mill Lane, Fenmoor</p><p>The bridge costs £6.2m and opens in 2028.</p>
  <p>Graham joined the council in 2011.</p><p>Salary: £94,000</p><p>Deutsch Français English</p>`;

test.each([
  'How tall is the bridge?',
  'How heavy is the bridge?',
  'How old is Graham?',
  'How many years of experience are needed?',
  'Who is the mayor of Fenmoor?',
  'Who wrote this page?',
])('an answer of another kind is none: %s', async (question) => {
  expect(await ask(PLACES, question)).toBeUndefined();
});

const STAY = `<h1>Hotel Alder</h1><dl><dt>Check-in</dt><dd>from 15:00</dd><dt>Check-out</dt><dd>until 11:00</dd></dl>
  <p>Children may use the pool until 5 pm.</p>`;
const STEW =
  '<h1>Stew</h1><p>Serves 6 · 312 kcal</p><p>Written by <a href="/p">Petra Novak</a> on 2 March 2026</p><ul><li>3 carrots</li><li>2 onions</li></ul>';
const FEES = `<h1>Fees</h1><table><tr><th>Service</th><th>Basic</th><th>Premium</th></tr>
  <tr><td>Transfer abroad</td><td>£15</td><td>£5</td></tr><tr><td>New card</td><td>£8</td><td>£2</td></tr></table>`;

test.each([
  [STAY, 'By what time must I leave the room?', 'until 11:00'],
  [STAY, 'How long is the pool?', undefined],
  [STEW, 'How many people is it for?', '6'],
  [STEW, 'How many portions does the recipe make?', '6'],
  [STEW, 'Who wrote this?', 'Petra Novak'],
])('%s %s', async (page, question, answer) => {
  expect(await ask(page, question)).toBe(answer);
});

test('what the question is about is none of what it asks for', async () => {
  const answer = await ask(FEES, 'Which account charges the least for a transfer abroad?');
  expect(answer).not.toBe('Transfer abroad');
});
