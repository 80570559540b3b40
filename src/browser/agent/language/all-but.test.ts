import { expect, test } from 'vitest';
import { allBut } from './all-but.ts';

test.each([
  [
    'Turn off all SMS notifications except comments on my posts, which I do want.',
    'Turn off all SMS notifications except comments on my posts, then turn on "comments on my posts".',
  ],
  [
    'I only want security alerts by email, nothing else there. Leave the other channels as they are.',
    'Turn off all email notifications except security alerts, then turn on "security alerts". ',
  ],
  [
    'I just want the newsletter and offers, nothing else.',
    'Turn off everything except newsletter and offers, then turn on "newsletter" and "offers".',
  ],
  ['Tick every town apart from Oslo and Rome.', 'Tick every town except Oslo and Rome.'],
  ['Select all sizes, excluding XL, and save.', 'Select all sizes except XL, and save.'],
  [
    'I want offers for every town on the list apart from Madrid and Rome. Save it please.',
    'Tick every town except Madrid and Rome. Save it please.',
  ],
  ['I only want a table by the window.', 'I only want a table by the window.'],
  ['Turn off all reminders except billing.', 'Turn off all reminders except billing.'],
])('%s', (said, orders) => {
  expect(allBut(said)).toBe(orders);
});
