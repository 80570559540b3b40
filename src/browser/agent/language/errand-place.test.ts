import { expect, test } from 'vitest';
import { errandFit } from './errand-place.ts';

test.each([
  ['Hire a room', 'book', 'the Garden Room', 2],
  ['Book a table', 'reserve', 'a table', 2],
  ['Guest book', 'book', 'the cheapest double room', 0],
  ['Guest book', 'sign', 'the guest book', 2],
  ['Contact', 'ask', 'the inn whether dogs are allowed', 1],
  ['Contact', 'send', 'an enquiry about a wedding', 1],
  ['Suggest a purchase', 'suggest', 'that the library buys', 2],
  ['Manage a booking', 'cancel', 'my table booking', 2],
  ['Book a table', 'cancel', 'my table booking', 0],
  ['Gift vouchers', 'order', 'a gift voucher', 2],
  ['Catalogue', 'book', 'the Garden Room', 0],
])('%s is the place to %s %s: %i', (name, verb, phrase, fit) => {
  expect(errandFit(name, verb, phrase)).toBe(fit);
});
