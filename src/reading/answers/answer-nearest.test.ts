import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';

async function ask(body: string, goal: string): Promise<unknown> {
  const html = `<html lang="en"><body><main>${body}</main></body></html>`;
  const source = { body: html, contentType: null, url: 'https://site.example/page' };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema: null });
  return answer?.found ? answer.output : undefined;
}

const LEGAL = `<h1>Privacy notice</h1><h2>How long we keep it</h2><p>We keep account data for seven years.
  Call recordings are deleted after 90 days.</p><h2>Rights</h2><p>You may object to any use at any time.</p>`;

test('a question in other words than the page finds the line that speaks of the same matter', async () => {
  expect(await ask(LEGAL, 'How long are phone calls stored?')).toBe(
    'Call recordings are deleted after 90 days.',
  );
});

test('what is asked of a thing that the page does not speak of in any words stays unanswered', async () => {
  expect(await ask(LEGAL, 'How much does a mortgage cost?')).toBeUndefined();
  expect(await ask(LEGAL, 'Is there a swimming pool?')).toBeUndefined();
});

test('a line of another kind than asked for is no answer', async () => {
  const page = '<h1>The hut</h1><p>Dinner is served in the hall.</p><p>The hut was built in 1931.</p>';
  expect(await ask(page, 'How much do I pay for the food?')).toBeUndefined();
});

test('who has a role is told by the name on the card, though the card only says the role', async () => {
  const card = (name: string, role: string) => `<div class="person"><h3>${name}</h3><p>${role}</p></div>`;
  const page = `<h1>About us</h1><h2>Who we are</h2><div class="team">${card('Moira Strachan', 'Chief Executive Officer')}
    ${card('Declan Roy', 'Chief Financial Officer')}${card('Anjali Menon', 'Head of Engineering')}</div>`;
  expect(await ask(page, "Who's in charge of the money?")).toBe('Declan Roy');
});

test('of a line that tells several prices, the one that is asked for', async () => {
  const page = '<h1>Night of Maps</h1><p>£12 / £8 students / free for members</p><p>Doors open at 18:30.</p>';
  expect(await ask(page, 'How much do students pay?')).toBe('£8 students');
});

test('a section of several sentences is cut to the one that speaks of what is asked', async () => {
  const page = `<h1>Renew your licence</h1><h2>How long it takes</h2><p>Online renewals arrive within one week.
    Postal renewals take up to 3 weeks.</p><h2>Help</h2><p>Call us on weekdays.</p>`;
  expect(await ask(page, 'How long does it take by post?')).toBe('Postal renewals take up to 3 weeks.');
});

test('a name that the question itself says is no answer to who that is', async () => {
  const page = `<h1>Brannoch</h1><p>A town.</p><h2>Notable people</h2><ul><li>Fiona Garrick (born 1961), sprinter</li>
    <li>Hamish Orr (1802–1877), bridge engineer</li></ul>`;
  expect(await ask(page, 'Who was Hamish Orr?')).toContain('bridge engineer');
});

test('a final score is read from one line or from two sides of a kind', async () => {
  const line = '<h1>Rovers 3-1 Athletic: a fine win</h1><p>Rovers scored early.</p>';
  expect(await ask(line, 'What was the final score?')).toBe('Rovers 3-1 Athletic');
});

test('the latest version is the latest of all, also where one of them speaks of a version', async () => {
  const page = `<h1>Changelog</h1><h2>3.2.0 <small>2025-05-19</small></h2><ul><li>Dark mode</li></ul>
    <h2>3.1.0 <small>2025-03-11</small></h2><ul><li>The minimum Python version is now 3.10</li></ul>
    <h2>3.0.0 <small>2024-12-01</small></h2><ul><li>Plugins</li></ul>`;
  expect(await ask(page, "What's the latest version?")).toBe('3.2.0');
});

const PLANS = `<h1>Plans</h1><button>Yearly</button><table><tr><td></td><th>Team</th><th>Business</th></tr>
  <tr><th>Price</th><td><b>€29</b> / month</td><td><b>€59</b> / month</td></tr><tr><th>Storage</th><td>100 GB</td><td>500 GB</td></tr></table>
  <ul><li><a href="/h/1">How refunds work</a></li></ul>`;

test.each([
  ['What does the Team plan cost per month?', '€29 / month'],
  ['What does the Team plan cost per month if I pay yearly?', undefined],
  ['Can I still get my money back?', undefined],
])('what only leads to an answer, or tells of another case, is no answer: %s', async (goal, expected) => {
  expect(await ask(PLANS, goal)).toBe(expected);
});

const HARRIER = `<h1>Reed harrier</h1><table><tr><th colspan="2">Reed harrier</th></tr><tr><th colspan="2">Conservation status</th></tr>
  <tr><td colspan="2">Near Threatened</td></tr><tr><th colspan="2">Scientific classification</th></tr><tr><td>Order:</td><td>Accipitriformes</td></tr></table>
  <p>The reed harrier (Circus arundinis) is a bird of prey. Males weigh 400 to 650 g, while females weigh 500 to 800 g.</p>
  <p>Dogs must be kept off the nesting site. It is open daily from March.</p>`;

test.each([
  ['Is it endangered?', 'Conservation status: Near Threatened'],
  ['What is its scientific name?', 'Circus arundinis'],
  ['How heavy are the females?', 'females weigh 500 to 800 g.'],
  ['Can I take my dog inside?', 'Dogs must be kept off the nesting site.'],
])('a head is no answer, and of two clauses the one that is meant: %s', async (goal, expected) => {
  expect(await ask(HARRIER, goal)).toBe(expected);
});

const TIERS = `<h1>Pricing</h1><div class="grid"><div class="card"><h3>Solo</h3><p class="price">$9</p><ul><li>10 GB storage</li><li>Mail help</li></ul></div>
  <div class="card"><h3>Crew</h3><p class="price">$29</p><ul><li>100 GB storage</li><li>CSV export</li></ul></div>
  <div class="card"><h3>Fleet</h3><p class="price">$99</p><ul><li>1 TB storage</li><li>CSV export</li></ul></div></div><p>All plans come with a 14-day trial.</p>`;

test.each([
  ['How much storage comes with the Crew plan?', '100 GB storage'],
  ['Which plans let me export to CSV?', 'Crew\nFleet'],
  ['How much more does Crew cost than Solo?', '$20'],
])('a card is asked for what one of its lines says: %s', async (goal, expected) => {
  expect(await ask(TIERS, goal)).toBe(expected);
});

const HALL = `<h1>Hall and garden</h1><h2>Payment</h2><p>We accept:</p><ul><li>Visa</li><li>Mastercard</li><li>Cash</li></ul>
  <h2>Delivery</h2><p>We cannot deliver outside the UK.</p><h2>Opening hours</h2><table><tr><th>Monday</th><td>9:00 – 17:00</td></tr>
  <tr><th>Tuesday</th><td>9:00 – 20:00</td></tr><tr><th>Sunday</th><td>Closed</td></tr></table>
  <p>Doors open for Ana Ruiz (Friday) and Joel Pratt (Saturday), who both play the hall.</p>
  <p>Prep time: 10 minutes</p><p>Cook time: 25 minutes</p>`;

test.each([
  ['Can I pay by PayPal?', 'No (Visa, Mastercard, Cash)'],
  ['Can I pay by credit card?', undefined],
  ['Do you deliver to France?', 'No (We cannot deliver outside the UK.)'],
  ['Which day are you open latest?', 'Tuesday: 9:00 – 20:00'],
  ['Who plays on Saturday?', 'Joel Pratt'],
  ['How long does it take altogether?', '35 minutes'],
])(
  'what a list leaves out, the last of the days, a name by its brackets, a whole by its parts: %s',
  async (goal, expected) => {
    expect(await ask(HALL, goal)).toBe(expected);
  },
);

const JOB = `<h1>Office Manager</h1><dl><dt>Position</dt><dd>Office Manager</dd><dt>Company</dt><dd>Pellmont Group</dd>
  <dt>Salary</dt><dd>£31,000</dd><dt>Apply by</dt><dd>31 May 2025</dd></dl><p>The kitchen is on the second floor.</p>`;
const JOBS = `<h1>Open positions</h1><table><tr><th>Position</th><th>Company</th><th>Location</th><th>Apply by</th></tr>
  <tr><td>Office Manager</td><td>Pellmont Group</td><td>Leeds, UK</td><td>31 May 2025</td></tr>
  <tr><td>Account Executive</td><td>Brightfield Energy</td><td>Austin, TX</td><td>20 June 2025</td></tr></table>`;

test.each([
  [JOB, 'When was the Office Manager job posted?', undefined],
  [JOB, 'Where is the Office Manager job located?', undefined],
  [JOB, 'Until when can I apply?', '31 May 2025'],
  [JOBS, 'Where is the Office Manager job located?', 'Leeds, UK'],
  [JOBS, 'What is the salary for the Office Manager?', undefined],
  [JOBS, 'When was the Office Manager job posted?', undefined],
])('what a page leaves out is not told by what stands nearest: %# %s', async (page, goal, expected) => {
  expect(await ask(page, goal)).toBe(expected);
});
