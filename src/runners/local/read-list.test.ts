import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import facts from '../../../catalog/local.json' with { type: 'json' };
import { attemptScope } from '../../../test/support/scope.ts';
import { systemClock } from '../../platform/clock.ts';
import { createGate } from '../../platform/net/gate.ts';
import { Extractor } from '../../reading/extractor.ts';
import type { DirectRunner, RunnerFacts, Task } from '../contract.ts';
import { createLocalFetch } from './local-fetch.ts';

type Boat = [name: string, price: number];
const FLEET: Boat[] = [
  ['Tern', 90],
  ['Skua', 70],
  ['Gannet', 120],
  ['Dunlin', 75],
  ['Plover', 80],
  ['Knot', 55],
  ['Avocet', 140],
];
const SIZE = 3;

/** One page of a list of boats, with whatever leads on. */
function boatsPage(boats: Boat[], onward: string): string {
  return `<html lang="en"><title>Boats for hire</title><body><nav><a href="/">Home</a><a href="/help">Help</a></nav>
    <main><h1>Boats</h1>${boatCards(boats)}${onward}</main></body></html>`;
}

function boatCards(boats: Boat[]): string {
  const cards = boats.map(
    ([name, price]) =>
      `<div class="boat"><h2><a href="/boats/${name}">${name}</a></h2><p class="price">£${price}</p></div>`,
  );
  return `<div class="boats">${cards.join('')}</div>`;
}

const part = (page: number) => FLEET.slice((page - 1) * SIZE, page * SIZE);
const isLast = (page: number) => page * SIZE >= FLEET.length;
const onwardTo = (href: string, name = 'Next') =>
  `<nav class="pagination"><a href="${href}">${name}</a></nav>`;

type Reply = { status?: number; headers?: Record<string, string>; body: string };
type Site = (page: number, url: URL) => Reply | string;

/** Every site of these tests, by the first part of its path; `page` is the number in the query, 1 without. */
const SITES: Record<string, Site> = {
  next: (page) => boatsPage(part(page), isLast(page) ? '' : onwardTo(`/next?page=${page + 1}`)),
  numbers: (page) =>
    boatsPage(
      part(page),
      `<ul class="pager">${[1, 2, 3].map((n) => `<li>${n === page ? `<b>${n}</b>` : `<a href="/numbers?page=${n}">${n}</a>`}</li>`).join('')}</ul>`,
    ),
  cycle: (page) => boatsPage(part(page), onwardTo(`/cycle?page=${isLast(page) ? 1 : page + 1}`, '›')),
  again: (page) => boatsPage(part(Math.min(page, 3)), onwardTo(`/again?page=${page + 1}`)),
  gap: (page) =>
    page === 2 ? { status: 404, body: 'gone' } : boatsPage(part(page), onwardTo(`/gap?page=${page + 1}`)),
  foreign: (page) => boatsPage(part(page), onwardTo('https://elsewhere.example/foreign?page=2')),
  inward: (page) =>
    page === 1
      ? boatsPage(part(1), onwardTo('/inward?page=2'))
      : { status: 302, headers: { location: 'http://169.254.169.254/latest/' }, body: '' },
  script: (page) => boatsPage(part(page), '<button class="load-more">Load more</button>'),
  stated: (page) => boatsPage(part(page), '<p>Showing 1–3 of 7</p>'),
  endless: (page) =>
    boatsPage(
      [1, 2, 3].map((n): Boat => [`Boat ${page}-${n}`, page * 100 + n]),
      onwardTo(`?page=${page + 1}`),
    ),
  calendar: (page, url) =>
    boatsPage(
      part(page),
      onwardTo(`/calendar?month=${url.searchParams.get('month') === '2026-12' ? '2027-01' : '2026-12'}`),
    ),
  sorted: (page) =>
    boatsPage(
      FLEET.toSorted((one, other) => one[1] - other[1]).slice((page - 1) * 3, page * 3),
      onwardTo(`/sorted?page=${page + 1}`),
    ),
  api: (page) => ({
    headers: {
      'content-type': 'application/json',
      ...(isLast(page) ? {} : { link: `</api?page=${page + 1}>; rel="next"` }),
    },
    body: JSON.stringify(part(page).map(([name, price]) => ({ name, price }))),
  }),
  cursor: (_, url) => {
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const next = from + SIZE < FLEET.length ? String(from + SIZE) : null;
    const items = FLEET.slice(from, from + SIZE).map(([name, price]) => ({ name, price }));
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items, next_cursor: next }),
    };
  },
  atom: (page) => ({
    headers: { 'content-type': 'application/atom+xml' },
    body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title>${isLast(page) ? '' : `<link rel="next" href="/atom?page=${page + 1}"/>`}${part(
      page,
    )
      .map(([name]) => `<entry><title>${name} sailed</title><id>${name}</id></entry>`)
      .join('')}</feed>`,
  }),
};

/** The front page of the site: some boats, some news, and the ways to both. */
SITES[''] =
  () => `<html lang="en"><title>Harbour</title><body><p>Mind the tide on Sunday.</p><header><nav><a href="/">Home</a>
  <a href="/next">Boats</a><a href="/log">Log</a></nav></header><main><h1>Harbour</h1><section><h2>Favourites</h2>
  ${boatCards(FLEET.slice(1, 3))}<a href="/numbers">See all</a></section><section><h2>From the log</h2>${logCards()}</section></main></body></html>`;
SITES.log = () =>
  `<html lang="en"><title>Log</title><body><main><h1>Log</h1>${logCards()}</main></body></html>`;
SITES['log/storm'] = () =>
  `<html lang="en"><title>The storm</title><body><main><article><h1>The storm</h1><p>The storm of the ninth took the jetty and two of the older boats with it.</p></article></main></body></html>`;

function logCards(): string {
  const entries = [
    ['/log/paint', 'New paint for the hulls', '2 March 2026'],
    ['/log/storm', 'The storm and the jetty', '9 May 2026'],
  ];
  return `<div class="stories">${entries.map(([href, name, day]) => `<div class="story"><h3><a href="${href}">${name}</a></h3><p class="date">${day}</p></div>`).join('')}</div>`;
}

let origin: string;
let runner: DirectRunner;
let asked: string[] = [];
const owned = new AsyncDisposableStack();

beforeAll(async () => {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    asked.push(`${url.pathname}${url.search}`);
    const site = SITES[url.pathname.slice(1)];
    const reply = site?.(Number(url.searchParams.get('page') ?? 1), url) ?? { status: 404, body: 'none' };
    const { status = 200, headers = {}, body } = typeof reply === 'string' ? { body: reply } : reply;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  owned.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const extractor = owned.use(new Extractor({ limitMs: 60_000 }));
  await extractor.extract('<p>x</p>', origin);
  runner = createLocalFetch({
    facts: facts.find(({ slug }) => slug === 'local-fetch') as RunnerFacts,
    gate: createGate({ resolver: async () => [], localTargets: [{ host: '127.0.0.1', port }] }),
    extractor,
    clock: systemClock,
    listLimits: { maxPages: 5, maxBytes: 1_000_000, maxMs: 60_000, pauseMs: 0 },
  });
}, 60_000);

beforeEach(() => {
  asked = [];
});

afterAll(() => owned.disposeAsync());

const BOATS = {
  type: 'object',
  properties: {
    boats: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    },
  },
};

function run(
  site: string,
  goal: string,
  outputSchema: Task['outputSchema'] = null,
  signal = new AbortController().signal,
) {
  const task = {
    goal,
    instructions: null,
    url: `${origin}/${site}`,
    steps: [],
    successCriteria: null,
    outputSchema,
  };
  return runner.run(task, attemptScope({ signal }));
}

const whole = FLEET.map(([name, price]) => ({ name, price }));

test.each(['next', 'numbers', 'cycle', 'again', 'api', 'cursor'])(
  'a list over several pages is fetched to its end and answered as one (%s)',
  async (site) => {
    const result = await run(site, 'All boats with their prices', BOATS);
    expect(result).toMatchObject({ ok: true, output: { boats: whole } });
    expect(result).not.toHaveProperty('partly', expect.anything());
  },
);

test('a count, a comparison and the last of a list are those of all its pages', async () => {
  expect(await run('next', 'How many boats are there?')).toMatchObject({ output: '7' });
  expect(await run('next', 'Which boat is the cheapest?')).toMatchObject({ output: 'Knot' });
  expect(await run('atom', 'How many entries are there?')).toMatchObject({ output: '7' });
});

test('from the front page of a site the page is read that it calls by the kind of thing, or that has all of them', async () => {
  expect(await run('', 'How many boats are there?')).toMatchObject({ output: '7' });
  expect(asked.slice(0, 2)).toEqual(['/', '/next']);
  asked = [];
  expect(await run('', 'Which is the cheapest?')).toMatchObject({ output: 'Knot' });
  expect(asked.slice(0, 2)).toEqual(['/', '/numbers']);
  asked = [];
  await run('', 'How many boats are on this page?');
  expect(asked).toEqual(['/']);
});

test.each(['Summarise the latest article of the log', 'What is the newest story about?'])(
  'the text that is pointed at is read, not the page that leads to it: %s',
  async (goal) => {
    const { output } = (await run('', goal)) as { output: string };
    expect(output).toBe('The storm of the ninth took the jetty and two of the older boats with it.');
  },
);

test('who asks for a few, or for this page, gets no more pages fetched than that takes', async () => {
  expect(await run('next', 'List the names of the first two boats')).toMatchObject({ output: 'Tern\nSkua' });
  expect(asked).toEqual(['/next']);
  expect(await run('next', 'How many boats are on this page?')).toMatchObject({ output: '3' });
  expect(asked).toEqual(['/next', '/next']);
  asked = [];
  expect(await run('next', 'The first five boats', BOATS)).toMatchObject({
    output: { boats: whole.slice(0, 5) },
  });
  expect(asked).toEqual(['/next', '/next?page=2']);
});

test('a list that is sorted by what is compared is not turned over', async () => {
  expect(await run('sorted', 'Which boat is the cheapest?')).toMatchObject({ output: 'Knot' });
  expect(asked).toEqual(['/sorted']);
});

test('the next month of a calendar is no further part of a list', async () => {
  expect(await run('calendar', 'How many boats are there?')).toMatchObject({ output: '3' });
  expect(asked).toEqual(['/calendar']);
});

test.each([
  ['gap', /page 2, which the site did not serve \(HTTP 404\)/],
  ['foreign', /at another site/],
  ['inward', /may not be opened/],
  ['script', /only by a script/],
  ['stated', /7 entries, of which the page shows 1 to 3/],
])('a list whose rest cannot be had is told to be a part, and is no answer (%s)', async (site, reason) => {
  for (const result of [await run(site, 'How many boats are there?'), await run(site, 'All boats', BOATS)])
    expect(result).toMatchObject({
      ok: false,
      fault: 'runner',
      code: 'list_not_whole',
      message: expect.stringMatching(reason),
    });
});

test('of a list without an end the first pages are given as a part, and nothing is counted', async () => {
  const listed = await run('endless', 'All boats', BOATS);
  expect(listed).toMatchObject({ ok: true, partly: expect.stringMatching(/beyond the 5 pages/) });
  expect(listed.ok && (listed.output as { boats: unknown[] }).boats).toHaveLength(15);
  expect(asked).toHaveLength(5);
  expect(await run('endless', 'How many boats are there?')).toMatchObject({
    ok: false,
    code: 'list_not_whole',
  });
});

test('a run that is cancelled on the way fetches no further', async () => {
  const abort = new AbortController();
  const site = SITES.endless as Site;
  SITES.stopped = (page, url) => {
    if (page === 2) abort.abort();
    return site(page, url);
  };
  expect(await run('stopped', 'How many boats are there?', null, abort.signal)).toMatchObject({
    code: 'cancelled',
  });
  expect(asked.length).toBeLessThan(4);
});
