import { expect, test } from 'vitest';
import { isOtherErrand } from './deeds.ts';
import { speaksOfDeed, tellsOfDeed, toldDeeds } from './told-deeds.ts';

test.each([
  ['Please cancel my order 20417, I ordered it by mistake.', ['cancel']],
  ['Log in as ann and upvote her answer.', ['upvote']],
  ['Search for lamps and tell me the price.', []],
  ['Click "Delete" and press OK.', []],
  ['If there is a draft, delete it.', []],
])('%s tells what must show', (task, deeds) => {
  expect(toldDeeds(task)).toEqual(deeds);
});

test('a deed shows in what is called so and in what tells that it was done', () => {
  expect(speaksOfDeed('cancel', 'Cancel booking')).toBe(true);
  expect(speaksOfDeed('delete', 'Remove')).toBe(true);
  expect(speaksOfDeed('cancel', 'Find booking')).toBe(false);
  expect(tellsOfDeed('cancel', 'Your booking has been cancelled.')).toBe(true);
  expect(tellsOfDeed('transfer', 'Pay & transfer')).toBe(false);
});

test.each([
  ['Subscribe', 'Please cancel my order 20417. My e-mail is a@b.example.', true],
  ['Subscribe', 'Sign me up for the newsletter with a@b.example.', false],
  ['Send message', 'Ask them about parking, I am Ann Lee, a@b.example.', false],
  ['Donate', 'Book a table for Ann Lee, a@b.example.', true],
  ['Cancel order', 'Cancel my order 20417.', false],
])('a form with the button "%s" for "%s" is for something else: %s', (name, task, isOther) => {
  expect(isOtherErrand({ name, href: '' }, task)).toBe(isOther);
});
