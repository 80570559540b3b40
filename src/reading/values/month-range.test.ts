import { expect, test } from 'vitest';
import { stem } from '../words/words.ts';
import { monthsWithin } from './month-range.ts';

test.each([
  ['April to October: daily', ['july', 'summer'], ['december', 'winter']],
  ['Nov – Feb', ['december', 'winter'], ['march', 'summer']],
  ['open until March', [], ['march']],
])('%s', (text, spanned, others) => {
  const months = monthsWithin(text);
  expect(months).toEqual(expect.arrayContaining(spanned.map(stem)));
  for (const month of others) expect(months).not.toContain(stem(month));
});
