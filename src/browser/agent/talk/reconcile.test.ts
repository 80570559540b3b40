import { expect, test } from 'vitest';
import { isFormFor } from '../forms/form-fit.ts';
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

test('what a list offers may be a name with a number in it', () => {
  const page = [field('Boat name'), list('Berth', ['A1', 'B7', 'C3']), box('Urgent'), button('Send')];
  const goal = 'Order a repair for the boat named Petrel at berth B7, urgent.';
  expect(read(page, goal)).toEqual({ 'Boat name': 'Petrel', Berth: 'B7', Urgent: true });
});

test('boxes are ticked or not as they are wished for', () => {
  const page = [box('Send me the newsletter', true), box('I accept the terms'), box('Stay anonymous')];
  expect(read(page, 'Yes to the terms, but no newsletter, please.')).toEqual({
    'Send me the newsletter': false,
    'I accept the terms': true,
  });
});

test('of boxes that every row has, that of the row which is spoken of is meant', () => {
  const row = (text: string): Given => [
    { tag: 'tr', depth: 1 },
    { text, depth: 2 },
    { ...box('Push', true), depth: 2 },
  ];
  const page = pageOf([...row('Comments'), ...row('Product news')]);
  const settings = reconcile(page, readTalk('I do not want to get product news by Push any more.'));
  expect(settings.map(({ control, value }) => [control.row, value])).toEqual([['product new', false]]);
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

test.each([
  'Order the Pro plan for Ada Berg from Norway, 3 seats, starting on 4 March 2027, with the newsletter',
  'Fill in the form: Name: Ada Berg, Country: Norway, Seats: 3, Start date: 4 March 2027, Plan: Pro, Newsletter: yes. Submit it.',
  'Set name to "Ada Berg", country to "Norway", seats to 3, start date to 4 March 2027 and plan to "Pro", tick the newsletter box and submit',
  'Enter Ada Berg as the name, choose Norway as the country, enter 3 seats, pick 4 March 2027 as the start date, select the Pro plan, tick the newsletter and send the form',
  'I am Ada Berg and live in Norway. I want the Pro plan with three seats from 4 March 2027, and yes, I want the newsletter.',
  'Please submit the form for Ada Berg. Country is Norway, plan is Pro, number of seats is 3, it starts on 4 March 2027, and the newsletter should be checked.',
  'Register: Ada Berg, Norway, Pro plan, 3 seats, 4 March 2027, newsletter yes',
])('one form takes the same from any way of saying it: %s', (goal) => {
  const page = [
    ...['Basic 5 EUR a month', 'Pro 12 EUR a month'].map((name) => radio(name, 'Plan')),
    field('Your name'),
    field('', { placeholder: 'Country' }),
    field('', { hints: 'q seats', group: 'Choose your plan' }),
    field('When do you want to start?', of('date')),
    box('I would like to receive the newsletter'),
    button('Continue'),
  ];
  expect(isFormFor(pageOf(page), readTalk(goal))).toBe(true);
  expect(read(page, goal)).toEqual({
    Plan: 'Pro 12 EUR a month',
    'Your name': 'Ada Berg',
    Country: 'Norway',
    seats: '3',
    'When do you want to start?': '4 March 2027',
    'I would like to receive the newsletter': true,
  });
});

test('a page that asks for other things than the task tells is not its form', () => {
  const page = [field('Your name'), field('Email', of('email')), field('Town'), box('Newsletter')];
  const told = 'My name is Ada Berg, I live in Bergen, no newsletter, and a table for 4 on 3 May at 19:00.';
  expect(isFormFor(pageOf(page), readTalk(told))).toBe(false);
});

test.each([
  ['Submit a meter reading of 48213 taken on 9 October 2026.', true],
  ['Report 48213 as the reading of 9 October 2026.', true],
  ['Submit a meter reading of 48213.', false],
  ['Submit the reading and show me the list for 9 October 2026.', false],
])('%s: the form is for all that little: %s', (goal, isSo) => {
  const page = [
    field('Reading', { isRequired: true }),
    field('Date of reading', { type: 'date', isRequired: true }),
  ];
  expect(isFormFor(pageOf(page), readTalk(goal))).toBe(isSo);
});

test('of choices that tell more, each goes by what stands before the comma', () => {
  const page = [
    radio('Standard, 3-5 days, free', 'Delivery'),
    radio('Express, next day, £6', 'Delivery'),
    button('Continue'),
  ];
  expect(read(page, 'Order a hat for Per Dahl, standard delivery.')).toEqual({
    Delivery: 'Standard, 3-5 days, free',
  });
});

test('a box is called by the head of its label, and those that are not named go off', () => {
  const topic = (name: string, isChecked = false) => ({ ...box(name, isChecked), group: 'Topics' });
  const page = [topic('Sport – by our reporters'), topic('Books – guests'), topic('Travel – guests', true)];
  expect(read(page, 'Subscribe me to just the Sport and Books newsletters, please.')).toEqual({
    'Sport – by our reporters': true,
    'Books – guests': true,
    'Travel – guests': false,
  });
});

test('a number goes to what is called by more of the words behind it', () => {
  const stepper = (text: string): Given => [
    { tag: 'div', depth: 1 },
    { tag: 'span', text, depth: 2 },
    button('−', { depth: 2 }),
    { tag: 'b', text: '0', depth: 2 },
    button('+', { depth: 2 }),
  ];
  const page = [...stepper('Day ticket Friday'), ...stepper('Day ticket Saturday')];
  expect(read(page, 'Order 2 × Day ticket Saturday')).toEqual({ 'Day ticket Saturday': '2' });
});
