import { expect, test } from 'vitest';
import { howOften } from './how-often.ts';

test.each([
  ['Donate £100 once to the rescue', 'once'],
  ['One-off', 'once'],
  ['Give £25 every month', 'month'],
  ['Monthly', 'month'],
  ['once a week', 'week'],
  ['billed yearly', 'year'],
  ['Send it once you are done', null],
  ['Weekly or monthly, as you like', null],
  ['£5 a month', 'month'],
  ['Rent it for a month', null],
  ['£20', null],
])('%s: %s', (text, period) => {
  expect(howOften(text)).toBe(period);
});
