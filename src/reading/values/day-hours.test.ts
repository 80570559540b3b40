import { expect, test } from 'vitest';
import { daysOf, parseDayHours, timeOf } from './day-hours.ts';

test.each([
  ['Monday: Closed', [0], []],
  ['Tuesday – Friday, 10:00 – 17:00', [1, 2, 3, 4], [[600, 1_020]]],
  [
    'Tue–Sat 12–3pm, 6–10pm',
    [1, 2, 3, 4, 5],
    [
      [720, 900],
      [1_080, 1_320],
    ],
  ],
  ['Fri to Sun: 9-5pm', [4, 5, 6], [[540, 1_020]]],
  ['Mo-Fr 8.30 bis 18 Uhr', [0, 1, 2, 3, 4], [[510, 1_080]]],
  ['Sat, Sun: 18:00 – 02:00', [5, 6], [[1_080, 1_560]]],
  ['Daily 7am – noon', undefined, undefined],
  ['Sunday roast from £14', undefined, undefined],
])('the hours of "%s" are read', (line, days, spans) => {
  const read = parseDayHours(line);
  expect(read && [...read.days]).toEqual(days);
  expect(read?.spans).toEqual(spans);
});

test('days over the end of the week are filled in', () => {
  expect([...daysOf('Saturday to Monday')].sort()).toEqual([0, 5, 6]);
  expect([...daysOf('weekends')]).toEqual([5, 6]);
});

test.each([
  ['at 3 pm', 900],
  ['at 15:30', 930],
  ['in the evening', 1_170],
  ['on Sunday', undefined],
])('the time of "%s" is known', (text, minutes) => {
  expect(timeOf(text)).toBe(minutes);
});
