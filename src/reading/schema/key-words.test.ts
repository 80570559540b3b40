import { expect, test } from 'vitest';
import { indexPage } from '../answers/page-index.ts';
import { extractPage } from '../extract.ts';
import { nameWords } from '../words/words.ts';
import { fillSchema } from './fill-schema.ts';
import { describedNames, spelledOut } from './key-words.ts';
import { isFitting } from './left-over.ts';

const string = { type: 'string' };

test.each([
  ['clr', ['Colour', 'Weight'], 'color'],
  ['cuis', ['Cuisine', 'City'], 'cuisine'],
  ['nat', ['Nationality', 'Name'], 'nationality'],
  ['fmt', ['Colour', 'Weight'], null],
  // Two that it may stand for are none.
  ['mat', ['Material', 'Matches'], null],
])('a key %s is short for the one name of %j that it may stand for', (key, names, meant) => {
  expect(spelledOut(key, names.map(nameWords)) ?? null).toEqual(meant && nameWords(meant));
});

test.each([
  ['Colour of the product', ['colour']],
  ['Name of the venue', ['venue']],
  ['City in which the event takes place', ['city']],
  ['Average rating of guests', ['average rating', 'rating']],
])('what "%s" describes', (description, names) => {
  expect(describedNames({ description })).toEqual(names.map(nameWords));
});

test.each([
  ['(31 reviews)', 'address', false],
  ['308 stars today', 'owner', false],
  ['Free returns within 30 days', 'address', false],
  ['12 Fore Street, Totnes TQ9 5RP', 'address', true],
  ['Hauptstraße 5, 10115 Berlin', 'street_address', true],
  ['01803 555 019', 'phoneNumber', true],
  ['Moss green', 'phone', false],
  ['420 g', 'weight', true],
  ['4 servings', 'servings', true],
  ['Moss green', 'finish', true],
])('a text without a name, %s, for the key %s: %s', (value, key, isIt) => {
  expect(isFitting(value, key)).toBe(isIt);
});

const book = `<h1>The Salt Ledger</h1><p><strong>Language</strong> German<br><strong>Publisher</strong> Gannet Press<br>
  <strong>Organiser</strong> Ripon Growers<br><strong>Starts</strong> 7:30 pm<br><strong>Opening hours</strong> Mon–Sat 9:00–17:30<br>
  <strong>Employment type</strong> Part-time<br><strong>Company</strong> Penhale Ltd<br><strong>Salary</strong> £38,000 per year</p>`;
const data = `<h1>Kettle</h1><script type="application/ld+json">${JSON.stringify({
  '@type': 'JobPosting',
  title: 'Kettle',
  weight: { '@type': 'QuantitativeValue', value: 420, unitText: 'g' },
  hiringOrganization: { '@type': 'Organization', name: 'Corvid' },
  jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Truro' } },
  identifier: { '@type': 'PropertyValue', name: 'Reference', value: 'QS-204' },
})}</script>`;

test.each([
  [
    'lines that begin in bold',
    book,
    {
      name: 'The Salt Ledger',
      language: 'German',
      publishing_house: 'Gannet Press',
      organizer: 'Ripon Growers',
      startTime: '7:30 pm',
      businessHours: 'Mon–Sat 9:00–17:30',
      employer: 'Penhale Ltd',
      companyName: 'Penhale Ltd',
      annual_salary: '£38,000 per year',
      jobTitle: undefined,
      translator_name: undefined,
    },
  ],
  [
    'structured data',
    data,
    { name: 'Kettle', wt: '420 g', company_name: 'Corvid', job_location: 'Truro', reference: 'QS-204' },
  ],
])('%s are found by other words for them, and what is not there stays empty', async (_, body, wanted) => {
  const page = await extractPage(`<html lang="en"><body>${body}</body></html>`, 'https://a.example/');
  const properties = Object.fromEntries(Object.keys(wanted).map((key) => [key, string]));
  expect(fillSchema({ type: 'object', properties }, indexPage(page))).toEqual(wanted);
});
