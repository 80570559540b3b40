import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { systemClock } from '../../platform/clock.ts';
import { createGate } from '../../platform/net/gate.ts';
import { Extractor } from '../../reading/index.ts';
import { readCatalog } from '../catalog.ts';
import type { DirectRunner, RunnerFacts, Task } from '../contract.ts';
import { createLocalFetch } from './local-fetch.ts';

const { facts } = readCatalog();

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

/** One page of a list of boats, with its link to the next. */
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
  built: (page) =>
    `<h1>Used boats</h1><p>7 boats found</p><ul>${part(page)
      .map(
        ([name, price]) =>
          `<li class="card"><h3><a href="/${name}">${name}</a></h3><span class="year">Built 1990</span> <span class="price">£${price}</span></li>`,
      )
      .join('')}</ul>${isLast(page) ? '' : onwardTo(`/built?page=${page + 1}`)}`,
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
  api: (page) => ({
    headers: {
      'content-type': 'application/json',
      ...(isLast(page) ? {} : { link: `</api?page=${page + 1}>; rel="next"` }),
    },
    body: JSON.stringify(part(page).map(([name, price]) => ({ name, price }))),
  }),
};

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

test.each(['next', 'numbers', 'cycle', 'again', 'api'])(
  'a list over several pages is fetched to its end and answered as one (%s)',
  async (site) => {
    const result = await run(site, 'All boats with their prices', BOATS);
    expect(result).toMatchObject({ ok: true, output: { boats: whole } });
    expect(result).not.toHaveProperty('partly', expect.anything());
  },
);

test.each(['Get all boats from all pages with their price.', 'List the names and prices of all boats.'])(
  'so is one that is asked for in words: %s',
  async (goal) => {
    expect(await run('built', goal)).toMatchObject({
      ok: true,
      output: expect.stringMatching(/^Tern \| Built 1990 \| £90\n[\s\S]*Avocet \| Built 1990 \| £140/),
    });
  },
);

test('who asks for a few gets no more pages fetched than that takes', async () => {
  expect(await run('next', 'The first five boats', BOATS)).toMatchObject({
    output: { boats: whole.slice(0, 5) },
  });
  expect(asked).toEqual(['/next', '/next?page=2']);
  asked = [];
  expect(await run('next', 'The boats on this page', BOATS)).toMatchObject({
    output: { boats: whole.slice(0, 3) },
  });
  expect(asked).toEqual(['/next']);
});

test('the next month of a calendar is no further part of a list', async () => {
  expect(await run('calendar', 'All boats', BOATS)).toMatchObject({ output: { boats: whole.slice(0, 3) } });
  expect(asked).toEqual(['/calendar']);
});

test.each([
  ['gap', /page 2, which the site did not serve \(HTTP 404\)/],
  ['foreign', /at another site/],
  ['inward', /may not be opened/],
  ['script', /only by a script/],
  ['stated', /7 entries, of which the page shows 1 to 3/],
])('a list whose rest cannot be had is told to be a part, and is no answer (%s)', async (site, reason) => {
  expect(await run(site, 'All boats', BOATS)).toMatchObject({
    ok: false,
    fault: 'runner',
    code: 'list_not_whole',
    message: expect.stringMatching(reason),
  });
});

test('of a list without an end the first pages are given as a part', async () => {
  const listed = await run('endless', 'All boats', BOATS);
  expect(listed).toMatchObject({ ok: true, partly: expect.stringMatching(/beyond the 5 pages/) });
  expect(listed.ok && (listed.output as { boats: unknown[] }).boats).toHaveLength(15);
  expect(asked).toHaveLength(5);
});

test('a run that is cancelled on the way fetches no further', async () => {
  const abort = new AbortController();
  const site = SITES.endless as Site;
  SITES.stopped = (page, url) => {
    if (page === 2) abort.abort();
    return site(page, url);
  };
  expect(await run('stopped', 'All boats', BOATS, abort.signal)).toMatchObject({
    code: 'cancelled',
  });
  expect(asked.length).toBeLessThan(4);
});
