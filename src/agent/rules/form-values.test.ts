import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { button, field, pageOf } from '../observation/page-model.fixture.ts';
import { formValues } from './form-values.ts';

const clock = { ...systemClock, now: () => new Date('2026-11-17T12:00:00Z') };

function given(source: string, ...page: Parameters<typeof pageOf>[0]): Record<string, string> {
  const found = formValues({ clock, filled: new Set() }, pageOf(page), source);
  return Object.fromEntries(found.map(({ element, value }) => [element.name, value]));
}

const options = (...labels: string[]) => labels.map((label) => ({ label, value: label, isSelected: false }));
const list = (name: string, ...labels: string[]) => ({
  tag: 'select',
  role: 'combobox',
  name,
  options: options(...labels),
});
const box = (name: string) => ({
  tag: 'input',
  type: 'checkbox',
  role: 'checkbox',
  name,
  isChecked: false,
  isClickable: true,
});
const area = (name: string) => field(name, { tag: 'textarea', type: '' });

test.each([
  [
    'Name: Kim Doe, E-mail address: kim@example.org, Message: "My lid, lost."',
    { Name: 'Kim Doe', Email: 'kim@example.org', Message: 'My lid, lost.' },
  ],
  ['Contact them with the name Ann and the message "Hi"', { Name: 'Ann', Message: 'Hi' }],
  [
    'Send "See you at 7" as the message, my email is ann@x.org',
    { Email: 'ann@x.org', Message: 'See you at 7' },
  ],
])('%s', (source, expected) => {
  expect(
    given(source, field('Name'), field('Email', { type: 'email' }), area('Message'), button('Send')),
  ).toEqual(expected);
});

test('a value goes to the field of its label, whatever else has the same words', () => {
  const fields = [field('First name'), field('Last name'), field('City')];
  expect(given('first name Ann, last name Lee, city Oslo', ...fields)).toEqual({
    'First name': 'Ann',
    'Last name': 'Lee',
    City: 'Oslo',
  });
});

test('options are chosen by mention; a bare number only beside the name of its list', () => {
  const page = [list('Topic', '-', 'A repair', 'An order'), list('Guests', '1', '2', '4')];
  expect(given('It is about a repair, for 4 guests', ...page)).toEqual({ Topic: 'A repair', Guests: '4' });
  expect(given('I paid 2 euros', ...page)).toEqual({});
});

test('of two lists with the same options each takes what is told behind its name', () => {
  const accounts = ['Savings', 'Holiday'];
  expect(
    given('Transfer it from Savings to Holiday', list('From', ...accounts), list('To', ...accounts)),
  ).toEqual({
    From: 'Savings',
    To: 'Holiday',
  });
});

test('a number in groups of digits is one value', () => {
  expect(given('Phone 0546 919402 and IBAN NB30 8302 93 please', field('Phone'), field('IBAN'))).toEqual({
    Phone: '0546 919402',
    IBAN: 'NB30 8302 93',
  });
});

test('days and times go where they fit', () => {
  const page = [field('Date', { type: 'date' }), field('Time', { type: 'time' })];
  expect(given('Book it for 12 March 2027 at 7 pm', ...page)).toEqual({
    Date: '12 March 2027',
    Time: '19:00',
  });
});

test('boxes are ticked when named, and left alone when denied', () => {
  expect(given('with gift wrap, but without newsletter', box('Gift wrap'), box('Newsletter'))).toEqual({
    'Gift wrap': 'true',
  });
});

test('the search of the site takes nothing that is not searched for', () => {
  expect(given('My name is Ann Lee', field('Search by name', { type: 'search', role: 'searchbox' }))).toEqual(
    {},
  );
});
