import { expect, test } from 'vitest';
import { statedSize } from './stated-size.ts';

test.each([
  ["I'd like the boots in 37. Put them in the bag.", '37'],
  ['Add the shirt in size XL to the cart.', 'XL'],
  ['Add the shirt in an M and go on.', 'M'],
  ['Call me in 30 minutes.', null],
  ['Book the room in Madrid.', null],
])('the size in "%s" is %s', (task, size) => {
  expect(statedSize(task)).toBe(size);
});
