import { expect, test } from 'vitest';
import { readInstruction } from '../language/read-instruction.ts';
import { isRequest, isTalk, withoutAsides } from './is-talk.ts';
import { isLeftUnread } from './left-unread.ts';

test.each([
  "I'm off next week, so please hand in a request.",
  'Could you change the city to Oslo?',
  'Otto is coming along. Submit that.',
  'Nous sommes quatre et nous voudrions dîner jeudi.',
  'Order ham and olives but no onions.',
])('"%s" is told as people talk', (goal) => {
  expect(isTalk(goal)).toBe(true);
});

test.each([
  'Click the Save button.',
  'Book the shortest one-way flight from: Athens to: Riga on 05/17/2025.',
  'Enter "I am here" in the name field and press OK.',
  'Edit the note so that it says "hello". Save it.',
  'Sign in and click "Offers". They are at http://shop.example/offers.',
])('"%s" is a list of things to do', (goal) => {
  expect(isTalk(goal)).toBe(false);
});

test('who wants to be told something requests nothing to be done', () => {
  expect(isRequest('I would like to know how many rooms they have; list them.')).toBe(false);
  expect(isRequest('We are four people and need a table on Friday.')).toBe(true);
});

test('a question goes without what is said around it', () => {
  expect(withoutAsides("When do they open? I'd like to pay them a visit.")).toBe('When do they open?');
  expect(withoutAsides("I'd like to buy a lamp. Add it to the cart.")).toBe(
    "I'd like to buy a lamp. Add it to the cart.",
  );
});

test('of a task that says more, to send alone is to have left it unread', () => {
  const isUnread = (goal: string) => isLeftUnread(goal, readInstruction(goal));
  expect(isUnread('I found the food excellent, so give it the highest rating and submit.')).toBe(true);
  expect(isUnread('I would like you to submit the form, please.')).toBe(false);
  expect(isUnread('Set the size to Large and submit.')).toBe(false);
});
