import { expect, test } from 'vitest';
import { insists, saysDone, saysNo } from './refusal-words.ts';

test.each([
  'This username is already taken.',
  'The code SPRING15 expired on 31 May.',
  'You are not allowed to change this.',
  'Sorry, this event is fully booked.',
  'Your card was declined.',
  'The address was not recognised.',
  'This voucher is no longer valid.',
  'We do not ship to Iceland.',
  'Your change hasn’t been saved.',
  'There are no seats left.',
  'The password is too short',
  'Passwords must match!',
  'Your password must be at least 8 characters.',
  'Only PNG and JPEG pictures are allowed.',
  'Only files up to 5 MB can be uploaded',
  'Nothing was saved.',
  'Dieser Name ist bereits vergeben.',
  'Die Eingabe ist ungültig.',
  'Unsupported file type',
  'We cannot accept this booking: in summer the minimum stay is 4 nights.',
  'No tickets were booked.',
  'This order cannot be placed.',
  'Sorry, the payment failed.',
  'Member name or password is not correct.',
])('the page says no: %s', (line) => {
  expect(saysNo(line, 'Join the club')).toBe(true);
});

test.each([
  'Saved.',
  'Your card will not be charged until Monday.',
  'Already registered? Log in here',
  'Expired',
  'Blue kettle, sold out',
  'You are no longer subscribed.',
  'Almost done: please check your inbox.',
  'Thank you! We have received your order.',
  'We can’t wait to see you.',
])('the page does not say no: %s', (line) => {
  expect(saysNo(line, 'Join the club')).toBe(false);
});

test('what the task wanted to become of something is no refusal', () => {
  expect(saysNo('The invitation was declined.', 'Decline the invitation')).toBe(false);
  expect(saysNo('The shop is closed.', 'Close the shop')).toBe(false);
  expect(saysNo('Your change was not saved.', 'Save the change')).toBe(true);
});

test.each([
  ['Please choose a day.', true],
  ['You must accept the terms.', true],
  ['Bitte wählen Sie einen Tag.', true],
  ['Choose a day first.', true],
  ['Pick an answer first', true],
  ['Select at least one guest.', true],
  ['Fill in everything.', true],
  ['Please check your inbox.', false],
  ['Please wait.', false],
  ['Check your inbox.', false],
  ['Choose a plan', false],
  ['Add another address', false],
  ['Your order ships first.', false],
  ['It takes 3 to 5 days.', false],
  ['First come, first served', false],
])('%s: asks for more: %s', (line, isAsking) => {
  expect(insists(line)).toBe(isAsking);
});

test.each([
  ['Saved.', true],
  ['Your order has been placed.', true],
  ['Successfully updated', true],
  ['Your change has not been saved.', false],
  ['Save', false],
])('%s: says that it is done: %s', (line, isDone) => {
  expect(saysDone(line)).toBe(isDone);
});
