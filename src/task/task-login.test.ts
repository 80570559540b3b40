import { expect, test } from 'vitest';
import { loginInTask, passwordsIn } from './task-login.ts';

test.each([
  ['Log in as kim7 with the password Ab!9x and change my town to York.', 'Change my town to York.'],
  ['Log in as kim7 (password Ab!9x) and open a new topic', 'Open a new topic'],
  ['Log in (my user ID is kim7 and my password is Ab!9x) and tell me the balance.', 'Tell me the balance.'],
  ['Change my town to York. Log in as kim7 with the password Ab!9x.', 'Change my town to York.'],
  ['Cancel my order. To log in: my user ID is kim7 and my password is Ab!9x.', 'Cancel my order.'],
  ['Download the bill. For the login my user ID is kim7 and my password is Ab!9x.', 'Download the bill.'],
  ['Go paperless. Log in first: my user ID is kim7 and my password is Ab!9x.', 'Go paperless.'],
  ['My login is kim7 with the password Ab!9x. Reply to "Bread" with: Yes.', 'Reply to "Bread" with: Yes.'],
  ['Send Ann a message. You can log in as kim7 / Ab!9x.', 'Send Ann a message.'],
  ['Delete my account (login: kim7/Ab!9x).', 'Delete my account.'],
  ['Log in to my bank, my user ID is kim7 and my password is Ab!9x, and pay 5 euros', 'Pay 5 euros'],
  ['Log in with user ID kim7 and password Ab!9x and lock my card.', 'Lock my card.'],
  ['Using the login kim7 / Ab!9x, vote for Ann.', 'Vote for Ann.'],
  ['My username is kim7, my password is "Ab!9x". What is my balance?', 'What is my balance?'],
  ['After logging in as kim7 with password Ab!9x, list my orders.', 'List my orders.'],
  ['Sign in using the e-mail kim7 and the password Ab!9x to see my bills.', 'See my bills.'],
  ['As user kim7 with password Ab!9x, delete the note.', 'Delete the note.'],
  ['Show my bills (user: kim7, password: Ab!9x)', 'Show my bills.'],
  [
    'Open the forum, log in as kim7 with the password Ab!9x and like the post.',
    'Open the forum, then like the post.',
  ],
  ['Log in as kim7 with the password Ab!9x.', ''],
])('%s', (words, rest) => {
  expect(loginInTask(words)).toEqual({ username: 'kim7', password: 'Ab!9x', rest });
});

test.each([
  'Log in and tell me the balance',
  'Log in as Ann and open the inbox.',
  'Register me as milla with the e-mail m@example.org and the password Krume-26.',
  'Create an account for me: username tin, e-mail tin@example.org, password Hefe-1.',
  'Enter the username "kai" and the password "x1" into the text fields and press login',
  'Enter the username kim7 and the password x#4, check "Stay" and sign in.',
  'Sign up with the username kim and the password x1, then log in as kim with the password x1.',
  'Log in as ann with the password x1, then log out and log in as bo with the password x2.',
  'Change my password from Old-1 to New-2',
  'How do I log in, and where is the password reset?',
  'Which plan includes single sign-on and a password manager?',
])('%s: tells no login to begin with', (words) => {
  expect(loginInTask(words)).toBeNull();
});

test('the end of a sentence and a closing bracket are no part of the password, its own signs are', () => {
  expect(loginInTask('Log in as a.lee@example.org (password Hunter2!).')?.password).toBe('Hunter2!');
  expect(loginInTask('Log in as ann with the password x(1).')?.password).toBe('x(1)');
  expect(loginInTask('Log in as ann with the password a,b/c. Then stop.')?.password).toBe('a,b/c');
});

test.each([
  ['Register me as milla with the password Krume-26. Accept the rules.', ['Krume-26']],
  ['Send it. You can log in as kim7 / Ab!9x.', ['Ab!9x']],
  ['Reset the password of Ann', []],
  ['Where is the password field?', []],
])('passwords in %j', (words, all) => {
  expect(passwordsIn(words)).toEqual(all);
});
