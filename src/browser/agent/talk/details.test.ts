import { expect, test } from 'vitest';
import { field, pageOf } from '../sight/page-model.fixture.ts';
import type { UiElement } from '../sight/page-model.ts';
import { leftoversOf } from './leftovers.ts';
import { pairsIn } from './pairs.ts';
import { match } from './reconcile.ts';
import { readTalk } from './talk.ts';

type Given = Parameters<typeof pageOf>[0];

const of = (type: string, rest: Partial<UiElement> = {}): Partial<UiElement> => ({
  tag: 'input',
  type,
  ...rest,
});
const area = (name: string): Given[number] => field(name, { tag: 'textarea' });
const list = (name: string, labels: string[]): Given[number] => ({
  tag: 'select',
  role: 'combobox',
  name,
  options: labels.map((label) => ({ label, value: label, isSelected: false })),
});

function read(page: Given, goal: string): Record<string, string | boolean> {
  const { settings } = match(pageOf(page), readTalk(goal));
  return Object.fromEntries(settings.map(({ control, value }) => [control.label, value]));
}

test('a list of details goes to the fields of these names, in its own words', () => {
  const goal =
    'Reserve a table. Name: Lucia Prati, Phone: 0171 555 0199, Guests: 6, Notes: two of us are coeliac';
  expect(pairsIn(readTalk(goal)).map(({ name }) => name)).toEqual(['Name', 'Phone', 'Guests', 'Notes']);
  expect(read([field('Name'), field('Party size', of('number')), area('Notes for us')], goal)).toEqual({
    Name: 'Lucia Prati',
    'Party size': '6',
    'Notes for us': 'two of us are coeliac',
  });
});

test('what forms ask for in parts is split', () => {
  const goal =
    'Deliver it to Via Roma 12, 50123 Firenze. I am Emma de Conti, phone +39 347 555 0188, emma@conti.example.';
  const page = [
    field('Street'),
    field('No.'),
    field('Postcode'),
    field('City'),
    field('First name'),
    field('Surname'),
    list('Country code', ['Italy +39', 'Switzerland +41']),
    field('Number', of('tel')),
  ];
  expect(read(page, goal)).toEqual({
    Street: 'Via Roma',
    'No.': '12',
    Postcode: '50123',
    City: 'Firenze',
    'First name': 'Emma',
    Surname: 'de Conti',
    'Country code': 'Italy +39',
    Number: '347 555 0188',
  });
});

test('a birthday, a stay and a card each find the fields that ask for them', () => {
  const stay = [
    field('Date of birth', of('date')),
    field('Arrives', of('date')),
    field('Goes home', of('date')),
  ];
  expect(read(stay, 'From 3 to 10 May 2027, please. I am Ann, born on 2 February 1985.')).toEqual({
    'Date of birth': '2 February 1985',
    Arrives: '3 May 2027',
    'Goes home': '10 May 2027',
  });
  const card = [
    field('Card number'),
    field('Expires'),
    field('CVC'),
    field('Name on card'),
    field('Your gift in €'),
  ];
  const goal =
    'Give 40 euros with the card 4111 1111 1111 1111, valid until 08/29, security code 123, in the name of Nora Ek.';
  expect(read(card, goal)).toEqual({
    'Card number': '4111 1111 1111 1111',
    Expires: '08/29',
    CVC: '123',
    'Name on card': 'Nora Ek',
    'Your gift in €': '40',
  });
});

test('who speaks, who it is for and what they work for are told apart', () => {
  const gift = [field('Who is it for?'), field('From')];
  expect(read(gift, 'Send my sister Marta Ruiz a gift card. It is from Ana.')).toEqual({
    'Who is it for?': 'Marta Ruiz',
    From: 'Ana',
  });
  expect(read([field('Your name'), field('Company')], "I'm Joanna Pike from Harrow & Stone.")).toEqual({
    'Your name': 'Joanna Pike',
    Company: 'Harrow & Stone',
  });
  expect(
    read([field('Pet’s name'), field('Your name')], "A check-up for my dog Bruno. I'm Elsa Lind."),
  ).toEqual({
    'Pet’s name': 'Bruno',
    'Your name': 'Elsa Lind',
  });
});

test('a day of the week and a time choose the one entry that agrees with both', () => {
  const shows = ['Fri 6 March, 19:30', 'Sat 7 March, 14:30', 'Sat 7 March, 19:30'];
  const goal = 'Book four seats on Saturday at half past two in the afternoon.';
  expect(read([list('Performance', shows)], goal)).toEqual({ Performance: 'Sat 7 March, 14:30' });
});

test('what has no place of its own is left for the remarks', () => {
  const goal =
    'Book a table for four on 12 March 2027, name Ana Ruiz. We’d like to sit inside and we need a high chair. The terms are fine with us. It is our anniversary.';
  const talk = readTalk(goal);
  const page = pageOf([
    field('Name'),
    ...['Inside', 'Terrace'].map((name) => ({
      tag: 'input',
      role: 'radio',
      name,
      group: 'Seat',
      isChecked: false,
    })),
  ]);
  expect(leftoversOf(talk, match(page, talk).used)).toBe('We need a high chair. It is our anniversary.');
});
