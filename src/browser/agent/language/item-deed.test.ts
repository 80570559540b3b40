import { expect, test } from 'vitest';
import { isOtherDeed } from './deeds.ts';
import { readItemDeed, readNewEntry } from './item-deed.ts';

test.each([
  ['Delete the task "Call the plumber"', 'delete', 'Call the plumber', null],
  ['Please get rid of the "Call the plumber" to-do', 'delete', 'Call the plumber', null],
  ['Could you remove "Wool rug" for me?', 'delete', 'Wool rug', null],
  ['Move the one about "Lunch" to the trash', 'delete', 'Lunch', null],
  ['Throw "notes.txt" into the recycle bin', 'delete', 'notes.txt', null],
  ['Mark "Add to cart" as done', 'done', 'Add to cart', null],
  ['Complete the task "Call the plumber"', 'done', 'Call the plumber', null],
  ['Tick "Buy milk" off my shopping list', 'done', 'Buy milk', null],
  ['Rename "Go to town" to "Stay at home"', 'edit', 'Go to town', 'Stay at home'],
  ['Edit the title of "Buy milk" to Buy oat milk and save', 'edit', 'Buy milk', 'Buy oat milk'],
  ['Add “Buy milk” to my favourites', 'star', 'Buy milk', null],
  ['Archive "Old invoices"', 'archive', 'Old invoices', null],
  ['I want "Old invoices" to be archived', 'archive', 'Old invoices', null],
  ['"Old invoices" should be archived', 'archive', 'Old invoices', null],
  ['Move "Old invoices" to the folder Taxes', 'move', 'Old invoices', 'the folder Taxes'],
])('%s', (task, deed, name, value) => {
  expect(readItemDeed(task)).toMatchObject({ deed, name, value });
});

test.each([
  ['Edit my last message so that it says "At noon"', -1],
  ['Change the second comment to "At noon"', 2],
])('%s: an entry by its place', (task, ordinal) => {
  expect(readItemDeed(task)).toMatchObject({ deed: 'edit', ordinal, value: 'At noon' });
});

test.each([
  ['Remove Call the plumber from the list', 'delete', 'Call the plumber from the list'],
  [
    'I no longer need to call the plumber, delete that task',
    'delete',
    'I no longer need to call the plumber',
  ],
  ['Cancel the piano lesson: delete it from my calendar', 'delete', 'the piano lesson from my calendar'],
  ['Mark the task Call the plumber complete', 'done', 'the task Call the plumber'],
])('%s: the name stands among what is said', (task, deed, said) => {
  expect(readItemDeed(task)).toMatchObject({ deed, said, name: null });
});

test.each([
  'Set the temperature to 28 and press Done.',
  'Delete all tasks that are done',
  'Delete the oldest task',
  'Remove everything except "Buy milk"',
  'Delete "Buy milk", then add "Buy bread"',
  'Delete "Buy milk" and "Buy bread"',
  'Save the draft',
  'Add "Buy milk" to the list',
  'Move "Buy milk" to the top',
])('%s is no deed on one named entry', (task) => {
  expect(readItemDeed(task)).toBeNull();
});

test.each([
  ['Save as draft', '', 'discard the draft', true],
  ['Save as draft', '', 'open draft', true],
  ['Save preferences', '', 'book a table', true],
  ['Delete draft', '', 'discard the draft', false],
  ['Complete Call the plumber', '', 'star Call the plumber', true],
  ['Order again', '', 'cancel order 1026', true],
  ['Order 1026', '', 'cancel order 1026', false],
  ['Order history', '/orders', 'cancel order 1026', false],
  ['Remove', '/items/3/remove', 'open item', true],
  ['Wool rug', '', 'delete Wool rug', false],
])('whether %j (%j) would do other than "%s"', (name, href, task, isOther) => {
  expect(isOtherDeed({ name, href }, task)).toBe(isOther);
});

test.each([
  ['Add "Book dentist" to my to-do list', 'Book dentist'],
  ['Add a new task: Book dentist', 'Book dentist'],
  ['Please create a task called "Book dentist"', 'Book dentist'],
  ['Put Book dentist on the list', 'Book dentist'],
  ['Add Book dentist as a new item', 'Book dentist'],
  ['Enter "Book dentist" as a new entry and confirm it', 'Book dentist'],
  ['new todo: Book dentist', 'Book dentist'],
  ['I need a new task "Book dentist" in this list, please add it', 'Book dentist'],
  ['Add the Brass lamp to the cart', null],
  ['Create a task called "Book dentist" with priority high', null],
  ['Add a new task with the title A and the description B', null],
  ['Add "A" and "B" to the list', null],
])('%s: the new entry is %j', (task, entry) => {
  expect(readNewEntry(task)).toBe(entry);
});

test('"archive it" names no entry of a list', () => {
  expect(readItemDeed('Archive it.')).toBeNull();
  expect(readItemDeed('Delete this one')).toBeNull();
});
