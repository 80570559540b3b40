import { expect, test } from 'vitest';
import { unorderedAct } from './irreversible.ts';

const task = (goal: string) => ({
  goal,
  steps: [],
  successCriteria: null,
  outputSchema: null,
  startUrl: null,
});
const act = (goal: string, label: string, near = '') => unorderedAct(task(goal), { label, near });

test.each([
  ['What does the kettle cost?', 'Buy now', 'pay'],
  ['What does it cost to order the kettle?', 'Place order', 'pay'],
  ['Put the kettle into the basket, but do not buy it', 'Pay $49.00', 'pay'],
  ['Find the cheapest kettle', 'Confirm and pay', 'pay'],
  ['Lies den Preis', 'Zahlungspflichtig bestellen', 'pay'],
  ['Find the phone number', 'Send message', 'send'],
  ['Can I write to the shop?', 'Send message', 'send'],
  ['Delete the draft "Autumn"', 'Delete account', 'delete'],
  ['Read my messages', 'Delete all', 'delete'],
  ['Read the draft', 'Publish', 'publish'],
  ['Read the offer', 'Accept and sign', 'accept'],
  ['Read the offer', 'I agree', 'accept'],
])('"%s" does not order "%s"', (goal, label, kind) => {
  expect(act(goal, label)).toBe(kind);
});

test.each([
  ['Buy two kettles with the stored login', 'Place order'],
  ['Order the kettle', 'Buy now'],
  ['Kaufe zwei Kessel', 'Jetzt kaufen'],
  ['Fill in the contact form with "Hello" and send it', 'Send message'],
  ['Write to the shop with the contact form: does the kettle whistle?', 'Send message'],
  ['Subscribe to the newsletter with a@mail.example', 'Submit'],
  ['Delete the draft "Autumn"', 'Delete draft'],
  ['Delete my account', 'Yes, delete my account'],
  ['Publish the post', 'Publish now'],
  ['Accept the terms and register', 'Accept terms'],
  ['What does the kettle cost?', 'Add to basket'],
  ['What does the kettle cost?', 'Orders'],
  ['What does the kettle cost?', 'Payment methods'],
  ['What does the kettle cost?', 'Sign in'],
  ['What does the kettle cost?', 'Postcards'],
  ['Find grinders', 'Submit search'],
])('"%s" may press "%s"', (goal, label) => {
  expect(act(goal, label)).toBeNull();
});

test('a banner about cookies is no contract', () => {
  expect(act('Read the news', 'Accept all', 'We use cookies')).toBeNull();
});
