import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, serveSite } from '../../browser/browser.fixture.ts';
import type { DirectRunner } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

const owned = new AsyncDisposableStack();
let runner: DirectRunner;
let origin: string;

const pages: Record<string, string> = {
  '/late': `<h1>Profile</h1><label>City <input></label><button onclick="setTimeout(() => { said.textContent = 'Could not save: server error' }, 1500)">Save</button><p id=said role=alert></p>`,
  '/off': `<h1>Join</h1><form onsubmit="event.preventDefault()"><label>Name <input></label><label>E-mail <input type=email></label><button disabled>Create account</button></form>`,
  '/terms': `<h1>Join</h1><form onsubmit="event.preventDefault(); document.body.innerHTML = '<h1>Welcome</h1>'"><label>Name <input></label><label>Password <input type=password></label><label><input type=checkbox onchange="join.disabled = !this.checked"> I accept the terms</label><button id=join disabled>Create account</button></form>`,
  '/toast': `<h1>Banner</h1><label>Headline <input></label><button onclick="const note = document.createElement('div'); note.textContent = 'Your change was not saved.'; document.body.append(note); setTimeout(() => note.remove(), 300)">Save</button>`,
  '/status': `<h1>Banner</h1><label>Headline <input></label><button onclick="fetch('/nowhere', { method: 'POST' })">Save</button>`,
  '/taken': `<h1>Join</h1><label>Nickname <input></label><button onclick="said.textContent = 'This nickname is already taken.'">Join</button><p id=said></p>`,
  '/empty': `<h1>Garden shop</h1><input type=search placeholder="Search products"><button onclick="said.textContent = 'No products match your search.'">Search</button><p id=said></p><h2>You may also like</h2><div>Green wheelbarrow <button onclick="this.textContent = 'Added'">Add to cart</button></div>`,
  '/': `<h1>Garden shop</h1><form action="/found"><input type=search name=q placeholder="Search products"><button>Search</button></form><p>Spades and rakes since 1952. Our help says what to do when there are no results.</p><a href="/delivery">Delivery</a>`,
  '/found': `<h1>Garden shop</h1><div id=said></div><h2>You may also like</h2><ul>${'<li>Green wheelbarrow, the strongest that we ever made, in steel and oak, delivered to your door within a week.</li>'.repeat(12)}</ul><script>const q = new URLSearchParams(location.search).get('q'); const heading = '<p>Results for ' + q + '</p>'; said.innerHTML = q === 'Moor Rake' ? heading + '<a href="/rake">Moor Rake</a> <p>The Moor Rake costs $31. No reviews yet.</p>' : q === 'Fern Saw' ? heading : '<p>No results. See our help.</p>'; if (q === 'Fern Saw') document.querySelector('ul').remove();</script>`,
  '/delivery': `<h1>Delivery</h1><p>Delivery to Ireland takes nine days.</p>`,
  '/wall': `<h1>Check your phone</h1><p>Enter the code that we sent you.</p><form onsubmit="event.preventDefault(); document.body.innerHTML = code.value === '424242' ? '<h1>Welcome</h1>' : '<p>Wrong code.</p>'"><label>One-time code <input id=code autocomplete=one-time-code></label><button>Continue</button></form>`,
  '/files': `<h1>Orders</h1><a href="/list.pdf" download>Order list (PDF)</a> <a href="/list.csv" download>Order list (CSV)</a>`,
  '/pdf': `<h1>Orders</h1><a href="/list.pdf" download>Order list</a>`,
  '/list.pdf': '%PDF-1.4',
  '/list.csv': 'number,sum',
  '/lamp': `<h1>Brisa Desk Lamp</h1><form><select aria-label=Color><option>Brass<option>Black</select><button type=button onclick="said.textContent = 'Added to cart: ' + this.form[0].value + ', ' + ++count; more.hidden = false">Add to cart</button><button type=button>Save to list</button></form><p id=said role=status></p><form id=more hidden><input type=email aria-label=Newsletter><button>Subscribe</button></form><script>let count = 0</script>`,
  '/sorry': `<h1>Search</h1><form onsubmit="event.preventDefault(); said.textContent = 'Sorry, we couldn’t find anything for “submarine”.'"><input type=search name=q><button>Search</button></form><p id=said></p>`,
  '/silent': `<h1>Shop</h1><p>Lamp $20</p><button>Buy now</button>`,
  '/front': `<h1>Garden shop</h1><nav><a href="/form">Contact</a></nav><p>Spades and rakes.</p>`,
  '/form': `<h1>Contact</h1><form onsubmit="event.preventDefault(); document.body.innerHTML = '<p role=status>Thank you, your message has been sent.</p>'"><label>Name <input></label><label>Message <textarea></textarea></label><button>Send</button></form>`,
};

beforeAll(async () => {
  const site = owned.use(
    await serveSite(
      Object.fromEntries(
        Object.entries(pages).map(([path, body]) => [path, `<!doctype html><title>Page</title>${body}`]),
      ),
    ),
  );
  origin = site.origin;
  ({ runner } = owned.use(await openLocalChromium(gateFor(site))));
});

afterAll(() => owned.disposeAsync());

function run(path: string, goal: string) {
  return runner.run(
    { goal, url: origin + path, instructions: null, steps: [], successCriteria: null, outputSchema: null },
    attemptScope(),
  );
}

test.each([
  ['/late', 'Set my city to Turku and save.', /Could not save/],
  ['/off', 'Fill in the form with name Kim Doe and e-mail kim@mail.example and click "Create account".', /./],
  ['/toast', 'Change the headline to "Winter sale" and save it.', /was not saved/],
  ['/status', 'Change the headline to "Winter sale" and save it.', /status 404/],
  ['/taken', 'Enter moonfish as the nickname and click Join.', /already taken/],
  ['/silent', 'Buy the lamp.', /language model/],
  ['/pdf', 'Download the CSV.', /CSV|download/i],
  ['/silent', 'Focus into the textbox.', /language model/],
  ['/files', 'Type the total of the orders into the search field.', /language model/],
  ['/empty', 'Search for a purple wheelbarrow and add it to the cart.', /No products match/],
])('%s: what the page refuses is not called done', async (path, goal, reason) => {
  expect(await run(path, goal)).toMatchObject({ ok: false, message: expect.stringMatching(reason) });
});

test.each([
  [
    '/terms',
    'Fill in the form with name Kim Doe and password Tulip-88 and click "Create account".',
    /Welcome/,
  ],
  ['/empty', 'Search for a purple wheelbarrow and tell me its price.', /^No products match your search\.$/],
  ['/', 'Search for a purple wheelbarrow and tell me its price.', /^No results\. See our help\.$/],
  ['/lamp', 'Put this lamp in black into the cart.', /Added to cart: Black, 1/],
  ['/lamp', 'Add it to the cart please.', /Added to cart: Brass, 1/],
  ['/sorry', 'Search for "submarine" and list the results.', /^Sorry, we couldn’t find anything/],
  ['/', 'How much is the Purple Wheelbarrow?', /^No results\. See our help\.$/],
  ['/', 'How much is the Fern Saw?', /^No results for "Fern Saw"\.$/],
  ['/', 'How much is the Moor Rake?', /\$31/],
])('%s: what it takes to get it done is done', async (path, goal, said) => {
  expect(await run(path, goal)).toMatchObject({ ok: true, output: expect.stringMatching(said) });
});

test('what was not done or not proven keeps what the page says', async () => {
  expect(await run('/silent', 'Click "Buy now".')).toMatchObject({
    code: 'not_confirmed',
    kept: expect.stringContaining('Lamp $20'),
  });
});

test('the kind of file that the task names decides which one is fetched', async () => {
  const names = async (goal: string) =>
    (await run('/files', goal)).files.flatMap(({ kind, name }) => (kind === 'download' ? [name] : []));
  expect(await names('Download the CSV.')).toEqual(['list.csv']);
  expect(await names('Download the PDF.')).toEqual(['list.pdf']);
});

test('a form that the task names and that is one link away is filled in there, and told in one sentence', async () => {
  const done = await run(
    '/front',
    'Fill in the contact form with name Kim Doe and message "Hello there" and send it.',
  );
  expect(done).toMatchObject({
    ok: true,
    output: 'The page says: "Thank you, your message has been sent."',
  });
});

test('a page that is nothing but the question for a code asks its owner, unless the task brings the code', async () => {
  const questions: string[] = [];
  const scope = attemptScope({
    ask: async ({ kind }) => {
      questions.push(kind);
      return { answered: true, value: '424242' };
    },
  });
  const task = (goal: string) => ({
    goal,
    url: `${origin}/wall`,
    instructions: null,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  });
  expect(await runner.run(task('Enter the one-time code and click Continue.'), scope)).toMatchObject({
    ok: true,
  });
  expect(questions).toEqual(['otp']);
  await runner.run(task('Enter the one-time code 424242 and click Continue.'), scope);
  expect(questions).toEqual(['otp']);
});
