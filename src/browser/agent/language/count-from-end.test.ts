import { expect, test } from 'vitest';
import { countFromEnd } from './count-from-end.ts';

test.each([
  ['the name before the last one', 'the 2nd name from the end'],
  ['the row just before the last row', 'the 2nd row from the end'],
  ['the second to last entry', 'the second entry from the end'],
  ['the third-last song', 'the third song from the end'],
  ['the next-to-last item', 'the 2nd item from the end'],
  ['the last but one', 'the 2nd one from the end'],
  ['the penultimate link', 'the 2nd link from the end'],
  ['the 3rd name from last', 'the 3rd name from the end'],
  ['the last name', 'the last name'],
  ['the second name', 'the second name'],
])('"%s" is %s', (phrase, counted) => {
  expect(countFromEnd(phrase)).toBe(counted);
});
