import { expect, test } from 'vitest';
import { asksForActing } from './asks-for-acting.ts';

test.each([
  'Click the Next button and tell me the title',
  'Log in and tell me the balance',
  'Open the shop, add the mug to the basket',
  'Search for "grinder" and tell me the price',
  'Fill in the form and submit it',
  'Please sign up for the newsletter',
])('%j needs a browser', (goal) => {
  expect(asksForActing(goal, [])).toBe(true);
});

test.each([
  'What is the price of the kettle?',
  'Search for the price of the kettle on this page',
  'Download the report and tell me the total',
  'How do I sign in?',
  'Book price list',
  'Which type of engine does it have?',
  'Get the title and the author',
])('%j can be read', (goal) => {
  expect(asksForActing(goal, [])).toBe(false);
});

test('steps count as well', () => {
  expect(asksForActing('Tell me the total', ['Click "Show prices"'])).toBe(true);
});
