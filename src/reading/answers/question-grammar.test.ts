import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { readMarkup } from '../extract.ts';
import { closedDay } from '../values/day-hours.ts';
import { minutesOf } from '../values/duration.ts';
import { readQuestion } from './question.ts';

function ask(language: string, body: string, goal: string): unknown {
  const html = `<html lang="${language}"><title>x</title><body><main>${body}</main></body></html>`;
  const { page } = readMarkup(html, 'https://site.example/x');
  const answer = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return answer.found ? answer.output : undefined;
}

const term = (start: string, begin: string, end: string, finish: string) =>
  `<h1>Info</h1><dl><dt>${start}</dt><dd>${begin}</dd><dt>${end}</dt><dd>${finish}</dd></dl>`;

test.each([
  ['de', term('Beginn', '3. März 2026', 'Ende', '9. Juni 2026'), 'Wann beginnt es?', '3. März 2026'],
  ['fr', term('Début', '3 mars 2026', 'Fin', '9 juin 2026'), 'Quand commence-t-il ?', '3 mars 2026'],
  [
    'es',
    term('Inicio', '3 de marzo de 2026', 'Fin', '9 de junio de 2026'),
    '¿Cuándo termina?',
    '9 de junio de 2026',
  ],
  ['it', term('Inizio', '3 marzo 2026', 'Fine', '9 giugno 2026'), 'Quando finisce?', '9 giugno 2026'],
])('the beginning and the end are asked for by verbs (%s)', (language, body, question, expected) => {
  expect(ask(language, body, question)).toBe(expected);
});

const hours = (rows: [string, string][]) =>
  `<h1>Info</h1><table><tr><th>A</th><th>B</th></tr>${rows.map(([day, time]) => `<tr><td>${day}</td><td>${time}</td></tr>`).join('')}</table>`;

test.each([
  ['de', 'Montag', 'geschlossen', 'Dienstag', 'An welchem Tag ist das Bad geschlossen?'],
  ['fr', 'lundi', 'fermé', 'mardi', 'Quel jour est-ce fermé ?'],
  ['it', 'lunedì', 'chiuso', 'martedì', 'In che giorno è chiuso il museo?'],
  ['pl', 'poniedziałek', 'nieczynne', 'wtorek', 'W jaki dzień muzeum jest nieczynne?'],
  ['nl', 'maandag', 'gesloten', 'dinsdag', 'Op welke dag is het gesloten?'],
  ['en', 'Monday', 'closed', 'Tuesday', 'On which day is it closed?'],
])('the day without hours is the closed one (%s)', (language, day, closed, other, question) => {
  expect(
    ask(
      language,
      hours([
        [day, closed],
        [other, '9:00–17:00'],
      ]),
      question,
    ),
  ).toBe(day);
});

test('a sentence says it as well, unless it speaks of one date', () => {
  expect(closedDay("L'auberge est ouverte tous les jours sauf le mardi.")).toBe('mardi');
  expect(closedDay('We are closed on Mondays.')).toBe('Mondays');
  expect(closedDay('The office is closed on Monday 31 August 2026.')).toBeUndefined();
  expect(closedDay('We are open on Mondays.')).toBeUndefined();
});

test('what something costs stands in the column of prices, whatever the things are called', () => {
  const prices =
    '<h1>Info</h1><table><tr><th>Bilet</th><th>Cena</th></tr><tr><td>Normalny</td><td>24 zł</td></tr><tr><td>Ulgowy</td><td>16 zł</td></tr></table>';
  expect(ask('pl', prices, 'Ile kosztuje bilet normalny?')).toBe('24 zł');
});

test('"Was kostet" asks for a value and not whether', () => {
  expect(readQuestion('Was kostet eine Karte?')).toMatchObject({ form: 'value', expects: 'money' });
  expect(readQuestion('Was the bridge closed?').form).toBe('yes-no');
});

test('an owner is named by a sentence', () => {
  expect(ask('it', '<h1>Info</h1><p>Il proprietario è Duccio Bellandi.</p>', 'Chi è il proprietario?')).toBe(
    'Duccio Bellandi',
  );
});

test('hours and minutes in one are a length of time', () => {
  expect(minutesOf('3h45', 'duree_minutes')).toBe(225);
  expect(minutesOf('1 h 10', 'length_minutes')).toBe(70);
});

const facts = [
  ['Size', '15 x 15 x 8 cm'],
  ['Brand', 'Nordvik'],
  ['Availability', 'In stock'],
  ['Number of pages', '412'],
  ['Published', '2019'],
  ['Team members', 'Up to 25'],
  ['Admission', '£8.50'],
  ['Apply by', '30 June 2027'],
] as const;

const LAYOUTS = {
  'a row under a head': `<table><thead><tr>${facts.map(([label]) => `<th>${label}</th>`).join('')}</tr></thead><tbody><tr>${facts.map(([, value]) => `<td>${value}</td>`).join('')}</tr></tbody></table>`,
  'lines that begin in bold': `<p>${facts.map(([label, value]) => `<b>${label}</b> ${value}`).join('<br>')}</p>`,
  'paragraphs with colons': facts.map(([label, value]) => `<p>${label}: ${value}</p>`).join(''),
};

const WORDINGS = [
  ['Hi, I was wondering what the dimensions are.', '15 x 15 x 8 cm'],
  ['How big is it?', '15 x 15 x 8 cm'],
  ['Who is the maker?', 'Nordvik'],
  ['Is the kettle still available?', 'Yes (In stock)'],
  ['page count', '412'],
  ['What is the year of publication?', '2019'],
  ['When did it come out?', '2019'],
  ['Could you look up the number of users for me?', 'Up to 25'],
  ['What is the entrance fee?', '£8.50'],
  ['What is the last day to apply?', '30 June 2027'],
  ['What is the director?', undefined],
  ['What is the language?', undefined],
  ['colour of the Trail Kettle', undefined],
] as const;

test.each(Object.entries(LAYOUTS))('a value is found by any of its names: %s', (_, body) => {
  const page = `<h1>Trail Kettle</h1><p>A kettle for small stoves.</p>${body}`;
  expect(WORDINGS.map(([goal]) => [goal, ask('en', page, goal)])).toEqual(WORDINGS);
});
