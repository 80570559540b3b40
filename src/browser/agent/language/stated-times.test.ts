import { expect, test } from 'vitest';
import { field, pageOf } from '../sight/page-model.fixture.ts';
import { isoDay, relativeDay } from './read-date.ts';
import { endOfStay, spanTime } from './stated-times.ts';

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
