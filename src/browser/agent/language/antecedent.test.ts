import { expect, test } from 'vitest';
import { resumed } from './antecedent.ts';

test.each([
  ['There is a webhook called Old sync that nobody needs. Revoke it.', 'Revoke the webhook "Old sync".'],
  ['I lost my bank card, the one ending in 1234! Freeze it.', 'Freeze the bank card ending in 1234.'],
  ['My booking for Friday is no longer needed. Please cancel it.', 'Please cancel the booking for Friday.'],
  ["We don't need the green room anymore. Cancel that, please.", 'Cancel the green room, please.'],
])('%s', (told, meant) => {
  expect(resumed(told)).toBe(meant);
});

test.each([
  'Open the first mail. Delete it.',
  'Which card is lost? Block it.',
  'Write "There is a fire. Stop it." into the box.',
  'I like the lamp and the mug. Buy it.',
  'The price is high.',
])('%s stays as it is', (told) => {
  expect(resumed(told)).toBe(told);
});
