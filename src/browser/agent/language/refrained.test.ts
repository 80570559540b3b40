import { expect, test } from 'vitest';
import { isSendingForbidden, refrained } from './refrained.ts';

test.each([
  [
    'Enter the name "ann", make sure not to tick "remember me" and press login.',
    'Enter the name "ann", then untick "remember me" and press login.',
  ],
  ["Don't tick the newsletter box, then save.", 'untick the newsletter box, then save.'],
  ['Leave "remember me" unticked and press login.', 'untick "remember me" and press login.'],
  ['Sign up but leave the terms unticked.', 'Sign up, then untick the terms.'],
  ['Keep sounds switched on, and save.', 'tick sounds, and save.'],
  ['Fill in the form but do not press Submit.', 'Fill in the form. Do not press Submit.'],
  ['Set the name to Ann without saving', 'Set the name to Ann. Do not save'],
  ["Put the lamp into the cart, don't check out.", 'Put the lamp into the cart. Do not check out.'],
  [
    'Tick the rows that are new and do not contain Oslo.',
    'Tick the rows that are new and do not contain Oslo.',
  ],
  ['Leave the other boxes unticked.', 'Leave the other boxes unticked.'],
  ['Find a room without smoking', 'Find a room without smoking'],
])('%s', (said, orders) => {
  expect(refrained(said)).toBe(orders);
});

test.each([
  ['Fill in the form. Do not press Submit.', true],
  ['Set the name to Ann. Do not save', true],
  ['Send the form. Do not tick the box.', false],
  ['Save the draft. Do not publish', false],
  ['Order two lamps. Do not order the red one.', false],
])('%s: sending is forbidden: %s', (task, isForbidden) => {
  expect(isSendingForbidden(task)).toBe(isForbidden);
});
