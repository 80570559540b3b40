import { describe, expect, test } from 'vitest';
import { createJournal } from '../journal.ts';
import { dayLike, isoDay, readDay, readTime } from '../language/read-date.ts';
import { similarity } from '../language/words.ts';
import { subjectOf } from '../pursue.ts';
import { codeFields } from '../sign-in/one-time-code.ts';
import { ownerQuestion, promptOf } from '../sign-in/owner-question.ts';
import { equationIn, expressionIn, solve } from '../skills/solve.ts';
import { readFieldValues } from './fields.ts';
import { nextPage } from './locate.ts';
import { lookUp } from './look-up.ts';
import { overlayButton } from './overlays.ts';
import { button, field, pageOf } from './page-model.fixture.ts';

describe('values for the fields of a page', () => {
  const form = pageOf([
    field('First name'),
    field('E-mail address', { type: 'email' }),
    field('Guests', { role: 'spinbutton', type: 'number' }),
    {
      tag: 'select',
      role: 'combobox',
      name: 'Country',
      options: ['Norway', 'Peru'].map((label) => ({ label, value: label, isSelected: false })),
    },
  ]);
  test.each([
    [
      'first name Ann, email ann@x.org, country Peru',
      { 'First name': 'Ann', 'E-mail address': 'ann@x.org', Country: 'Peru' },
    ],
    [
      'First name: Ann Lee; E-mail address: ann@x.org',
      { 'First name': 'Ann Lee', 'E-mail address': 'ann@x.org' },
    ],
    ['a table for 4 guests in Norway', { Guests: '4', Country: 'Norway' }],
    ['nothing of that', {}],
  ])('%s', (text, expected) => {
    const values = Object.fromEntries(
      readFieldValues(form, text).map(({ element, value }) => [element.name, value]),
    );
    expect(values).toEqual(expected);
  });
});

test.each([
  ['Book it from 3 June 2027 to 6 June 2027', { Arrival: '3 June 2027', Departure: '6 June 2027' }],
  ['Book it for tomorrow', { Arrival: 'tomorrow' }],
])('days go to the fields for days in their order: %s', (text, expected) => {
  const stay = pageOf([field('Arrival', { type: 'date' }), field('Departure', { type: 'date' })]);
  const values = readFieldValues(stay, text).map(({ element, value }) => [element.name, value]);
  expect(Object.fromEntries(values)).toEqual(expected);
});

test.each([
  ['12/03/2016', '2016-12-03'],
  ['25/12/2016', '2016-12-25'],
  ['2016-1-5', '2016-01-05'],
  ['March 7th, 2020', '2020-03-07'],
  ['7 of Sept 2020', '2020-09-07'],
  ['03.04.2021', '2021-04-03'],
])('the day %s is %s', (text, iso) => {
  const day = readDay(text);
  expect(day && isoDay(day)).toBe(iso);
});

test('days and times take the form a field wants', () => {
  expect(dayLike('dd.mm.yyyy', { year: 2020, month: 3, day: 7 })).toBe('07.03.2020');
  expect([readTime('3:05 PM'), readTime('12:10 am'), readTime('7pm'), readTime('soon')]).toEqual([
    '15:05',
    '00:10',
    '19:00',
    null,
  ]);
});

test.each([
  ['3 x 4 =', '12'],
  ['(2 + 3) * 4 = ?', '20'],
  ['12 - 5', '7'],
  ['call 555-1234', null],
  ['on 2016-12-03', null],
  ['What is 12-5?', '7'],
  ['9–4 =', '5'],
  ['Ghent, 3–4 November', null],
  ['for 2-4 people', null],
])('%s gives %s', (text, value) => expect(expressionIn(text)).toBe(value));

test.each([
  ['x + 3 = 10', '7'],
  ['4 - x = 9', '-5'],
  ['2x = 8', '4'],
  ['a + b = 3', null],
])('%s is solved by %s', (text, value) => expect(equationIn(text)).toBe(value));

test.each([
  ['Register with the password Hunter2!, then log in.', 'Hunter2!'],
  ['Log in with the email a@b.net and the password x#9?.', 'x#9?'],
  ['Log in with the password Hunter22.', 'Hunter22'],
])('%s: a secret keeps its signs', (text, secret) => {
  expect(readFieldValues(pageOf([field('Password')]), text)).toMatchObject([{ value: secret }]);
});

test('shapes are counted by colour', () => {
  const page = pageOf(['red', 'blue', 'red'].map((colour) => ({ tag: 'circle', shape: 'circle', colour })));
  expect(solve(page, '', 'How many red circles are there?')).toBe('2');
});

test('a value is looked up in tables, texts and word by word', () => {
  const table = pageOf([
    { tag: 'tr', role: 'row' },
    { depth: 2, tag: 'th', role: 'columnheader', text: 'Name' },
    { depth: 2, tag: 'th', role: 'columnheader', text: 'Age' },
    { tag: 'tr', role: 'row' },
    { depth: 2, tag: 'td', role: 'cell', text: 'Bob' },
    { depth: 2, tag: 'td', role: 'cell', text: '41' },
    field('Notes', { tag: 'textarea', value: 'one two three.' }),
  ]);
  expect(lookUp(table, '', 'age of Bob')).toBe('41');
  expect(lookUp(table, 'Your voucher code is V-77, enjoy.', 'voucher code shown on the page')).toBe('V-77');
  expect(lookUp(table, 'The password of this part is amet, keep it.', 'password')).toBe('amet');
  expect(lookUp(table, '', 'last word in the text area')).toBe('three');
  const shown = 'Customer\nInes Alvarado\nOrder number\nORD-9\nCustomer name';
  expect(lookUp(table, shown, 'customer')).toBe('Ines Alvarado');
  expect(lookUp(table, shown, "customer's name")).toBe('Ines Alvarado');
});

test('a cookie notice is answered with the least consent', () => {
  const page = pageOf([
    { tag: 'section', text: 'We use cookies' },
    button('Accept all', { depth: 2 }),
    button('Only necessary', { depth: 2 }),
  ]);
  expect(overlayButton(page)?.name).toBe('Only necessary');
  expect(overlayButton(page, 'Accept the cookies and open the shop.')).toBeNull();
  expect(overlayButton(pageOf([button('OK'), { text: 'Welcome' }]))).toBeNull();
});

test('a field for a one-time code is told from the security code of a card', () => {
  const code = field('One-time code', { autocomplete: 'one-time-code' });
  expect(codeFields({ model: pageOf([code]), text: 'Enter the code we sent' })).toHaveLength(1);
  expect(
    codeFields({ model: pageOf([field('Card number'), field('Security code')]), text: 'Pay, with the code' }),
  ).toEqual([]);
});

describe('what a site asks its owner after name and password', () => {
  const digit = field('', { maxLength: 1 });
  test.each<[string, string, Parameters<typeof pageOf>[0], string | null]>([
    ['six boxes', 'Enter the code\nWe sent it to •• 42', Array.from({ length: 6 }, () => digit), 'otp'],
    ['a field called Code', 'We emailed a verification code to s***@x.example', [field('Code')], 'otp'],
    ['a code in German', 'Wir haben Ihnen einen Code per SMS gesendet.', [field('')], 'otp'],
    ['a code in Japanese', '認証コードを入力してください', [field('')], 'otp'],
    ['a security question', 'Security question', [field('What was your first pet?')], 'text'],
    ['a link in the mail', 'We have emailed you a sign-in link.', [button('Resend')], 'text'],
    ['a tap on the phone', 'Open the app and tap Yes to approve the sign-in.', [], 'confirm'],
    ['a captcha', 'Enter the code: the characters in the picture', [field('Code')], null],
    ['a discount', 'Enter your code to save', [field('Discount code')], null],
    [
      'a name that a code will be sent to',
      'We will send you a code',
      [field('E-mail', { type: 'email' })],
      null,
    ],
    ['an account page', 'Welcome back. Use the app on your phone, too.', [button('Sign out')], null],
    ['a page with several fields', 'Enter the code', [field('Street'), field('Town')], null],
  ])('%s', (_, text, elements, kind) => {
    expect(ownerQuestion({ model: pageOf(elements), text })?.kind ?? null).toBe(kind);
  });

  test('is told in its own words, without its buttons', () => {
    const pet = field('What was your first pet?');
    const model = pageOf([pet, button('Continue')]);
    expect(promptOf({ model, text: 'Security question\nContinue' }, model.elements[0])).toBe(
      'Security question What was your first pet?',
    );
  });
});

test('a hidden value leaves no trace in steps and script', () => {
  const steps: unknown[] = [];
  const journal = createJournal((step) => steps.push(step));
  journal.hide('s3cret/?', '{{credential.password}}');
  journal.step({
    action: 'type',
    target: 's3cret/?',
    detail: 's3cret/?',
    url: 'http://x/?p=s3cret%2F%3F',
    ok: true,
    durationMs: 1.4,
  });
  journal.line({ action: 'fill', value: 's3cret/?' });
  expect(JSON.stringify([steps, journal.script])).not.toContain('s3cret');
  expect(journal.script[0]?.value).toBe('{{credential.password}}');
});

test.each([
  ['Log in', 'sign in', 0.9],
  ['Search results', 'search results', 0.95],
  ['Add to cart', 'add to basket', 0.9],
])('%s answers %s', (name, wanted, least) => expect(similarity(name, wanted)).toBeGreaterThanOrEqual(least));

test.each([
  ['What does the Ember Twig Stove cost?', 'Ember Twig Stove'],
  ['Find the price of "tin mug"', 'tin mug'],
  ['What is the title?', null],
])('%s is about %s', (question, subject) => expect(subjectOf(question)).toBe(subject));

test('an arrow turns pages where it has a counterpart; alone it plays something', () => {
  const onward = button('▶');
  expect(nextPage(pageOf([onward]))).toBeNull();
  expect(nextPage(pageOf([button('◀'), onward]))?.name).toBe('▶');
});
