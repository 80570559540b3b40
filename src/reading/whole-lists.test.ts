import { expect, test } from 'vitest';
import { answerAsked } from './answer.ts';
import { readMarkup } from './extract.ts';
import { addressOfItem, withDetails } from './with-details.ts';

const list = (boats: [name: string, price: number][]) =>
  `<html lang="en"><title>Boats</title><body><nav><a href="/">Home</a><a href="/help">Help</a></nav><main><h1>Boats</h1><div class="boats">${boats.map(([name, price]) => `<div class="boat"><h2><a href="/boats/${name}">${name}</a></h2><p class="price">£${price}</p></div>`).join('')}</div></main></body></html>`;

const own = (name: string, length: string) =>
  readMarkup(
    `<html lang="en"><title>${name}</title><body><main><h1>${name}</h1><dl><dt>Length</dt><dd>${length}</dd><dt>Crew</dt><dd>4</dd></dl></main></body></html>`,
    `https://quay.example/boats/${name}`,
  ).page;

const [one, two, three] = [
  list([
    ['Tern', 90],
    ['Skua', 70],
    ['Gannet', 120],
  ]),
  list([
    ['Gannet', 120],
    ['Dunlin', 75],
    ['Plover', 80],
  ]),
  list([['Knot', 55]]),
];
const read = (...pages: string[]) =>
  readMarkup(pages[0] ?? '', 'https://quay.example/boats', pages.slice(1)).page;
const first = read(one);

const ask = (page: typeof first, goal: string) => {
  const answer = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return answer.found ? answer.output : undefined;
};

test('a list over three pages is one list, its last thing alone too, and what stands on two counts once', () => {
  expect(ask(first, 'Which boat is the cheapest?')).toBe('Skua');
  expect(ask(read(one, two, three), 'Which boat is the cheapest?')).toBe('Knot');
  expect(ask(read(one, two, three), 'How many boats are there?')).toBe('6');
});

test('what stands under a heading stays there when the list goes on', () => {
  const days = (...entries: [day: string, boat: string][]) =>
    `<html lang="en"><title>Log</title><body><main><h1>Sailings</h1>${entries.map(([day, boat]) => `<h3>${day}</h3><ul><li><b>${boat}</b><div>Ann Lee sailed</div></li></ul>`).join('')}<a href="?page=2">Older</a></main></body></html>`;
  const log = read(
    days(['Mar 30, 2026', 'Tern'], ['Mar 22, 2026', 'Skua']),
    days(['Mar 8, 2026', 'Knot'], ['Feb 26, 2026', 'Plover'], ['Feb 2, 2026', 'Dunlin']),
  );
  expect(ask(log, 'How many sailings were there in March 2026?')).toBe('3');
});

test('a page that shows more of its list in place adds only what is new', () => {
  const more = list([
    ['Tern', 90],
    ['Skua', 70],
    ['Gannet', 120],
    ['Dunlin', 75],
  ]);
  expect(ask(read(one, more), 'How many boats are there?')).toBe('4');
});

test('what only the pages of the things tell can be asked of the list', () => {
  const lengths = { Tern: '6 m', Skua: '9.5 m', Gannet: '7 m' };
  const details = new Map(
    Object.entries(lengths).map(([name, length]) => [
      `https://quay.example/boats/${name}`,
      own(name, length),
    ]),
  );
  expect(first.collections.flatMap(({ items }) => items.map(addressOfItem))).toContain(
    'https://quay.example/boats/Skua',
  );
  expect(ask(first, 'Which boat is the longest?')).toBeUndefined();
  expect(ask(withDetails(first, details), 'Which boat is the longest?')).toBe('Skua');
});

test.each([
  ['each row', (row: string) => row],
  ['a head and a line that every page has', (row: string) => `<tr><td>Advert</td><td>-</td></tr>${row}`],
])('a table whose pages are as long and begin alike goes on row by row: %s', (_, first) => {
  const page = (...rows: [string, number][]) =>
    `<html lang="en"><title>Berths</title><body><h1>Berths</h1><table><tr><th>Berth</th><th>Fee</th></tr>${first(
      rows.map(([name, fee]) => `<tr><td>${name}</td><td>${fee}</td></tr>`).join(''),
    )}</table></body></html>`;
  const whole = read(
    page(['North', 9], ['South', 8], ['East', 7], ['West', 6], ['Inner', 5]),
    page(['Outer', 4], ['Upper', 3], ['Lower', 2], ['Long', 12], ['Short', 1]),
  );
  expect(ask(whole, 'Which berth has the highest fee?')).toBe('Long');
  expect(ask(whole, 'What is the fee of the berth "East"?')).toBe('7');
});
