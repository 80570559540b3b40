import { expect, test } from 'vitest';
import { chainOf } from './chained-question.ts';

test.each([
  [
    'Find the cheapest rucksack and its weight.',
    'What is the cheapest rucksack?',
    'What is the weight of Fell 30?',
    'Fell 30: 900 g',
  ],
  [
    'Which rucksack is the cheapest, and what does it weigh?',
    'Which rucksack is the cheapest?',
    'what does Fell 30 weigh?',
    'Fell 30: 900 g',
  ],
  [
    'Who runs the bar and when does she start?',
    'Who runs the bar?',
    'when does Fell 30 start?',
    'Fell 30: 900 g',
  ],
  [
    'How much is a Patron membership per year, and how many free tickets come with it?',
    'How much is a Patron membership per year?',
    'how many free tickets come with a Patron membership?',
    'Fell 30; 900 g',
  ],
])('%s', (goal, first, second, whole) => {
  const chain = chainOf(goal);
  expect(chain?.first).toBe(first);
  expect(chain?.second('Fell 30 (£40)').replace('Fell 30 (£40)', 'Fell 30')).toBe(second);
  expect(chain?.join('Fell 30', '900 g')).toBe(whole);
});

test.each(['What do a tea and a scone cost?', 'Find the cheapest tent and buy it.', 'When is it open?'])(
  '"%s" is no chain of questions',
  (goal) => {
    expect(chainOf(goal)).toBeNull();
  },
);
