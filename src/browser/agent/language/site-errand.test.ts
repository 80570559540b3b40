import { expect, test } from 'vitest';
import { isControlVerb, isDeed, isOrder, readSiteErrand } from './site-errand.ts';

test.each([
  ['Cancel order 1026', 'cancel', ['1026'], ['ord']],
  ['Close the issue "Typo in the guide" in tidepool.', 'close', ['Typo in the guide'], ['issu', 'tidepool']],
  ['Change the price of the Hera Pullover to 49.90.', 'change', ['Hera Pullover'], ['pric']],
  ['Delete the spam review by bestpills24.', 'delete', ['bestpills24'], ['spam', 'review']],
  ['Rename the page "About us" to "Our story".', 'rename', ['About us'], ['pag']],
  ['Please ship order 1024 with DHL, the tracking number is JD014600.', 'ship', ['1024'], ['ord']],
])('%s: what is done, to what, and where', (goal, verb, names, words) => {
  expect(readSiteErrand(goal)).toMatchObject({ verb, names, words });
});

test('what is to be written down is no name of something that is there', () => {
  const comment = readSiteErrand('Post a comment "Same here." on the lantern issue about exports.');
  expect(comment).toMatchObject({ isNew: true, noun: 'comment', names: [] });
  const issue = readSiteErrand('Create an issue titled "Button missing" in harbor, and label it bug.');
  expect(issue).toMatchObject({ isNew: true, noun: 'issu', names: [], words: ['issu', 'harbor'] });
});

test('what is added to something changes that, and no control is called so', () => {
  const errand = readSiteErrand('Add the label frontend to issue 7 of tidepool.');
  expect(errand).toMatchObject({ isNew: false, names: ['7'] });
  expect(errand && isControlVerb(errand)).toBe(false);
});

test.each([
  'List all open issues of Lantern.',
  'What does the Team plan cost?',
  'The price of the Hera Pullover',
  'Search for Nora Quill, then open the first result.',
  'Click the Save button',
])('%s is no such order', (goal) => {
  expect(isOrder(goal)).toBe(false);
});

test.each([
  ['Make Holt Junction my home station.', true],
  ['Cancel my trip to Thornby', true],
  ['Return the price of the Hera Pullover', false],
  ['Show the reviews of the Hera Pullover', false],
])('%s: whether an answer could be what is wanted', (goal, isOnlyDeed) => {
  expect(isDeed(goal)).toBe(isOnlyDeed);
});
