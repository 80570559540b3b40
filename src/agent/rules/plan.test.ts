import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { isCovered, planOf, questionOf } from './plan.ts';

const plan = (goal: string, steps: string[] = []) => planOf({ goal, steps, acts: true });
const kinds = (goal: string, steps: string[] = []) => plan(goal, steps).map(({ kind }) => kind);

/** What a command says, without how it was written. */
function said(command: Command | undefined): unknown {
  const { source: _source, ...rest } = command ?? ({} as Command);
  if (!('target' in rest) || rest.target === null) return rest;
  return { ...rest, target: rest.target.quoted ?? rest.target.phrase };
}

test.each([
  ['Sign in and tell me the status of order 1003', ['login', 'ask']],
  ['Sign in. What is the status of order 1003?', ['login', 'ask']],
  ['Sign in, then what is the status of order 1003?', ['login', 'ask']],
  ['Search for "grinder", open Burrow Hand Grinder and tell me the price.', ['search', 'open', 'ask']],
  ['Klicke auf Journal, dann öffne "Kaffee am See" und nenne mir den Titel.', ['click', 'open', 'ask']],
  ['Lege den Kessel in den Warenkorb.', ['basket']],
  ['Suche nach "Zelt" und lade die Preisliste herunter.', ['search', 'download']],
  ['Get me the invoices of May as PDF', ['download']],
  ['Add two Tin Mugs to the basket and tell me the total', ['basket', 'ask']],
  ['Add this lamp to my basket please.', ['basket']],
  [
    'Enter "Kim" in the Name field, choose "Large" as the Size, tick "Gift wrap" and click "Send order".',
    ['set', 'choose', 'tick', 'click'],
  ],
  ['Log in with username demo and password campfire, then download invoice 1002.', ['login', 'download']],
  ['Go back and upload the file plan.pdf.', ['back', 'upload']],
  ['Enter Ann in the Name field and Oslo in the Town field, then hit Save.', ['set', 'set', 'click']],
])('%s', (goal, expected) => {
  expect(kinds(goal)).toEqual(expected);
});

test('a task that only asks is led to where it asks and does nothing', () => {
  const asked = (goal: string) => planOf({ goal, steps: [], acts: false }).map(({ kind }) => kind);
  expect(asked('Save to wish list: how long is the cord?')).toEqual(['ask']);
  expect(asked('Open the page and tell me the price')).toEqual(['ask']);
  expect(asked('Open Repairs and tell me the price')).toEqual(['open', 'ask']);
});

test('steps are done in their order, and the goal says what is asked', () => {
  const steps = ['Open Repairs', 'Type "Ann" into the name field', 'Click Send'];
  expect(kinds('Request a repair and tell me the reference.', steps)).toEqual([
    'open',
    'set',
    'click',
    'ask',
  ]);
  expect(questionOf({ goal: 'Tell me the reference.', steps, acts: true })).toBe('Tell me the reference');
});

test.each([
  [
    'Type "The lid is loose" into the "What happened?" field',
    { kind: 'set', field: 'What happened?', value: 'The lid is loose' },
  ],
  ['Set my city to Turku', { kind: 'set', field: 'city', value: 'Turku' }],
  ['Fill the subject with "Hello"', { kind: 'set', field: 'subject', value: 'Hello' }],
  ['Untick newsletter and offers', { kind: 'tick', targets: ['newsletter', 'offers'], isOn: false }],
  ['Turn off the sound', { kind: 'tick', targets: ['sound'], isOn: false }],
  ['Gib "Kim" in das Feld Name ein', { kind: 'set', field: 'Name', value: 'Kim' }],
  ['Setze die Stadt auf Turku', { kind: 'set', field: 'Stadt', value: 'Turku' }],
  ['Search for a blanket', { kind: 'search', query: 'blanket' }],
  [
    'Upload a file "a.txt" that says "It leaks"',
    { kind: 'upload', field: '', name: 'a.txt', text: 'It leaks' },
  ],
  ['Put two Tin Mugs in my basket', { kind: 'basket', count: 2, target: 'Tin Mugs' }],
  ['Log in as kim with the password "a b"', { kind: 'login', username: 'kim', password: 'a b' }],
])('%s', (goal, expected) => {
  expect(said(plan(goal)[0])).toEqual(expected);
});

test('an address that is open already is no step', () => {
  expect(kinds('Go to https://shop.test/ and search for tea')).toEqual(['search']);
  expect(kinds('Open https://shop.test/help')).toEqual([]);
});

test('quoted texts are never cut', () => {
  expect(said(plan('Type "Open it, then click Send. Thanks" into Message')[0])).toMatchObject({
    value: 'Open it, then click Send. Thanks',
  });
});

test.each([
  'Sort the list by price',
  'Drag the Knob to the Bin',
  'Take a full-page screenshot',
  'Delete the project Apollo.',
  'Book a table for Ann. Her phone is 555-0199.',
  'Click the third link',
  'Put the most expensive tent in the basket',
  'Tick all boxes except Tea',
  'Type the total of the orders into the search field',
  'If the kettle is in stock, add it to the basket',
  'Focus into the textbox.',
  'Klicke auf den letzten Link',
])('%s needs a language model', (goal) => {
  expect(isCovered({ goal, steps: [], acts: true })).toBe(false);
});
