import { expect, test } from 'vitest';
import { boundsIn } from './bounds.ts';

test.each([
  ['Show me the cameras between 200 and 700 euros that come with a warranty', [200, 700, '']],
  ['A flat in Oslo for no more than 1200 with a balcony', [null, 1200, '']],
  ['laptops under $1,500', [null, 1500, '']],
  ['hotels from 80 to 120 euros a night', [80, 120, '']],
  ['houses with at least 3 bedrooms', [3, null, 'bedrooms']],
  ['bikes between 300 euros and 900 euros', [300, 900, '']],
])('%s', (task, [min, max, of]) => {
  expect(boundsIn(task)).toEqual([{ min, max, of }]);
});

test.each(['Book a table between 18:00 and 19:00', 'Write "under 30 people"', 'over 3 pm'])(
  'no bounds: %s',
  (task) => {
    expect(boundsIn(task)).toEqual([]);
  },
);
