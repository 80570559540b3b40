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
  '/delete': `<h1>Projects</h1><p>Apollo <button onclick="ask.showModal()">Delete project Apollo</button></p><dialog id=ask><p>Type the project name to confirm.</p><input aria-label="Project name" oninput="yes.disabled = this.value !== 'Apollo'"><button onclick="ask.close()">Cancel</button><button id=yes disabled onclick="ask.close(); said.textContent = 'Project Apollo was deleted.'">Delete</button></dialog><p id=said role=status></p>`,
  '/toast': `<h1>Banner</h1><label>Headline <input></label><button onclick="const note = document.createElement('div'); note.textContent = 'Your change was not saved.'; document.body.append(note); setTimeout(() => note.remove(), 300)">Save</button>`,
  '/status': `<h1>Banner</h1><label>Headline <input></label><button onclick="fetch('/nowhere', { method: 'POST' })">Save</button>`,
  '/taken': `<h1>Join</h1><label>Nickname <input></label><button onclick="said.textContent = 'This nickname is already taken.'">Join</button><p id=said></p>`,
  '/empty': `<h1>Garden shop</h1><input type=search placeholder="Search products"><button onclick="said.textContent = 'No products match your search.'">Search</button><p id=said></p><h2>You may also like</h2><div>Green wheelbarrow <button onclick="this.textContent = 'Added'">Add to cart</button></div>`,
  '/filter': `<h1>Goods</h1><label><input type=checkbox> Pans</label><button onclick="said.textContent = 'Filter applied'">Apply filter</button><p id=said role=status></p>`,
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
  ['/off', 'Create an account with the name Kim Doe and the e-mail kim@mail.example.', /./],
  ['/filter', 'Filter by the category Knives.', /./],
  ['/toast', 'Change the headline to "Winter sale" and save it.', /was not saved/],
  ['/status', 'Change the headline to "Winter sale" and save it.', /status 404/],
  ['/taken', 'Join with the nickname moonfish.', /already taken/],
  ['/empty', 'Search for a purple wheelbarrow and add it to the cart.', /No products match/],
])('%s: what the page refuses is not called done', async (path, goal, reason) => {
  expect(await run(path, goal)).toMatchObject({ ok: false, message: expect.stringMatching(reason) });
});

test.each([
  ['/terms', 'Create an account with the name Kim Doe and the password Tulip-88.', /Welcome/],
  ['/delete', 'Delete the project Apollo.', /was deleted/],
])('%s: what it takes to get it done is done', async (path, goal, said) => {
  expect(await run(path, goal)).toMatchObject({ ok: true, output: expect.stringMatching(said) });
});
