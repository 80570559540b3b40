import { expect, test } from 'vitest';
import { button, field, pageOf } from '../sight/page-model.fixture.ts';
import type { UiElement } from '../sight/page-model.ts';
import { reconcile } from './reconcile.ts';
import { readTalk } from './talk.ts';

type Given = Parameters<typeof pageOf>[0];

const box = (name: string, isChecked = false): Given[number] => ({
  tag: 'input',
  role: 'checkbox',
  name,
  isChecked,
  isClickable: true,
});
const radio = (name: string, group: string): Given[number] => ({
  tag: 'input',
  role: 'radio',
  name,
  group,
  isChecked: false,
  isClickable: true,
});
const list = (name: string, labels: string[]): Given[number] => ({
  tag: 'select',
  role: 'combobox',
  name,
  options: labels.map((label) => ({ label, value: label, isSelected: false })),
});
const of = (type: string): Partial<UiElement> => ({ tag: 'input', type });

function read(page: Given, goal: string): Record<string, string | boolean> {
  const settings = reconcile(pageOf(page), readTalk(goal));
  return Object.fromEntries(settings.map(({ control, value }) => [control.label, value]));
}

test('a form takes what fits the kind of each of its fields', () => {
  const page = [
    field('Guests', of('number')),
    list('Day', ['Thursday', 'Friday']),
    field('Time', of('time')),
    field('Name'),
    button('Reserve'),
  ];
  const goal =
    'There are four of us and we would like to eat at half past seven in the evening on Friday; Maud is the name.';
  expect(read(page, goal)).toEqual({ Guests: '4', Day: 'Friday', Time: '19:30', Name: 'Maud' });
});

test('boxes are ticked or not as they are wished for', () => {
  const page = [box('Send me the newsletter', true), box('I accept the terms'), box('Stay anonymous')];
  expect(read(page, 'Yes to the terms, but no newsletter, please.')).toEqual({
    'Send me the newsletter': false,
    'I accept the terms': true,
  });
});

test('of what is compared the one that is preferred is chosen', () => {
  const page = ['Card', 'Invoice', 'Cash'].map((name) => radio(name, 'Payment'));
  expect(read(page, "I'd rather pay by invoice than by card.")).toEqual({ Payment: 'Invoice' });
});

test('both ends of a way take the place that is said with their words', () => {
  const towns = ['Oslo', 'Riga', 'Turin'];
  const page = [list('Pick-up location', towns), list('Return location', towns)];
  expect(read(page, 'We return it in Turin after we pick it up in Riga.')).toEqual({
    'Pick-up location': 'Riga',
    'Return location': 'Turin',
  });
});

test('numbers go by what they count', () => {
  const page = [field('Number of guests', of('number')), field('Vegetarian meals', of('number'))];
  expect(read(page, 'We need two vegetarian meals, and there will be six guests.')).toEqual({
    'Number of guests': '6',
    'Vegetarian meals': '2',
  });
});

test('a field whose value the task names is the one to change', () => {
  const page = [field('First name', { value: 'Ann' }), field('Last name', { value: 'Brandt' })];
  expect(read(page, 'My last name has changed from Brandt to Ferrer.')).toEqual({ 'Last name': 'Ferrer' });
});

test('what the task does not speak of is left alone', () => {
  const page = [
    field('Comment', { tag: 'textarea' }),
    box('Gift wrapping'),
    list('Size', ['Small', 'Large']),
  ];
  expect(read(page, "I'd like a large one.")).toEqual({ Size: 'Large' });
});

test('what somebody cannot have is ticked where such things are asked for', () => {
  const page = ['Nuts', 'Milk', 'Fish'].map((name) => ({ ...box(name), group: 'Allergies' }));
  expect(read(page, "Otto can't have milk or nuts.")).toEqual({ Nuts: true, Milk: true });
});

test('a German sentence names its person, whatever else has a capital', () => {
  const page = [field('Vorname'), field('Nachname')];
  expect(read(page, 'Meine Haare sind zu lang, bitte einen Termin; mein Name ist Hugo Castell.')).toEqual({
    Vorname: 'Hugo',
    Nachname: 'Castell',
  });
});
