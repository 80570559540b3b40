import { expect, test } from 'vitest';
import { answerAsked } from './answer.ts';
import { readMarkup } from './extract.ts';

function answer(html: string, goal: string) {
  const { page } = readMarkup(html, 'https://site.example/');
  const said = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return said.found ? said.output : undefined;
}

const bakery = `<html lang="en"><title>Why we closed early - Millpond</title><body><nav><a href="/a">Our cheapest loaf</a><a href="/b">Classes from £60</a></nav>
  <main><h1>Why we closed early</h1><p>On Sunday we locked the door at noon. We had to, because the oven had cracked.</p>
  <p>Our head baker, Tom Aldous, found the crack. The Batard costs £3.60 and weighs 500 g. The smaller Demi is £2.10.</p></main></body></html>`;

test.each([
  ['Why did you close early?', 'We had to, because the oven had cracked.'],
  ['Who is the head baker?', 'Tom Aldous'],
  ['What is the weight of the Batard?', 'The Batard costs £3.60 and weighs 500 g.'],
  ['Is the Demi cheaper than the Batard?', 'Yes (demi: £2.10, batard: £3.60)'],
  ['Is the Batard cheaper than the Demi?', 'No (batard: £3.60, demi: £2.10)'],
])('a text is understood as far as its sentences say it: %s', (goal, output) => {
  expect(answer(bakery, goal)).toBe(output);
});

test.each([
  'What is the cheapest loaf?',
  'Do you deliver to Leeds?',
  'Who owns the bakery?',
  'What is the weight of the oven?',
])('a menu, a heading or a likeness is no answer: %s', (goal) => {
  expect(answer(bakery, goal)).toBeUndefined();
});

const coaches = `<html lang="en"><title>Route 18</title><body><h1>Route 18</h1>
  <h2>Mondays to Fridays</h2><table><tr><th>Aldmoor</th><th>Bellwick</th><th>Kingsport</th></tr>
  <tr><td>08:10</td><td>08:45</td><td>09:20</td></tr><tr><td>09:40</td><td>-</td><td>10:38</td></tr><tr><td>17:30</td><td>18:05</td><td>18:40</td></tr></table>
  <h2>Saturdays</h2><table><tr><th>Aldmoor</th><th>Bellwick</th><th>Kingsport</th></tr>
  <tr><td>09:00</td><td>09:35</td><td>10:10</td></tr><tr><td>14:00</td><td>14:35</td><td>15:10</td></tr></table></body></html>`;

test.each([
  ['When is the first coach after 9 from Aldmoor on weekdays?', '09:40'],
  ['When is the last coach from Aldmoor on Saturdays?', '14:00'],
  ['When does the 08:10 from Aldmoor arrive in Kingsport?', '09:20'],
  ['How many coaches run on Saturdays?', '2'],
])('a timetable with its places across: %s', (goal, output) => {
  expect(answer(coaches, goal)).toBe(output);
});

const trains = `<html lang="de"><title>Fahrplan</title><body><h1>Fahrplan</h1><table>
  <tr><th>Zug</th><td>4701</td><td>4703</td><td>4705</td></tr><tr><th>Wendelstedt Hbf</th><td>6:02</td><td>8:32</td><td>10:02</td></tr>
  <tr><th>Sankt Veit</th><td>6:29</td><td>|</td><td>10:29</td></tr><tr><th>Auerbach</th><td>6:48</td><td>9:11</td><td>10:48</td></tr></table>
  <ul><li>Einzelfahrt: 5,40 €</li><li>Tageskarte: 9,80 €</li><li>Wochenkarte: 31,00 €</li></ul></body></html>`;

test.each([
  ['Wann fährt der erste Zug nach 9 Uhr in Wendelstedt ab?', '10:02 (4705)'],
  ['Wann kommt der Zug 4703 in Auerbach an?', '09:11 (4703)'],
  ['Welcher Zug hält nicht in Sankt Veit?', '4703'],
  ['Welche Fahrkarte ist die teuerste?', 'Wochenkarte'],
  ['Ist die Tageskarte teurer als zwei Einzelfahrten?', 'Nein (Tageskarte: 9,80 €, Einzelfahrt: 5,40 €)'],
])('and with its places down, asked in German: %s', (goal, output) => {
  expect(answer(trains, goal)).toBe(output);
});

const keepers = `<html lang="en"><title>Skerry Light</title><body><h1>Skerry Light</h1><p>Skerry Light is a granite tower on a rock.</p>
  <dl><dt>Height</dt><dd>31 m</dd><dt>Built</dt><dd>1858</dd></dl>
  <table><caption>Principal keepers</caption><tr><th>Name</th><th>From</th><th>To</th></tr><tr><td>Ann Isbister</td><td>1858</td><td>1879</td></tr>
  <tr><td>Peter Halcrow</td><td>1879</td><td>1911</td></tr><tr><td>Rob Tait</td><td>1911</td><td>1932</td></tr></table></body></html>`;

test.each([
  ['Who was the second principal keeper?', 'Peter Halcrow'],
  ['Who was keeper before Rob Tait?', 'Peter Halcrow'],
  ['Who was the keeper in 1920?', 'Rob Tait'],
  ['How tall is the tower?', '31 m'],
])('a row is found by its neighbour, its time, its number: %s', (goal, output) => {
  expect(answer(keepers, goal)).toBe(output);
});

const league = `<html lang="es"><title>Liga</title><body><h1>Liga</h1><table><tr><th>Pos</th><th>Equipo</th><th>GF</th><th>Pts</th></tr>
  <tr><td>1</td><td>CD Faro</td><td>19</td><td>24</td></tr><tr><td>2</td><td>UD Marismas</td><td>27</td><td>19</td></tr></table>
  <p>GF: goles a favor · Pts: puntos</p></body></html>`;

test.each([
  ['¿Qué equipo ha marcado más goles?', 'UD Marismas'],
  ['¿Qué equipo es el segundo?', 'UD Marismas'],
  ['¿Tiene el CD Faro más puntos que el UD Marismas?', 'Sí (CD Faro: 24, UD Marismas: 19)'],
])('short names of columns are read by their legend: %s', (goal, output) => {
  expect(answer(league, goal)).toBe(output);
});

const status = `<html lang="en"><title>Workshop</title><body><main><h1>In the workshop</h1><ul><li><a href="/1">Red Orbea</a> <span>Waiting for parts</span></li><li><a href="/2">Green Dawes</a> <span>Ready</span></li></ul><dl><dt>Web shop</dt><dd>Operational</dd><dt>Phone line</dt><dd>Down for maintenance</dd></dl></main></body></html>`;

test.each([
  ['Is the green Dawes ready to be picked up?', 'Yes (Ready)'],
  ['Is the red Orbea ready?', 'No (Waiting for parts)'],
  ['Is the phone line working at the moment?', 'No (Down for maintenance)'],
  ['Is the web shop up?', 'Yes (Operational)'],
  ['Is the boat ready?', undefined],
])('the state beside a name says yes or no: %s', (goal, output) => {
  expect(answer(status, goal)).toBe(output);
});

const branches = `<html lang="en"><title>Branches</title><body><h1>Branches</h1><table>
  <tr><th>Town</th><th>Monday to Friday</th><th>Saturday</th><th>Sunday</th></tr>
  <tr><td>Alder</td><td>09:00-18:00</td><td>09:00-17:00</td><td>Closed</td></tr>
  <tr><td>Brook</td><td>08:30-18:00</td><td>09:00-17:00</td><td>11:00-16:00</td></tr>
  <tr><td>Combe</td><td>10:00-18:00</td><td>Closed</td><td>08:00-12:00</td></tr></table></body></html>`;

test.each([
  ['Which branches are open on Sunday?', 'Brook\nCombe'],
  ['Which branches are closed on Saturdays?', 'Combe'],
  ['Which branches are open on Sunday at 9:00?', 'Combe'],
  ['How many branches are open on Saturday?', '2'],
  ['What are the opening hours in Alder on Saturday?', 'Saturday: 09:00-17:00'],
])('what is open is told by the hours of the day: %s', (goal, output) => {
  expect(answer(branches, goal)).toBe(output);
});

const home = `<html lang="en"><title>Camp shop</title><body><main><h1>Camp shop</h1>
  <h2>Favourites of the season</h2><p>Stoves and a tent for calm nights.</p><ul>
  <li><a href="/a">Ember Stove</a> <span>Burns anything</span> <b>$58.00</b></li><li><a href="/b">Cairn Tent</a> <span>Two doors</span> <b>$389.00</b></li>
  <li><a href="/c">Glow Lantern</a> <span>All night</span> <b>$31.00</b></li></ul>
  <h2>From the journal</h2><p>Mending a tent on the kitchen table takes an evening and $9.00 of thread.</p></main></body></html>`;

test('the part of a page that holds the things is none of them', () => {
  expect(answer(home, 'Which is the cheapest tent?')).not.toBe('Favourites of the season');
  expect(answer(home, 'Which is the cheapest tent and how much does it weigh?')).toBeUndefined();
});

const sale = `<html lang="en"><title>Linen apron</title><body><main><div class="product"><h1>Linen apron</h1>
  <p class="price"><del><span class="amount">£38.00</span></del> <ins><span class="amount">£29.50</span></ins></p></div>
  <section class="related products"><h2>Related products</h2><ul><li><a href="/a"><h2>Tea towel</h2><span class="price">£9.00</span></a></li>
  <li><a href="/b"><h2>Oven glove</h2><span class="price">£14.00</span></a></li></ul></section></main></body></html>`;

test('beside a struck out price stands the one that holds, and not in what is related', () => {
  expect(answer(sale, 'What does the apron cost?')).toBe('£29.50');
});

test.each([
  ['How many reviews are there in total?', '23'],
  ['How many chapters are there?', undefined],
])('things that the page numbers line after line are counted: %s', (goal, output) => {
  const lines = Array.from(
    { length: 23 },
    (_, at) => `<p>Review ${at + 1} by user${at % 7}: ${(at % 5) + 1} stars</p>`,
  );
  expect(answer(`<h1>Birch stool</h1><div>${lines.join('')}</div>`, goal)).toBe(output);
});

test.each([
  ['When are you open on Saturday?', 'Saturday: 10:00 – 14:00'],
  ['When do you open on Saturday?', '10:00 (Saturday: 10:00 – 14:00)'],
  ['How late are you open on Saturday?', '14:00 (Saturday: 10:00 – 14:00)'],
])('of the hours of a day the end that is asked for is told: %s', (goal, output) => {
  const hours =
    '<dl><dt>Monday to Friday</dt><dd>09:00 – 18:30</dd><dt>Saturday</dt><dd>10:00 – 14:00</dd></dl>';
  expect(answer(`<h1>Visit us</h1>${hours}`, goal)).toBe(output);
});

const curie = `<h1>Marie Curie</h1><p><b>Marie Curie</b> (7 November 1867 – 4 July 1934) was a Polish-French physicist and chemist who worked on radioactivity.</p>`;
const storm = `<h1>Storm</h1><p>A storm hit the coast on Monday night, killing two people and injuring 14.</p>`;
const spade = `<nav aria-label="Breadcrumb"><a href="/">Home</a> <a href="/g">Garden</a> <a href="/g/t">Tools</a> Spade</nav>
  <main><h1>Spade</h1><p><s>£30.00</s> <b>£24.00</b> <span>Save 20%</span></p></main>`;
const weather = `<h1>Oslo</h1><table><tr><th>Day</th><th>High</th><th>Sky</th></tr><tr><td>Mon</td><td>12°</td><td>Rain</td></tr><tr><td>Tue</td><td>15°</td><td>Sunny</td></tr></table>`;

test.each([
  [curie, 'When was Marie Curie born?', '7 November 1867'],
  [curie, 'When did Marie Curie die?', '4 July 1934'],
  [curie, 'What was her profession?', 'Polish-French physicist and chemist'],
  [storm, 'How many people were injured?', '14'],
  [spade, 'Which category is the spade in?', 'Tools'],
  [spade, 'What is the discount?', '20%'],
  [spade, 'What was the original price?', '£30.00'],
  [weather, 'What is the high on Tuesday?', '15°'],
])('what a reader takes from the form of a page is taken: %#', (html, goal, output) => {
  expect(answer(html, goal)).toBe(output);
});

const tracker = `<html lang="en"><title>Issues - lamp</title><body><h1>Issues</h1><ul class="issues">
  <li><a href="/i/9">Tiles flicker</a> <span class="label">bug</span><div>#9 · created Oct 30, 2026 by <a href="#">Tomo Ishii</a></div></li>
  <li><a href="/i/7">Support tiles of glass</a> <span class="label">wish</span><div>#7 · created Sep 2, 2026 by <a href="#">Lena Ortiz</a> · 💬 2</div></li>
  <li><a href="/i/4">Export hangs</a> <span class="label">bug</span><div>#4 · created Sep 1, 2026 by <a href="#">Lena Ortiz</a></div></li></ul></body></html>`;

test.each([
  ['Who opened the oldest open issue labelled bug?', 'Lena Ortiz'],
  ['Who has opened the most issues?', 'Lena Ortiz'],
  ['How many issues were created in September 2026?', '2'],
  ['How many issues did Lena Ortiz create in October 2026?', '0'],
])('whose and of when the things of a list are: %s', (goal, output) => {
  expect(answer(tracker, goal)).toBe(output);
});

const bands = `<html lang="en"><title>Late trains</title><body><h1>Late trains</h1><table><thead><tr><th>You arrived</th><th>You get back</th></tr></thead>
  <tbody><tr><td>15 to 29 minutes late</td><td>25% of your fare</td></tr><tr><td>30 to 59 minutes late</td><td>50% of your fare</td></tr>
  <tr><td>60 minutes late or more</td><td>100% of your fare</td></tr></tbody></table></body></html>`;

test.each([
  ['My train was 70 minutes late. How much of the fare do I get back?', '100% of your fare'],
  ['How much of my fare do I get back when I am 29 minutes late?', '25% of your fare'],
  ['My train was an hour late by 45 minutes. How much of the fare do I get back?', '50% of your fare'],
  ['My train was 10 minutes late. How much of the fare do I get back?', undefined],
])('an amount falls into the row that holds for it: %s', (goal, output) => {
  expect(answer(bands, goal)).toBe(output);
});

const journeys = `<html lang="en"><title>Choose your train</title><body><h1>Ambleford to Rigg</h1><p>12 March 2027 · 1 adult</p>
  <div class="trip"><b>07:20</b> – <b>08:26</b><div class="meta">1 h 6 min, direct</div><div class="price">from £12.60</div><a href="/1">Select</a></div>
  <div class="trip"><b>08:35</b> – <b>09:32</b><div class="meta">57 min, direct</div><div class="price">from £11.80</div><a href="/2">Select</a></div>
  <div class="trip"><b>13:20</b> – <b>14:31</b><div class="meta">1 h 11 min, 1 change</div><div class="price">from £9.90</div><a href="/3">Select</a></div></body></html>`;

test.each([
  ['How long does the fastest train from Ambleford to Rigg take on 12 March 2027?', '57 min, direct'],
  ['What does the cheapest train from Ambleford to Rigg cost on 12 March 2027?', 'from £9.90'],
  ['What does the cheapest train from Ambleford to Rigg cost on 14 March 2027?', undefined],
])('the day below the heading is the day of all: %s', (goal, output) => {
  expect(answer(journeys, goal)).toBe(output);
});

const stops = `<html lang="en"><title>Stations</title><body><h1>Stations</h1><table><tr><th>Station</th><th>Step-free access</th><th>Stars</th></tr>
  <tr><td>Holt</td><td>Yes</td><td>4</td></tr><tr><td>Orme</td><td>No</td><td>2</td></tr><tr><td>Selby</td><td>No</td><td>3</td></tr></table></body></html>`;

test.each([
  ['How many of your stations do not have step-free access?', '2'],
  ['How many stations have step-free access?', '1'],
  ['How many stations have three stars or fewer?', '2'],
])('a column of yes and no, and numbers in words, are counted by: %s', (goal, output) => {
  expect(answer(stops, goal)).toBe(output);
});

const booking = `<html lang="en"><title>Booking 4498</title><body><main><h1>Booking 4498</h1><dl><dt>Journey</dt><dd>Ambleford to Port Selby</dd>
  <dt>Coach and seat</dt><dd>A 31</dd><dt>Paid</dt><dd>£31.00</dd></dl><aside><h3>Assignee</h3><p>Priya Nair</p><h3>Team</h3><p>Desk 4</p></aside></main></body></html>`;

test.each([
  ['Which seat have I got on my trip to Port Selby?', 'A 31'],
  ['Who is assigned to booking 4498?', 'Priya Nair'],
  ['Which platform does my trip to Port Selby leave from?', undefined],
])('what stands beside a value tells whose it is: %s', (goal, output) => {
  expect(answer(booking, goal)).toBe(output);
});

const office = `<html lang="en"><title>Shop Admin</title><body><main><h1>Dashboard</h1><h2>Top Search Terms</h2><table><thead><tr><th>Search Term</th><th>Results</th><th>Uses</th></tr></thead>
  <tbody><tr><td>yoga mat</td><td>3</td><td>112</td></tr><tr><td>jacket</td><td>1</td><td>240</td></tr></tbody></table>
  <h2>Reviews</h2><table><thead><tr><th>Product</th><th>Nickname</th><th>Rating</th></tr></thead><tbody><tr><td>Olivia Jacket</td><td>mim</td><td>★★★★★</td></tr>
  <tr><td>Olivia Jacket</td><td>Rosa</td><td>★★</td></tr><tr><td>Juno Tee</td><td>Tom</td><td>★★★</td></tr><tr><td>Olivia Jacket</td><td>hk</td><td>★★★</td></tr></tbody></table></main></body></html>`;

test.each([
  ['What is the top search term in our shop?', 'jacket'],
  ['How many reviews give the Olivia Jacket three stars or fewer?', '2'],
])('the top of a list is what it counts most of, and stars are numbers: %s', (goal, output) => {
  expect(answer(office, goal)).toBe(output);
});
