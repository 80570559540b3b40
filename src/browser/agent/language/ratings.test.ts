import { expect, test } from 'vitest';
import { ratingsIn } from './ratings.ts';

test.each([
  ['Send a review: Room 2/5, Breakfast: 5 out of 5, the staff 3 stars.', { Room: 2, Breakfast: 5, staff: 3 }],
  ['Meet me on 3/5.', {}],
  ['Order 2 soups.', {}],
])('%s rates %j', (task, ratings) => {
  const told = ratingsIn(task).map(({ of, stars }) => [of, stars]);
  expect(Object.fromEntries(told)).toEqual(ratings);
});
