import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, serveSite } from '../../browser/browser.fixture.ts';
import type { DirectRunner } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

const owned = new AsyncDisposableStack();
let runner: DirectRunner;
let origin: string;
const tables: Record<string, string>[] = [];

const radios = ['Inside', 'Terrace']
  .map((name) => `<label><input type="radio" name="seat" value="${name}"> ${name}</label>`)
  .join('');
const form = (problem: string) =>
  `<h1>Reserve a table</h1><p class="error">${problem}</p><form method="post" action="/visit/table"><label>Party size <select name="guests"><option value="">-</option><option>2</option><option>4</option></select></label><label>Date <input type="date" name="date"></label><label>Time <select name="time"><option value="">-</option><option>18:00</option><option>19:30</option></select></label><fieldset><legend>Where would you like to sit?</legend>${radios}</fieldset><label>Name <input name="name"></label><label>Phone <input type="tel" name="phone"></label><label>Anything we should know? <textarea name="notes"></textarea></label><button>Continue</button></form>`;

const pages: Record<string, string> = {
  '/': '<h1>Il Fico</h1>',
  '/visit': '<h1>Visit us</h1><p>Guests can <a href="/visit/table">reserve online</a>.</p>',
  '/visit/table': form(''),
};

let draft: Record<string, string> = {};

/** What comes back for what was sent: the form with a complaint, a page to look through, or thanks. */
function answer(path: string, values: Record<string, string>): string {
  if (path === '/visit/review') {
    tables.push(draft);
    return '<h1>Grazie!</h1><p>Your table is reserved.</p>';
  }
  const missing = ['guests', 'date', 'time', 'seat', 'name', 'phone'].find((key) => !values[key]);
  if (missing) return form('Please fill in everything.');
  if (values.date === '2027-12-24') return form('We are closed on Christmas Eve, sorry.');
  draft = values;
  return `<h1>Is this right?</h1><p>${values.name}, ${values.date}</p><a href="/visit/table">Change</a><form method="post" action="/visit/review"><button>Confirm</button></form>`;
}

beforeAll(async () => {
  const site = owned.use(
    await serveSite(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const path = request.url ?? '/';
      const sent = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const body = request.method === 'POST' ? answer(path, sent) : (pages[path] ?? '');
      response.writeHead(body === '' ? 404 : 200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><title>Il Fico</title><header><button aria-controls="nav" aria-expanded="false" onclick="nav.hidden = !nav.hidden">Menu</button><nav id="nav" hidden><a href="/visit">Visit us</a></nav></header><main>${body}</main>`,
      );
    }),
  );
  origin = site.origin;
  ({ runner } = owned.use(await openLocalChromium(gateFor(site))));
});

beforeEach(() => {
  tables.length = 0;
});

afterAll(() => owned.disposeAsync());

const ask = (goal: string) =>
  runner.run(
    { goal, url: `${origin}/`, instructions: null, steps: [], successCriteria: null, outputSchema: null },
    attemptScope(),
  );

test('a booking told in prose is made behind a closed menu, two pages away and over a page of review', async () => {
  const result = await ask(
    'Book a table for four on 12 March 2027 at half past seven, name Ana Ruiz, phone 0171 555 0134. We’d like to sit inside and we need a high chair.',
  );
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining('Your table is reserved.') });
  expect(tables).toEqual([
    {
      guests: '4',
      date: '2027-03-12',
      time: '19:30',
      seat: 'Inside',
      name: 'Ana Ruiz',
      phone: '0171 555 0134',
      notes: 'We need a high chair.',
    },
  ]);
});

test('a choice that nobody made ends it, by the name of the field', async () => {
  const result = await ask(
    'Book a table for four on 12 March 2027 at half past seven, name Ana Ruiz, phone 0171 555 0134.',
  );
  expect(result).toMatchObject({
    ok: false,
    message: expect.stringContaining('Where would you like to sit?'),
  });
  expect(tables).toEqual([]);
});

test('what the site refuses is no success', async () => {
  const result = await ask(
    'Book a table for two on the terrace on 24 December 2027 at 18:00, name Jo Dunn, phone 0171 555 0177.',
  );
  expect(result).toMatchObject({
    ok: false,
    code: 'form_rejected',
    message: expect.stringContaining('closed on Christmas Eve'),
  });
  expect(tables).toEqual([]);
});
