import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';

type Properties = Record<string, Record<string, unknown>>;

const text = { type: 'string' };
const number = { type: 'number' };
const link = { type: 'string', format: 'uri' };

async function fill(body: string, properties: Properties, goal = ''): Promise<unknown> {
  const html = `<html><head><title>Page</title></head><body>${body}</body></html>`;
  const { answer } = await readDocument(
    { body: html, contentType: null, url: 'https://site.example/page' },
    { goal, instructions: null, outputSchema: { type: 'object', properties } },
  );
  return answer?.found ? answer.output : undefined;
}

function listOf(properties: Properties): Record<string, unknown> {
  return { type: 'array', items: { type: 'object', properties } };
}

const card = (inside: string) => `<div class="x1">${inside}</div>`;

test('a link around a whole card is not its name, and bare parts go to the keys in their order', async () => {
  const job = (title: string, company: string, place: string, pay: string) =>
    card(
      `<a href="/j/${company}"><div><div>${title}</div><div>${company}</div></div><div><span>${place}</span><span>${pay}</span></div></a>`,
    );
  const body =
    job('Rust Engineer', 'Orbit', 'Europe', '€85k – €110k') + job('Designer', 'Fern', 'Oslo', '€60k – €70k');
  const jobs = listOf({
    title: text,
    company: text,
    location: text,
    salary_min: number,
    salary_max: number,
    url: link,
  });
  expect(await fill(`<main>${body}</main>`, { jobs })).toEqual({
    jobs: [
      {
        title: 'Rust Engineer',
        company: 'Orbit',
        location: 'Europe',
        salary_min: 85_000,
        salary_max: 110_000,
        url: 'https://site.example/j/Orbit',
      },
      {
        title: 'Designer',
        company: 'Fern',
        location: 'Oslo',
        salary_min: 60_000,
        salary_max: 70_000,
        url: 'https://site.example/j/Fern',
      },
    ],
  });
});

test('stars are counted by class, and what is shortened is taken from the title', async () => {
  const book = (name: string, stars: string) =>
    `<li class="pod"><h3><a href="/b" title="${name}">${name.slice(0, 12)}...</a></h3><p class="star-rating ${stars}"><i></i></p><p class="price">£9.50</p></li>`;
  const body = `<ol>${book('A Light in the Attic', 'Three')}${book('The Weir Keepers', 'Five')}</ol>`;
  expect(await fill(body, { books: listOf({ title: text, price: number, rating: number }) })).toEqual({
    books: [
      { title: 'A Light in the Attic', price: 9.5, rating: 3 },
      { title: 'The Weir Keepers', price: 9.5, rating: 5 },
    ],
  });
});

test('words are never made into an address, and links are found by what they say', async () => {
  const person = (name: string, more = '') =>
    card(
      `<h4>${name}</h4><span>Surveyor</span><a href="mailto:${name.slice(0, 3)}@x.example">Email</a>${more}`,
    );
  const body =
    person('Hannah Mbeki', '<a href="https://linkedin.example/in/hm">LinkedIn</a>') +
    person('Jon Oakes') +
    person('Priya Varma', '<a href="https://linkedin.example/in/pv">LinkedIn</a>');
  const people = listOf({
    name: text,
    role: text,
    linkedin_url: { type: ['string', 'null'], format: 'uri' },
  });
  expect(await fill(body, { people })).toEqual({
    people: [
      { name: 'Hannah Mbeki', role: 'Surveyor', linkedin_url: 'https://linkedin.example/in/hm' },
      { name: 'Jon Oakes', role: 'Surveyor', linkedin_url: null },
      { name: 'Priya Varma', role: 'Surveyor', linkedin_url: 'https://linkedin.example/in/pv' },
    ],
  });
});

test('the words for the list itself narrow nothing down', async () => {
  const course = (name: string, to: string) => card(`<h2>${name}</h2><p>£80</p><a href="/${name}">${to}</a>`);
  const body =
    course('Bookbinding', 'Book now') +
    course('Linocut', 'Join waiting list') +
    course('Drawing', 'Book now');
  expect(await fill(body, { courses: listOf({ title: text, price: number }) }, 'course list')).toEqual({
    courses: [
      { title: 'Bookbinding', price: 80 },
      { title: 'Linocut', price: 80 },
      { title: 'Drawing', price: 80 },
    ],
  });
});

test('as many bare parts as keys, each of its key’s form, are a row', async () => {
  const day = (...parts: string[]) => card(parts.map((part) => `<span>${part}</span>`).join(''));
  const body = day('Thu 10 Apr', 'Rain', '10°', '5°') + day('Fri 11 Apr', 'Cloudy', '12°', '4°');
  const forecast = listOf({ day: text, condition: text, high: number, low: number });
  expect(await fill(body, { forecast })).toEqual({
    forecast: [
      { day: 'Thu 10 Apr', condition: 'Rain', high: 10, low: 5 },
      { day: 'Fri 11 Apr', condition: 'Cloudy', high: 12, low: 4 },
    ],
  });
});

test('a measure before a thing is its quantity', async () => {
  const body =
    '<h2>Ingredients</h2><ul><li>300 g green lentils</li><li>1 onion, chopped</li><li>2 tbsp oil</li></ul>';
  expect(await fill(body, { ingredients: listOf({ quantity: text, name: text }) })).toEqual({
    ingredients: [
      { quantity: '300 g', name: 'green lentils' },
      { quantity: '1', name: 'onion, chopped' },
      { quantity: '2 tbsp', name: 'oil' },
    ],
  });
});

test('what kind of value a key asks for need not be said on the page', async () => {
  const body =
    '<h1>MV Grebe</h1><p><b>IMO:</b> 9123456<br><b>Shipping:</b> £79.00</p><p>Your order #10482 is confirmed.</p>';
  expect(await fill(body, { imo_number: text, shipping_cost: number, order_number: text })).toEqual({
    imo_number: '9123456',
    shipping_cost: 79,
    order_number: '10482',
  });
});

test('what frames every page of a site is no list of what is asked for', async () => {
  const head =
    '<header><a href="/">Forge</a> <form><input type="search" placeholder="Search projects" aria-label="Search projects"></form> <a href="/new">New project</a></header>';
  const issues = listOf({ number: { type: 'integer' }, title: text, author: text });
  const nothing = await fill(`${head}<main><h1>Welcome</h1><p>Choose a project to begin with.</p></main>`, {
    issues,
  });
  expect(JSON.stringify(nothing ?? null)).not.toContain('New project');
  const issue = (number: number, title: string, by: string) =>
    card(`<a href="/i/${number}">${title}</a> <div>#${number} · created Oct 30, 2026 by ${by}</div>`);
  const found = await fill(
    `${head}<main><h1>Issues</h1>${issue(21, 'Tiles flicker', 'Tomo Ishii')}${issue(18, 'Export hangs', 'Oskar Lund')}</main>`,
    { issues },
  );
  expect(found).toMatchObject({
    issues: [
      { number: 21, title: 'Tiles flicker' },
      { number: 18, title: 'Export hangs' },
    ],
  });
});

const BARE = ['Pellmont Group', 'Leeds, UK', '£31,000', 'Part-time', 'Posted 3 May 2025', 'Operations'];
const day = { type: 'string', format: 'date' };
const JOB = { company: text, location: text, salary: text, employment_type: text, posted: day, team: text };
const SAID = {
  company: 'Pellmont Group',
  location: 'Leeds, UK',
  salary: '£31,000',
  employment_type: 'Part-time',
  posted: '2025-05-03',
  team: 'Operations',
};

test('a page that says all in bare parts below its heading is read like a card', async () => {
  const parts = BARE.map((part) => `<div>${part}</div>`).join('');
  const page = `<main><h1>Office Manager</h1><section>${parts}</section></main>`;
  expect(await fill(page, { ...JOB, deadline: day })).toEqual(SAID);
  // All that is asked for in one object is what the page is about; who wrote it is not.
  const wrapped = { job: { type: 'object', properties: JOB } };
  expect(await fill(page, wrapped)).toEqual({ job: SAID });
  expect(await fill(page, { author: { type: 'object', properties: JOB } })).toEqual({});
});

test('a page without text of its own is read from what its scripts start with', async () => {
  const state = JSON.stringify({
    props: { job: { name: 'Office Manager', company: 'Pellmont Group', salary: '£31,000' } },
  });
  const properties = { name: text, company: text, salary: text };
  const said = { name: 'Office Manager', company: 'Pellmont Group', salary: '£31,000' };
  const body = `<main id="app"></main><script type="application/json">${state}</script>`;
  expect(await fill(body, { job: { type: 'object', properties } })).toEqual({ job: said });
});
