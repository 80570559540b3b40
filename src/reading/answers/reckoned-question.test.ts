import { expect, test } from 'vitest';
import { reckoningOf } from './reckoned-question.ts';

test.each([
  [
    'How much more storage does the Pro have than the Lite?',
    ['How much storage does the Pro have?', 'How much storage does the Lite have?'],
    ['256 GB', '64 GB'],
    '192 GB',
  ],
  [
    'How much more is a foreign transfer than a domestic one?',
    ['How much is a foreign transfer?', 'How much is a domestic transfer?'],
    ['£5.95', '£3.95, free over £60'],
    '£2.00',
  ],
  [
    'How much heavier is the Fell than the Moor?',
    ['What is the weight of the Fell?', 'What is the weight of the Moor?'],
    ['1,250 g', '900 g'],
    '350 g',
  ],
  [
    "What's the price difference between Team and Starter?",
    ['What is the price of Team?', 'What is the price of Starter?'],
    ['$29/month', '$9/month'],
    '$20',
  ],
  ['How much is it for two adults?', ['How much is it for a adult?'], ['£11.50'], '£23.00'],
  [
    'What would a tea and a scone cost together?',
    ['How much is a tea?', 'How much is a scone?'],
    ['€2', '€3'],
    '€5',
  ],
])('%s', (goal, asks, answers, result) => {
  const reckoned = reckoningOf(goal);
  expect(reckoned?.asks).toEqual(asks);
  expect(reckoned?.reckon(answers, 'en')).toBe(result);
});

test('amounts of different kinds, or what is no amount, are not reckoned with', () => {
  const reckoned = reckoningOf('How much more does Team cost than Starter?');
  expect(reckoned?.reckon(['$29', '€9'], 'en')).toBeUndefined();
  expect(reckoned?.reckon(['$29', 'ask us'], 'en')).toBeUndefined();
  expect(reckoningOf('How much is it for two adults?')?.reckon(['45 minutes'], 'en')).toBeUndefined();
});

test.each([
  'How much is the Family ticket for 2 adults and 3 children?',
  'Is A cheaper than B?',
  'When is it open?',
])('"%s" asks for nothing to be reckoned', (goal) => {
  expect(reckoningOf(goal)).toBeNull();
});
