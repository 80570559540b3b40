import { expect, test } from 'vitest';
import { spoken } from './spoken.ts';
import { statedPairs } from './stated-pairs.ts';

const KIM = [
  ['name', 'Kim Doe'],
  ['email', 'kim@example.org'],
  ['message', 'Hello there'],
];

function read(goal: string): string[][] {
  return statedPairs(spoken(goal)).map(({ label, value }) => [label.toLowerCase(), value]);
}

test.each([
  'Fill in the form with name "Kim Doe", email "kim@example.org" and message "Hello there" and send it',
  'Send a message through the form. Name: Kim Doe. Email: kim@example.org. Message: Hello there',
  'Please fill out this form: Name = Kim Doe, Email = kim@example.org, Message = Hello there, then send it.',
  'Enter Kim Doe as the name, kim@example.org as the email and "Hello there" as the message, then submit.',
  'Type "Kim Doe" into the name field, "kim@example.org" into the email field and "Hello there" into the message box',
  'Submit the form using Kim Doe for the name, kim@example.org for the email and "Hello there" for the message.',
  'Fill the form with this data and submit it: {"name": "Kim Doe", "email": "kim@example.org", "message": "Hello there"}',
  'Complete the form:\n- Name: Kim Doe\n- Email: kim@example.org\n- Message: Hello there\nThen submit it.',
  'Set the name to Kim Doe, the email to kim@example.org, and the message to Hello there. Submit the form.',
  'My name is Kim Doe, my email is kim@example.org and the message is: Hello there',
])('what goes where is read from any way of saying it: %s', (goal) => {
  expect(read(goal)).toEqual(KIM);
});

test.each([
  [
    'Title: Call Bob. Notes: see https://x.example/a?b=c at 10:30. Then save it.',
    'see https://x.example/a?b=c at 10:30',
  ],
  ['Message: Hello. Please send me the catalogue.', 'Hello. Please send me the catalogue'],
  [
    "Send them a message: Is it safe? I'd like to know. I am Kim Doe, kim@example.org",
    "Is it safe? I'd like to know",
  ],
  ['Name: Ann, allergies: peanuts, and reserve it.', 'peanuts'],
  ['Title: News, text: "One, two: three. Then send it"', 'One, two: three. Then send it'],
])('a value ends where the next thing begins, and not before: %s', (goal, last) => {
  expect(read(goal).at(-1)?.[1]).toBe(last);
});

test.each([
  ['Book the room for two hours, title Budget review.', [['title', 'Budget review']]],
  ['Create a task with title Buy milk and priority High', [['title', 'Buy milk']]],
  ['Create an event called Summer party in Hall B', [['called', 'Summer party']]],
  [
    'Write to them with subject Late delivery of the parcel, please',
    [['subject', 'Late delivery of the parcel']],
  ],
  ['Register with name Kim Doe and country Peru on Friday', []],
])('small letters that go on from a name belong to it: %s', (goal, pairs) => {
  expect(statedPairs(goal).map(({ label, value }) => [label, value])).toEqual(pairs);
});

test('keys of data are told as words', () => {
  expect(read('Register {"firstName": "Kim", "age": 30}')).toEqual([
    ['first name', 'Kim'],
    ['age', '30'],
  ]);
});

test.each([
  ['Book a room. Name: Kim Doe, email kim@example.org', 'Kim Doe'],
  ['Book a room. Contact: Kim Doe, kim@example.org', 'Kim Doe'],
  ['Book a room. Guest: Kim Doe, phone 0171 555 0101', 'Kim Doe'],
  [
    'Write to them. Message: call me, my email kim@example.org is new',
    'call me, my email kim@example.org is new',
  ],
])('a value ends where what has a place of its own follows: %s', (goal, value) => {
  expect(statedPairs(spoken(goal))[0]?.value).toBe(value);
});

test.each([
  ['Send a message to support: name Ann Lee, topic Billing, message "It broke."', ['message', 'It broke.']],
  ['Write to them: message "Where is it?", name Bo Ek', ['message', 'Where is it?']],
  ['Send a message to support: My invoice is wrong', ['message to support', 'My invoice is wrong']],
])('an order before a list of values is no name of a field: %s', (text, [label, value]) => {
  expect(statedPairs(text).map((pair) => [pair.label, pair.value])).toContainEqual([label, value]);
  expect(statedPairs(text)).toHaveLength(1);
});
