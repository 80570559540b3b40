import { expect, test } from 'vitest';
import { field, pageOf } from '../sight/page-model.fixture.ts';
import { isoDay, relativeDay } from './read-date.ts';
import { endOfStay, lengthOf, momentFor, momentIn, partOfTime, spanTime } from './stated-times.ts';

const today = { year: 2026, month: 11, day: 15 };

test.each([
  ['Book a room for two nights from 3 May 2027', '2027-05-05'],
  ['a week from 2027-12-28', '2028-01-04'],
  ['three nights from tomorrow', '2026-11-19'],
])('%s ends on %s', (text, end) => {
  const day = relativeDay(endOfStay(text) ?? '', today);
  expect(day && isoDay(day)).toBe(end);
});

test('a day alone has no end', () => {
  expect(endOfStay('Book a table on 3 May 2027')).toBeNull();
});

test.each([
  ['From', 'for three hours from 2 pm on 14 May', '14:00'],
  ['Until', 'for three hours from 2 pm on 14 May', '17:00'],
  ['End time', 'from 9:30 to 11:00', '11:00'],
  ['Until', 'at 2 pm', null],
  ['Name', 'from 2 pm', null],
])('%s of "%s" is %s', (label, text, time) => {
  const [element] = pageOf([field(label)]).elements;
  expect(element && spanTime(element, text)).toBe(time);
});

const list = (name: string, labels: string[]) => ({
  tag: 'select',
  role: 'combobox',
  name,
  options: labels.map((label) => ({ label, value: label, isSelected: false })),
});

test.each([
  ['at 15:15', ['3', '15', 'PM']],
  ['at 9:00 AM', ['9', '00', 'AM']],
  ['at noon', [null, null, null]],
])('lists for hour, minute and half take of "%s" %j', (text, parts) => {
  const { elements } = pageOf([
    list('Hour', ['3', '9', '12']),
    list('Minute', ['00', '15']),
    list('', ['AM', 'PM']),
  ]);
  expect(elements.map((element) => partOfTime(element, elements, text))).toEqual(parts);
});

test.each([
  ['for an hour', '1 hour'],
  ['for 30 minutes', '30 min'],
  ['half an hour', '30 min'],
  ['from 17:30 to 18:30 (24-hour clock)', '1 hour'],
  ['for three hours', null],
])('the length of "%s" is %s', (text, label) => {
  const [element] = pageOf([list('Length', ['30 min', '1 hour', '2 hours'])]).elements;
  expect(element && lengthOf(element, text)).toBe(label);
});

test.each([
  ['on 20 January 2027 from 14:00 to 15:30', ['20 January 2027 14:00', '20 January 2027 15:30']],
  ['from 2027-03-01 09:00 to 2027-03-02 10:00', ['2027-03-01 09:00', '2027-03-02 10:00']],
  ['tomorrow from 2 pm for two hours', ['tomorrow 14:00', 'tomorrow 16:00']],
  ['for six people', [null, null]],
  ['on 20 January 2027', [null, null]],
])('fields for a day with a time, of "%s"', (text, moments) => {
  const fields = pageOf(['From', 'To'].map((name) => field(name, { type: 'datetime-local' }))).elements;
  expect(fields.map((element) => momentFor(element, fields, text))).toEqual(moments);
});

test.each([
  ['tomorrow 14:00', '', '2026-11-16T14:00'],
  ['20 January 2027 at 2 pm', '', '2027-01-20T14:00'],
  ['15:00', '2027-01-20T14:00', '2027-01-20T15:00'],
  ['20 January 2027', '', '2027-01-20T00:00'],
  ['14:00', '', null],
  ['soon', '', null],
])('%s in a field that holds "%s" is %s', (words, held, moment) => {
  expect(momentIn(words, today, held)).toBe(moment);
});
