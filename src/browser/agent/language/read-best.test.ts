import { expect, test } from 'vitest';
import { readBest } from './read-best.ts';

test.each([
  [
    'Book the cheapest hotel in Riga with breakfast and free cancellation. Tell me the number.',
    'price',
    'hotel in Riga with breakfast and free cancellation',
  ],
  ['Put the cheapest Delvi machine into the basket and tell me its price.', 'price', 'Delvi machine'],
  ['Find flights to Riga and select the earliest direct one.', 'date', 'direct one'],
  [
    'Save the best-paid job in Turin that can be done remotely.',
    'price',
    'job in Turin that can be done remotely',
  ],
])('%s', (goal, of, description) => {
  expect(readBest(goal)).toMatchObject({ extreme: { of }, description });
});

test.each([
  'Buy the second cheapest lamp',
  'Open "the cheapest lamp"',
  'Click the largest circle',
  'Buy the lamp',
])('nothing is told by comparing: %s', (goal) => {
  expect(readBest(goal)).toBeNull();
});
