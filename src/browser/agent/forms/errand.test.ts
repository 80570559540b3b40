import { expect, test } from 'vitest';
import { button, field, pageOf } from '../sight/page-model.fixture.ts';
import { isFormErrand, seeksStay } from './errand.ts';
import { seekingButton, wantsSeeking } from './seeking.ts';

test.each([
  'Book a table for four next Friday at half past seven, name Ana Ruiz, phone 0171 555 0134.',
  'Reserve a table. Name: Lucia Prati, Guests: 6, Date: 2027-04-03, Seating: Terrace',
  'We want to leave our cat Olive with you from 3 to 10 May 2027. Contact is Tove Dahl, tove@dahl.example.',
  'Subscribe lena@example.org to your newsletter, but only for music.',
  "Send them a message: I'd like to know whether the kettle is safe. I am Kim Doe, kim@example.org",
  'Ask support where my parcel is, from kim@example.org',
])('tells what goes into a form: %s', (goal) => {
  expect(isFormErrand(goal)).toBe(true);
});

test.each([
  'Click the Save button.',
  'What is the phone number of Ana Ruiz, 0171 555 0134?',
  'Book the cheapest double room from 2027-08-10. Name: Otto Frei, email otto@example.ch',
  'Type "Ann" into the name field, ann@example.com into the email field and press Send.',
  'Open the newest article.',
])('does not: %s', (goal) => {
  expect(isFormErrand(goal)).toBe(false);
});

test.each([
  ['Look for a cabin from 20 to 24 November.', true],
  ['Find a room between 3 May 2027 and 8 May 2027', true],
  ['Find the concert on 12 May', false],
  ['How many cabins are free from 20 to 24 November?', false],
  ['Book a cabin from 20 to 24 November', false],
])('%s: what is free is told only to who gives the days: %s', (goal, isSo) => {
  expect(seeksStay(goal)).toBe(isSo);
});

test('a form that only looks something up does nothing that is ordered', () => {
  const submit = { type: 'submit' };
  expect(seekingButton(pageOf([field('From'), button('Find trains', submit)]))?.name).toBe('Find trains');
  expect(seekingButton(pageOf([field('From'), button('Book now', submit)]))).toBeNull();
  expect(wantsSeeking('Find trains from Holt to Rigg')).toBe(true);
  expect(wantsSeeking('Book me a seat from Holt to Rigg')).toBe(false);
});
