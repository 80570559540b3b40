import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import type { BrowserPool } from '../../browser/browser-pool.ts';
import type { DirectRunner, Task } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

const owned = new AsyncDisposableStack();
let runner: DirectRunner;
let pool: BrowserPool;
let site: Site;

const rows = Array.from(
  { length: 1_100 },
  (_, at) =>
    `<tr><td>${at}<td>Customer ${at}<td>Oslo<td><button onclick="fetch('/block/${at}'); this.outerHTML = 'Blocked'">Block</button></tr>`,
).join('');

const pages: Record<string, string> = {
  '/nickname': `<h1>Account</h1><button onclick="said.textContent = 'Nickname: ' + prompt('New nickname?')">Change nickname</button><p id=said></p><label>Draft <input></label>`,
  '/files': `<h1>Files</h1><a href="/report.pdf" download>Annual report (PDF)</a> <button onclick="location.href = '/orders.csv'">Export orders</button><ul><li><a href="/january.csv" download>January</a><li><a href="/february.csv" download>February</a></ul>`,
  '/report.pdf': '%PDF-1.4',
  '/orders.csv': 'number,sum',
  '/january.csv': 'day,sum',
  '/february.csv': 'day,sum',
  '/posts': `<h1>Posts</h1><div id=list></div><script>
    let last = 0;
    const more = () => { for (let at = 0; at < 10 && last < 60; at += 1) { last += 1; list.insertAdjacentHTML('beforeend', '<article style="height:150px"><h3>Post ' + last + '</h3><button onclick="fetch(\\'/like/' + last + '\\'); this.textContent = \\'Liked\\'">Like</button></article>'); } };
    more();
    let waits = 0;
    addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 200) { clearTimeout(waits); waits = setTimeout(more, 400); } });
    </script>`,
  '/customers': `<h1>Customers</h1><table>${rows}</table>`,
  '/stay': `<h1>Stay</h1><form action="/booked"><label>Room type <select name=room><option value="">Choose<option>Single<option>Family suite</select></label><label>Notes <textarea name=notes></textarea></label><button>Book now</button></form>`,
  '/booked': '<h1>Booked</h1><p>Thank you. Your booking is complete.</p>',
  '/code': `<h1>Enter the code</h1><p>We sent a 6-digit code.</p>${'<input maxlength=1 aria-label=Digit>'.repeat(6)}<script>
    const boxes = [...document.querySelectorAll('input')];
    boxes.forEach((box, at) => { box.oninput = () => { boxes[at + 1]?.focus(); if (boxes.map(({ value }) => value).join('') === '482913') document.body.innerHTML = '<h1>Verified</h1><p>Your balance is €88.</p>'; }; });
    </script>`,
  '/apply': `<h1>Apply</h1><input type=file multiple aria-label=Documents onchange="said.textContent = 'Thank you, we have received ' + [...this.files].map(({ name }) => name).join(' and ') + '.'"><p id=said role=status></p>`,
  '/hub': '<h1>Hub</h1><a href="/nowhere" target="_blank">Price list</a>',
  '/moved': '<meta http-equiv="refresh" content="1;url=/lobby"><p>Moved</p>',
  '/lobby': '<h1>Lobby</h1><p>The meeting is in room 12.</p>',
};

beforeAll(async () => {
  site = owned.use(
    await serveSite((request, response) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      if (path === '/hang.js') return;
      const isFile = /\.(?:csv|pdf)$/.test(path);
      response.writeHead(pages[path] || path === '/unfinished' ? 200 : 404, {
        'content-type': isFile ? 'application/octet-stream' : 'text/html; charset=utf-8',
      });
      if (path === '/unfinished')
        return void response.end(
          '<h1>Prices</h1><p>A ticket costs €14.</p><script src="/hang.js"></script><p>Or €7.',
        );
      response.end(pages[path] ?? 'nothing');
    }),
  );
  ({ runner, pool } = owned.use(await openLocalChromium(gateFor(site))));
});

beforeEach(() => {
  site.requests.length = 0;
});

afterAll(() => owned.disposeAsync());

function run(path: string, task: Partial<Task>, by = runner) {
  const rest = { goal: '', instructions: null, steps: [], successCriteria: null, outputSchema: null };
  return by.run({ ...rest, ...task, url: site.origin + path }, attemptScope());
}

test('a value for a box of the browser goes there and into no field', async () => {
  expect(await run('/nickname', { goal: 'Click "Change nickname" and enter "Zed"' })).toMatchObject({
    ok: true,
    output: expect.stringMatching(/Nickname: Zed/),
    actScript: expect.arrayContaining([expect.objectContaining({ role: 'dialog', value: 'Zed' })]),
  });
});

test('a question of the browser without an answer in the task is no success', async () => {
  expect(await run('/nickname', { goal: 'Click "Change nickname"' })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/asked "New nickname\?"/),
  });
});

test.each([
  [{ goal: 'Click "Export orders" and download the file' }, ['orders.csv']],
  [{ goal: 'Download "Export orders"' }, ['orders.csv']],
  [{ steps: ['Download "January"', 'Download "February"'] }, ['january.csv', 'february.csv']],
])('exactly the files that %j names are fetched', async (task, names) => {
  const done = await run('/files', task);
  expect(done.ok).toBe(true);
  expect(done.files?.flatMap(({ kind, name }) => (kind === 'download' ? [name] : []))).toEqual(names);
});

test.each([
  ['/posts', 'Click Like next to "Post 33"', '/like/33'],
  ['/customers', 'Click Block next to "Customer 1050"', '/block/1050'],
])(
  '%s: the button far down a long page is pressed, and no other of its name',
  async (path, goal, pressed) => {
    await run(path, { goal });
    expect(site.requests.filter((one) => /\d$/.test(one))).toEqual([pressed]);
  },
);

test('a button beside a name that is nowhere on the page is not pressed', async () => {
  expect(await run('/posts', { goal: 'Click Like next to "Post 97"' })).toMatchObject({ ok: false });
  expect(site.requests.filter((one) => one.startsWith('/like'))).toEqual([]);
});

test('the quoted name of a list, and its choice, are typed into no other field', async () => {
  const steps = ['Choose "Family suite" as "Room type"', 'Click "Book now"'];
  expect(await run('/stay', { steps })).toMatchObject({ ok: true });
  expect(site.requests.at(-1)).toBe('/booked?room=Family+suite&notes=');
});

test('a code goes into one box for each digit', async () => {
  const done = await run('/code', { goal: 'Enter the code 482913 and tell me the balance' });
  expect(done).toMatchObject({ ok: true, output: expect.stringMatching(/€88/) });
});

test('several files go into one field together', async () => {
  const attachments = ['cv.pdf', 'letter.txt'].map((name) => ({
    name,
    contentType: 'text/plain',
    base64: 'aGk=',
  }));
  expect(await run('/apply', { goal: 'Upload the files', attachments })).toMatchObject({
    ok: true,
    output: expect.stringMatching(/received cv.pdf and letter.txt/),
  });
});

test('a missing page in a new window is told as such', async () => {
  expect(await run('/hub', { goal: 'Click "Price list"' })).toMatchObject({ ok: false, code: 'not_found' });
});

test('a page that sends its reader on after a second is not the answer', async () => {
  expect(await run('/moved', { goal: 'In which room is the meeting?' })).toMatchObject({
    ok: true,
    output: expect.stringMatching(/room 12/),
  });
});

test('a document that hangs on its way is read as far as it came, and said to be a part', async () => {
  await using hasty = await openLocalChromium(gateFor(site), { navigationTimeoutMs: 2_000, pool });
  expect(await run('/unfinished', { goal: 'What does a ticket cost?' }, hasty.runner)).toMatchObject({
    ok: true,
    output: expect.stringMatching(/€14/),
    partly: expect.stringMatching(/never finished loading/),
  });
});
