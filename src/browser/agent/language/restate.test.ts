import { expect, test } from 'vitest';
import { readInstruction } from './read-instruction.ts';
import { firstThingsFirst, restate, verbFrom } from './restate.ts';
import { spoken } from './spoken.ts';

const VERBS = new Set(['close', 'delete', 'turn', 'set', 'open', 'submit', 'tick', 'stop', 'reply']);

test.each([
  ['Only the note titled X should be closed.', 'close the note titled X.'],
  [
    'Sounds must be turned off and the language set to French',
    'turn Sounds off, then set the language to French',
  ],
  [
    'Copy the name and the code into the refund form',
    'copy the name into the name field, then copy the code into the code field',
  ],
  [
    'Copy the name to Client and the code to Voucher.',
    'copy the name to Client, then copy the code to Voucher.',
  ],
  ['Copy the code to Voucher.', 'Copy the code to Voucher.'],
  ['After opening the list, tick Rice.', 'open the list, then tick Rice.'],
  ['Before submitting, tick Rice.', 'tick Rice, then submit.'],
  ['I want two tin mugs in my basket', 'add two tin mugs to my basket'],
  ['Put Cherry at the end of the list', 'move Cherry to the last place of the list'],
  ['Close the yoga class: delete it from my calendar.', 'delete the yoga class from my calendar.'],
  ['Reply to Ann, but do not subscribe to the news', 'Reply to Ann, then untick the news'],
  ['Put the card into Done, please.', 'Put the card into Done.'],
  ['Take the lamp off the list', 'remove the lamp from the list'],
  ['I want 4 tin mugs instead of 2', 'set the quantity of tin mugs to 4'],
  ['Show only Acme lamps', 'filter by Acme lamps'],
  ['Turn the volume up to 70', 'set the volume to 70'],
  ['On the Billing tab, set the town to Oslo', 'open the Billing tab, then set the town to Oslo'],
  ['Work it out and type it in.', 'Work it out and type it.'],
  ['Switch the fan on and the heater off', 'Switch the fan on, then Switch the heater off'],
  ['I want to read about returns', 'I want to open the page about returns'],
  ["I'd like the lamp deleted", 'delete the lamp'],
  ['We want the Lamp tab to be closed.', 'close the Lamp tab.'],
  ['Submit it after closing the list.', 'close the list, then Submit it.'],
  ['Change only the bass, to 3', 'Change the bass to 3'],
  ['Assign the team Trade / Sales.', 'choose Trade > Sales, then press Assign.'],
  ['Mark everything that starts with R', 'tick all items that starts with R'],
  ['Rename it using its context menu', 'right-click it, then choose Rename'],
  ['Open a.txt with a double click', 'double-click a.txt'],
  ['Press Go but do not confirm: cancel it', 'Press Go, then dismiss the dialog'],
  ['delete it and answer yes when you are asked', 'delete it and confirm'],
  ['Click Copy in the Edit menu', 'choose Edit > Copy'],
  ['Click Copy in the menu', 'Click Copy in the menu'],
  ['Click A followed by B', 'Click A, then B'],
  ['The lamp should be repainted', 'The lamp should be repainted'],
  ['You should close it', 'You should close it'],
])('%s', (said, plain) => {
  expect(restate(said, VERBS)).toBe(plain);
});

test('what must come first is done first', () => {
  expect(firstThingsFirst(['Press Send.', 'You have to scroll down first.'])).toEqual([
    'You have to scroll down',
    'Press Send.',
  ]);
  expect(firstThingsFirst(['Click the one that comes first.'])).toHaveLength(1);
});

test.each([
  ['closed', 'close'],
  ['stopped', 'stop'],
  ['replied', 'reply'],
  ['sent', 'send'],
  ['golden', null],
])('%s comes from %s', (form, verb) => {
  expect(verbFrom(form, VERBS)).toBe(verb);
});

test.each([
  ['Log in as ann with the password x1, then log out.', ['login', 'submit', 'click']],
  ['Which tree is the oldest? Enter its name.', ['find', 'type']],
  ['Count the open orders and enter the number.', ['solve', 'ask', 'type']],
  ['Put the parcels in order from heaviest to lightest.', ['sort']],
  ['Open the safe with the combination 4-7-1.', ['set', 'submit']],
  ['Select all messages from Ann and mark them as read.', ['tick', 'act']],
  ['Sign Bo Berg (bo@x.org) up for the course.', ['fill', 'submit']],
  ['Order a tea and add the note "hot".', ['act']],
  ['Change every "cat" into "dog".', ['edit']],
  ['Move banana above apple.', ['beside']],
  ['Sort the list alphabetically.', ['sort']],
  ['Leave a 2-star review titled "Meh" saying "So so".', ['rate', 'fill', 'submit']],
  ['For the user @bo, click on "Mute" in the "More" menu.', ['open', 'click']],
])('%s', (instruction, kinds) => {
  expect(readInstruction(instruction).map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  ['I want to buy the cheapest lamp', 'buy the cheapest lamp'],
  ['I want to know the price', 'I want to know the price'],
])('the wish "%s" is told as "%s"', (wish, order) => {
  expect(spoken(wish)).toBe(order);
});
