import { expect, test } from 'vitest';
import { answerAsked } from './answer.ts';
import type { Asked } from './asked.ts';
import { extractPage, readMarkup } from './extract.ts';

async function answer(html: string, goal: string, more: Partial<Asked> = {}) {
  const page = await extractPage(html, 'https://shop.example/p/1');
  const asked = {
    goal,
    instructions: null,
    outputSchema: null,
    ...more,
  };
  const said = answerAsked(asked, page);
  return said.found ? said.output : undefined;
}

const product = `<html><head><title>Blue kettle - Shop</title><meta property="article:author" content="Ann Lee">
  <script type="application/ld+json">{"@type":"BreadcrumbList","name":"crumbs"}</script>
  <script type="application/ld+json">{"@type":"Product","name":"Blue kettle","description":"Boils water.","offers":{"@type":"Offer","price":"19.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"},"aggregateRating":{"ratingValue":4.5,"reviewCount":12}}</script>
  </head><body><h1>Blue kettle</h1><dl><dt>Weight</dt><dd>1.2 kg</dd><dt>Warranty period</dt><dd>2 years</dd></dl>
  <p>Our delivery takes three working days to most of Europe and is free above fifty euros.</p>
  <p>Returns are accepted within thirty days if the box is unopened.</p></body></html>`;

test.each([
  ['What is the price?', '19.90 EUR'],
  ['How much does it cost', '19.90 EUR'],
  ['is it in stock', 'Yes (InStock)'],
  ['What rating does it have?', '4.5'],
  ['How many reviews are there?', '12'],
  ['Who is the author?', 'Ann Lee'],
  ['Get the page title', 'Blue kettle'],
  ['What is the weight of the kettle?', '1.2 kg'],
  ['Tell me the warranty period', '2 years'],
  ['Get the title and price', 'Title: Blue kettle\nPrice: 19.90 EUR'],
])('%j is answered with the value itself', async (goal, expected) => {
  expect(await answer(product, goal)).toBe(expected);
});

test('a question without a labelled value gets the passage that holds it', async () => {
  expect(await answer(product, 'How long does delivery take in Europe?')).toMatch(
    /^Our delivery takes three working days/,
  );
});

test.each([
  '',
  'https://shop.example/p/1',
  'Extract the main text of the page',
  'return the page content as markdown',
])('%j gets the whole page', async (goal) => {
  const output = await answer(product, goal);
  expect(output).toMatch(/^# Blue kettle/);
  expect(output).toContain('Returns are accepted');
});

const dishes = `<h1>Kitchen</h1><table><tr><th>Dish</th><th>Stars</th><th>Price</th></tr>
  <tr><td>Nettle soup</td><td>4</td><td>£6.50</td></tr><tr><td>Venison pie</td><td>5</td><td>£14.00</td></tr>
  <tr><td>Trout</td><td>3</td><td>£13.25</td></tr><tr><td>Specials</td><td>5</td><td>ask us</td></tr></table>`;

test.each([
  ['What would a nettle soup and a venison pie cost together?', '£20.50'],
  ['How much do the trout, the nettle soup and the venison pie cost in total?', '£33.75'],
  ['What do the trout and the specials cost together?', undefined],
  ['What would a nettle soup and a lobster cost together?', undefined],
])('%j adds up what it names, or nothing', async (goal, expected) => {
  expect(await answer(dishes, goal)).toBe(expected);
});

test('what the page does not hold is not made up, and the page is no answer', async () => {
  expect(await answer(product, 'What is the phone number of the nearest dentist?')).toBeUndefined();
  expect(await answer('<h1>Empty</h1><p>Nothing.</p>', 'What is the price?')).toBeUndefined();
});

const table = `<h1>Mugs</h1><table><thead><tr><th>Mug</th><th>Price</th><th>Stock</th></tr></thead><tbody>
  <tr><td>Red mug</td><td>$4</td><td>7</td></tr><tr><td>Red mug XL</td><td>$6</td><td>0</td></tr></tbody></table>`;

test('a row and a column named in the task give their cell', async () => {
  expect(await answer(table, 'What is the price of the Red mug XL?')).toBe('$6');
  expect(await answer(table, 'How much does the Red mug cost?')).toBe('$4');
  expect(await answer(table, 'How much stock is there of the red mug?')).toBe('7');
});

test('of several things on a page the one that the task names is meant', async () => {
  const html = `<script type="application/ld+json">[{"@type":"Product","name":"Alpha","offers":{"price":1}},{"@type":"Product","name":"Beta","offers":{"price":2}}]</script><p>Two things</p>`;
  expect(await answer(html, 'What is the price of Beta?')).toBe('2');
});

test('a schema decides the shape of the answer', async () => {
  const outputSchema = { type: 'object', properties: { price: { type: 'number' } } };
  expect(await answer(product, 'read it', { outputSchema })).toEqual({ price: 19.9 });
});

const shop = `<html><body><section class="band"><h2>Products of the season</h2><ul>
  <li class="card"><h3>Tin mug</h3><p>A name for every morning.</p><p class="price">$14.00</p></li>
  <li class="card"><h3>Kettle</h3><p>Pours well.</p><p class="price">$58.00</p></li></ul></section>
  <section class="band"><h2>From the journal</h2><p>What to mend first.</p></section></body></html>`;

test('a box that holds the things is not one of them', async () => {
  expect(await answer(shop, 'Which is the cheapest product and what does it cost?')).toBe('Tin mug: $14.00');
});

test('the names of things are asked for, though one of them uses that word', async () => {
  expect(await answer(shop, 'List the names of all products with their prices')).toBe(
    'Tin mug: $14.00\nKettle: $58.00',
  );
});

const hours = `<table><caption>Opening hours of all stores</caption>
  <tr><th>Town</th><th>Saturday</th><th>Sunday</th></tr>
  <tr><td>Pell</td><td>09:00-17:00</td><td>Closed</td></tr><tr><td>Alder</td><td>10:00-12:00</td><td>Closed</td></tr></table>`;

test.each([
  ['When does the first store open?', 'Pell; Saturday: 09:00-17:00; Sunday: Closed'],
  ['What are the opening hours of the last store?', 'Alder; Saturday: 10:00-12:00; Sunday: Closed'],
  ['What is the name of the last store?', 'Alder'],
])('%j: a table without such a column answers with the row', async (goal, expected) => {
  expect(await answer(hours, goal)).toBe(expected);
});

const lamps = `<title>Lamps</title><h1>Lamps</h1><p>Mon–Fri 9am–5.30pm; Sat 10am–1pm; Sunday closed</p>
  <div class="lamp"><h3>Heron</h3><span class="price">€40</span><em>Last one</em></div>
  <div class="lamp"><h3>Wren</h3><span class="price">€25</span><em>Sold out</em></div>
  <div class="lamp"><h3>Ibis</h3><span class="price">€60</span><em>Best seller</em></div>
  <dl><dt>Start date</dt><dd>3 March 2026</dd><dt>End date</dt><dd>12 March 2026</dd></dl>`;

test.each([
  ['Is the shop open on Saturday at 11 am?', 'Yes (Sat 10am–1pm)'],
  ['Is the shop open on Sunday?', 'No (Sunday closed)'],
  ['Are you open on Friday evening?', 'No (Mon–Fri 9am–5.30pm)'],
  ['Which is cheaper, Heron or Wren?', 'Wren (€25)'],
  ['Which lamp is more expensive, Heron or Ibis?', 'Ibis (€60)'],
  ['Which lamp is sold out?', 'Wren'],
  ['How many days does the sale last?', '10 days (2026-03-03 to 2026-03-12)'],
])('what only follows from the page is worked out: %s', async (goal, output) => {
  expect(await answer(lamps, goal)).toBe(output);
});

const shops = `<title>Our shops</title><h1>Our shops</h1>
  <section><h2>Leeds</h2><table><tr><th>Saturday</th><td>9:00 - 17:30</td></tr><tr><th>Sunday</th><td>10:30 - 16:00</td></tr></table></section>
  <section><h2>Kendal</h2><table><tr><th>Saturday</th><td>8:30 - 18:00</td></tr><tr><th>Sunday</th><td>Closed</td></tr></table></section>`;

test.each([
  ['When does the shop in Leeds close on Sunday?', '16:00 (Sunday: 10:30 - 16:00)'],
  ['What time does the Kendal shop open on Saturdays?', '8:30 (Saturday: 8:30 - 18:00)'],
  ['What are the opening hours in Kendal on Sunday?', 'Sunday: Closed'],
  ['When does the shop in York close on Sunday?', undefined],
])('the hours of a day are those of the place that is named: %s', async (goal, output) => {
  expect(await answer(shops, goal)).toBe(output);
});

const menu = `<title>Menu</title><body><nav><a href="/">Home</a> <a href="/m">Dishes</a> <a href="/w">Walks</a></nav><h1>Menu</h1>
  <h2>Starters</h2><table><tr><th>Dish</th><th>Price</th><th>Diet</th></tr><tr><td>Soup</td><td>£6</td><td>vegan</td></tr><tr><td>Trout</td><td>£9</td><td>fish</td></tr></table>
  <h2>Mains</h2><table><tr><th>Dish</th><th>Price</th><th>Diet</th></tr><tr><td>Pie</td><td>£18</td><td>meat</td></tr><tr><td>Risotto</td><td>£14</td><td>vegan</td></tr></table>`;

test.each([
  ['How many vegan dishes are on the menu?', '2'],
  ['What is the most expensive dish?', 'Pie'],
  ['Which of the walks is the longest?', undefined],
])(
  'one list in several tables is read as one, and a menu of links says nothing: %s',
  async (goal, output) => {
    expect(await answer(menu, goal)).toBe(output);
  },
);

const account = `<title>My account</title><h1>My account</h1><div role="tablist"><button role="tab" aria-selected="true">Loans</button><button role="tab">Fines</button></div>
  <div role="tabpanel"><table><tr><th>Title</th><th>Due</th></tr><tr><td>Harbour Lights</td><td>2027-05-21</td></tr><tr><td>Moss and Stone</td><td>2027-05-09</td></tr></table></div>`;

test.each([
  ['Which of my loans is due first?', 'Moss and Stone'],
  ['Which of my loans is due last?', 'Harbour Lights'],
  ['How many loans do I have?', '2'],
])('a panel goes by the name of its tab: %s', async (goal, output) => {
  expect(await answer(account, goal)).toBe(output);
});

const copies = `<title>Tall Grass</title><h1>Tall Grass</h1><p>240 pages</p><h2>Copies</h2><table><tr><th>Branch</th><th>Status</th></tr>
  <tr><td>Central</td><td>Not available</td></tr><tr><td>Eastgate</td><td>Available</td></tr></table>`;

test('what can be had is told by a column of yes and no', async () => {
  expect(await answer(copies, 'At which branch can I borrow Tall Grass?')).toBe('Eastgate');
});

test('a number of one thing is not how often the thing is listed', async () => {
  const list =
    '<h1>Books</h1><ul><li><h3>Tall Grass</h3><p>Lee, 2018</p></li><li><h3>Soup</h3><p>Jo, 2020</p></li></ul>';
  expect(await answer(list, 'How many pages does Tall Grass have?')).not.toBe('1');
  expect(await answer(copies, 'How many pages does Tall Grass have?')).toBe('240');
});

test('the one price that a page states for machines is not in doubt', () => {
  const offer = { '@type': 'Product', name: 'Camp Kettle', offers: { '@type': 'Offer', price: '58.00' } };
  const markup = `<title>Camp Kettle</title><script type="application/ld+json">${JSON.stringify(offer)}</script>
    <h1>Camp Kettle</h1><p class="price">$58.00</p><p>Other kettles cost more.</p>`;
  const { page } = readMarkup(markup, 'https://shop.example/kettle');
  const asked = { goal: 'What does the Camp Kettle cost?', instructions: null, outputSchema: null };
  expect(answerAsked(asked, page)).toEqual({ found: true, output: '58.00' });
});
