import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { planOf, questionOf } from './plan.ts';

const plan = (goal: string, steps: string[] = []) => planOf({ goal, steps, acts: true });
const kinds = (goal: string, steps: string[] = []) => plan(goal, steps).map(({ kind }) => kind);

/** What a command says, without how it was written. */
function said(command: Command | undefined): unknown {
  const { source: _source, ...rest } = command ?? ({} as Command);
  if (!('target' in rest) || rest.target === null) return rest;
  const { phrase, quoted, ordinal } = rest.target;
  return { ...rest, target: quoted ?? (ordinal === null ? phrase : `${ordinal} ${phrase}`) };
}

test.each([
  ['Sign in and tell me the status of order 1003', ['login', 'ask']],
  ['Sign in. What is the status of order 1003?', ['login', 'ask']],
  ['Sign in, then what is the status of order 1003?', ['login', 'ask']],
  ['Search for "grinder", open Burrow Hand Grinder and tell me the price.', ['search', 'open', 'ask']],
  ['Click Journal, then open the newest article and give me its title', ['click', 'open', 'ask']],
  ['Add two Tin Mugs to the basket and tell me the total', ['basket', 'ask']],
  ['Add this lamp to my basket please.', ['basket']],
  [
    'Enter "Kim" in the Name field, choose "Large" as the Size, tick "Gift wrap" and click "Send order".',
    ['set', 'choose', 'tick', 'click'],
  ],
  ['Log in with username demo and password campfire, then download invoice 1002.', ['login', 'download']],
  ['Sort the list by price, go to the next page and take a screenshot.', ['sort', 'turn', 'picture']],
  ['Scroll to the bottom, go back and upload the file plan.pdf.', ['scroll', 'back', 'upload']],
  ['Find the email by Ann and delete it.', ['find', 'do']],
  ['In the player, set the speed to 2 and the quality to high.', ['set', 'set']],
  ['Book a table for Ann. Her phone is 555-0199.', ['do']],
  ['Enter Ann in the Name field and Oslo in the Town field, then hit Save.', ['set', 'set', 'click']],
  ['Move "Paint" to Doing and "Sand" to Done.', ['do', 'do']],
  ['Wi-Fi must be off and Bluetooth on. Leave the others.', ['tick', 'tick']],
  ['Choose File>New > Folder in the menu.', ['click', 'click', 'click']],
  ['Rate Price 5, Place 4 and send.', ['do', 'submit']],
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
  ['Turn the sound off', { kind: 'tick', targets: ['sound'], isOn: false }],
  ['Search for a blanket', { kind: 'search', query: 'blanket' }],
  ['Sort by price, highest first', { kind: 'sort', by: 'price', isDescending: true }],
  ['Go to page 3', { kind: 'turn', to: 3 }],
  ['Click the third link', { kind: 'click', target: '3 the link', times: 1, way: 'once' }],
  ['Click "Save" twice', { kind: 'click', target: 'Save', times: 2, way: 'once' }],
  [
    'Upload a file "a.txt" that says "It leaks"',
    { kind: 'upload', field: '', name: 'a.txt', text: 'It leaks' },
  ],
  [
    'Drag the Knob to the Bin',
    {
      kind: 'drag',
      from: expect.objectContaining({ phrase: 'the Knob' }),
      to: expect.objectContaining({ phrase: 'the Bin' }),
    },
  ],
  ['Make sure "Repeat" is not on', { kind: 'tick', targets: ['Repeat'], isOn: false }],
  ['Enter the password "x1" into both fields', { kind: 'set', field: 'both fields', value: 'x1' }],
  ['Answer "No" to "Do you smoke?"', { kind: 'choose', values: ['No'], field: 'Do you smoke?' }],
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
