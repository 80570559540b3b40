import { expect, test } from 'vitest';
import { daysIn, isoDay, spelledSpan } from './read-date.ts';

test.each([
  ['from August 9 to August 14', ['2026-08-09', '2026-08-14']],
  ['from the 17th until the 22nd', ['2026-08-17', '2026-08-22']],
  ['on 3 May', ['2027-05-03']],
  ['on 3 May 2026', ['2026-05-03']],
  ['some time', []],
])('%s, with August 2026 on show, is %j', (text, days) => {
  expect(daysIn(text, { year: 2026, month: 8 }).map(isoDay)).toEqual(days);
});

test.each([
  ['from 5 to 9 December 2026', 'from 5 December 2026 to 9 December 2026'],
  ['6-9 June', '6 June-9 June'],
  ['3 to 5 marbles', '3 to 5 marbles'],
])('%s is %s', (said, spelled) => {
  expect(spelledSpan(said)).toBe(spelled);
});
