import { expect, test } from 'vitest';
import { answerAgainst, complaintIn, expectsComplaint } from './complaint.ts';
import { pageOf } from './sight/page-model.fixture.ts';
import type { Scene } from './sight/scene.ts';

const scene = (text: string, announced: string[] = []): Scene => ({
  model: pageOf(announced.map((said) => ({ tag: 'p', role: 'alert', text: said }))),
  text: [text, ...announced].join('\n'),
  live: async () => null,
  frameOf: () => {
    throw new Error('there is no browser');
  },
});
const start = scene('Tickets\nIf a payment fails, please try again later or call us.');
const later = (line: string) => scene(`${start.text}\n${line}`);

test.each([
  'Wrong answer',
  'Something went wrong. Please try again.',
  'Could not save: server error',
  'Your card was declined.',
  'That name is already taken',
  'Sorry, this show is sold out.',
])('an announcement that speaks against what was done: %s', (said) => {
  expect(complaintIn(start, scene(start.text, [said]), true)).toBe(said);
});

test.each(['Error: no file was attached.', 'Your order could not be completed.', 'Wrong answer', 'Oops!'])(
  'said anywhere on the page: %s',
  (line) => {
    expect(complaintIn(start, later(line), true)).toBe(line);
  },
);

test.each([
  'Saved.',
  'Thank you! We will try to answer soon.',
  'Import finished: 12 rows, 0 failed',
  'Sent without errors',
  'Upload completed with no errors.',
])('nothing is wrong: %s', (said) => {
  expect(complaintIn(start, scene(start.text, [said]), true)).toBeNull();
  expect(complaintIn(start, later(said), true)).toBeNull();
});

test('what the page said from the start speaks against nothing', () => {
  const warned = scene('Form', ['Error: JavaScript is old']);
  expect(complaintIn(warned, scene('Form\nSaved.', ['Error: JavaScript is old']), true)).toBeNull();
});

test('a page that was opened may speak of failures', () => {
  expect(complaintIn(start, later('Failed harvests of the year'), false)).toBeNull();
  expect(complaintIn(start, scene(start.text, ['Wrong answer']), false)).toBe('Wrong answer');
});

test.each([
  ['Send the empty form and tell me the error', true],
  ['Send the message "I get an error" to Ann', false],
  ['Buy a ticket', false],
])('%s: a complaint is what is wanted: %s', (task, isWanted) => {
  expect(expectsComplaint(task)).toBe(isWanted);
});

const pressed = (name: string) => ({
  name,
  text: start.text,
  url: start.model.url,
  fields: new Set(['Recipient', 'Message']),
});

test.each([
  ['Reserve table', 'Please choose a day.', 'Please choose a day.'],
  ['Next', 'Please choose a day.', null],
  ['Submit', 'Pick an answer first', 'Pick an answer first'],
  ['Add to bag', 'Choose a size.', 'Choose a size.'],
  ['Save', 'Names are 4 to 20 letters long.', 'Names are 4 to 20 letters long.'],
  ['Save', 'Choose a size.\nYour change has been saved.', null],
  ['Join', 'This name is already taken.', 'This name is already taken.'],
  ['Join', 'This name is already taken.\nYou have been registered as ann2.', null],
  [
    'Offers',
    `The shop is closed.\n${'News of the day\n'.repeat(3)}${[1, 2, 3, 4, 5, 6, 7].map((one) => `Offer ${one}`).join('\n')}`,
    null,
  ],
])('"%s" is answered with "%s": %s', (name, said, complaint) => {
  expect(answerAgainst(pressed(name), later(said), 'Do it')).toBe(complaint);
});

test('another page with nothing but an order on it is an answer; one with fields is the next step', () => {
  const said = 'You must name at least one recipient.';
  const page = (...fields: string[]): Scene => ({
    ...scene(`Information\n${said}\nBack`),
    model: {
      ...pageOf(fields.map((name) => ({ tag: 'input', name, isEditable: true }))),
      url: 'http://page.test/sent',
    },
  });
  expect(answerAgainst(pressed('Send'), page(), 'Do it')).toBe(said);
  expect(answerAgainst(pressed('Send'), page('Code'), 'Do it')).toBeNull();
});
