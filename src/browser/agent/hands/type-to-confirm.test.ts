import { expect, test } from 'vitest';
import { wordsToType } from './type-to-confirm.ts';

test.each([
  ["This can't be undone. Type canyon-40 to confirm.", 'canyon-40'],
  ['Please type DELETE below to confirm.', 'DELETE'],
  ['To confirm, type "acme/site" below:', 'acme/site'],
  ['Type the name of the project to continue', 'Atlas'],
  ['Enter the project name to delete it', 'Atlas'],
  ['Are you sure?', null],
])('%s', (line, words) => {
  expect(wordsToType(line, 'Atlas')).toBe(words);
});
