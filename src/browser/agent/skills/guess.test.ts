import { expect, test } from 'vitest';
import { boundsIn, feedbackIn } from './guess.ts';

test.each<[string, ReturnType<typeof feedbackIn>]>([
  ['The number is higher than 4.', 'up'],
  ['The number is lower than 4.', 'down'],
  ['Too high!', 'down'],
  ['Your guess is too small.', 'up'],
  ['Your guess was higher than the number.', 'down'],
  ['Wrong, try again.', 'wrong'],
  ['Correct!', null],
])('%s', (said, expected) => {
  expect(feedbackIn(said)).toBe(expected);
});

test('the limits of a guess are read in either order', () => {
  expect(boundsIn('between 0 and 9')).toEqual([0, 9]);
  expect(boundsIn('a number from 100 to 1')).toEqual([1, 100]);
  expect(boundsIn('a number')).toBeNull();
});
