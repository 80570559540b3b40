import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';

async function fill(body: string, keys: Record<string, string>, { title = '', goal = '' } = {}) {
  const html = `<html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
  const properties = Object.fromEntries(Object.entries(keys).map(([key, type]) => [key, { type }]));
  const outputSchema = { type: 'object', properties };
  const source = { body: html, contentType: null, url: 'https://a.example/x' };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema });
  return answer?.found ? answer.output : undefined;
}

test.each([
  '<h1>Desk Lamp</h1><p class="price"><s>$89.00</s> <span>$64.90</span></p>',
  '<h1>Runner 5</h1><p class="price"><del>€120.00</del> <ins>€79.95</ins></p>',
])('what something cost before is no price, though only that is of the type asked for', async (body) => {
  expect(await fill(body, { price: 'integer' })).toEqual({});
});

test('of several sums the one for the time that the key names', async () => {
  const body = '<h1>Hotel Alder</h1><p>Rooms from <b>$140</b> per night. Parking costs $15 per day.</p>';
  expect(await fill(body, { price_per_night: 'number' })).toEqual({ price_per_night: 140 });
  expect(await fill(body, { parking_price: 'number' })).toEqual({ parking_price: 15 });
  const gym = '<h1>Iron Gym</h1><p>You train for $45 per month. A locker costs $3 per week.</p>';
  expect(await fill(gym, { price_per_month: 'number' })).toEqual({ price_per_month: 45 });
});

test('two sums that the page tells of two things are not the price of either', async () => {
  const body = '<h1>Hotel Alder</h1><p>Rooms from <b>$140</b> per night. Parking costs $15 per day.</p>';
  expect(await fill(body, { price: 'number' })).toEqual({});
});

test.each([
  ['Ada Ek (born 4 May 1961 in Lund) is a Swedish chemist.', 'Lund', '4 May 1961'],
  ['Ada Ek (born in Lund on 4 May 1961) is a Swedish chemist.', 'Lund', '4 May 1961'],
  ['Ada Ek (4 May 1930, Graz – 2 June 2001, New York) was a painter.', 'Graz', '4 May 1930'],
  ['Ada Ek was born on 3 July 1955 in Cork. She writes crime novels.', 'Cork', '3 July 1955'],
  ['Ada Ek was born in St. Gallen in 1955 and writes crime novels.', 'St. Gallen', undefined],
  ['Ada Ek (born 4 May 1961) is a Swedish chemist.', undefined, '4 May 1961'],
])('where someone was born is not when: %s', async (text, birth_place, birth_date) => {
  const got = await fill(`<h1>Ada Ek</h1><p>${text}</p>`, { birth_place: 'string', birth_date: 'string' });
  expect(got).toMatchObject({ ...(birth_place && { birth_place }), ...(birth_date && { birth_date }) });
  expect(Object.hasOwn(got as object, 'birth_place')).toBe(birth_place !== undefined);
});

test('the name of a thing is its heading where the title only says what kind of thing it is', async () => {
  const car = '<main><h1>Volta 3</h1><dl><dt>Range</dt><dd>510 km</dd></dl></main>';
  expect(await fill(car, { name: 'string' }, { title: 'Car', goal: 'Car' })).toEqual({ name: 'Volta 3' });
  const about = '<main><h1>About us</h1><p>We make pumps in Leeds since 1952.</p></main>';
  expect(await fill(about, { name: 'string' }, { title: 'Kaldor' })).toEqual({ name: 'Kaldor' });
});

test.each([
  [
    '<li><strong>Ada Ek</strong> – CEO, ada@ex.org</li><li><strong>Bo Lind</strong> – CTO, bo@ex.org</li>',
    'CEO',
  ],
  [
    '<li><b>Jan Moe</b> – Head cook, +47 22 33 44 55</li><li><b>Liv Dahl</b> – Gardener, +47 22 33 44 56</li>',
    'Head cook',
  ],
  [
    '<li><b>Jan Moe</b> · Head cook, www.moe.example</li><li><b>Liv Dahl</b> · Gardener, www.dahl.example</li>',
    'Head cook',
  ],
])('how to reach someone is no part of the role', async (entries, role) => {
  const html = `<html><body><h1>Our team</h1><ul class="people">${entries}</ul></body></html>`;
  const people = {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' }, role: { type: 'string' } } },
  };
  const outputSchema = { type: 'object', properties: { people } };
  const source = { body: html, contentType: null, url: 'https://a.example/x' };
  const { answer } = await readDocument(source, { goal: '', instructions: null, outputSchema });
  expect(answer).toMatchObject({ output: { people: [{ role }, {}] } });
});

test.each([
  ['Visit us at Storgatan 12, 111 51 Stockholm.', 'Storgatan 12, 111 51 Stockholm'],
  ['Our shop is at 14 Mill Lane, Ludlow SY8 1AA.', '14 Mill Lane, Ludlow SY8 1AA'],
  ['You can find us at Hauptstraße 9, 10115 Berlin.', 'Hauptstraße 9, 10115 Berlin'],
  [
    'You find the clinic at 200 Pine Street, Boston, MA 02110. Ring the bell.',
    '200 Pine Street, Boston, MA 02110',
  ],
  ['Hauptstraße 9, 10115 Berlin', 'Hauptstraße 9, 10115 Berlin'],
])('an address is where one goes, without the words that lead there: %s', async (text, address) => {
  expect(await fill(`<h1>Contact us</h1><p>${text}</p>`, { address: 'string' })).toEqual({ address });
});

test.each<[string, string, number | undefined]>([
  ['number_of_floors', 'The suite is 52 m² on the top floor.', undefined],
  ['number_of_floors', 'The house has three floors and 52 rooms.', 3],
  ['number_of_pockets', 'Bottle pockets finally work. Petra, 27 January 2026.', undefined],
  ['number_of_pockets', 'It has 6 zipped pockets and weighs 900 g.', 6],
  ['max_tries', 'Try again after a pause of up to 250 ms. Give up after six tries.', 6],
  ['max_guests', 'Guests pay €12 for parking, up to 3 nights.', undefined],
  ['employees', 'Founded in 1998, the firm has 240 employees in 11 ports.', 240],
  ['pages', 'Our pages are printed in 2026 on 90 g paper.', undefined],
])('a number belongs to the noun of its key: %s of %j', async (key, text, number) => {
  const got = await fill(`<h1>Alder</h1><p>${text}</p>`, { [key]: 'integer' });
  expect(got).toEqual(number === undefined ? {} : { [key]: number });
});

test.each<[string, Record<string, string>]>([
  ['<h1>Pack</h1><p class="vendor">Corrie</p><dl><dt>Made in</dt><dd>Vietnam</dd></dl>', { brand: 'Corrie' }],
  ['<h1>Pack</h1><dl><dt>Made in</dt><dd>Vietnam</dd><dt>Weight</dt><dd>900 g</dd></dl>', {}],
  ['<h1>Ferry</h1><p>The new vessel will be built by Holmen Verft in Norway.</p>', {}],
  [
    '<h1>Notice</h1><dl><dt>Division secretary</dt><dd>Win Carr, w.carr@north.example. Site by Pitch.</dd></dl>',
    { secretary: 'Win Carr' },
  ],
  [
    '<h1>Rules</h1><dl><dt>Owner</dt><dd>Bernadette Swales, Director of People</dd></dl>',
    { owner: 'Bernadette Swales' },
  ],
  ['<h1>Rules</h1><dl><dt>Owner</dt><dd>Ann Lee, Bo Lind</dd></dl>', { owner: 'Ann Lee, Bo Lind' }],
  ['<h1>Hours</h1><div class="field"><p>Our oldest branch stands by the river.</p></div>', {}],
])('a name is said to be one, and nothing beside it: %s', async (body, gives) => {
  const keys = { brand: 'string', vessel_name: 'string', division: 'string', secretary: 'string' };
  expect(await fill(body, { ...keys, owner: 'string', branch: 'string' })).toEqual(gives);
});
