import { expect, test } from 'vitest';
import { readOwnSetting } from './own-setting.ts';

test.each([
  ['Change my phone number to 07700 900987', 'phone number', '', '07700 900987'],
  ['Please update my email address in my account to a@b.example.', 'email address', '', 'a@b.example'],
  ['Change the postcode of my work address to LS1 6AB.', 'postcode', 'work address', 'LS1 6AB'],
  ['Set my display name to "Ada L."', 'display name', '', 'Ada L.'],
])('%s: what, of which, and the new value', (task, what, of, value) => {
  expect(readOwnSetting(task)).toEqual({ what, of, value });
});

test.each(['Change the price of the Hera Pullover to 49.90', 'What is my phone number?'])(
  '%s is about nothing of one’s own that changes',
  (task) => {
    expect(readOwnSetting(task)).toBeNull();
  },
);
