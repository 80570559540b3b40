import { expect, test } from 'vitest';
import { onRows } from './row-talk.ts';

test.each([
  [
    'On my list: "Feed the cat" is done, and delete "Buy milk".',
    'mark "Feed the cat" as done, and delete "Buy milk".',
  ],
  [
    'On the task board, "Ship it" should be in the Review column now.',
    'move "Ship it" to the Review column.',
  ],
  ['The card "Ship it" needs to go into Done.', 'move "Ship it" to Done.'],
  [
    'Tidy up: everything that Ann Lee sent me should go to Travel.',
    'Move all the emails from Ann Lee to Travel.',
  ],
  ['Put "Old plan.docx" in the bin and star "Notes.txt".', 'delete "Old plan.docx" and star "Notes.txt".'],
  ['Drop the oat milk from the trolley.', 'remove the oat milk.'],
  [
    'I need 5 of the oat milk in my basket, and take the eggs out.',
    'Change the quantity of the oat milk to 5, and remove the eggs.',
  ],
  [
    'Resolve the one from Ann and answer Bob: "Thanks."',
    'Resolve the one from Ann and reply to Bob with "Thanks."',
  ],
  ['Approve and merge "Retry twice".', 'Approve "Retry twice", then merge "Retry twice".'],
  [
    'Approve and merge "Retry twice". Squash the commits.',
    'Approve and merge "Retry twice". Squash the commits.',
  ],
  ['Take the survey and log out.', 'Take the survey and log out.'],
])('%s', (said, order) => {
  expect(onRows(said)).toBe(order);
});
