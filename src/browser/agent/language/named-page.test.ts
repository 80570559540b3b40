import { expect, test } from 'vitest';
import { readNamedPage } from './named-page.ts';

test.each([
  [
    'On the board "Website relaunch" move the card "Fix links" to Done.',
    'Website relaunch',
    'move the card "Fix links" to Done.',
  ],
  ['In the topic Holiday rota, reply "I can."', 'Holiday rota', 'reply "I can."'],
  [
    'Move the card Book hotel rooms on the Trade fair board to Done',
    'Trade fair',
    'move the card Book hotel rooms to Done',
  ],
  [
    'Add a card "Call" to the list "To do" of the board "Trade fair".',
    'Trade fair',
    'add a card "Call" to the list "To do".',
  ],
  ['Reply to the topic Coffee machine: A seal is coming', 'Coffee machine', 'reply "A seal is coming"'],
  ['Open the project Harbour and archive it', 'Harbour', 'archive it'],
])('%s: the place, and what is done there', (task, name, rest) => {
  expect(readNamedPage(task)).toMatchObject({ name, rest });
});

test.each([
  'Move the card "Fix links" to the Done column.',
  'Who is assigned to the card Order banners?',
  'Book a table for four on Friday at 7 pm',
  'Delete the page about badgers',
  'Open the newest journal article and take a screenshot',
])('%s names no place of its own', (task) => {
  expect(readNamedPage(task)).toBeNull();
});
